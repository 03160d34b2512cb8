import { expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { continuationId } from "../../../src/core/film/film-chain.ts";
import type { Owner } from "../../../src/core/job/ids.ts";
import type { VideoDraft } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aJobId, anOwner, aRequest, aSlackOwner } from "../../fakes/jobs.ts";
import { settled, unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, finished, key, press, privateWords } from "../command-world.ts";

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

function formOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return answer.form;
}

test("Continue opens a form that names the video and which part is next, and asks for nothing but prompt and size", async () => {
  const { does } = await aWorld();
  const form = formOf(await does(pressed));
  expect(form).toMatchObject({ id: "continue", title: "Continue: part 2", continues: { jobId: aJobId(), nth: 0 } });
  expect(form.note).toContain("“a paper boat in the rain”, as part 2");
  expect(form.note).toContain("another resolution changes the sharpness");
  expect(form.fields.map(({ id }) => id)).toEqual(["prompt", "duration", "resolution"]);
});

test("of a part that goes on itself, the next one counts on", async () => {
  const picture = aFramePicture({ job: aJobId(9), nth: 3 });
  const { does } = await aWorld(anOwner(), { request: aRequest({ picture }) });
  expect(formOf(await does(pressed)).title).toBe("Continue: part 4");
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
  expect(formOf(await world.does(pressed)).continues).toEqual({ jobId: aJobId(), nth: 1 });
  await world.does(sends({}, 1));
  expect(world.orders.map(({ id }) => id)).toEqual([continuationId(aJobId(), 0), continuationId(aJobId(), 1)]);
});

test("a form that stays open on Discord as a message offers to be opened again", async () => {
  const { does } = await aWorld();
  const answer = await does(sends({ prompt: "  " }));
  expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
  expect(answer.kind === "form_error" && labelsOf(answer.message)).toEqual(["Continue"]);
});

test("somebody else's video is not theirs to go on from", async () => {
  const { does, orders } = await aWorld();
  const other = { owner: anOwner("9") };
  expect(privateWords(await does(pressed, other))).toContain("Only the person who asked");
  expect(privateWords(await does(sends(), other))).toContain("Only the person who asked");
  expect(orders).toEqual([]);
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
  const start: Act = { kind: "press", on: { place: null, shows: true }, action: { kind: "start_kept", jobId: id } };
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
  expect(formOf(await does(press("again", aJobId())))).toMatchObject({ title: "Add the picture again" });
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
