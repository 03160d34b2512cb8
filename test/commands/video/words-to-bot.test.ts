import { describe, expect, test } from "vitest";
import type { Field } from "../../../src/core/chat.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import type { PrivateFiles } from "../../../src/core/ports.ts";
import { readFlags } from "../../../src/core/request/flags.ts";
import type { FoundPicture } from "../../../src/core/request/video-request.ts";
import { refuse } from "../../../src/core/result.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { anOwner, TEST_KEY } from "../../fakes/jobs.ts";
import { heldIn, wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  keyedWorld,
  labelsIn,
  messageOf,
  press,
  privateWords,
  setting,
} from "../command-world.ts";

const messageAct = (prompt: string): Act => ({ kind: "free_text", draft: aDraft({ prompt }) });
const HOUR_MS = 3_600_000;

async function offered(world = commandWorld()) {
  const answer = await world.does(messageAct("a paper boat"), { eventId: "slack:Ev1" });
  const [button] = answer.kind === "private" ? answer.message.buttons : [];
  const jobId = button?.id.split(":")[1] ?? "";
  return {
    world,
    answer,
    open: () => world.does(press("open_kept", jobId)),
  };
}

test("what somebody wrote comes back with a button that opens the form with it", async () => {
  const world = commandWorld();
  await world.does(setting({ ratio: "9:16", resolution: "720p" }));
  const { answer, open } = await offered(world);
  expect(answer).toMatchObject({ kind: "private", message: { quote: "a paper boat" } });
  const form = await open();
  expect(form).toMatchObject({ kind: "form", form: { id: "video" } });
  const fields = form.kind === "form" ? form.form.fields : [];
  expect(fields).toMatchObject([
    ...[{ value: "a paper boat" }, { value: "9:16" }, { value: "10" }, { value: "720p" }],
    { kind: "picture" },
  ]);
  expect(world.orders).toEqual([]);
});

test("the same event is answered once", async () => {
  const { world } = await offered();
  expect(await world.does(messageAct("a paper boat"), { eventId: "slack:Ev1" })).toEqual({ kind: "nothing" });
});

test("after an hour the button says that it is too old", async () => {
  const { world, open } = await offered();
  await world.clock.advance(HOUR_MS);
  expect(privateWords(await open())).toMatch(/expired/);
});

test("text that looks like a key is neither stored nor repeated", async () => {
  const world = commandWorld();
  const key = "sk-canary-0123456789abcdef";
  const words = await world.reads(messageAct(`my key is ${key}`));
  expect(words).toMatch(/looks like a key/);
  expect(words).not.toContain("canary");
  expect(JSON.stringify(world.log.lines)).not.toContain("canary");
});

test("no words open an empty form, and bad ones are explained", async () => {
  const world = commandWorld();
  const empty = await world.does(messageAct("  "));
  expect(empty.kind === "private" && empty.message.buttons.map(({ label }) => label)).toEqual(["Make a video"]);
  expect(await world.does(press("make_video"))).toMatchObject({ kind: "form" });
  const long = await world.does(messageAct("a".repeat(3_001)));
  expect(long.kind === "private" && wordsOf(long.message)).toMatch(/3,001 characters/);
});

test("a greeting is greeted, with the form and the help at hand, and offers no video of itself", async () => {
  const world = commandWorld();
  for (const word of ["hi", "Hello!", "こんにちは"]) {
    const answer = await world.does(messageAct(word));
    const message = messageOf(answer);
    expect(wordsOf(message)).toMatch(/^Hi!/);
    expect(message.quote).toBeNull();
    expect(message.buttons.map(({ label }) => label)).toEqual(["Make a video", "Help"]);
  }
});

const files: PrivateFiles = {
  addressFor: (id) => `https://bot.example/pictures/${id}`,
  open: async () => refuse({ kind: "picture_unreachable" }),
  isGone: async () => false,
};
const eventId = "slack:Ev1";

function picture(
  name: string,
  over: Partial<Extract<FoundPicture, { source: "attachment" }>["file"]> = {},
): FoundPicture {
  const file = { platform: "slack", teamId: "T1", id: `F-${name}` } as const;
  const common = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
  return { source: "attachment", name, file: { ...common, ...over } };
}

function messageWith(
  prompt: string,
  pictures: readonly FoundPicture[],
  otherFiles = 0,
  draft: Parameters<typeof aDraft>[0] = {},
): Act {
  return { kind: "free_text", draft: aDraft({ ...draft, prompt }), files: { pictures, otherFiles } };
}

async function open(world: ReturnType<typeof commandWorld>, answer: Answer): Promise<Answer> {
  const [, jobId = ""] = messageOf(answer).buttons[0]?.id.split(":") ?? [];
  return world.does(press("open_kept", jobId));
}

function fieldsOf(answer: Answer): readonly Field[] {
  return answer.kind === "form" ? answer.form.fields : [];
}

async function make(world: ReturnType<typeof commandWorld>, form: Answer, nth = 0): Promise<Answer> {
  if (form.kind !== "form") throw new Error(`the answer is ${form.kind}`);
  const held = new Map(form.form.fields.map((field) => [field.id, heldIn(field)]));
  const draft = aDraft({ prompt: held.get("prompt") || "it wakes up", ratio: held.get("ratio") ?? null });
  return world.does({ kind: "make_video", draft, from: "form", animates: { id: form.form.animates ?? "", nth } });
}

describe("a picture in a message to the bot", () => {
  test("is the picture of the request, and its shape is the video's", async () => {
    const world = await keyedWorld({ files });
    const answer = await world.does(messageWith("it wakes up", [picture("cat.png")]), { eventId });
    expect(wordsOf(messageOf(answer))).toContain("from a picture");
    const form = await open(world, answer);
    expect(form).toMatchObject({ form: { id: "animate", note: expect.stringContaining("cat.png, 9 x 16") } });
    expect(fieldsOf(form).slice(0, 2)).toMatchObject([{ value: "it wakes up" }, { value: "9:16" }]);
    const id = cardJob(await make(world, form));
    expect(world.orders).toMatchObject([
      {
        request: {
          prompt: "it wakes up",
          aspectRatio: "9:16",
          picture: { source: "attachment", url: `https://bot.example/pictures/${id}`, file: { id: "F-cat.png" } },
        },
      },
    ]);
  });

  test("keeps to the ratio that was typed beside it", async () => {
    const world = commandWorld({ files });
    const answer = await world.does(messageWith("it wakes up", [picture("cat.png")], 0, { ratio: "16:9" }));
    expect(fieldsOf(await open(world, answer))[1]).toMatchObject({ value: "16:9" });
  });

  test("without words asks what should happen, and opens with the picture", async () => {
    const world = await keyedWorld({ files });
    const answer = await world.does(messageWith("", [picture("cat.png")]), { eventId });
    expect(privateWords(answer)).toMatch(/What should happen in the video\?[\s\S]*Your picture is ready/);
    expect(await world.does(messageWith("", [picture("cat.png")]), { eventId })).toEqual({ kind: "nothing" });
    const form = await open(world, answer);
    expect(form).toMatchObject({ form: { id: "animate" } });
    expect(fieldsOf(form)[0]).toMatchObject({ id: "prompt", value: "" });
    cardJob(await make(world, form));
    expect(world.orders).toMatchObject([{ request: { picture: { file: { id: "F-cat.png" } } } }]);
  });

  test("and several give a choice in the form, as Animate this does", async () => {
    const world = await keyedWorld({ files });
    const wide = picture("dog.png", { width: 16, height: 9 });
    const form = await open(world, await world.does(messageWith("it wakes up", [picture("cat.png"), wide])));
    expect(fieldsOf(form).slice(0, 3)).toMatchObject([
      { id: "image", options: [{ label: "1: cat.png, 9 x 16" }, { label: "2: dog.png, 16 x 9" }] },
      { value: "it wakes up" },
      { id: "ratio", value: "as_picture" },
    ]);
    await make(world, form, 1);
    expect(world.orders).toMatchObject([{ request: { aspectRatio: "16:9", picture: { file: { id: "F-dog.png" } } } }]);
  });

  test("that cannot be handed on is named, and the prompt is offered without it", async () => {
    const world = commandWorld();
    const answer = await world.does(messageWith("it wakes up", [picture("cat.png")]));
    expect(privateWords(answer)).toMatch(/private[\s\S]*address of a public picture/);
    expect(wordsOf(messageOf(answer))).not.toContain("from a picture");
    expect(await open(world, answer)).toMatchObject({ form: { id: "video" } });
    const alone = await world.does(messageWith("", [picture("cat.png")]));
    expect(privateWords(alone)).toMatch(/private[\s\S]*Describe it in a few words/);
    expect(labelsIn(alone)).toEqual(["Make a video"]);
  });

  test("that is none, or too large, is named, alone and beside one that can be used", async () => {
    const world = commandWorld({ files });
    const large = picture("big.png", { sizeBytes: 7_000_000 });
    expect(await world.reads(messageWith("it wakes up", [large]))).toContain("7 MB");
    expect(await world.reads(messageWith("it wakes up", [], 1))).toMatch(
      /The file in your message is not a picture[\s\S]*Nothing has been charged yet/,
    );
    expect(await world.reads(messageWith("", [], 2))).toContain("The 2 files in your message are not pictures");
    const mixed = await world.does(messageWith("it wakes up", [large, picture("cat.png")], 1));
    expect(privateWords(mixed)).toContain("2 more in this message cannot be used");
    expect(fieldsOf(await open(world, mixed))[0]).toMatchObject({ id: "prompt" });
  });

  test("beside an address is one too many", async () => {
    const world = commandWorld({ files });
    const answer = await world.does(
      messageWith("it wakes up", [picture("cat.png")], 0, { image_url: "https://a.example/b.png" }),
    );
    expect(privateWords(answer)).toContain("two pictures");
  });

  test("is somebody's own: nobody else opens it, and after an hour it is forgotten", async () => {
    const world = commandWorld({ files });
    const answer = await world.does(messageWith("", [picture("cat.png")]));
    await world.clock.advance(3_600_000);
    expect(privateWords(await open(world, answer))).toContain("expired");
  });

  test("with a greeting is no mere greeting", async () => {
    const world = commandWorld({ files });
    expect(await world.reads(messageWith("hi", [picture("cat.png")]))).toContain("from a picture");
  });
});

describe("a message that everybody reads the answer to", () => {
  const message = { isMessage: true } as const;

  test("is answered within its person's bound, and then not at all", async () => {
    const world = commandWorld({ rules: { commandsPerMinute: 2 } });
    const answers = [];
    for (let count = 0; count < 5; count += 1)
      answers.push((await world.does(messageAct("a paper boat"), message)).kind);
    expect(answers).toEqual(["private", "private", "nothing", "nothing", "nothing"]);
    expect(await world.does({ kind: "help" }, message)).toEqual({ kind: "nothing" });
  });

  test("is not answered to somebody who is blocked", async () => {
    const blockedUsers = new Set([anOwner().userId]);
    const world = commandWorld({ rules: { access: { blockedUsers } } });
    expect(await world.does(messageAct("a paper boat"), message)).toEqual({ kind: "nothing" });
  });

  test("that asks for help opens it for its reader alone, and in a direct message at once", async () => {
    const world = commandWorld();
    expect(labelsIn(await world.does({ kind: "help" }, message))).toEqual(["Make a video", "Help"]);
    const direct = await world.does({ kind: "help" }, { ...message, workspace: null });
    expect(wordsOf(messageOf(direct))).toContain("credits");
  });

  test.for(["vk-live-0123456789abcdef", "a boat --ratio vk-live-0123456789abcdef", TEST_KEY])(
    "with a key in it, %s, is answered discreetly, without the key",
    async (text) => {
      const world = await keyedWorld();
      const answer = await world.does({ kind: "free_text", draft: readFlags(text) }, message);
      expect(answer).toMatchObject({ kind: "private", isDiscreet: true });
      expect(JSON.stringify(answer)).not.toContain(text.slice(-16));
    },
  );

  test("has a button that is its writer's alone", async () => {
    const { world, answer } = await offered();
    const [button] = labelsIn(answer);
    expect(button).toBe("Make this · 95 credits");
    const jobId = messageOf(answer).buttons[0]?.id.split(":")[1] ?? "";
    const on = { place: { channelId: "4", messageId: "9" }, shows: true };
    const owner = { platform: "discord", userId: "200000000000000099" } as const;
    const press: Act = { kind: "press", on, action: { kind: "open_kept", jobId } };
    expect(await world.reads(press, { owner })).toMatch(/Only the person who wrote that message/);
  });
});
