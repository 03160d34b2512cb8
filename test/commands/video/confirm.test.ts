import { describe, expect, test } from "vitest";
import type { ButtonAction, ConfirmedButton } from "../../../src/core/button.ts";
import type { Act } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRequest, aRunning } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, messageOf, press, privateWords } from "../command-world.ts";

const in720p = press("in_720p", aJobId());
const again = press("again", aJobId());
const unknown = { status: "closed", told: true, closedAt: 0 } as const;

function startIt(button: ConfirmedButton, nth = 0): Act {
  const action: ButtonAction = { kind: "start_it", jobId: aJobId(), button, nth };
  return { kind: "press", on: { place: null, shows: true }, action };
}

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
    expect(cardJob(await world.does(startIt("in_720p")))).toBe(jobIdFrom("in_720p", aJobId(), "0"));
    const request = aRequest({ resolution: "720p", picture: { ...picture, isChecked: false } });
    expect(world.orders).toMatchObject([{ request }]);
  });

  test("pressed while the last one has not begun points to that", async () => {
    const world = await finishedWorld();
    await world.does(startIt("in_720p"));
    await world.clock.advance(60_000);
    expect(privateWords(await world.does(in720p))).toContain("This video is already in progress.");
  });

  test("once more makes another, under the next id", async () => {
    const world = await finishedWorld();
    const first = cardJob(await world.does(startIt("in_720p")));
    await world.has(aJob({ id: first, state: aRunning() }));
    await world.clock.advance(10_000);
    const confirmation = messageOf(await world.does(in720p));
    expect(confirmation.buttons[0]?.id).toBe(`start_it:${aJobId()}:in_720p:1`);
    expect(cardJob(await world.does(startIt("in_720p", 1)))).toBe(jobIdFrom("in_720p", aJobId(), "1"));
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
    expect(cardJob(await world.does(startIt("again")))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(world.orders).toMatchObject([{ request: aRequest() }]);
  });
});

describe("Start it", () => {
  test("of one confirmation starts one video, however late it is pressed again", async () => {
    const world = await finishedWorld();
    const id = cardJob(await world.does(startIt("in_720p")));
    await world.has(aClosedJob({ id }));
    await world.clock.advance(3_600_000);
    expect(privateWords(await world.does(startIt("in_720p")))).toContain("You did not start another one.");
    expect(world.orders).toHaveLength(1);
  });

  test("pressed twice at once starts one video", async () => {
    const world = await finishedWorld();
    const answers = await Promise.all([world.does(startIt("again")), world.does(startIt("again"))]);
    expect(answers.map(({ kind }) => kind).sort()).toEqual(["card", "private"]);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("without a key offers Add my key", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(labelsOf(messageOf(await world.does(startIt("in_720p"))))).toEqual(["Add my key"]);
  });

  test("waits for a place where none is free", async () => {
    const world = await finishedWorld();
    for (const n of [2, 3, 4]) await world.has(aJob({ id: aJobId(n) }));
    expect(wordsOf(messageOf(await world.does(startIt("in_720p"))))).toContain("Waiting for its turn");
  });

  test("of a forgotten video says so", async () => {
    expect(privateWords(await commandWorld().does(startIt("again")))).toContain("record has been deleted");
  });

  test.for([startIt("in_720p"), in720p])("of somebody else's video is a polite private no", async (act) => {
    const world = await finishedWorld();
    expect(privateWords(await world.does(act, { owner: anOwner("999") }))).toContain("Only the person who asked");
    expect(world.orders).toEqual([]);
  });

  test.for([startIt("in_720p"), in720p])("is not for whoever may not make videos", async (act) => {
    const world = commandWorld({ rules: { access: { blockedUsers: new Set([anOwner().userId]) } } });
    await world.has(aClosedJob());
    expect(privateWords(await world.does(act))).toContain("You can't make videos with this bot.");
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
