import { type Held, type HeldNow, nextReleased } from "../../core/budget/releases.ts";
import type { Clock, EpochMs } from "../../core/clock.ts";
import type { ServiceHealth } from "../../core/health.ts";
import { SERVICE_MS } from "../../core/job/approval.ts";
import type { Job } from "../../core/job/job.ts";
import type { JobStore, Log } from "../../core/ports.ts";
import type { Scheduler } from "../../core/scheduler.ts";
import type { Releases } from "../deps.ts";

/** What was read is right for so long, unless something has changed. */
const READ_HOLDS_MS = 500;

/** Those that wait until the service is well again, as the store has them. */
export function releases(deps: {
  readonly jobs: Pick<JobStore, "releasable">;
  readonly health: ServiceHealth;
  readonly scheduler: Pick<Scheduler, "schedule">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}): Releases {
  const { jobs, health, scheduler, clock, log } = deps;
  let known: { readonly at: EpochMs; readonly jobs: Promise<readonly Job[]> } | null = null;
  let lastAt: EpochMs | null = null;
  let wellAt: EpochMs = 0;

  async function read(): Promise<readonly Job[]> {
    const found = await jobs.releasable();
    for (const { releasedAt } of found) lastAt = Math.max(lastAt ?? 0, releasedAt ?? 0) || null;
    return found;
  }

  function held(): Promise<readonly Job[]> {
    const now = clock.now();
    if (known && Math.abs(now - known.at) < READ_HOLDS_MS) return known.jobs;
    const reading = read();
    known = { at: now, jobs: reading };
    reading.catch(() => {
      known = null;
    });
    return reading;
  }

  async function next() {
    const found = await held();
    const now: HeldNow = {
      waiting: found.flatMap(heldOf),
      underWay: found.flatMap(({ releasedAt }) => releasedAt ?? []),
      lastAt,
      wellAt,
    };
    return nextReleased(now, health.now(), clock.now());
  }

  async function wake(): Promise<void> {
    known = null;
    try {
      const id = await next();
      if (id !== null) scheduler.schedule(id, clock.now());
    } catch (error) {
      log.warn("those who wait for the service were not woken", { error: String(error) });
    }
  }

  health.onChange(() => void wake());

  return {
    look: async ({ id }) => ({ isNext: (await next()) === id, noneReleasedSince: wellAt }),
    released() {
      known = null;
      lastAt = clock.now();
    },
    endedWell() {
      wellAt = clock.now();
      void wake();
    },
  };
}

/** Nothing begins whose card its person may not see. */
function heldOf({ id, state }: Job): readonly Held[] {
  if (state.status !== "waiting" || state.for !== "service" || state.answer !== "given") return [];
  return [{ id, joinedAt: state.until - SERVICE_MS }];
}
