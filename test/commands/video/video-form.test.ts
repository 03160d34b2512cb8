import { describe, expect, test } from "vitest";
import type { Act, Answer, Command } from "../../../src/core/command.ts";
import { freeTextAct } from "../../../src/core/command-specs.ts";
import { jobIdFrom, partIdFrom } from "../../../src/core/job/ids.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import type { Attachment, FoundPicture, NoPicture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { styleId } from "../../../src/core/style.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { anOwner, TEST_KEY } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import {
  blocked,
  cardJob,
  commandWorld,
  formOf,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  never,
  press,
  pressOf,
  privateFiles,
  privateWords,
  setting,
} from "../command-world.ts";
import { teamWorld } from "../team/team-world.ts";

function aFile(name = "cat.png", file: Partial<Attachment> = {}): FoundPicture {
  const described = { url: `https://cdn.example/${name}`, sizeBytes: 900, ...file };
  return { source: "attachment", name, width: 480, height: 640, file: described };
}
function anAddress(scheme = "https"): FoundPicture {
  const url = `${scheme}://a.example/b.png`;
  return { source: "address", name: "picture from a.example", url, width: null, height: null };
}
function used(pictures: readonly FoundPicture[], others: readonly NoPicture[] = []): Act {
  return { kind: "animate", pictures, others };
}
const tooLarge = aFile("big.png", { sizeBytes: 5_000_001 });

const eventId = "discord:900";
const offer = jobIdFrom("animate", "discord", eventId);
function submits(draft: Partial<VideoDraft> = {}, nth = 0, id = offer): Act {
  const words = { prompt: "it yawns", ratio: "9:16", duration: "10", resolution: "480p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(words), animates: { id, nth } };
}

/** A world in which the form offered these pictures. */
async function offeredWorld(...pictures: readonly FoundPicture[]) {
  const world = await keyedWorld();
  await world.does(used(pictures), { eventId });
  return world;
}
const labelsOfOptions = (answer: Answer, id: string) =>
  formOf(answer)
    .options(id)
    .map(({ label }) => label);

describe("the action “Animate this”", () => {
  test("opens a form with the picture, the picture's ratio, and the person's duration and resolution", async () => {
    const { does, settings } = commandWorld();
    const { form, values } = formOf(await does(used([aFile()]), { eventId }));
    expect(form).toMatchObject({ id: "animate", title: "Animate this", animates: offer });
    expect(form.note).toContain("The picture: cat.png, 480 x 640.");
    expect(values).toEqual({ prompt: "", ratio: "as_picture", duration: "10", resolution: "480p" });
    await settings.put(anOwner(), { ...noSettings, aspectRatio: "16:9", duration: 15, resolution: "720p" });
    const own = formOf(await does(used([aFile()]))).values;
    expect(own).toMatchObject({ ratio: "as_picture", duration: "15", resolution: "720p" });
  });

  test("opens a form that lists several pictures by name and size", async () => {
    const answer = await commandWorld().does(used([aFile(), aFile("x".repeat(300)), anAddress()]));
    const long = `2: ${"x".repeat(59)}…, 480 x 640`;
    expect(labelsOfOptions(answer, "image")).toEqual(["1: cat.png, 480 x 640", long, "3: picture from a.example"]);
    expect(formOf(answer).values).toMatchObject({ image: "0" });
    expect(formOf(answer).ids).toHaveLength(5);
  });

  test.for([
    ["an attached file", [aFile()]],
    ["a picture address", [anAddress()]],
    ["one of several pictures", [aFile(), anAddress()]],
  ] as const)("proposes “Same as the picture” as the ratio for %s", async ([, pictures]) => {
    const answer = await commandWorld().does(used(pictures));
    expect(formOf(answer).values).toMatchObject({ ratio: "as_picture" });
    expect(labelsOfOptions(answer, "ratio")[0]).toBe("Same as the picture");
  });

  test("offers only usable pictures and shows the number of other files", async () => {
    const { does } = commandWorld();
    const { form } = formOf(await does(used([tooLarge, aFile()], ["sticker"])));
    expect(form.note).toMatch(/The picture: cat\.png.*1 more in this message cannot be used/);
    const several = formOf(await does(used([aFile(), aFile("b.png"), tooLarge])));
    expect(several.field("image")?.hint).toContain("1 more");
  });

  test.for([
    ["no picture", used([]), "There is no picture in this message."],
    ["a sticker", used([], ["sticker"]), "A sticker cannot be animated."],
    ["a video", used([], ["video", "sticker"]), "This message has a video, and only pictures"],
    ["an oversized picture", used([tooLarge]), "is 5.1 MB; the limit is 5 MB"],
    ["an empty picture", used([aFile("a", { sizeBytes: 0 })], ["video"]), "is empty"],
    ["a picture address without https", used([anAddress("http")]), "must begin with https"],
  ] as const)("explains privately why a message with %s cannot be animated", async ([, act, words]) => {
    const shown = await commandWorld().reads(act);
    expect(shown).toContain(words);
    expect(shown).toContain("Nothing was charged.");
  });

  test("accepts a picture of exactly 5 MB", async () => {
    expect((await commandWorld().does(used([aFile("a.png", { sizeBytes: 5_000_000 })]))).kind).toBe("form");
  });

  test("opens no form if storing the offered picture takes too long", async () => {
    const { reads, clock } = commandWorld({
      offered: { keep: () => never(), find: async () => null, all: async () => [] },
    });
    const answer = reads(used([aFile()]));
    await clock.advance(1_500);
    expect(await answer).toContain("Nothing was charged");
  });
});

describe("the form of “Animate this”", () => {
  test("makes a video that begins with the attached picture", async () => {
    const { does, orders } = await offeredWorld(aFile());
    cardJob(await does(submits()));
    const picture = { source: "attachment", url: "https://cdn.example/cat.png", isChecked: false, decidesRatio: false };
    expect(orders).toMatchObject([{ request: { prompt: "it yawns", aspectRatio: "9:16", picture } }]);
  });

  test("makes a video from the selected picture in the picture's ratio", async () => {
    const { does, orders } = await offeredWorld(tooLarge, aFile(), aFile("wide.png"));
    for (const nth of [1, 0]) await does(submits({ ratio: "as_picture" }, nth));
    expect(orders.map(({ request }) => [request.picture?.url, request.picture?.decidesRatio])).toEqual([
      ["https://cdn.example/wide.png", true],
      ["https://cdn.example/cat.png", true],
    ]);
  });

  test("takes the ratio from the picture at a picture address, unless the person chose a ratio", async () => {
    const { does, orders } = await offeredWorld(anAddress());
    for (const ratio of ["as_picture", "9:16"]) await does(submits({ ratio }));
    const address = { source: "address", url: "https://a.example/b.png", isChecked: false };
    const pictures = [true, false].map((decidesRatio) => ({ ...address, decidesRatio }));
    expect(orders.map(({ request }) => request.picture)).toEqual(pictures);
  });

  test.for([
    ["it is sent after an hour", submits(), 3_600_000, {}],
    ["the picture was not offered", submits({}, 1), 0, {}],
    ["another person sends it", submits(), 0, { owner: anOwner("9") }],
  ] as const)(
    "starts no video if %s, and the answer asks the person to start over",
    async ([, act, laterMs, command]) => {
      const { reads, clock, orders } = await offeredWorld(aFile());
      await clock.advance(laterMs);
      expect(await reads(act, command)).toContain("Use Animate this on the message again.");
      expect(orders).toEqual([]);
    },
  );

  test("shows an error next to the prompt if the prompt is empty or the picture address is refused", async () => {
    let isGood = true;
    const { does } = commandWorld({
      judgeAddress: () => (isGood ? null : { kind: "bad_address", why: "not_public" }),
    });
    await does(used([anAddress()]), { eventId });
    const atPrompt = { kind: "form_error", field: "prompt" };
    expect(await does(submits({ prompt: " " }))).toMatchObject(atPrompt);
    isGood = false;
    const answer = await does(submits());
    expect(answer).toMatchObject(atPrompt);
    expect(wordsOf(messageOf(answer))).toContain("not public");
  });

  test("keeps the picture until a person without an API key has saved a key, and then makes the video", async () => {
    const { does, reads, ends, orders } = commandWorld();
    await does(used([aFile()]), { eventId });
    expect(await reads(submits())).toContain("continues by itself");
    expect((await ends({ kind: "give_key", key })).card).toBeDefined();
    expect(orders).toMatchObject([{ request: { picture: { url: "https://cdn.example/cat.png" } } }]);
  });
});

describe("a private picture", () => {
  const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;
  const image = { url: "", sizeBytes: 9, file };
  const animate = used([{ source: "attachment", name: "cat.png", width: 9, height: 16, file: image }]);
  const draft = aDraft({ prompt: "one\ntwo", image });
  const scenes: Act = { kind: "make_batch", make: "scenes", draft };
  const reachable = { files: privateFiles };

  test("gets a public address for each new video", async () => {
    const world = await keyedWorld(reachable);
    const url = `https://bot.example/pictures/${cardJob(await world.does(makeVideo({ image })))}`;
    expect(world.orders).toMatchObject([{ request: { picture: { url, isChecked: false, file } } }]);
  });

  test("gets a separate public address for each video of a batch", async () => {
    const world = await keyedWorld(reachable);
    const id = cardJob(await world.does(pressOf(await world.does(scenes))));
    const urls = [1, 2].map((nth) => `https://bot.example/pictures/${partIdFrom(id, nth)}`);
    expect(world.orders[0]?.each?.map(({ picture }) => picture?.url)).toEqual(urls);
  });

  test("is refused if the bot cannot make the picture public, and the answer suggests a public picture", async () => {
    const world = await keyedWorld();
    for (const act of [animate, makeVideo({ image })])
      expect(await world.reads(act)).toMatch(/private.*address of a public picture instead\./);
    expect(await world.does(scenes)).toMatchObject({ kind: "form_error", field: "image" });
    expect(world.orders).toEqual([]);
    expect(await commandWorld(reachable).does(animate)).toMatchObject({ kind: "form" });
  });
});

const HOUR_MS = 3_600_000;
const files = { files: privateFiles };
const once = { eventId: "slack:Ev1" };

function picture(name = "cat.png", over: Partial<Attachment> = {}): FoundPicture {
  const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: `F-${name}` } as const;
  return { source: "attachment", name, width: 9, height: 16, file: { url: "", sizeBytes: 9, file, ...over } };
}

/** A message to the bot with these pictures, other files and options. */
function says(
  prompt: string,
  pictures: readonly FoundPicture[] = [],
  { otherFiles = 0, ...draft }: { readonly otherFiles?: number } & Parameters<typeof aDraft>[0] = {},
): Act {
  const plain = { kind: "free_text", draft: aDraft({ ...draft, prompt }) } as const;
  return pictures.length + otherFiles === 0 ? plain : { ...plain, files: { pictures, otherFiles } };
}

const opened = (answer: Answer) => pressOf(answer, "open_kept");

describe("a message to the bot", () => {
  test("gets one answer, with a button that opens a form with the text of the message", async () => {
    const world = commandWorld();
    await world.does(setting({ ratio: "9:16", resolution: "720p" }));
    const answer = await world.does(says("a paper boat"), once);
    expect(answer).toMatchObject({ kind: "private", message: { quote: "a paper boat" } });
    const { form, values } = formOf(await world.does(opened(answer)));
    expect([form.id, Object.values(values)]).toEqual(["video", ["a paper boat", "9:16", "10", "720p", ""]]);
    expect(world.orders).toEqual([]);
    expect(await world.does(says("a paper boat"), once)).toEqual({ kind: "nothing" });
  });

  test.for([
    ["a prompt", says("a paper boat")],
    ["a picture", says("", [picture()])],
  ] as const)("with only %s gets a button that expires after an hour", async ([, act]) => {
    const world = commandWorld(files);
    const open = opened(await world.does(act));
    await world.clock.advance(HOUR_MS);
    expect(await world.reads(open)).toContain("expired");
  });

  test("without text gets a button that opens an empty form", async () => {
    const world = commandWorld();
    expect(labelsIn(await world.does(says("  ")))).toEqual(["Make a video"]);
    expect(formOf(await world.does(press("make_video"))).values).toMatchObject({ prompt: "" });
  });

  test("with a prompt that is too long gets an explanation", async () => {
    expect(await commandWorld().reads(says("a".repeat(3_001)))).toContain("3,001 characters");
  });

  test("gets a button that opens a form with the ratio, style and payer from the flags", async () => {
    const world = await teamWorld();
    await world.withKey();
    await world.asMember({ kind: "save_style", given: { name: "ink", text: "ink: {prompt}", of: "mine" } });
    const answer = await world.asMember(freeTextAct("a boat --ar 9:16 --style ink --pay team --v 6", null));
    expect(messageOf(answer).quote).toBe("ink: a boat");
    expect(privateWords(answer)).toContain("Reelay cannot use --v 6, so it is left out here.");
    const { values } = formOf(await world.asMember(opened(answer)));
    expect(values).toMatchObject({ prompt: "a boat", size: "9:16-480p-10", pay: "team" });
    expect(values.style).toBe(styleId({ of: "mine", name: "ink" }));
  });

  test.for(["hi", "こんにちは"])(
    "with the greeting “%s” is answered with a greeting and not read as a prompt",
    async (word) => {
      const answer = await commandWorld().does(says(word));
      expect(privateWords(answer)).toMatch(/^Hi!/);
      expect(messageOf(answer).quote).toBeNull();
      expect(labelsIn(answer)).toEqual(["Make a video", "Help"]);
    },
  );
});

describe("a message to the bot with a picture", () => {
  /** Submits the unchanged form with the nth picture. */
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

  test("gets a button for a form that makes a video from the picture in the picture's ratio", async () => {
    const world = await keyedWorld(files);
    const answer = await world.does(says("it wakes up", [picture()]));
    expect(privateWords(answer)).toContain("from a picture");
    const form = formOf(await world.does(opened(answer)));
    expect(form.form).toMatchObject({ id: "animate", note: expect.stringContaining("cat.png, 9 x 16") });
    expect(form.values).toMatchObject({ prompt: "it wakes up", ratio: "as_picture" });
    const id = cardJob(await make(world, form));
    const used = { source: "attachment", url: `https://bot.example/pictures/${id}`, file: { id: "F-cat.png" } };
    expect(world.orders).toMatchObject([
      { request: { prompt: "it wakes up", picture: { ...used, isChecked: false, decidesRatio: true } } },
    ]);
  });

  test("gets a button for a form with the ratio that was typed in the message", async () => {
    const world = commandWorld(files);
    const answer = await world.does(says("it wakes up", [picture()], { ratio: "16:9" }));
    expect(formOf(await world.does(opened(answer))).values).toMatchObject({ ratio: "16:9" });
  });

  test.for([
    ["without text", ""],
    ["with only a flag as text", "--ar 9:16"],
  ] as const)("but %s is answered once with the question “What should happen in the video?”", async ([, text]) => {
    const world = await keyedWorld(files);
    const answer = await world.does(says(text, [picture()]), once);
    expect(privateWords(answer)).toMatch(/What should happen in the video\?[\s\S]*Your picture is ready/);
    expect(await world.does(says(text, [picture()]), once)).toEqual({ kind: "nothing" });
    const form = formOf(await world.does(opened(answer)));
    expect([form.form.id, form.values.prompt]).toEqual(["animate", ""]);
    cardJob(await make(world, form));
    expect(world.orders).toMatchObject([{ request: { picture: { file: { id: "F-cat.png" } } } }]);
  });

  test("gets a button for a form with a choice of pictures if a second picture is attached", async () => {
    const world = await keyedWorld(files);
    const wide = { ...picture("dog.png"), width: 16, height: 9 };
    const form = formOf(await world.does(opened(await world.does(says("it wakes up", [picture(), wide])))));
    const labels = form.options("image").map(({ label }) => label);
    expect(labels).toEqual(["1: cat.png, 9 x 16", "2: dog.png, 16 x 9"]);
    expect(form.values).toMatchObject({ prompt: "it wakes up", ratio: "as_picture" });
    await make(world, form, 1);
    expect(world.orders).toMatchObject([{ request: { picture: { decidesRatio: true, file: { id: "F-dog.png" } } } }]);
  });

  test("gets an explanation and a button for a form without the picture if the picture is not public", async () => {
    const world = commandWorld();
    const answer = await world.does(says("it wakes up", [picture()]));
    expect(privateWords(answer)).toMatch(/private[\s\S]*address of a public picture/);
    expect(privateWords(answer)).not.toContain("from a picture");
    expect(formOf(await world.does(opened(answer))).form.id).toBe("video");
    const alone = await world.does(says("", [picture()]));
    expect(privateWords(alone)).toMatch(/private[\s\S]*Describe it in a few words/);
    expect(labelsIn(alone)).toEqual(["Make a video"]);
  });
});

const large = picture("big.png", { sizeBytes: 7_000_000 });
test.for<readonly [string, Act, RegExp]>([
  ["a picture that is too large", says("it wakes up", [large]), /7 MB/],
  [
    "a prompt and a file that is not a picture",
    says("it wakes up", [], { otherFiles: 1 }),
    /The file in your message is not a picture[\s\S]*Nothing has been/,
  ],
  ["two files that are not pictures", says("", [], { otherFiles: 2 }), /The 2 files in your message are not pictures/],
  [
    "one usable picture among three files",
    says("it wakes up", [large, picture()], { otherFiles: 1 }),
    /2 more in this message cannot be used/,
  ],
  [
    "a picture and a picture address",
    says("it wakes up", [picture()], { image_url: "https://a.example/b.png" }),
    /two pictures/,
  ],
  ["a greeting and a picture", says("hi", [picture()]), /from a picture/],
])("a message to the bot with %s gets an answer that explains which files are used", async ([, act, words]) => {
  expect(await commandWorld(files).reads(act)).toMatch(words);
});

describe("a mention of the bot on Discord", () => {
  const message: Partial<Command> = { isMessage: true };
  const help: Act = { kind: "help" };

  test("is not answered after the author has reached the command limit", async () => {
    const world = commandWorld({ rules: { commandsPerMinute: 2 } });
    const kinds = [];
    for (const act of [says("a boat"), says("a boat"), says("a boat"), help])
      kinds.push((await world.does(act, message)).kind);
    expect(kinds).toEqual(["private", "private", "nothing", "nothing"]);
  });

  test("is not answered if the author is blocked", async () => {
    expect(await commandWorld(blocked).does(says("a boat"), message)).toEqual({ kind: "nothing" });
  });

  test("that asks for help gets the button “Help” instead of the help text", async () => {
    expect(labelsIn(await commandWorld().does(help, message))).toEqual(["Make a video", "Help"]);
  });

  test.for([
    ["text that looks like an API key", "a boat --ratio vk-live-0123456789abcdef"],
    ["the author's own API key", TEST_KEY],
  ] as const)("with %s is answered privately, without repeating the key", async ([, text]) => {
    const answer = await (await keyedWorld()).does(freeTextAct(text, null), message);
    expect(answer).toMatchObject({ kind: "private", isDiscreet: true });
    expect(JSON.stringify(answer)).not.toContain(text.slice(-16));
  });

  test("gets a button that only the author can use", async () => {
    const world = commandWorld();
    const answer = await world.does(says("a paper boat"), message);
    expect(labelsIn(answer)).toEqual(["Make this · 95 credits"]);
    const on = { place: { channelId: "4", messageId: "9" }, shows: true };
    const open = { ...opened(answer), on } as Act;
    expect(await world.reads(open, { owner: anOwner("9") })).toContain("Only the person who wrote that message");
  });
});

test("a request for help in a direct message is answered with the help text at once", async () => {
  const help = { isMessage: true, workspace: null } as const;
  expect(await commandWorld().reads({ kind: "help" }, help)).toContain("credits");
});
