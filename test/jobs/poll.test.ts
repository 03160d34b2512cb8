import { describe, expect, test } from "vitest";
import type { Job, Running } from "../../src/core/job/job.ts";
import type { Figures } from "../../src/core/meter.ts";
import { refuse } from "../../src/core/result.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import type { PollRefusal } from "../../src/core/video-service.ts";
import { poller } from "../../src/jobs/poll.ts";
import { aJob, aJobId, anOwner, aRunning, TEST_KEY } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWorld } from "./world.ts";

const MINUTE = 60_000;
const down: PollRefusal = { kind: "unavailable", sent: true, detail: "http 503" };

/** A process that polls only when the test says so; what it notes is listed. */
function aPoller() {
  const noted: unknown[] = [];
  const refusedFor: unknown[] = [];
  const gauges: Figures = {};
  const world = aWorld();
  const deps = world.deps();
  const poll = poller({
    ...deps,
    meter: {
      ...uncounted,
      polled: (result, lateMs) => void noted.push([result, lateMs]),
      watch: (watched) => void Object.assign(gauges, watched),
    },
    health: { ...deps.health, away: () => void noted.push("away"), ended: (_job, how) => void noted.push(how) },
    managers: {
      ...deps.managers,
      refused: async (team, { kind }, { key, calledAt }) =>
        void refusedFor.push([team, kind, key.lastFour(), calledAt]),
    },
  });
  let count = 0;
  return {
    ...world,
    noted,
    refusedFor,
    isOpen: () => gauges.breakers?.().video_service,
    /** Stores a running job. */
    async running(over: Partial<Job> = {}, state: Partial<Running> = {}): Promise<Job> {
      count += 1;
      const { taskId } = world.video.begin();
      const job = aJob({ id: aJobId(count), state: aRunning({ taskId, ...state }), ...over });
      if (job.team) await world.jobs.teams.saveRules(job.team, noRules, 0);
      await world.jobs.insert(job);
      return job;
    },
    /** Polls once, and returns what is stored then. */
    async poll({ id }: Job): Promise<Running> {
      const stored = await world.jobs.load(id);
      if (stored?.job.state.status !== "running") throw new Error("it does not run");
      const after = await poll(stored, stored.job.state);
      if (after?.job.state.status !== "running") return { ...stored.job.state, percent: after === null ? -1 : 100 };
      return after.job.state;
    },
  };
}

const keysAsked = ({ video }: Pick<ReturnType<typeof aPoller>, "video">) =>
  video.calls.flatMap((call) => (call.kind === "poll" ? [call.lastFour] : []));
const lastFour = (key: string) => new Secret(key).lastFour();

describe("a poll", () => {
  test("reports the task's progress and how late the poll was", async () => {
    const world = aPoller();
    const job = await world.running({ dueAt: world.clock.now() - 1_500 });
    world.video.progress("task_fake_1", 40);
    expect((await world.poll(job)).percent).toBe(40);
    expect((await world.poll(await world.running({ dueAt: world.clock.now() + 9_000 }))).percent).toBe(0);
    await world.poll(await world.running({ dueAt: null }));
    expect(world.noted).toEqual([
      ["running", 1_500],
      ["running", 0],
      ["running", 0],
    ]);
  });

  test.for(["succeeded", "failed"])(
    "that finds that the task %s reports this and how long the task took",
    async (end) => {
      const isGood = end === "succeeded";
      const world = aPoller();
      const job = await world.running({}, { since: world.clock.now() - 90_000 });
      if (isGood) world.video.succeed("task_fake_1");
      else world.video.fail("task_fake_1");
      expect((await world.poll(job)).percent).toBe(100);
      expect(world.noted).toEqual([[isGood ? "succeeded" : "failed", 0], { tookMs: 90_000, isGood }]);
    },
  );

  test("that ends the job a day after its deadline records neither success nor failure of the task", async () => {
    const world = aPoller();
    const job = await world.running({ deadlineAt: world.clock.now() - 25 * 60 * MINUTE });
    world.video.progress("task_fake_1", 40);
    expect((await world.poll(job)).percent).toBe(100);
    expect(world.noted).toEqual([["running", 0]]);
  });

  test("that is refused is logged, and the job continues", async () => {
    const world = aPoller();
    world.video.nextPolls(refuse(down));
    const state = await world.poll(await world.running());
    expect(state).toMatchObject({ misses: 1, missing: "no_answer" });
    expect(world.noted).toEqual([["unavailable", 0]]);
    expect(JSON.stringify(world.log.lines)).toMatch(/poll refused.*unavailable/);
  });

  test("that was overtaken by another save changes nothing", async () => {
    const world = aPoller();
    const job = await world.running();
    world.jobs.touch = async () => false;
    world.jobs.save = async () => false;
    world.video.succeed("task_fake_1");
    expect((await world.poll(job)).percent).toBe(-1);
    expect(world.noted).toEqual([["succeeded", 0]]);
  });
});

describe("a video service that is down", () => {
  test("is not polled before the next probe is due, and waiting jobs come back spread over the usual gap", async () => {
    const world = aPoller();
    world.video.everyPoll(() => refuse(down));
    for (let n = 0; n < 20; n += 1) await world.poll(await world.running());
    expect(world.isOpen()).toBe(true);
    expect(world.noted.filter((one) => one === "away")).toEqual(["away"]);
    const job = await world.running({}, { since: world.clock.now() - 60_000 });
    const asked = world.video.polled().length;
    const held = await world.poll(job);
    expect(held.notBefore).toBe(world.clock.now() + 1_000 + 4_000);
    expect(world.video.polled()).toHaveLength(asked);
    await world.clock.advance(1_000);
    world.video.everyPoll(() => null);
    await world.poll(job);
    expect(world.isOpen()).toBe(false);
  });

  test("is one that does not answer, not one that refuses", async () => {
    const world = aPoller();
    world.video.everyPoll(() => refuse({ kind: "busy", detail: "" }));
    for (let n = 0; n < 20; n += 1) await world.poll(await world.running());
    expect(world.isOpen()).toBe(false);
  });
});

describe("a poll's key", () => {
  const present = "rk-present-0123456789";

  test.for(["bad_key", "no_key"] as const)(
    "is the key that started the task, then the payer's present key if the first key is refused with %s",
    async (kind) => {
      const world = aPoller();
      await world.vault.put(anOwner(), new Secret(present));
      world.video.nextPolls(refuse({ kind }));
      expect(await world.poll(await world.running())).toMatchObject({ waitingFor: null, misses: 0 });
      expect(keysAsked(world)).toEqual([TEST_KEY, present].map(lastFour));
    },
  );

  test("is used alone if it works, and is used once if both keys are the same", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    await world.poll(await world.running());
    expect(keysAsked(world)).toEqual([lastFour(TEST_KEY)]);
    const same = aPoller();
    await same.vault.put(anOwner(), new Secret(TEST_KEY));
    same.video.refuseKey(new Secret(TEST_KEY));
    expect(await same.poll(await same.running())).toMatchObject({ waitingFor: "key" });
    expect(keysAsked(same)).toEqual([lastFour(TEST_KEY)]);
  });

  test("of another account is not believed if the service reports an unknown task", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    world.video.nextPolls(refuse({ kind: "bad_key" }), refuse({ kind: "unknown_task" }));
    expect(await world.poll(await world.running())).toMatchObject({ missing: "bad_key", waitingFor: "key" });
    const own = aPoller();
    own.video.nextPolls(refuse({ kind: "unknown_task" }));
    const old = await own.running({}, { since: own.clock.now() - 10 * MINUTE });
    expect(await own.poll(old)).toMatchObject({ missing: "unknown_task", waitingFor: null });
  });

  test("is the key stored in the job if the payer has no other key, and may be missing", async () => {
    const world = aPoller();
    const none = await world.running({ sealedKey: null });
    expect(await world.poll(none)).toMatchObject({ missing: "bad_key", waitingFor: "key" });
    expect(world.noted).toEqual([["no_key", 0]]);
    await world.vault.put(anOwner(), new Secret(present));
    expect(await world.poll(none)).toMatchObject({ waitingFor: null });
  });

  test.for(["bad_key", "no_credits"] as const)(
    "of a team that is refused with %s is reported to the managers; a person's key is not reported",
    async (kind) => {
      const world = aPoller();
      const team = { platform: "discord", teamId: "3" } as const;
      const sealedKey = world.vault.seal(holderOf(team), new Secret(TEST_KEY));
      const at = world.clock.now();
      world.video.everyPoll(() => refuse({ kind }));
      await world.poll(await world.running({ team, sealedKey }));
      await world.poll(await world.running());
      expect(world.refusedFor).toEqual([[team, kind, lastFour(TEST_KEY), at]]);
    },
  );

  test("is not replaced by another key if the account has no credits, and the poll is repeated", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    world.video.nextPolls(refuse({ kind: "no_credits" }));
    const job = await world.running();
    expect(await world.poll(job)).toMatchObject({ waitingFor: "credits", missing: "no_answer", misses: 1 });
    expect(keysAsked(world)).toEqual([lastFour(TEST_KEY)]);
    expect(await world.poll(job)).toMatchObject({ waitingFor: null, misses: 0 });
  });
});
