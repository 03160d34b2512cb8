import { describe, expect, test } from "vitest";
import type { Act, Answer, Command } from "../../../src/core/command.ts";
import { readFlags } from "../../../src/core/request/flags.ts";
import type { Attachment, FoundPicture } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { anOwner, TEST_KEY } from "../../fakes/jobs.ts";
import {
  blocked,
  cardJob,
  commandWorld,
  formOf,
  keyedWorld,
  labelsIn,
  messageOf,
  press,
  pressOf,
  privateFiles,
  privateWords,
  setting,
} from "../command-world.ts";

const HOUR_MS = 3_600_000;
const files = { files: privateFiles };
const once = { eventId: "slack:Ev1" };

function picture(name = "cat.png", over: Partial<Attachment> = {}): FoundPicture {
  const file = { platform: "slack", teamId: "T1", id: `F-${name}` } as const;
  const common = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
  return { source: "attachment", name, file: { ...common, ...over } };
}

/** A message to the bot, with these pictures, other files and options. */
function says(
  prompt: string,
  pictures: readonly FoundPicture[] = [],
  { otherFiles = 0, ...draft }: { readonly otherFiles?: number } & Parameters<typeof aDraft>[0] = {},
): Act {
  const plain = { kind: "free_text", draft: aDraft({ ...draft, prompt }) } as const;
  return pictures.length + otherFiles === 0 ? plain : { ...plain, files: { pictures, otherFiles } };
}

const opened = (answer: Answer) => pressOf(answer, "open_kept");

describe("what somebody wrote to the bot", () => {
  test("comes back with a button that opens the form with it, and the same event is answered once", async () => {
    const world = commandWorld();
    await world.does(setting({ ratio: "9:16", resolution: "720p" }));
    const answer = await world.does(says("a paper boat"), once);
    expect(answer).toMatchObject({ kind: "private", message: { quote: "a paper boat" } });
    const { form, values } = formOf(await world.does(opened(answer)));
    expect([form.id, Object.values(values)]).toEqual(["video", ["a paper boat", "9:16", "10", "720p", ""]]);
    expect(world.orders).toEqual([]);
    expect(await world.does(says("a paper boat"), once)).toEqual({ kind: "nothing" });
  });

  test.for([says("a paper boat"), says("", [picture()])])("has expired after an hour: %#", async (act) => {
    const world = commandWorld(files);
    const open = opened(await world.does(act));
    await world.clock.advance(HOUR_MS);
    expect(await world.reads(open)).toContain("expired");
  });

  test("without words opens an empty form, and bad words are explained", async () => {
    const world = commandWorld();
    expect(labelsIn(await world.does(says("  ")))).toEqual(["Make a video"]);
    expect(formOf(await world.does(press("make_video"))).values).toMatchObject({ prompt: "" });
    expect(await world.reads(says("a".repeat(3_001)))).toContain("3,001 characters");
  });

  test.for(["hi", "こんにちは"])(
    "is greeted where it is a greeting, and offers no video of itself: %s",
    async (word) => {
      const answer = await commandWorld().does(says(word));
      expect(privateWords(answer)).toMatch(/^Hi!/);
      expect(messageOf(answer).quote).toBeNull();
      expect(labelsIn(answer)).toEqual(["Make a video", "Help"]);
    },
  );
});

describe("a picture in a message to the bot", () => {
  /** Sends the form as it opened, with the nth picture. */
  async function make(world: ReturnType<typeof commandWorld>, form: ReturnType<typeof formOf>, nth = 0) {
    const { prompt, ratio = null } = form.values;
    const animates = { id: form.form.animates ?? "", nth };
    return world.does({
      kind: "make_video",
      draft: aDraft({ prompt: prompt || "it wakes up", ratio }),
      from: "form",
      animates,
    });
  }

  test("is the picture of the request, and its shape is the video's", async () => {
    const world = await keyedWorld(files);
    const answer = await world.does(says("it wakes up", [picture()]));
    expect(privateWords(answer)).toContain("from a picture");
    const form = formOf(await world.does(opened(answer)));
    expect(form.form).toMatchObject({ id: "animate", note: expect.stringContaining("cat.png, 9 x 16") });
    expect(form.values).toMatchObject({ prompt: "it wakes up", ratio: "9:16" });
    const id = cardJob(await make(world, form));
    const used = { source: "attachment", url: `https://bot.example/pictures/${id}`, file: { id: "F-cat.png" } };
    expect(world.orders).toMatchObject([{ request: { prompt: "it wakes up", aspectRatio: "9:16", picture: used } }]);
  });

  test("keeps to the ratio that was typed beside it", async () => {
    const world = commandWorld(files);
    const answer = await world.does(says("it wakes up", [picture()], { ratio: "16:9" }));
    expect(formOf(await world.does(opened(answer))).values).toMatchObject({ ratio: "16:9" });
  });

  test("without words asks what should happen, once, and opens with the picture", async () => {
    const world = await keyedWorld(files);
    const answer = await world.does(says("", [picture()]), once);
    expect(privateWords(answer)).toMatch(/What should happen in the video\?[\s\S]*Your picture is ready/);
    expect(await world.does(says("", [picture()]), once)).toEqual({ kind: "nothing" });
    const form = formOf(await world.does(opened(answer)));
    expect([form.form.id, form.values.prompt]).toEqual(["animate", ""]);
    cardJob(await make(world, form));
    expect(world.orders).toMatchObject([{ request: { picture: { file: { id: "F-cat.png" } } } }]);
  });

  test("and several give a choice in the form, as Animate this does", async () => {
    const world = await keyedWorld(files);
    const wide = picture("dog.png", { width: 16, height: 9 });
    const form = formOf(await world.does(opened(await world.does(says("it wakes up", [picture(), wide])))));
    const labels = form.options("image").map(({ label }) => label);
    expect(labels).toEqual(["1: cat.png, 9 x 16", "2: dog.png, 16 x 9"]);
    expect(form.values).toMatchObject({ prompt: "it wakes up", ratio: "as_picture" });
    await make(world, form, 1);
    expect(world.orders).toMatchObject([{ request: { aspectRatio: "16:9", picture: { file: { id: "F-dog.png" } } } }]);
  });

  test("that cannot be handed on is named, and the prompt is offered without it", async () => {
    const world = commandWorld();
    const answer = await world.does(says("it wakes up", [picture()]));
    expect(privateWords(answer)).toMatch(/private[\s\S]*address of a public picture/);
    expect(privateWords(answer)).not.toContain("from a picture");
    expect(formOf(await world.does(opened(answer))).form.id).toBe("video");
    const alone = await world.does(says("", [picture()]));
    expect(privateWords(alone)).toMatch(/private[\s\S]*Describe it in a few words/);
    expect(labelsIn(alone)).toEqual(["Make a video"]);
  });

  const large = picture("big.png", { sizeBytes: 7_000_000 });
  test.for<readonly [Act, RegExp]>([
    [says("it wakes up", [large]), /7 MB/],
    [says("it wakes up", [], { otherFiles: 1 }), /The file in your message is not a picture[\s\S]*Nothing has been/],
    [says("", [], { otherFiles: 2 }), /The 2 files in your message are not pictures/],
    [says("it wakes up", [large, picture()], { otherFiles: 1 }), /2 more in this message cannot be used/],
    [says("it wakes up", [picture()], { image_url: "https://a.example/b.png" }), /two pictures/],
    [says("hi", [picture()]), /from a picture/],
  ])("that is none, too large, one too many, or beside a greeting is named: %#", async ([act, words]) => {
    expect(await commandWorld(files).reads(act)).toMatch(words);
  });
});

describe("a message that everybody reads the answer to", () => {
  const message: Partial<Command> = { isMessage: true };
  const help: Act = { kind: "help" };

  test("is answered within its person's bound, and then not at all", async () => {
    const world = commandWorld({ rules: { commandsPerMinute: 2 } });
    const kinds = [];
    for (const act of [says("a boat"), says("a boat"), says("a boat"), help])
      kinds.push((await world.does(act, message)).kind);
    expect(kinds).toEqual(["private", "private", "nothing", "nothing"]);
  });

  test("is not answered to somebody who is blocked", async () => {
    expect(await commandWorld(blocked).does(says("a boat"), message)).toEqual({ kind: "nothing" });
  });

  test("that asks for help opens it for its reader alone, and in a direct message at once", async () => {
    const world = commandWorld();
    expect(labelsIn(await world.does(help, message))).toEqual(["Make a video", "Help"]);
    expect(await world.reads(help, { ...message, workspace: null })).toContain("credits");
  });

  test.for(["a boat --ratio vk-live-0123456789abcdef", TEST_KEY])(
    "with a key in it, %s, is answered discreetly, without the key",
    async (text) => {
      const answer = await (await keyedWorld()).does({ kind: "free_text", draft: readFlags(text) }, message);
      expect(answer).toMatchObject({ kind: "private", isDiscreet: true });
      expect(JSON.stringify(answer)).not.toContain(text.slice(-16));
    },
  );

  test("has a button that is its writer's alone", async () => {
    const world = commandWorld();
    const answer = await world.does(says("a paper boat"), message);
    expect(labelsIn(answer)).toEqual(["Make this · 95 credits"]);
    const on = { place: { channelId: "4", messageId: "9" }, shows: true };
    const open = { ...opened(answer), on } as Act;
    expect(await world.reads(open, { owner: anOwner("9") })).toContain("Only the person who wrote that message");
  });
});
