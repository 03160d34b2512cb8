import { type Clock, sleep } from "../../core/clock.ts";
import { WAIT_MAX_MS } from "../../core/job/due.ts";
import type { JobId, Owner, Team } from "../../core/job/ids.ts";
import { outcomeOf } from "../../core/job/job.ts";
import type { DueJob } from "../../core/job/job-storage.ts";
import type { TeamStore } from "../../core/team/team-storage.ts";
import { applyTo } from "../apply.ts";
import type { JobDeps } from "../deps.ts";
import { noneIfUnreadable } from "../related-jobs.ts";

const PAGE = 500;
/** If the clock is set back by more than this, every job is woken. */
const SET_BACK_MS = 5_000;
const SPREAD_MS = 1;

type RecoverDeps = Pick<JobDeps, "jobs" | "clock" | "scheduler">;

export async function recoverJobs({ jobs, scheduler, clock }: RecoverDeps): Promise<number> {
  let alarmsSet = 0;
  for await (const page of openPages({ jobs, clock })) {
    // If the clock was set back, no job sleeps longer than this without a check.
    const latest = clock.now() + WAIT_MAX_MS;
    const soonest = clock.now() + alarmsSet * SPREAD_MS;
    const alarms = page.map(({ id, dueAt }, index) => ({
      id,
      at: Math.max(Math.min(dueAt, latest), soonest + index * SPREAD_MS),
    }));
    alarmsSet += await scheduler.ensure(alarms);
  }
  return alarmsSet;
}

/** Wakes all open jobs if the clock was set back, because persistent alarms follow the clock. */
export function setBackWatch({ jobs, scheduler, clock }: RecoverDeps): () => Promise<number> {
  let seen = clock.now();
  return async () => {
    const backMs = seen - clock.now();
    seen = clock.now();
    if (backMs <= SET_BACK_MS) return 0;
    let woken = 0;
    for await (const page of openPages({ jobs, clock })) {
      for (const { id, dueAt } of page) {
        scheduler.schedule(id, Math.min(dueAt, clock.now() + woken * SPREAD_MS));
        woken += 1;
      }
    }
    return woken;
  };
}

function openPages({ jobs, clock }: Pick<JobDeps, "jobs" | "clock">) {
  return walkPages(clock, (after: DueJob | null, count) => jobs.openJobs(after, count));
}

export async function* walkPages<Row>(
  clock: Clock,
  read: (after: Row | null, count: number) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[], void> {
  let after: Row | null = null;
  for (;;) {
    const page: readonly Row[] = await read(after, PAGE);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
    await sleep(clock, 0);
  }
}

/** Closes every job that could still pay. Call it before anything else starts. It can be repeated if interrupted. */
export async function closeRestored(deps: Parameters<typeof applyTo>[0]): Promise<number> {
  const open: JobId[] = [];
  // Read all pages first: a job whose due time changes would appear again.
  for await (const page of openPages(deps)) open.push(...page.map(({ id }) => id));
  let closed = 0;
  for (const id of open) {
    const after = await applyTo(deps, id, { kind: "restored" }).catch(noneIfUnreadable);
    const outcome = after && outcomeOf(after.job);
    if (outcome?.kind === "not_started" && outcome.why === "restored") closed += 1;
  }
  return closed;
}

/** The jobs use the payer's current key. */
export async function wakeWaitingJobs(
  deps: JobDeps & { readonly teams: Pick<TeamStore, "openJobs"> },
  payer: Owner | Team,
): Promise<number> {
  const open =
    "userId" in payer
      ? (await deps.jobs.openJobsOf(payer)).filter(({ team }) => !team)
      : await deps.teams.openJobs(payer);
  const waiting = open.filter(({ state }) => state.status === "running" && state.waitingFor === "key");
  for (const { id } of waiting) if (await applyTo(deps, id, { kind: "key_renewed" })) deps.wake(id);
  return waiting.length;
}
