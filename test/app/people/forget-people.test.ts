import Keyv from "keyv";
import { expect, test } from "vitest";
import { forgetPeople } from "../../../src/app/people/forget-people.ts";
import { recordsRemover } from "../../../src/app/people/people.ts";
import { eraseSoon } from "../../../src/app/watched-storage.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { aJob, aJobId, anOwner, aSlackOwner, aWaiting } from "../../fakes/jobs.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { toldClock } from "../../fakes/told-clock.ts";

const ada = anOwner("1");
const waits = (n: number, acceptedAt: number) => aJob({ id: aJobId(n), owner: ada, acceptedAt, state: aWaiting() });

/** `open`: how many videos of the person's are still under way, each time that is asked. */
function world(open: readonly number[] = [], own: readonly Job[] = []) {
  const clock = toldClock();
  const leaving = new Keyv();
  const answers = [...open];
  const seen = {
    isBroken: false,
    removed: 0,
    acceptedBy: [] as number[],
    offList: [] as string[],
    withdrawn: [] as string[],
    deleted: 0,
  };
  const start = () =>
    forgetPeople({
      leaving,
      clock,
      log: keptLog(),
      jobs: {
        openJobsOf: async () => own,
        listedIn: async () => ["theirs"],
        async forget(_owner, acceptedBy) {
          if (seen.isBroken) throw new Error("the disk is gone");
          seen.acceptedBy.push(acceptedBy);
          return answers.shift() ?? 0;
        },
      },
      async removeRecords() {
        seen.removed += 1;
      },
      withdraw: async (jobId) => seen.withdrawn.push(jobId),
      takeOff: async (jobId, userId) => seen.offList.push(`${jobId} ${userId}`),
      deleted() {
        seen.deleted += 1;
      },
      changed: () => {},
    });
  return { clock, leaving, seen, start, people: start() };
}

test("somebody with nothing under way is forgotten at once, and nothing of that is noted any more", async () => {
  const { people, leaving, seen, clock } = world();
  await people.forget(ada);
  expect(seen).toMatchObject({ removed: 1, offList: ["theirs 1"], deleted: 1, acceptedBy: [clock.now()] });
  expect(await leaving.get("discord:1")).toBeUndefined();
});

test("a video under way is waited for, and what the person leaves meanwhile is theirs", async () => {
  const { people, leaving, seen, clock } = world([1, 1, 0]);
  const askedAt = clock.now();
  await people.forget(ada);
  await clock.advance(60_000);
  expect(await leaving.get("discord:1")).toBeDefined();
  await clock.advance(60_000);
  expect(await leaving.get("discord:1")).toBeUndefined();
  expect(seen).toMatchObject({ removed: 1, acceptedBy: [askedAt, askedAt, askedAt] });
  await clock.advance(600_000);
  expect(seen.acceptedBy).toHaveLength(3);
});

test("a video that waits is withdrawn before anything else is forgotten of it, one that was asked for since is not", async () => {
  const at = toldClock().now();
  const { people, seen } = world([2, 0], [waits(1, at), aJob({ id: aJobId(2), owner: ada }), waits(3, at + 1)]);
  seen.isBroken = true;
  await people.forget(ada);
  expect(seen.withdrawn).toEqual([aJobId(1)]);
});

test("what failed is tried again, and what a restart cut off is gone on with", async () => {
  const { people, leaving, seen, clock, start } = world();
  seen.isBroken = true;
  await people.forget(ada);
  expect(await leaving.get("discord:1")).toBeDefined();
  people.stop();
  await clock.advance(600_000);
  expect(await leaving.get("discord:1")).toBeDefined();

  const again = start();
  await again.resume();
  seen.isBroken = false;
  await clock.advance(60_000);
  expect(await leaving.get("discord:1")).toBeUndefined();
});

test("what one person left goes from every store, and nobody else's", async () => {
  const [settings, kept] = [new Keyv(), new Keyv()];
  for (const name of ["slack:T1:U1", "slack:T1:U11", "slack:T11:U1"]) {
    await settings.set(name, 1);
    await kept.set(`${name}:a`, 1);
    await kept.set(`${name}:b`, 1);
  }
  await recordsRemover([settings, kept])(aSlackOwner("U1", "T1"));
  const there: string[] = [];
  for (const store of [settings, kept]) for await (const [key] of store.iterator?.({}) ?? []) there.push(key);
  expect(there).toHaveLength(6);
  expect(there.filter((key) => /^slack:T1:U1(:|$)/.test(key))).toEqual([]);
});

test("deletions of one moment leave the log together, and what could not leave it leaves it later", async () => {
  const clock = toldClock();
  const results = [false, true];
  let erased = 0;
  const { deleted, stop } = eraseSoon({
    clock,
    log: keptLog(),
    async erase() {
      erased += 1;
      return results.shift() ?? true;
    },
  });
  for (let n = 0; n < 5; n += 1) {
    deleted();
    await clock.advance(900);
    expect(erased).toBe(0);
  }
  await clock.advance(100);
  expect(erased).toBe(1);
  await clock.advance(59_000);
  expect(erased).toBe(1);
  await clock.advance(1_000);
  expect(erased).toBe(2);
  await clock.advance(600_000);
  expect(erased).toBe(2);
  deleted();
  stop();
  await clock.advance(600_000);
  expect(erased).toBe(2);
});
