import { describe, expect, test } from "vitest";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, firstButtonOf, messageOf, press, privateWords } from "../command-world.ts";

const in720p = press("in_720p", aJobId());
const again = press("again", aJobId());
const unknown = { status: "closed", told: true, closedAt: 0 } as const;

async function finishedWorld(overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = commandWorld();
  await world.withKey();
  await world.has(aClosedJob(overrides));
  return world;
}

describe("In 720p", () => {
  test("names the price and starts nothing before Start it", async () => {
    const world = await finishedWorld({ request: aRequest({ duration: 15 }) });
    const answer = await world.does(in720p);
    expect(privateWords(answer)).toContain("It costs 308 credits.");
    expect(privateWords(answer)).toContain("15 seconds · 720p");
    expect(labelsOf(messageOf(answer))).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
  });

  test("Start it makes the same video in 720p, with a picture judged once more", async () => {
    const picture = { source: "address", url: "https://a.example/a.png", isChecked: true, decidesRatio: true } as const;
    const world = await finishedWorld({ request: aRequest({ picture }) });
    const start = firstButtonOf(await world.does(in720p));
    expect(cardJob(await world.does(start))).toBe(jobIdFrom("in_720p", aJobId(), "0"));
    const request = aRequest({ resolution: "720p", picture: { ...picture, isChecked: false } });
    expect(world.orders).toMatchObject([{ request }]);
  });

  test("pressed while the last one has not begun points to that", async () => {
    const world = await finishedWorld();
    await world.does(firstButtonOf(await world.does(in720p)));
    await world.clock.advance(60_000);
    expect(privateWords(await world.does(in720p))).toContain("This video is already in progress.");
  });

  test("once more makes another, under the next id", async () => {
    const world = await finishedWorld();
    const first = cardJob(await world.does(firstButtonOf(await world.does(in720p))));
    await world.has(aJob({ id: first, state: aRunning() }));
    await world.clock.advance(10_000);
    const second = firstButtonOf(await world.does(in720p));
    expect(cardJob(await world.does(second))).toBe(jobIdFrom("in_720p", aJobId(), "1"));
  });

  test("and Again do not count each other's videos", async () => {
    const world = await finishedWorld();
    await world.does(again);
    expect(labelsOf(messageOf(await world.does(in720p)))).toEqual(["Start it", "Cancel"]);
  });
});

describe("Again of a video that may have been charged", () => {
  test.for(unclearOutcomes)("repeats the risk and starts nothing: %j", async (outcome) => {
    const world = await finishedWorld({ state: { ...unknown, outcome } });
    const answer = await world.does(again);
    expect(privateWords(answer)).toContain("It may have been charged: up to 95 credits.");
    expect(labelsOf(messageOf(answer))).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(firstButtonOf(answer)))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(world.orders).toMatchObject([{ request: aRequest() }]);
  });
});

describe("Start it", () => {
  test("of one confirmation starts one video, however often it is pressed, and none after an hour", async () => {
    const world = await finishedWorld();
    const start = firstButtonOf(await world.does(in720p));
    const id = cardJob(await world.does(start));
    await world.has(aClosedJob({ id }));
    await world.clock.advance(3_599_999);
    expect(privateWords(await world.does(start))).toContain("You did not start another one.");
    await world.clock.advance(1);
    expect(privateWords(await world.does(start))).toContain("This question has expired.");
    expect(world.orders).toHaveLength(1);
  });

  test("pressed twice at once starts one video", async () => {
    const world = await finishedWorld();
    const start = firstButtonOf(await world.does(in720p));
    const answers = await Promise.all([world.does(start), world.does(start)]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["card", "replace_message"]);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("without a key offers Add my key", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(labelsOf(messageOf(await world.does(firstButtonOf(await world.does(in720p)))))).toEqual(["Add my key"]);
  });

  test("waits for a place where none is free", async () => {
    const world = await finishedWorld();
    for (const n of [2, 3, 4]) await world.has(aJob({ id: aJobId(n) }));
    const answer = await world.does(firstButtonOf(await world.does(in720p)));
    expect(wordsOf(messageOf(answer))).toContain("Waiting for its turn");
  });

  test("of somebody else's question, and In 720p of their video, start nothing", async () => {
    const world = await finishedWorld();
    const owner = anOwner("999");
    const start = firstButtonOf(await world.does(in720p));
    expect(privateWords(await world.does(start, { owner }))).toContain("This question has expired.");
    expect(privateWords(await world.does(in720p, { owner }))).toContain("Only the person who asked");
    expect(world.orders).toEqual([]);
  });
});

test("Cancel puts a word in the place of the confirmation", async () => {
  const answer = await commandWorld().does({
    kind: "press",
    on: { place: null, shows: true },
    action: { kind: "cancel" },
  });
  expect(answer).toMatchObject({ kind: "replace_message", message: { title: "Nothing was started.", buttons: [] } });
});

test.for([
  [2, false],
  [3, true],
] as const)("with %i videos on the way a question says that the next one waits: %s", async ([open, waits]) => {
  const world = await finishedWorld();
  for (let n = 2; n < 2 + open; n += 1) await world.has(aJob({ id: aJobId(n) }));
  const words = privateWords(await world.does(in720p));
  expect(words.includes("will wait for its turn")).toBe(waits);
});
