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

/** One stored job whose steps the test takes, with its batch's parts if it has any. All that a step asks and tells is listed. */
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
    /** The answers to the next questions when a message may go, in milliseconds; after them each goes at once. */
    turns,
    /** The questions when a message may go. */
    asked,
    /** The result of each call, with the job whose card it was about. */
    noted,
    /** The figures, such as "final ok". */
    counted,
    /** Each alarm, in milliseconds from then. */
    woken,
    /** The notices that were sent to managers. */
    told,
    /** The jobs that left their queue. */
    left,
    /** Another save comes first, whatever is saved. */
    overtaken: { jobs: { ...jobs, save: async () => false } },
    /** The process stalls for six seconds at each such call of the store. */
    stalledAt: {
      load: { jobs: { ...jobs, load: stalled(jobs.load) } },
      save: { jobs: { ...jobs, save: stalled(jobs.save) } },
    },
    /** Takes a step, and returns when it is to be repeated, in milliseconds from now. */
    async step(take: (deps: JobDeps, stored: StoredJob) => Promise<EpochMs | null>, changed: Partial<JobDeps> = {}) {
      const until = await take(deps(changed), await world.storedOf(job.id));
      return until === null ? null : until - world.clock.now();
    },
    /** The times of these calls, in milliseconds from the start. */
    at: (call: FakeCall["call"]) =>
      world.chat.calls.filter((one) => one.call === call).map(({ at }) => at - TEST_START),
    /** The warnings of the log, and its errors. */
    warnings: () =>
      world.log.lines.flatMap(({ level, event, fields }) => (/warn|error/.test(level) ? [[event, fields]] : [])),
    /** Saves the job as another process has changed it. */
    async change(changed: Partial<Job>, id = job.id) {
      const stored = await world.storedOf(id);
      await world.jobs.save({ ...stored.job, ...changed }, stored.version);
    },
  };
}
