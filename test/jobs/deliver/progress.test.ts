import { expect, test } from "vitest";
import type { ChatRefusal } from "../../../src/core/chat.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok } from "../../../src/core/result.ts";
import { cardProgress } from "../../../src/jobs/deliver/progress.ts";
import { aClosedJob, aDiscordReply, aJobId, anAccepted, aRunning, aSubmitting, TEST_START } from "../../fakes/jobs.ts";
import { aJobToStep } from "../a-job-to-step.ts";
import { aWorld } from "../world.ts";

test("a card on a slow platform has at most one edit in flight", async () => {
  const world = aWorld();
  const { chat, clock, video } = world;
  const titles: string[] = [];
  let [underWay, most] = [0, 0];
  const show = chat.show.bind(chat);
  chat.show = async (...asked) => {
    underWay += 1;
    most = Math.max(most, underWay);
    titles.push(asked[1].title);
    await sleep(clock, 9_000);
    underWay -= 1;
    return show(...asked);
  };
  await world.begin();
  for (let percent = 1; percent < 90; percent += 1) {
    video.progress("task_fake_1", percent);
    await clock.advance(1_000);
  }
  video.succeed("task_fake_1");
  await clock.advance(60_000);
  expect(most).toBe(1);
  expect(titles.length).toBeGreaterThan(5);
  expect(titles.indexOf("The video is ready")).toBe(titles.length - 1);
});

/** A job whose card this process may show. */
async function aShownJob(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const jobWorld = await aJobToStep({ state: aRunning(), ...over }, ...parts);
  const progress = cardProgress(jobWorld.deps());
  return {
    ...jobWorld,
    progress,
    show: async (since?: number) => progress.show(await jobWorld.storedOf(jobWorld.job.id), since),
    shows: () => jobWorld.at("show").length,
  };
}

test("progress is not shown on the card if the process stalled after reading the progress", async () => {
  const { show, shows, clock } = await aShownJob();
  expect([await show(clock.now() - 6_000), shows()]).toEqual([clock.now(), 0]);
  expect([await show(clock.now() - 1_000), shows()]).toEqual([null, 1]);
});

test.for([
  ["not shown", "the job has ended", { state: aClosedJob().state }],
  ["not shown", "the job was deleted", { isForgotten: true }],
  ["not shown", "the job belongs to a batch", { partOf: { job: aJobId(9), nth: 1 } }],
  ["not shown", "the job's card was not shown yet", { state: anAccepted({ answer: "due" }) }],
  ["shown", "the job is accepted and its card was shown", { state: anAccepted({ answer: "given" }) }],
  [
    "not shown",
    "the card can be edited for only 20 s more",
    { reply: aDiscordReply({ editableUntil: TEST_START + 20_000 }) },
  ],
  [
    "shown",
    "the card can be edited for 10 minutes more",
    { reply: aDiscordReply({ editableUntil: TEST_START + 600_000 }) },
  ],
  ["shown", "the paid call is in progress", { state: aSubmitting() }],
] satisfies ["shown" | "not shown", string, Partial<Job>][])(
  "progress is %s on the card if %s",
  async ([verb, , over]) => {
    const { show, shows } = await aShownJob(over);
    expect([await show(), shows()]).toEqual([null, verb === "shown" ? 1 : 0]);
  },
);

test.for([
  ["is not retried if the card cannot be reached", { kind: "unreachable", detail: "" }, null, false],
  [
    "is retried after 10 s if the platform's response is lost",
    { kind: "unavailable", unclear: true, detail: "" },
    10_000,
    true,
  ],
  [
    "is retried after 10 s if the platform is unavailable",
    { kind: "unavailable", unclear: false, detail: "" },
    10_000,
    false,
  ],
  [
    "is retried after 10 s even if the platform's rate limit requires a wait of only 3 s",
    { kind: "rate_limited", retryAfterMs: 3_000 },
    10_000,
    false,
  ],
  [
    "is retried after 700 ms if the bot's own rate limit requires a wait of 700 ms",
    { kind: "rate_limited", retryAfterMs: 700, isUnsent: true },
    700,
    false,
  ],
  [
    "is retried after 10 s even if the bot's own rate limit requires a wait of 30 s",
    { kind: "rate_limited", retryAfterMs: 30_000, isUnsent: true },
    10_000,
    false,
  ],
] satisfies [string, ChatRefusal, number | null, boolean][])(
  "a progress edit %s",
  async ([, refusal, afterMs, isCardInDoubt]) => {
    const { show, shows, chat, clock, counted, noted, jobOf } = await aShownJob();
    chat.refuseNext([refusal], "show");
    expect(await show()).toBe(afterMs === null ? null : clock.now() + afterMs);
    expect(noted).toEqual([[aJobId(), "edit", refusal.kind]]);
    expect(await jobOf()).toMatchObject({ isCardInDoubt });
    const isSent = !("isUnsent" in refusal);
    expect(counted).toEqual(isSent ? [`progress ${refusal.kind}`] : []);
    // Steps before that make no call.
    await clock.advance((afterMs ?? 20_000) - 1);
    if (isSent && afterMs !== null) expect([await show(), shows()]).toEqual([clock.now() + 1, 1]);
    await clock.advance(1);
    await show();
    expect([shows(), counted.at(-1)]).toEqual(afterMs === null ? [1, "progress unreachable"] : [2, "progress ok"]);
  },
);

test("a progress edit whose response was lost marks the card as possibly edited even if the store fails once", async () => {
  const { show, chat, clock, jobs, jobOf } = await aShownJob();
  chat.refuseNext([{ kind: "unavailable", unclear: true, detail: "" }], "show");
  chat.onCall(() => jobs.failNext(1));
  const shown = show();
  await clock.advance(1_000);
  await shown;
  expect(await jobOf()).toMatchObject({ isCardInDoubt: true });
});

test("a progress edit writes nothing to the store if the card's address is unchanged", async () => {
  const { show, jobs } = await aShownJob();
  const writes = jobs.writes();
  await show();
  expect(jobs.writes()).toBe(writes);
});

test("the job saves the card's new address if an edit of the card returns a new address", async () => {
  const { show, change, chat, jobOf } = await aShownJob();
  await show();
  const moved = chat.freshCard();
  chat.show = async () => ok({ reply: moved, isNew: false });
  await change({ state: aRunning({ percent: 40 }) });
  await show();
  expect((await jobOf()).reply).toEqual(moved);
});

test("a progress edit is queued with the time of the card's previous edit", async () => {
  const { show, change, chat, clock, asked, turns, jobOf } = await aShownJob();
  const places: string[] = [];
  const shown = chat.show.bind(chat);
  chat.show = (reply, message, where) => {
    places.push(where);
    return shown(reply, message, where);
  };
  turns.push(4_000);
  expect([await show(), places]).toEqual([TEST_START + 4_000, []]);
  await clock.advance(4_000);
  await show();
  await clock.advance(3_000);
  await change({ state: aRunning({ percent: 40 }) });
  await show();
  const { acceptedAt } = await jobOf();
  expect(asked).toEqual([acceptedAt, acceptedAt, TEST_START + 4_000]);
  expect(places).toEqual(["in_place", "in_place"]);
});

test.for([
  ["if the bot has not read the card yet", "unread", [TEST_START, 0, undefined]],
  ["if the card shows an outcome", "ended", [null, 0, "ended"]],
] as const)(
  "after a restore from a backup, a job's progress is not shown on the card %s",
  async ([, restored, expected]) => {
    const { show, shows, chat, jobOf } = await aShownJob({ restored });
    chat.readButtons = async () => ok(["notify_me:0"]);
    expect([await show(), shows(), (await jobOf()).restored]).toEqual(expected);
  },
);

test("unchanged progress causes an edit only if the process no longer knows what the card shows", async () => {
  const { show, shows, progress } = await aShownJob();
  for (let again = 0; again < 2; again += 1) await show();
  expect(shows()).toBe(1);
  progress.forget(aJobId());
  await show();
  expect(shows()).toBe(2);
});
