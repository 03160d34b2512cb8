import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { jobIdFrom, partIdFrom } from "../../../src/core/job/ids.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import type { Attachment, FoundPicture, NoPicture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  formOf,
  key,
  keyedWorld,
  makeVideo,
  messageOf,
  never,
  pressOf,
  privateFiles,
} from "../command-world.ts";

function aFile(name = "cat.png", file: Partial<Attachment> = {}): FoundPicture {
  const url = `https://cdn.example/${name}`;
  const described = { url, contentType: "image/png", sizeBytes: 900, width: 480, height: 640, ...file };
  return { source: "attachment", name, file: described };
}
function anAddress(width: number | null = null, height: number | null = null, scheme = "https"): FoundPicture {
  return { source: "address", name: "picture from a.example", url: `${scheme}://a.example/b.png`, width, height };
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

/** A world in which these pictures were offered in the form. */
async function offeredWorld(...pictures: readonly FoundPicture[]) {
  const world = await keyedWorld();
  await world.does(used(pictures), { eventId });
  return world;
}
const labelsOfOptions = (answer: Answer, id: string) =>
  formOf(answer)
    .options(id)
    .map(({ label }) => label);

describe("Animate this", () => {
  test("opens the form with the picture taken, the ratio of its shape, and for the rest the person's settings", async () => {
    const { does, settings } = commandWorld();
    const { form, values } = formOf(await does(used([aFile()]), { eventId }));
    expect(form).toMatchObject({ id: "animate", title: "Animate this", animates: offer });
    expect(form.note).toContain("The picture: cat.png, 480 x 640.");
    expect(values).toEqual({ prompt: "", ratio: "9:16", duration: "10", resolution: "480p" });
    await settings.put(anOwner(), { ...noSettings, aspectRatio: "16:9", duration: 15, resolution: "720p" });
    const own = formOf(await does(used([aFile()]))).values;
    expect(own).toMatchObject({ ratio: "9:16", duration: "15", resolution: "720p" });
  });

  test("asks which, where there are several, each by its name and size", async () => {
    const answer = await commandWorld().does(used([aFile(), aFile("x".repeat(300)), anAddress()]));
    const long = `2: ${"x".repeat(59)}…, 480 x 640`;
    expect(labelsOfOptions(answer, "image")).toEqual(["1: cat.png, 480 x 640", long, "3: picture from a.example"]);
    expect(formOf(answer).values).toMatchObject({ image: "0" });
    expect(formOf(answer).ids).toHaveLength(5);
  });

  test.for([
    ["of one shape", [aFile(), aFile("b.png")], "9:16"],
    ["of two shapes", [aFile(), aFile("b.png", { width: 900 })], "as_picture"],
    ["of which one has no known shape", [aFile(), anAddress()], "as_picture"],
    ["that is one of unknown shape", [anAddress()], "as_picture"],
    ["that is one a preview was shown of", [anAddress(900, 100)], "16:9"],
  ] as const)("with pictures %s opens with %s", async ([, pictures, ratio]) => {
    const answer = await commandWorld().does(used(pictures));
    expect(formOf(answer).values).toMatchObject({ ratio });
    expect(labelsOfOptions(answer, "ratio").includes("Same as the picture")).toBe(ratio === "as_picture");
  });

  test("offers what can be used, and says that there is more", async () => {
    const { does } = commandWorld();
    const { form } = formOf(await does(used([tooLarge, aFile()], ["sticker"])));
    expect(form.note).toMatch(/The picture: cat\.png.*1 more in this message cannot be used/);
    const several = formOf(await does(used([aFile(), aFile("b.png"), tooLarge])));
    expect(several.field("image")?.hint).toContain("1 more");
  });

  test.for([
    ["nothing", used([]), "There is no picture in this message."],
    ["a sticker", used([], ["sticker"]), "A sticker cannot be animated."],
    ["a video", used([], ["video", "sticker"]), "This message has a video, and only pictures"],
    ["a picture too large", used([tooLarge]), "is 5.1 MB; the limit is 5 MB"],
    ["another kind of picture", used([aFile("a", { contentType: "image/svg+xml" })]), "it is another kind of picture"],
    ["no kind of it", used([aFile("a", { contentType: null })], ["video"]), "not a picture that Reelay can use."],
    ["an address by http", used([anAddress(null, null, "http")]), "must begin with https"],
  ] as const)("on a message with %s says so in private, and that it cost nothing", async ([, act, words]) => {
    const shown = await commandWorld().reads(act);
    expect(shown).toContain(words);
    expect(shown).toContain("Nothing was charged.");
  });

  test("a picture of exactly 5 MB can be used", async () => {
    expect((await commandWorld().does(used([aFile("a.png", { sizeBytes: 5_000_000 })]))).kind).toBe("form");
  });

  test("opens no form whose picture could not be stored", async () => {
    const { reads, clock } = commandWorld({
      offered: { keep: () => never(), find: async () => null, all: async () => [] },
    });
    const answer = reads(used([aFile()]));
    await clock.advance(1_500);
    expect(await answer).toContain("Nothing was charged");
  });
});

describe("the form of Animate this", () => {
  test("makes a video that begins with the attached picture", async () => {
    const { does, orders } = await offeredWorld(aFile());
    cardJob(await does(submits()));
    const picture = { source: "attachment", url: "https://cdn.example/cat.png", isChecked: true, decidesRatio: false };
    expect(orders).toMatchObject([{ request: { prompt: "it yawns", aspectRatio: "9:16", picture } }]);
  });

  test("makes it with the one that was chosen of those that were offered, in that one's shape", async () => {
    const { does, orders } = await offeredWorld(tooLarge, aFile(), aFile("wide.png", { width: 900 }));
    for (const nth of [1, 0]) await does(submits({ ratio: "as_picture" }, nth));
    expect(orders.map(({ request }) => [request.picture?.url, request.aspectRatio])).toEqual([
      ["https://cdn.example/wide.png", "16:9"],
      ["https://cdn.example/cat.png", "9:16"],
    ]);
  });

  test("leaves an address to be judged by its content, its shape too where it was not chosen", async () => {
    const { does, orders } = await offeredWorld(anAddress());
    for (const ratio of ["as_picture", "9:16"]) await does(submits({ ratio }));
    const address = { source: "address", url: "https://a.example/b.png", isChecked: false };
    const pictures = [true, false].map((decidesRatio) => ({ ...address, decidesRatio }));
    expect(orders.map(({ request }) => request.picture)).toEqual(pictures);
  });

  test.for([
    ["after an hour", submits(), 3_600_000, {}],
    ["for a picture that was not offered", submits({}, 1), 0, {}],
    ["for somebody else's picture", submits(), 0, { owner: anOwner("9") }],
  ] as const)("%s says that the picture is forgotten", async ([, act, laterMs, command]) => {
    const { reads, clock, orders } = await offeredWorld(aFile());
    await clock.advance(laterMs);
    expect(await reads(act, command)).toContain("Use Animate this on the message again.");
    expect(orders).toEqual([]);
  });

  test("about an address that is not good any more, or with no words, stands at a field that it has", async () => {
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

  test("without a key waits with its picture until there is one", async () => {
    const { does, reads, ends, orders } = commandWorld();
    await does(used([aFile()]), { eventId });
    expect(await reads(submits())).toContain("continues by itself");
    expect((await ends({ kind: "give_key", key })).card).toBeDefined();
    expect(orders).toMatchObject([{ request: { picture: { url: "https://cdn.example/cat.png" } } }]);
  });
});

describe("a private picture", () => {
  const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
  const image = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
  const animate = used([{ source: "attachment", name: "cat.png", file: image }]);
  const draft = aDraft({ prompt: "one\ntwo", image });
  const scenes: Act = { kind: "make_batch", from: "form", make: "scenes", draft };
  const reachable = { files: privateFiles };

  test("has an address of its own for its job, and is judged before the video is paid for", async () => {
    const world = await keyedWorld(reachable);
    const url = `https://bot.example/pictures/${cardJob(await world.does(makeVideo({ image })))}`;
    expect(world.orders).toMatchObject([
      { request: { aspectRatio: "9:16", picture: { url, isChecked: false, file } } },
    ]);
  });

  test("has an address of its own for each video of a batch", async () => {
    const world = await keyedWorld(reachable);
    const id = cardJob(await world.does(pressOf(await world.does(scenes))));
    const urls = [1, 2].map((nth) => `https://bot.example/pictures/${partIdFrom(id, nth)}`);
    expect(world.orders[0]?.each?.map(({ picture }) => picture?.url)).toEqual(urls);
  });

  test("is refused where nobody outside could fetch it, and the cure is named", async () => {
    const world = await keyedWorld();
    for (const act of [animate, makeVideo({ image })])
      expect(await world.reads(act)).toMatch(/private.*address of a public picture.*people who run this bot/);
    expect(await world.does(scenes)).toMatchObject({ kind: "form_error", field: "image" });
    expect(world.orders).toEqual([]);
    expect(await commandWorld(reachable).does(animate)).toMatchObject({ kind: "form" });
  });
});
