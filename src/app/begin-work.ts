import type { Clock } from "../core/clock.ts";
import type { Engine } from "../core/engine.ts";
import { isNoticeId } from "../core/team/notice.ts";
import type { Traffic } from "../jobs/deliver/traffic.ts";
import type { JobDeps } from "../jobs/deps.ts";
import { recoverNotices, stepNotices } from "../jobs/notices/step-notice.ts";
import { recoverJobs, setBackWatch } from "../jobs/start/recover.ts";
import { stepJobs } from "../jobs/step.ts";

/** A process that wakes jobs takes this turn. */
export const RECOVERY = "recovery";
/** Jobs without an alarm are searched for this often: a process may die between saving a job and setting its alarm. */
const LOOK_EVERY_MS = 5_000;
/** The paid call is given up after 60 s. Its result is saved within this time, even where two machines' clocks differ. */
const PAID_WITHIN_MS = 75_000;

/** Returns what a process must know of the others that share its jobs. */
export function othersOf(
  { isAlone }: Pick<Engine, "isAlone">,
  clock: Clock,
): Pick<JobDeps, "startedAt" | "othersPayWithinMs"> {
  return isAlone
    ? { startedAt: clock.now(), othersPayWithinMs: 0 }
    : { startedAt: 0, othersPayWithinMs: PAID_WITHIN_MS };
}

/**
 * Recovers open jobs, and goes on with them until `stop`, which finishes the current steps. No step begins before it is
 * `quiet`.
 */
export async function beginWork(
  engine: Pick<Engine, "scheduler" | "isAlone" | "notices" | "teams"> & {
    readonly shared: Pick<Engine["shared"], "isMyTurn">;
  },
  deps: JobDeps & { readonly traffic?: Traffic },
  quiet: () => Promise<void>,
): Promise<{ stop(): Promise<void> }> {
  const { scheduler, shared, notices, teams } = engine;
  const { clock, log, jobs, stopping } = deps;
  const recover = async () => {
    const recovered = await recoverJobs({ jobs, clock, scheduler });
    if (recovered > 0) log.info("open jobs recovered", { count: recovered });
    await recoverNotices({ notices, clock, scheduler });
  };

  function lookLater(): void {
    clock.after(LOOK_EVERY_MS, () => {
      if (!stopping.aborted) void look().finally(lookLater);
    });
  }

  const wakeAfterSetBack = setBackWatch({ jobs, clock, scheduler });

  async function look(): Promise<void> {
    try {
      const woken = await wakeAfterSetBack();
      if (woken > 0) log.warn("the clock was set back, open jobs are woken", { count: woken });
      if (await shared.isMyTurn(RECOVERY, LOOK_EVERY_MS)) await recover();
    } catch (error) {
      log.warn("jobs without an alarm were not looked for", { error: String(error) });
    }
  }

  const stepJob = stepJobs(deps, deps.traffic);
  const stepNotice = stepNotices({ ...deps, notices, teams, scheduler });
  // First, so that no job waits until the last of a hundred thousand alarms is set.
  scheduler.start(async (id, hold) => {
    await quiet();
    return isNoticeId(id) ? stepNotice(id, hold) : stepJob(id, hold);
  });
  await recover();
  if (!engine.isAlone) lookLater();
  return { stop: () => scheduler.stop() };
}
