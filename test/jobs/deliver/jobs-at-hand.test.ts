import { expect, test } from "vitest";
import { attaching } from "../../../src/jobs/deliver/attach.ts";
import { editsInDoubt, jobsAtHand, showProgress } from "../../../src/jobs/deliver/progress.ts";
import { openTraffic } from "../../../src/jobs/deliver/traffic.ts";
import { aClosedJob, aJob, aJobId, aRunning } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One process of several, which looks at another job every ten minutes. */
function aProcess() {
  const world = aWorld();
  const deps = world.deps();
  const later = async (minutes: number, look: () => unknown) => {
    for (let gone = 0; gone < minutes; gone += 10) {
      await world.clock.advance(10 * MINUTE);
      await look();
    }
  };
  const running = (n: number) => {
    const deadlineAt = world.clock.now() + 24 * 60 * MINUTE;
    return { job: aJob({ id: aJobId(n), state: aRunning(), reply: world.chat.freshCard(), deadlineAt }), version: 1 };
  };
  return { world, deps, later, running };
}

test.for([
  ["a card whose job a process looks at is not edited again where it would say the same hours later", 1, 0],
  ["a card whose job another process goes on with is edited once more where it comes back after hours", 2, 1],
] as const)("%s", async ([, looked, edits]) => {
  const { world, deps, later, running } = aProcess();
  const { show } = showProgress(deps, openTraffic(deps), editsInDoubt(deps));
  const [one, other] = [running(1), running(2)];
  for (const stored of [one, other]) await show(stored);
  const before = world.chat.calls.length;
  await later(150, () => show(looked === 1 ? one : other));
  await show(one);
  expect(world.chat.calls.length - before).toBe(edits);
});

test("what is not asked for in two hours is forgotten, whatever the clock is set to", async () => {
  let now = 10 * HOUR;
  const hand = jobsAtHand<string>({ now: () => now });
  for (const id of ["a", "b"]) hand.set(id, id);
  for (const at of [20 * HOUR, 10 * HOUR, 10.9 * HOUR]) {
    now = at;
    expect(hand.get("a")).toBe("a");
    expect(hand.count()).toBe(2);
  }
  now = 11 * HOUR;
  expect(hand.get("a")).toBe("a");
  expect(hand.get("b")).toBeUndefined();
  expect(hand.count()).toBe(1);
});

test("an edit in doubt is noted until it must have landed, and not for ever where another process went on", async () => {
  const { world, deps, later, running } = aProcess();
  const doubts = editsInDoubt(deps);
  const [one, other] = [running(1), running(2)];
  const touch = () => doubts.note({ ...other, version: 9 });
  for (const { job } of [one, other]) {
    await world.jobs.insert(job);
    doubts.add(job.id);
  }
  await later(150, touch);
  expect(await doubts.note(one)).toBe(false);
  // The store has not taken this one.
  expect(await doubts.note(other)).toBe(true);
  expect((await world.jobOf(other.job.id)).isCardInDoubt).toBe(true);
  expect(await doubts.note(other)).toBe(false);
});

test("a file that waited here and went elsewhere keeps no other waiting longer", async () => {
  const { world, deps, later } = aProcess();
  const attach = attaching({ ...deps, chance: { ...deps.chance, fraction: () => 1 } }, openTraffic(deps));
  /** Asked for at the same moment: the first three are on their way, and the others wait. */
  const atOnce = (...ids: readonly number[]) =>
    Promise.all(
      ids.map((n) => {
        const job = aClosedJob({ id: aJobId(n), reply: world.chat.freshCard() }, world.clock.now());
        if (job.state.status !== "closed") throw new Error("not closed");
        const now = world.clock.now();
        const times = { settledAt: now, since: now, triedAt: null, attempts: 0, notBefore: now };
        const state = { status: "attaching", outcome: job.state.outcome, ...times } as const;
        return attach({ job: { ...job, state }, version: 1 }, state);
      }),
    );
  const fewWaitMs = 1_667;
  const held = (await atOnce(1, 2, 3, 4, 5)).slice(3);
  expect(held).toEqual([1_334, fewWaitMs].map((ms) => world.clock.now() + ms));
  await later(150, () => atOnce(1, 2, 3, 4));
  expect((await atOnce(1, 2, 3, 4, 6)).at(-1)).toBe(world.clock.now() + fewWaitMs);
});
