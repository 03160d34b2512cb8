import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { StoredJob } from "../../src/core/job/job-storage.ts";
import { noRules } from "../../src/core/team/rules.ts";
import type { Traffic } from "../../src/jobs/deliver/traffic.ts";
import type { JobDeps } from "../../src/jobs/deps.ts";
import type { FakeCall } from "../fakes/chat.ts";
import { aJob, TEST_START } from "../fakes/jobs.ts";
import { uncounted } from "../fakes/meter.ts";
import { aWorld } from "./world.ts";

/**
 * A stored job whose steps the test runs, and the parts of its batch if it has any. Records everything that a step reads and
 * reports.
 */
export async function aJobToStep(over: Partial<Job> = {}, ...parts: readonly Job[]) {
  const counted: string[] = [];
  const world = aWorld({
    ...uncounted,
    delivered: (_platform, what, result) => void counted.push(`${what} ${result}`),
  });
  const { scheduler, managers, queues, ...others } = world.deps();
  const turns: number[] = [];
  const asked: unknown[] = [];
  const noted: unknown[] = [];
  const woken: [JobId, number][] = [];
  const left: JobId[] = [];
  const told: (readonly unknown[])[] = [];
  const turn = (question: unknown) => {
    asked.push(question);
    return turns.shift() ?? 0;
  };
  const tell =
    (what: string) =>
    async (...values: readonly unknown[]) =>
      void told.push([what, ...values]);
  const traffic: Traffic = {
    ...others.traffic,
    waitMs: (_job, what, withinMs) => turn(withinMs === undefined ? what : `${what} within ${withinMs}`),
    progressMs: (_job, shownAt) => turn(shownAt),
    extraMs: ({ id }) => turn(`after final messages ${id}`),
    promisedMs: (_job, since) => turn(`promised at ${since}`),
    note: ({ id }, what, refusal) => void noted.push([id, what, refusal?.kind ?? null]),
  };
  const schedule = (id: JobId, at: EpochMs) => void woken.push([id, at - world.clock.now()]);
  const recorded: JobDeps = {
    ...others,
    traffic,
    managers: {
      ...managers,
      refused: async (_team, { kind }) => tell(kind)(),
      chargedMore: (_job, _team, credits) => tell("charged")(credits),
      spent: tell("spent"),
      failed: tell("failed"),
    },
    queues: { ...queues, onLeft: async ({ id }) => void left.push(id) },
    scheduler: { ...scheduler, schedule },
    wake: (id) => schedule(id, world.clock.now()),
  };
  const { jobs, clock } = world;
  const stalled =
    <Asked extends readonly unknown[], Answer>(call: (...asked: Asked) => Answer) =>
    (...asked: Asked) => {
      clock.set(6_000);
      return call(...asked);
    };
  const deps = (changed: Partial<JobDeps> = {}): JobDeps => ({ ...recorded, ...changed });
  const job = aJob({ reply: world.chat.freshCard(), ...over });
  if (job.team) await world.jobs.teams.saveRules(job.team, { ...noRules, isForEveryone: true }, 0);
  await world.jobs.insert(job, { parts });

  return {
    ...world,
    job,
    deps,
    /** How long each of the next messages must wait for the rate limit, in milliseconds. Later ones need not wait. */
    turns,
    /** The requests to the rate limit. */
    asked,
    /** The result of each call, with the job of its card. */
    noted,
    /** The counted metrics, such as "final ok". */
    counted,
    /** Each alarm, in milliseconds from the call. */
    woken,
    told,
    left,
    /** Another save always comes first. */
    overtaken: { jobs: { ...jobs, save: async () => false } },
    /** The process stalls for six seconds at each such call of the store. */
    stalledAt: {
      load: { jobs: { ...jobs, load: stalled(jobs.load) } },
      save: { jobs: { ...jobs, save: stalled(jobs.save) } },
    },
    /** Runs a step. Returns when it must be repeated, in milliseconds from now. */
    async step(take: (deps: JobDeps, stored: StoredJob) => Promise<EpochMs | null>, changed: Partial<JobDeps> = {}) {
      const until = await take(deps(changed), await world.storedOf(job.id));
      return until === null ? null : until - world.clock.now();
    },
    /** The times of these calls, in milliseconds from the start. */
    at: (call: FakeCall["call"]) =>
      world.chat.calls.filter((one) => one.call === call).map(({ at }) => at - TEST_START),
    warnings: () =>
      world.log.lines.flatMap(({ level, event, fields }) => (/warn|error/.test(level) ? [[event, fields]] : [])),
    /** Saves a change to the job, like another process. */
    async change(changed: Partial<Job>, id = job.id) {
      const stored = await world.storedOf(id);
      await world.jobs.save({ ...stored.job, ...changed }, stored.version);
    },
  };
}
