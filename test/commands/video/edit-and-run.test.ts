import { describe, expect, test } from "vitest";
import { isSamePress } from "../../../src/commands/video/earlier-video.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { continuationId } from "../../../src/core/film/film-chain.ts";
import { jobIdFrom, type Owner } from "../../../src/core/job/ids.ts";
import type { Picture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  TEST_START,
} from "../../fakes/jobs.ts";
import { settled, unclearOutcomes } from "../../messages/every-job.ts";
import { heldIn, labelsOf, wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, finished, key, press, privateWords } from "../command-world.ts";

const editAndRun = press("edit", aJobId());
const address: Picture = {
  source: "address",
  url: "https://pictures.example/a.png",
  isChecked: true,
  decidesRatio: true,
};
const attached: Picture = { ...address, source: "attachment", url: "https://cdn.example/b.png", decidesRatio: false };

function submits(draft: Partial<VideoDraft> = {}, nth = 0): Act {
  const chosen = { ratio: "16:9", duration: "10", resolution: "480p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(chosen), edits: { jobId: aJobId(), nth } };
}

async function finishedWorld(owner: Owner = anOwner(), overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = commandWorld();
  await world.withKey(owner);
  await world.has(aClosedJob({ owner, ...overrides }));
  return { ...world, does: (act: Act, command = {}) => world.does(act, { owner, ...command }) };
}

function formOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return { form: answer.form, values: Object.fromEntries(answer.form.fields.map((each) => [each.id, heldIn(each)])) };
}

describe("Edit & run", () => {
  test("opens the form with the old request in it", async () => {
    const request = aRequest({ prompt: "a kite", aspectRatio: "9:16", duration: 15, picture: address });
    const world = await finishedWorld(anOwner(), { request });
    const { form, values } = formOf(await world.does(editAndRun));
    expect(form).toMatchObject({ id: "video", title: "Edit & run", edits: { jobId: aJobId(), nth: 0 } });
    expect(values).toEqual({
      prompt: "a kite",
      ratio: "9:16",
      duration: "15",
      resolution: "480p",
      image: "https://pictures.example/a.png",
    });
  });

  test("does not show the address of an attached picture", async () => {
    const world = await finishedWorld(anOwner(), { request: aRequest({ picture: attached }) });
    expect(formOf(await world.does(editAndRun)).values).toMatchObject({ image: "" });
  });

  test.for(unclearOutcomes)("repeats the risk where the first may have been charged: %j", async (outcome) => {
    const world = await finishedWorld(anOwner(), {
      state: { status: "closed", outcome, isNotified: true, closedAt: 0 },
    });
    const { form } = formOf(await world.does(editAndRun));
    expect(form.fields[0]?.hint).toContain("may have been charged: up to 95 credits");
  });

  test("of somebody else's video, of one on its way, or of a forgotten one gets a private refusal", async () => {
    const world = await finishedWorld();
    expect(await world.reads(editAndRun, { owner: anOwner("9") })).toContain("Only the person who asked");
    await world.has(aJob({ state: aRunning() }));
    expect(await world.reads(editAndRun)).toContain("This video is already in progress.");
    expect(privateWords(await commandWorld().does(editAndRun))).toContain("record has been deleted");
  });
});

describe("the form of Edit & run", () => {
  test("makes a new video out of what is in it now", async () => {
    const world = await finishedWorld();
    const answer = await world.does(submits({ prompt: "a red kite", resolution: "720p" }));
    expect(cardJob(answer)).toBe(jobIdFrom("edit", aJobId(), "0"));
    expect(world.orders).toMatchObject([{ request: aRequest({ prompt: "a red kite", resolution: "720p" }) }]);
  });

  test("and another form of a double press make one video", async () => {
    const world = await finishedWorld();
    await world.does(submits());
    expect(await world.reads(submits({ prompt: "another" }))).toContain("This video is already in progress.");
    expect(world.orders).toHaveLength(1);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("opens once more for the next video when the last one runs", async () => {
    const world = await finishedWorld();
    const id = cardJob(await world.does(submits()));
    await world.has(aJob({ id, state: aRunning() }));
    await world.clock.advance(10_000);
    expect(formOf(await world.does(editAndRun)).form.edits).toEqual({ jobId: aJobId(), nth: 1 });
    expect(cardJob(await world.does(submits({}, 1)))).toBe(jobIdFrom("edit", aJobId(), "1"));
  });

  test("opens at any time; sent within ten seconds of the last one it stays open and starts nothing", async () => {
    const world = await finishedWorld();
    const id = cardJob(await world.does(submits()));
    await world.has(aJob({ id, state: aRunning() }));
    await world.clock.advance(1_000);
    expect(formOf(await world.does(editAndRun)).form.edits).toEqual({ jobId: aJobId(), nth: 1 });
    const early = await world.does(submits({ prompt: "a red kite" }, 1));
    expect(early).toMatchObject({
      kind: "form_error",
      field: "prompt",
      text: expect.stringMatching(/a moment ago/),
    });
    expect(early.kind === "form_error" && labelsOf(early.message)).toEqual(["Edit & run"]);
    expect(world.orders).toHaveLength(1);
    await world.clock.advance(9_000);
    expect(cardJob(await world.does(submits({ prompt: "a red kite" }, 1)))).toBe(jobIdFrom("edit", aJobId(), "1"));
  });

  test.for([
    ["discord", address, address.url],
    ["discord", attached, attached.url],
    ["slack", attached, attached.url],
    ["slack", address, null],
  ] as const)("on %s with an empty picture field has of %j the picture %s", async ([platform, picture, url]) => {
    const owner = platform === "discord" ? anOwner() : aSlackOwner();
    const world = await finishedWorld(owner, { request: aRequest({ picture }) });
    await world.does(submits());
    const unchecked = { source: picture.source, url, isChecked: false, decidesRatio: false };
    expect(world.orders[0]?.request.picture).toEqual(url === null ? null : unchecked);
  });

  test("is as private as the card it came from", async () => {
    const reply = aDiscordReply({ isPrivate: true });
    const world = await finishedWorld(anOwner(), { reply, isSilent: true });
    await world.does(submits());
    expect(world.orders).toMatchObject([{ reply: { isPrivate: true }, isSilent: true }]);
  });

  test("takes a new picture in the place of the old one", async () => {
    const world = await finishedWorld(anOwner(), { request: aRequest({ picture: attached }) });
    const image = { url: "https://cdn.example/n.png", contentType: "image/png", sizeBytes: 9, width: 1, height: 2 };
    await world.does(submits({ image }));
    expect(world.orders[0]?.request.picture).toMatchObject({ url: "https://cdn.example/n.png", source: "attachment" });
  });

  test("with a prompt that cannot be used stays open, or can be opened once more", async () => {
    const world = await finishedWorld();
    const answer = await world.does(submits({ prompt: " " }));
    expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(answer.kind === "form_error" && labelsOf(answer.message)).toEqual(["Edit & run"]);
  });

  test("without a key is stored whole until there is one", async () => {
    const world = commandWorld();
    await world.has(aClosedJob({ request: aRequest({ picture: attached }) }));
    const answer = await world.does(submits({ prompt: "a red kite" }));
    expect(privateWords(answer)).toContain("continues by itself");
    const pending = await world.pending.take(anOwner());
    expect(pending?.draft).toMatchObject({ prompt: "a red kite", earlierPicture: attached });
  });

  test("of a video that was forgotten meanwhile says so", async () => {
    const world = commandWorld();
    const answer = await world.does(submits());
    expect(answer.kind === "private" && wordsOf(answer.message)).toContain("record has been deleted");
  });
});

const pressed = press("continue", aJobId());

function sends(draft: Partial<VideoDraft> = {}, nth = 0): Act {
  const typed = { prompt: "and then it rains", duration: "15", resolution: "720p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(typed), continues: { jobId: aJobId(), nth } };
}

async function aWorld(owner: Owner = anOwner(), job: Parameters<typeof aClosedJob>[0] = {}, canContinue = true) {
  const world = commandWorld({ canContinue: () => canContinue });
  await world.withKey(owner);
  await world.has(aClosedJob({ owner, request: aRequest({ aspectRatio: "9:16" }), ...job }));
  return { ...world, does: (act: Act, command = {}) => world.does(act, { owner, ...command }) };
}

function continueFormOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return answer.form;
}

test("Continue opens a form that names the video and which part is next, and asks for nothing but prompt and size", async () => {
  const { does } = await aWorld();
  const form = continueFormOf(await does(pressed));
  expect(form).toMatchObject({ id: "continue", title: "Continue: part 2", continues: { jobId: aJobId(), nth: 0 } });
  expect(form.note).toContain("“a paper boat in the rain”, as part 2");
  expect(form.note).toContain("another resolution changes the sharpness");
  expect(form.fields.map(({ id }) => id)).toEqual(["prompt", "duration", "resolution"]);
});

test("of a part that goes on itself, the next one counts on", async () => {
  const picture = aFramePicture({ job: aJobId(9), nth: 3 });
  const { does } = await aWorld(anOwner(), { request: aRequest({ picture }) });
  expect(continueFormOf(await does(pressed)).title).toBe("Continue: part 4");
});

test("the filled form makes a video with that shape, from the frame that is still to be taken", async () => {
  const { does, orders } = await aWorld();
  expect(cardJob(await does(sends()))).toBe(continuationId(aJobId(), 0));
  expect(orders).toMatchObject([
    {
      request: {
        prompt: "and then it rains",
        aspectRatio: "9:16",
        duration: 15,
        resolution: "720p",
        picture: aFramePicture({ job: aJobId(), nth: 2 }),
      },
    },
  ]);
});

test("one form makes one video, however often it is sent, and so do two forms of a double press", async () => {
  const { does, orders } = await aWorld();
  await does(sends());
  expect(privateWords(await does(sends()))).toContain("already");
  const second = await does(sends({ prompt: "and then it snows" }, 1));
  expect(second).toMatchObject({ kind: "form_error", field: "prompt" });
  expect(new Set(orders.map(({ id }) => id))).toEqual(new Set([continuationId(aJobId(), 0)]));
});

test("later the same card is gone on from once more", async () => {
  const world = await aWorld();
  await world.does(sends());
  await world.has(aClosedJob({ id: continuationId(aJobId(), 0) }));
  await world.clock.advance(60_000);
  expect(continueFormOf(await world.does(pressed)).continues).toEqual({ jobId: aJobId(), nth: 1 });
  await world.does(sends({}, 1));
  expect(world.orders.map(({ id }) => id)).toEqual([continuationId(aJobId(), 0), continuationId(aJobId(), 1)]);
});

test("a form that stays open on Discord as a message offers to be opened again", async () => {
  const { does } = await aWorld();
  const answer = await does(sends({ prompt: "  " }));
  expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
  expect(answer.kind === "form_error" && labelsOf(answer.message)).toEqual(["Continue"]);
});

test.for(unclearOutcomes)("what was not made cannot be gone on from: %j", async (outcome) => {
  const { does, orders } = await aWorld(anOwner(), { state: settled(outcome).state });
  expect((await does(pressed)).kind).toBe("private");
  expect((await does(sends())).kind).toBe("private");
  expect(orders).toEqual([]);
});

test("where nothing takes frames, an old button and an old form start nothing and say so", async () => {
  const { does, orders } = await aWorld(anOwner(), {}, false);
  for (const act of [pressed, sends()]) expect(privateWords(await does(act))).toContain("Nothing was charged");
  expect(orders).toEqual([]);
});

test("where neither file nor link is left, no form opens", async () => {
  const { does, clock } = await aWorld();
  await clock.advance(8_000_000);
  expect(privateWords(await does(pressed))).toContain("Neither the file nor the link");
});

test("a key in the prompt is kept out of it", async () => {
  const { does, orders } = await aWorld();
  const answer = await does(sends({ prompt: `use ${key.reveal()}` }));
  expect(JSON.stringify(answer)).not.toContain(key.reveal());
  expect(orders).toEqual([]);
});

test("a price above what its person takes for granted is asked about once, and Start it starts that one video", async () => {
  const { does, settings, orders, unconfirmed } = await aWorld(aSlackOwner());
  await settings.put(aSlackOwner(), { ...(await settings.get(aSlackOwner())), confirmAbove: 143 });
  const asked = await does(sends());
  expect(privateWords(asked)).toContain("308 credits");
  expect(orders).toEqual([]);
  const id = continuationId(aJobId(), 0);
  expect(await unconfirmed.find(aSlackOwner(), id)).toMatchObject({ each: [{ picture: { source: "film" } }] });
  const start: Act = press("start_kept", id);
  await does(start);
  await does(start);
  const made = orders.map(({ id, request }) => [id, request.picture?.continues]);
  expect(new Set(made.map(String)).size).toBe(1);
  expect(made[0]).toEqual([id, { job: aJobId(), nth: 2 }]);
});

test("Again on a part takes the frame afresh, and Edit & run keeps it", async () => {
  const taken = aFramePicture({ job: aJobId(7), nth: 2 }, "https://cdn.test/frame.png");
  const world = await aWorld(anOwner(), { request: aRequest({ picture: taken }) });
  await world.has(aClosedJob({ id: aJobId(7) }));
  await world.does(press("again", aJobId()));
  const edits = { jobId: aJobId(), nth: 0 };
  await world.does({ kind: "make_video", from: "form", draft: aDraft({ ratio: "16:9" }), edits });
  const untaken = aFramePicture({ job: aJobId(7), nth: 2 });
  expect(world.orders.map(({ request }) => request.picture)).toEqual([untaken, untaken]);
});

test("a part whose earlier video is gone asks for a picture, as where a picture is gone", async () => {
  const taken = aFramePicture({ job: aJobId(7), nth: 2 }, "https://cdn.test/frame.png");
  const { does } = await aWorld(anOwner(), { request: aRequest({ picture: taken }) });
  expect(continueFormOf(await does(press("again", aJobId())))).toMatchObject({ title: "Add the picture again" });
});

test("a person's file names what each video goes on from, and not the frame", async () => {
  const taken = aFramePicture({ job: aJobId(7), nth: 2 }, "https://cdn.test/frame.png");
  const { does } = await aWorld(anOwner(), { request: aRequest({ picture: taken }) });
  const { file } = await finished(await does({ kind: "export_data" }));
  const text = Buffer.from((await file?.within(1e6))?.content ?? []).toString();
  const picture = { from: "the last frame of a video", video: aJobId(7), part: 2 };
  expect(JSON.parse(text)).toMatchObject({ videos: [{ picture }] });
  expect(text).not.toContain("frame.png");
});

const goneAt = TEST_START + 86_400_000;
const picture: Picture = {
  source: "attachment",
  url: "https://cdn.example/cat.png",
  isChecked: true,
  decidesRatio: false,
  goneAt,
};
const request = aRequest({ prompt: "it yawns", picture });
const submitsKept: Act = { kind: "make_video", from: "form", draft: aDraft(), edits: { jobId: aJobId(), nth: 0 } };

async function world(laterMs: number, job: Parameters<typeof aClosedJob>[0] = {}) {
  const made = commandWorld();
  await made.withKey(job.owner);
  await made.has(aClosedJob({ request, ...job }));
  await made.clock.advance(laterMs);
  return made;
}

function fieldOf(answer: Answer, id: string) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return answer.form.fields.find((each) => each.id === id);
}

describe("a picture whose address has stopped working", () => {
  test.for([
    ["Again", press("again", aJobId()), "480p"],
    ["In 720p", press("in_720p", aJobId()), "720p"],
    ["Edit & run", press("edit", aJobId()), "480p"],
  ] as const)("is asked for by %s, with the rest of the request in the form", async ([, act, resolution]) => {
    const { does, orders } = await world(86_400_000);
    const answer = await does(act);
    expect(answer).toMatchObject({ form: { id: "video", title: "Add the picture again", edits: { jobId: aJobId() } } });
    expect(fieldOf(answer, "prompt")).toMatchObject({ value: "it yawns" });
    expect(fieldOf(answer, "resolution")).toMatchObject({ value: resolution });
    expect(fieldOf(answer, "image")).toMatchObject({ isRequired: true, address: { isRequired: true } });
    expect(orders).toEqual([]);
  });

  test("is asked for, and the risk repeated, where the first video may have been charged", async () => {
    const [outcome] = unclearOutcomes;
    if (!outcome) throw new Error("there is no unclear outcome");
    const { does } = await world(86_400_000, { state: { status: "closed", outcome, isNotified: true, closedAt: 0 } });
    expect(fieldOf(await does(press("again", aJobId())), "prompt")?.hint).toContain("may have been charged");
  });

  test("is not asked for while it works", async () => {
    const { does, orders } = await world(86_399_999);
    expect(cardJob(await does(press("again", aJobId())))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(orders).toMatchObject([{ request: { picture: { ...picture, isChecked: false } } }]);
    expect(fieldOf(await does(press("edit", aJobId())), "image")).toMatchObject({ isRequired: false });
  });

  test.for([anOwner(), aSlackOwner()])("is not stored by a form that came too late: %j", async (owner) => {
    const { does, orders } = await world(86_400_000, { owner });
    const answer = await does(submitsKept, { owner });
    expect(answer).toMatchObject({ kind: "form_error", field: "image_url" });
    if (answer.kind !== "form_error") return;
    expect(wordsOf(answer.message)).toMatch(/could not be opened[\s\S]*Nothing was charged/);
    expect(labelsOf(answer.message)).toEqual(["Edit & run"]);
    expect(orders).toEqual([]);
  });

  test("is known from the attachment that a request began with", async () => {
    const { does, orders } = await world(0);
    const image = { url: picture.url, contentType: "image/png", sizeBytes: 9, width: 3, height: 4, goneAt };
    await does({ kind: "make_video", from: "command", draft: aDraft({ image }) });
    expect(orders).toMatchObject([{ request: { picture: { source: "attachment", isChecked: true, goneAt } } }]);
  });

  test("is known of the next video too, when the form still holds it", async () => {
    const { does, orders } = await world(0);
    await does(submitsKept);
    expect(orders).toMatchObject([{ request: { picture: { source: "attachment", goneAt } } }]);
  });
});

test.for([
  [9_999, true],
  [10_000, false],
  // The clock was set back since.
  [-9_999, true],
  [-3_600_000, false],
] as const)("a press %i ms after the last one means the same job: %s", ([afterMs, isSame]) => {
  expect(isSamePress(aClosedJob({ acceptedAt: TEST_START }), TEST_START + afterMs)).toBe(isSame);
});
