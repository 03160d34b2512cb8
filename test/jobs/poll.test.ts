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

/** A process that polls only when the test calls `poll`. `noted` lists the calls of the meter and of the health watch. */
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
    async running(over: Partial<Job> = {}, state: Partial<Running> = {}): Promise<Job> {
      count += 1;
      const { taskId } = world.video.begin();
      const job = aJob({ id: aJobId(count), state: aRunning({ taskId, ...state }), ...over });
      if (job.team) await world.jobs.teams.saveRules(job.team, noRules, 0);
      await world.jobs.insert(job);
      return job;
    },
    /** Polls once and returns the stored state after that. */
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
  test("saves the task's progress and records how late the poll was", async () => {
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

  test.for(["succeeded", "failed"])("records the result and the duration of a task that %s", async (end) => {
    const isGood = end === "succeeded";
    const world = aPoller();
    const job = await world.running({}, { since: world.clock.now() - 90_000 });
    if (isGood) world.video.succeed("task_fake_1");
    else world.video.fail("task_fake_1");
    expect((await world.poll(job)).percent).toBe(100);
    expect(world.noted).toEqual([[isGood ? "succeeded" : "failed", 0], { tookMs: 90_000, isGood }]);
  });

  test("records the task's status “running” even if the poll ends the job because of the job's deadline", async () => {
    const world = aPoller();
    const job = await world.running({ deadlineAt: world.clock.now() - 25 * 60 * MINUTE });
    world.video.progress("task_fake_1", 40);
    expect((await world.poll(job)).percent).toBe(100);
    expect(world.noted).toEqual([["running", 0]]);
  });

  test("does not end the job if the service is unavailable", async () => {
    const world = aPoller();
    world.video.nextPolls(refuse(down));
    const state = await world.poll(await world.running());
    expect(state).toMatchObject({ misses: 1, missing: "no_answer" });
    expect(world.noted).toEqual([["unavailable", 0]]);
    expect(JSON.stringify(world.log.lines)).toMatch(/poll refused.*unavailable/);
  });

  test("changes nothing if another process saved the job first", async () => {
    const world = aPoller();
    const job = await world.running();
    world.jobs.touch = async () => false;
    world.jobs.save = async () => false;
    world.video.succeed("task_fake_1");
    expect((await world.poll(job)).percent).toBe(-1);
    expect(world.noted).toEqual([["succeeded", 0]]);
  });
});

describe("an outage of the video service", () => {
  test("stops all polls until the next check of the service", async () => {
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

  test("is not assumed if the service reports that it is busy", async () => {
    const world = aPoller();
    world.video.everyPoll(() => refuse({ kind: "busy", detail: "" }));
    for (let n = 0; n < 20; n += 1) await world.poll(await world.running());
    expect(world.isOpen()).toBe(false);
  });
});

const present = "rk-present-0123456789";

describe("the API key of a poll", () => {
  test.for([
    ["the service rejects the key that started the task", "bad_key"],
    ["the service reports that it received no key", "no_key"],
  ] as const)("is replaced by the payer's current key if %s", async ([, kind]) => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    world.video.nextPolls(refuse({ kind }));
    expect(await world.poll(await world.running())).toMatchObject({ waitingFor: null, misses: 0 });
    expect(keysAsked(world)).toEqual([TEST_KEY, present].map(lastFour));
  });

  test("is not replaced if the service accepts the key that started the task", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    await world.poll(await world.running());
    expect(keysAsked(world)).toEqual([lastFour(TEST_KEY)]);
  });

  test("is tried only once if the payer's current key equals the key that started the task", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(TEST_KEY));
    world.video.refuseKey(new Secret(TEST_KEY));
    expect(await world.poll(await world.running())).toMatchObject({ waitingFor: "key" });
    expect(keysAsked(world)).toEqual([lastFour(TEST_KEY)]);
  });

  test("is not replaced by another key if the account has no credits", async () => {
    const world = aPoller();
    await world.vault.put(anOwner(), new Secret(present));
    world.video.nextPolls(refuse({ kind: "no_credits" }));
    const job = await world.running();
    expect(await world.poll(job)).toMatchObject({ waitingFor: "credits", missing: "no_answer", misses: 1 });
    expect(keysAsked(world)).toEqual([lastFour(TEST_KEY)]);
    expect(await world.poll(job)).toMatchObject({ waitingFor: null, misses: 0 });
  });
});

test.for([
  ["the service rejects the team's key", "bad_key"],
  ["the team's account has no credits", "no_credits"],
] as const)("a poll notifies the team's managers if %s", async ([, kind]) => {
  const world = aPoller();
  const team = { platform: "discord", teamId: "3" } as const;
  const sealedKey = world.vault.seal(holderOf(team), new Secret(TEST_KEY));
  const at = world.clock.now();
  world.video.everyPoll(() => refuse({ kind }));
  await world.poll(await world.running({ team, sealedKey }));
  await world.poll(await world.running());
  expect(world.refusedFor).toEqual([[team, kind, lastFour(TEST_KEY), at]]);
});

test("a poll ignores the response “unknown task” if the poll did not use the API key that started the task", async () => {
  const world = aPoller();
  await world.vault.put(anOwner(), new Secret(present));
  world.video.nextPolls(refuse({ kind: "bad_key" }), refuse({ kind: "unknown_task" }));
  expect(await world.poll(await world.running())).toMatchObject({ missing: "bad_key", waitingFor: "key" });
});

test("a poll records the response “unknown task” if the poll used the API key that started the task", async () => {
  const world = aPoller();
  world.video.nextPolls(refuse({ kind: "unknown_task" }));
  const old = await world.running({}, { since: world.clock.now() - 10 * MINUTE });
  expect(await world.poll(old)).toMatchObject({ missing: "unknown_task", waitingFor: null });
});

test("a running video waits for an API key if neither the job nor the payer has a key", async () => {
  const world = aPoller();
  const job = await world.running({ sealedKey: null });
  expect(await world.poll(job)).toMatchObject({ missing: "bad_key", waitingFor: "key" });
  expect(world.noted).toEqual([["no_key", 0]]);
  await world.vault.put(anOwner(), new Secret(present));
  expect(await world.poll(job)).toMatchObject({ waitingFor: null });
});
