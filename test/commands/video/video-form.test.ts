import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { jobIdFrom, partIdFrom } from "../../../src/core/job/ids.ts";
import type { PrivateFiles } from "../../../src/core/ports.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import type { Attachment, FoundPicture, NoPicture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { refuse } from "../../../src/core/result.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { heldIn, wordsOf } from "../../messages/words-of.ts";
import {
  blocked,
  cardJob,
  commandWorld,
  finished,
  key,
  keyedWorld,
  makeVideo,
  never,
  pressOf,
  privateWords,
} from "../command-world.ts";

function aFile(name = "cat.png", file: Partial<Attachment> = {}): FoundPicture {
  const url = `https://cdn.example/${name}`;
  const described = { url, contentType: "image/png", sizeBytes: 900, width: 480, height: 640, ...file };
  return { source: "attachment", name, file: described };
}
function anAddress(
  size: { width: number | null; height: number | null } = { width: null, height: null },
): FoundPicture {
  return { source: "address", name: "picture from a.example", url: "https://a.example/b.png", ...size };
}
function used(pictures: readonly FoundPicture[], others: readonly NoPicture[] = []): Act {
  return { kind: "animate", pictures, others };
}

const eventId = "discord:900";
const offer = jobIdFrom("animate", "discord", eventId);
function submits(draft: Partial<VideoDraft> = {}, nth = 0, id = offer): Act {
  const words = { prompt: "it yawns", ratio: "9:16", duration: "10", resolution: "480p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(words), animates: { id, nth } };
}

async function world(...pictures: readonly FoundPicture[]) {
  const made = await keyedWorld();
  if (pictures.length > 0) await made.does(used(pictures), { eventId });
  return made;
}
function formOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return { form: answer.form, values: Object.fromEntries(answer.form.fields.map((each) => [each.id, heldIn(each)])) };
}
const optionsOf = (answer: Answer, id: string) =>
  formOf(answer).form.fields.flatMap((each) =>
    each.id === id && each.kind === "choice" ? each.options.map(({ label }) => label) : [],
  );

describe("Animate this", () => {
  test("opens the form with the picture taken and the ratio of its shape", async () => {
    const { does } = await world();
    const { form, values } = formOf(await does(used([aFile()]), { eventId }));
    expect(form).toMatchObject({ id: "animate", title: "Animate this", animates: offer });
    expect(form.note).toContain("The picture: cat.png, 480 x 640.");
    expect(values).toEqual({ prompt: "", ratio: "9:16", duration: "10", resolution: "480p" });
  });

  test("has the person's own settings, but for the shape", async () => {
    const { does, settings } = await world();
    const own = { ...noSettings, aspectRatio: "16:9", duration: 15, resolution: "720p" } as const;
    await settings.put(anOwner(), own);
    const { values } = formOf(await does(used([aFile()])));
    expect(values).toMatchObject({ ratio: "9:16", duration: "15", resolution: "720p" });
  });

  test("asks which, where there are several, each by its name and size", async () => {
    const { does } = await world();
    const answer = await does(used([aFile(), aFile("x".repeat(300)), anAddress()]));
    const long = `${"x".repeat(59)}…, 480 x 640`;
    expect(optionsOf(answer, "image")).toEqual(["1: cat.png, 480 x 640", `2: ${long}`, "3: picture from a.example"]);
    expect(formOf(answer).values).toMatchObject({ image: "0" });
    expect(formOf(answer).form.fields).toHaveLength(5);
  });

  test.for([
    ["of one shape", [aFile(), aFile("b.png")], "9:16"],
    ["of two shapes", [aFile(), aFile("b.png", { width: 900 })], "as_picture"],
    ["of which one has no known shape", [aFile(), anAddress()], "as_picture"],
    ["that is one of unknown shape", [anAddress()], "as_picture"],
    ["that is one a preview was shown of", [anAddress({ width: 900, height: 100 })], "16:9"],
  ] as const)("with pictures %s opens with %s", async ([, pictures, ratio]) => {
    const { does } = await world();
    const answer = await does(used(pictures));
    expect(formOf(answer).values).toMatchObject({ ratio });
    expect(optionsOf(answer, "ratio").includes("Same as the picture")).toBe(ratio === "as_picture");
  });

  test("offers what can be used, and says that there is more", async () => {
    const { does } = await world();
    const tooLarge = aFile("big.png", { sizeBytes: 5_000_001 });
    const { form } = formOf(await does(used([tooLarge, aFile()], ["sticker"])));
    expect(form.note).toMatch(/The picture: cat\.png.*1 more in this message cannot be used/);
    const several = formOf(await does(used([aFile(), aFile("b.png"), tooLarge])));
    expect(several.form.fields[0]).toMatchObject({ id: "image", hint: expect.stringContaining("1 more") });
  });

  test.for([
    ["nothing", used([]), "There is no picture in this message."],
    ["a sticker", used([], ["sticker"]), "A sticker cannot be animated."],
    ["a video", used([], ["video", "sticker"]), "This message has a video, and only pictures"],
    ["a picture too large", used([aFile("a.png", { sizeBytes: 5_000_001 })]), "is 5.1 MB; the limit is 5 MB"],
    [
      "a picture of another kind",
      used([aFile("a.svg", { contentType: "image/svg+xml" })]),
      "it is another kind of picture",
    ],
    [
      "a picture of no kind",
      used([aFile("a", { contentType: null })], ["video"]),
      "not a picture that Reelay can use.",
    ],
    [
      "an address by http",
      used([{ ...anAddress(), url: "http://a.example" } as FoundPicture]),
      "must begin with https",
    ],
  ] as const)("on a message with %s says so in private, and that it cost nothing", async ([, act, words]) => {
    const { does } = await world();
    const shown = privateWords(await does(act));
    expect(shown).toContain(words);
    expect(shown).toContain("Nothing was charged.");
  });

  test("a picture of exactly 5 MB can be used", async () => {
    const { does } = await world();
    expect((await does(used([aFile("a.png", { sizeBytes: 5_000_000 })]))).kind).toBe("form");
  });

  test("opens no form whose picture could not be stored", async () => {
    const { does, clock } = commandWorld({
      offered: { keep: () => never(), find: async () => null, all: async () => [] },
    });
    const answer = does(used([aFile()]));
    await clock.advance(1_500);
    expect(privateWords(await answer)).toContain("Nothing was charged");
  });
});

describe("the form of Animate this", () => {
  test("makes a video that begins with the attached picture", async () => {
    const { does, orders } = await world(aFile());
    cardJob(await does(submits()));
    const picture = { source: "attachment", url: "https://cdn.example/cat.png", isChecked: true, decidesRatio: false };
    expect(orders).toMatchObject([{ request: { prompt: "it yawns", aspectRatio: "9:16", picture } }]);
  });

  test("makes it with the one that was chosen, in that one's shape", async () => {
    const { does, orders } = await world(aFile(), aFile("wide.png", { width: 900 }));
    await does(submits({ ratio: "as_picture" }, 1));
    await does(submits({ ratio: "as_picture" }, 0));
    expect(orders.map(({ request }) => [request.picture?.url, request.aspectRatio])).toEqual([
      ["https://cdn.example/wide.png", "16:9"],
      ["https://cdn.example/cat.png", "9:16"],
    ]);
  });

  test("counts only the pictures that were offered", async () => {
    const { does, orders } = await world(aFile("big.png", { sizeBytes: 5_000_001 }), aFile(), aFile("b.png"));
    await does(submits({}, 1));
    expect(orders).toMatchObject([{ request: { picture: { url: "https://cdn.example/b.png" } } }]);
  });

  test("leaves an address to be judged by its content, its shape too where it was not chosen", async () => {
    const { does, orders } = await world(anAddress());
    await does(submits({ ratio: "as_picture" }));
    await does(submits({ ratio: "9:16" }));
    const address = { source: "address", url: "https://a.example/b.png", isChecked: false };
    expect(orders.map(({ request }) => request.picture)).toEqual([
      { ...address, decidesRatio: true },
      { ...address, decidesRatio: false },
    ]);
  });

  test.for([
    ["after an hour", submits(), 3_600_000],
    ["for a picture that was not offered", submits({}, 1), 0],
    ["for pictures of another message", submits({}, 0, jobIdFrom("other")), 0],
  ] as const)("%s says that the picture is forgotten", async ([, act, laterMs]) => {
    const { does, clock, orders } = await world(aFile());
    await clock.advance(laterMs);
    expect(privateWords(await does(act))).toContain("Use Animate this on the message again.");
    expect(orders).toEqual([]);
  });

  test("finds nobody else's picture", async () => {
    const { does, orders } = await world(aFile());
    expect(privateWords(await does(submits(), { owner: anOwner("9") }))).toContain("that hour is over");
    expect(orders).toEqual([]);
  });

  test("with nothing in it stands at a field that it has", async () => {
    const { does } = await world(aFile());
    expect(await does(submits({ prompt: " " }))).toMatchObject({ kind: "form_error", field: "prompt" });
  });

  test("about an address that is not good any more stands at a field that it has", async () => {
    const changed = { isGood: true };
    const judgeAddress = () => (changed.isGood ? null : ({ kind: "bad_address", why: "not_public" } as const));
    const { does } = commandWorld({ judgeAddress });
    await does(used([anAddress()]), { eventId });
    changed.isGood = false;
    const answer = await does(submits());
    expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(answer.kind === "form_error" && wordsOf(answer.message)).toContain("not public");
  });

  test("without a key waits with its picture until there is one", async () => {
    const { does, orders } = commandWorld();
    await does(used([aFile()]), { eventId });
    expect(privateWords(await does(submits()))).toContain("continues by itself");
    const done = await finished(await does({ kind: "give_key", key }));
    expect(done.card).not.toBeNull();
    expect(orders).toMatchObject([{ request: { picture: { url: "https://cdn.example/cat.png" } } }]);
  });

  test("of somebody who may not make videos opens nothing", async () => {
    const { does } = commandWorld(blocked);
    expect(privateWords(await does(used([aFile()])))).toContain("You can't make videos");
  });
});

const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
const image = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
const animate: Act = {
  kind: "animate",
  pictures: [{ source: "attachment", name: "cat.png", file: image }],
  others: [],
};
const files: PrivateFiles = {
  addressFor: (id) => `https://bot.example/pictures/${id}`,
  open: async () => refuse({ kind: "picture_unreachable" }),
  isGone: async () => false,
};

test("a private picture has an address of its own for its job, and is judged before the video is paid for", async () => {
  const world = await keyedWorld({ files });
  const id = cardJob(await world.does(makeVideo({ image })));
  const [order] = world.orders;
  expect(order?.request.picture).toMatchObject({ url: `https://bot.example/pictures/${id}`, isChecked: false, file });
  expect(order?.request.aspectRatio).toBe("9:16");
});

const scenes: Act = { kind: "make_batch", from: "form", make: "scenes", draft: aDraft({ prompt: "one\ntwo", image }) };

test("each video of a batch has an address of its own for it", async () => {
  const world = await keyedWorld({ files });
  const id = cardJob(await world.does(pressOf(await world.does(scenes))));
  expect(world.orders[0]?.each?.map(({ picture }) => picture?.url)).toEqual(
    [1, 2].map((nth) => `https://bot.example/pictures/${partIdFrom(id, nth)}`),
  );
});

test("a batch with a picture that nobody outside could fetch is refused before it is asked about", async () => {
  const world = await keyedWorld();
  expect(await world.does(scenes)).toMatchObject({ kind: "form_error", field: "image" });
});

test("where nobody outside could fetch it, it is refused and the cure is named", async () => {
  const world = await keyedWorld();
  expect(await world.reads(animate)).toMatch(/private.*address of a public picture.*people who run this bot/);
  expect(await world.reads(makeVideo({ image }))).toMatch(
    /private.*address of a public picture.*people who run this bot/,
  );
  expect(world.orders).toEqual([]);
  expect(await commandWorld({ files }).does(animate)).toMatchObject({ kind: "form" });
});
