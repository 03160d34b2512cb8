import { z } from "zod";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId, Team, UserId } from "../../../src/core/job/ids.ts";
import { APPROVAL_MS, type Job } from "../../../src/core/job/job.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import { rulesKey } from "../../../src/engines/team-store.ts";
import type { JobChange, SimDisk } from "../world/sim-disk.ts";

/** Judges the stored jobs and sums after each transaction, by arithmetic of its own. */
export interface TeamBooks {
  /** A transaction is written. */
  look(changes: readonly JobChange[]): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  /** The video of a prompt; one of several with the approval of their batch. */
  byPrompt(prompt: string): Job | null;
  /** Sums what the team's jobs of one month take. */
  takenIn(month: string, userId: UserId | null): Taken;
  /** Counts the situations that a team's life is about, by name. */
  counted(): Readonly<Record<string, number>>;
}

interface BooksWorld {
  readonly team: Team;
  readonly disk: Pick<SimDisk, "rows" | "jobs">;
  now(): EpochMs;
  isGuest(userId: UserId): boolean;
  /** An approval is asked for from now on. */
  asked(job: Job): void;
  isManager(userId: UserId, rules: TeamRules | null): boolean;
  /** A job is written. */
  saved(before: Job | null, after: Job): void;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A command is decided by the rules as they were when it came, and written a little later. */
export const JUST_NOW_MS = 10_000;

const sumRow = z.object({
  person: z.string(),
  account: z.object({ held: z.number(), charged: z.number(), refunded: z.number(), unknown: z.number() }),
});

export function teamBooks({ team, disk, now, asked, isGuest, isManager, saved, trace, broken }: BooksWorld): TeamBooks {
  const { jobs } = disk;
  /** The rules let managers approve their own videos, last at `ownAt`. */
  let ownAt = Number.NEGATIVE_INFINITY;
  let isOwn = false;
  let present: TeamRules | null = null;
  const counts = teamCounts();

  function readRules(): TeamRules | null {
    return (disk.rows.get(rulesKey(team))?.value as TeamRules | undefined) ?? null;
  }

  function takenIn(month: string, userId: UserId | null): Taken {
    let sum = nothing;
    for (const job of jobs.values())
      if (job.team && monthOfJob(job) === month && (userId === null || job.owner.userId === userId))
        sum = plus(sum, takenBy(job));
    return sum;
  }

  function judge(before: Job | null, after: Job): void {
    const status = `${statusOf(after)}${after.team ? "" : ", own key"}`;
    if (!before || statusOf(before) !== statusOf(after))
      trace(`${after.request.prompt} of ${after.owner.userId}: ${status}`);
    if (before && before.team?.teamId !== after.team?.teamId) broken("the payer of a video changed");
    judgeApproval(before, after);
    const rise = used(takenBy(after)) - (before ? used(takenBy(before)) : 0);
    const isHeldNow = takenBy(after).held > 0 && (before === null || takenBy(before).held === 0);
    if (isHeldNow) judgeHold(after);
    else if (rise > overcharge(after)) broken("a video takes more than was held for it");
    else if (rise > 0) countOvershoot(after, rise);
    if (before === null && after.team && isGuest(after.owner.userId)) broken("a guest spends");
  }

  /** Rule 4: more was booked than its price, whatever the caps say. */
  function countOvershoot(job: Job, rise: number): void {
    const { teamMonth, personMonth } = present ?? {};
    const month = monthOfJob(job);
    const isPassed = (cap: number | null | undefined, now: number) => cap != null && now > cap && now - rise <= cap;
    if (isPassed(teamMonth, used(takenIn(month, null)))) counts.overshot();
    else if (isPassed(personMonth, used(takenIn(month, job.owner.userId)))) counts.overshot();
  }

  /** Returns the approval and price of the whole batch, if the job is a part of one. */
  function wholeOf(job: Job): Pick<Job, "approval" | "price"> {
    const batch = job.partOf && jobs.get(job.partOf.job);
    if (!batch) return job;
    const parts = [...jobs.values()].filter(({ partOf }) => partOf?.job === batch.id);
    if (parts.length !== batch.parts?.length) broken("some videos of a batch were taken, and some were not");
    return { ...batch, price: parts.reduce((sum, part) => sum + part.price, 0) };
  }

  /** From now on the team's credits are held for it. */
  function judgeHold(job: Job): void {
    const { owner } = job;
    const { approval, price } = wholeOf(job);
    const standing = present;
    if (standing === null) {
      broken("credits were held without rules");
      return;
    }
    const month = monthOfJob(job);
    const { teamMonth, personMonth, askAbove } = standing;
    if (teamMonth !== null && used(takenIn(month, null)) > teamMonth) broken("the team's cap was passed");
    if (approval?.decision?.word === "approved") return;
    if (approval) broken("credits were held before an approval");
    if (askAbove !== null && price > askAbove) broken("a video above what needs no approval began without one");
    if (personMonth !== null && used(takenIn(month, owner.userId)) > personMonth)
      broken("a person's cap was passed without an approval");
  }

  function judgeApproval(before: Job | null, after: Job): void {
    const { approval, owner, state } = after;
    if (!approval) return;
    if (before === null) asked(after);
    const { decision, askedAt, mayBeOwn = false } = approval;
    const first = before?.approval?.decision ?? null;
    if (before === null && mayBeOwn && now() - ownAt > JUST_NOW_MS)
      broken("an approval may be one's own although the rules say no");
    if (first !== null && JSON.stringify(first) !== JSON.stringify(decision))
      broken("the first word about an approval did not stay");
    if (state.status === "closed" && state.outcome.kind !== "not_started" && decision?.word !== "approved")
      broken("a video that needs an approval went on without one");
    if (decision === null || first !== null) return;
    const { word, by, at } = decision;
    const isOver = at >= askedAt + APPROVAL_MS;
    if (isOver && (word === "approved" || word === "declined")) broken(`an approval was ${word} after its time`);
    if (!isOver && word === "expired") broken("an approval ended before its time");
    if (word === "withdrawn" && by !== owner.userId) broken("somebody else took a video back");
    if (word !== "approved" && word !== "declined") return;
    if (by === null || !isManager(by, present)) broken("somebody decided who manages nothing");
    if (word === "approved" && by === owner.userId && !mayBeOwn) broken("somebody approved their own video");
  }

  /** The sums by which the caps are judged are what the jobs take, after each transaction. */
  function judgeSums(): void {
    const expected = new Map<string, Taken>();
    for (const job of jobs.values()) {
      const takes = takenBy(job);
      if (!job.team || isNothing(takes)) continue;
      const person = job.owner.platform === "slack" ? `slack:${job.owner.teamId}:` : "discord:";
      for (const name of ["all", `${person}${job.owner.userId}`]) {
        const key = `${monthOfJob(job)} ${name}`;
        expected.set(key, plus(expected.get(key) ?? nothing, takes));
      }
    }
    for (const [row, { value }] of disk.rows) {
      const [kind, , month] = row.split("/");
      if (kind !== "sum") continue;
      const { person, account: sum } = sumRow.parse(value);
      const right = expected.get(`${month} ${person}`) ?? nothing;
      if (used(sum) !== used(right) || sum.held !== right.held || sum.unknown !== right.unknown)
        broken(`the sums are not what the team's videos take`);
      expected.delete(`${month} ${person}`);
    }
    if (expected.size > 0) broken("a sum of the team's videos is missing");
  }

  return {
    jobs,
    takenIn,
    counted: () => counts.of(jobs),
    byPrompt(prompt) {
      const job = [...jobs.values()].find(({ request, parts }) => request.prompt === prompt && !parts);
      return job ? { ...job, ...pick(wholeOf(job)) } : null;
    },
    look(changes) {
      const before = present;
      present = readRules();
      counts.ruled(before, present, jobs);
      const wasOwn = isOwn;
      isOwn = present?.mayApproveOwn ?? false;
      if (wasOwn || isOwn) ownAt = now();
      let isMoved = false;
      for (const { before, after } of changes) {
        saved(before, after);
        if (before && statusOf(before) === statusOf(after)) continue;
        isMoved = true;
        if (after.team?.teamId === team.teamId || before?.team) judge(before, after);
        else trace(`${after.request.prompt} of ${after.owner.userId}, own key: ${statusOf(after)}`);
      }
      if (isMoved) judgeSums();
    },
  };
}

function pick({ approval }: Pick<Job, "approval">): Pick<Job, "approval"> {
  return approval ? { approval } : {};
}

function statusOf({ state, approval }: Job): string {
  const outcome = "outcome" in state ? ` ${state.outcome.kind}` : "";
  const why = "outcome" in state && "why" in state.outcome ? ` ${state.outcome.why}` : "";
  const cause = state.status === "waiting" ? ` for ${state.for}` : "";
  return `${state.status}${cause}${outcome}${why}${approval ? ` (${approval.decision?.word ?? "asked"})` : ""}`;
}

/** Counts the situations that a team's life is about. */
export interface TeamCounts {
  /** New rules are written, over these. */
  ruled(before: TeamRules | null, after: TeamRules | null, jobs: ReadonlyMap<JobId, Job>): void;
  /** More was booked for a video than its price, and only so the month came over that cap. */
  overshot(): void;
  /** Returns the counts by name. */
  of(jobs: ReadonlyMap<JobId, Job>): Readonly<Record<string, number>>;
}

function teamCounts(): TeamCounts {
  let lowered = 0;
  let overshoots = 0;
  return {
    ruled(before, after, jobs) {
      const isLower = capOf(after, "teamMonth") < capOf(before, "teamMonth");
      const isLowerForEach = capOf(after, "personMonth") < capOf(before, "personMonth");
      if ((isLower || isLowerForEach) && [...jobs.values()].some(isUnderWay)) lowered += 1;
    },
    overshot() {
      overshoots += 1;
    },
    of(jobs) {
      const all = [...jobs.values()];
      const videos = all.filter(({ parts }) => !parts);
      const count = (is: (job: Job) => boolean) => videos.filter(is).length;
      return {
        videos: videos.length,
        "of them on the team's key": count(({ team }) => team !== undefined),
        "of several at once": count(({ partOf }) => partOf !== undefined),
        "accepted in one month and ended in the next": count(endedNextMonth),
        "approved or declined by a manager": all.filter(isDecided).length,
        "caps lowered while the team's videos were under way": lowered,
        "charges above the price that passed a cap": overshoots,
      };
    },
  };
}

/** Returns a cap; without one there is no limit. */
function capOf(rules: TeamRules | null, which: "teamMonth" | "personMonth"): number {
  return rules?.[which] ?? Number.POSITIVE_INFINITY;
}

/** The team's credits are held or spent for it, and it has not ended. */
function isUnderWay(job: Job): boolean {
  return job.state.status === "running" || takenBy(job).held > 0;
}

function endedNextMonth(job: Job): boolean {
  return job.state.status === "closed" && monthOfTime(job.state.closedAt) !== monthOfJob(job);
}

function isDecided({ approval }: Job): boolean {
  return approval?.decision?.word === "approved" || approval?.decision?.word === "declined";
}

/** A share of a team's credits. */
export interface Taken {
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly unknown: number;
}

/** A life begins two days before, and is over long before the next. */
const MONTH_ENDS = Date.UTC(2026, 11, 1);

const nothing: Taken = { held: 0, charged: 0, refunded: 0, unknown: 0 };

/** Returns what the job takes, by its own state. */
export function takenBy({ team, state, price }: Job): Taken {
  if (!team) return nothing;
  switch (state.status) {
    case "waiting":
      return state.for === "approval" ? nothing : { ...nothing, held: price };
    case "accepted":
    case "submitting":
      return { ...nothing, held: price };
    case "gathering":
      return nothing;
    case "running":
      return { ...nothing, charged: state.credits };
    default: {
      const { outcome } = state;
      if (outcome.kind === "succeeded") return { ...nothing, charged: outcome.credits };
      if (outcome.kind === "failed") return { ...nothing, charged: outcome.refunded, refunded: outcome.refunded };
      return outcome.kind === "unknown" ? { ...nothing, unknown: outcome.atMost } : nothing;
    }
  }
}

/** Returns what counts against a cap. */
function used({ held, charged, refunded, unknown }: Taken): number {
  return held + charged - refunded + unknown;
}

function plus(one: Taken, other: Taken): Taken {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
  };
}

function isNothing({ held, charged, unknown }: Taken): boolean {
  return held === 0 && charged === 0 && unknown === 0;
}

function overcharge({ state, price }: Job): number {
  return state.status === "running" ? Math.max(0, state.credits - price) : 0;
}

/** Returns the month of acceptance, in UTC. */
export function monthOfJob({ acceptedAt }: Job): string {
  return monthOfTime(acceptedAt);
}

function monthOfTime(at: EpochMs): string {
  return at < MONTH_ENDS ? "2026-11" : "2026-12";
}
