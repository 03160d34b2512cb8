import { z } from "zod";
import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId, Team, UserId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { APPROVAL_MS } from "../../../src/core/job/job.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import { jobKey } from "../../../src/engines/job-rows.ts";
import { rulesKey } from "../../../src/engines/team-store.ts";
import { teamCounts } from "./team-counts.ts";
import type { TeamDisk } from "./team-disk.ts";
import { isNothing, monthOfJob, nothing, overcharge, plus, type Taken, takenBy, used } from "./team-taken.ts";

/** What is written of jobs and sums, judged after each transaction by arithmetic of its own. */
export interface TeamBooks {
  /** A transaction is written: the ids of its jobs, and "rules" where those are among it. */
  look(ids: readonly string[]): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  /** The video of a prompt; one of several with the approval of their batch. */
  byPrompt(prompt: string): Job | null;
  /** What the team's jobs of one month take, by the jobs themselves. */
  takenIn(month: string, userId: UserId | null): Taken;
  /** How much of what such a life is about there was in it. */
  counted(): Readonly<Record<string, number>>;
}

interface BooksWorld {
  readonly team: Team;
  readonly disk: Pick<TeamDisk, "written">;
  now(): EpochMs;
  /** Whether that person is a guest, or may decide. */
  isGuest(userId: UserId): boolean;
  /** An approval is asked for from now on. */
  asked(job: Job): void;
  isManager(userId: UserId, rules: TeamRules | null): boolean;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A command is decided by the rules as they were when it came, and written a little later. */
export const JUST_NOW_MS = 10_000;

const sumRow = z.object({
  person: z.string(),
  account: z.object({ held: z.number(), charged: z.number(), refunded: z.number(), unknown: z.number() }),
});

export function teamBooks({ team, disk, now, asked, isGuest, isManager, trace, broken }: BooksWorld): TeamBooks {
  const jobs = new Map<JobId, Job>();
  /** When the rules last let managers approve their own, and whether they do. */
  let ownAt = Number.NEGATIVE_INFINITY;
  let isOwn = false;
  let present: TeamRules | null = null;
  const counts = teamCounts();

  function readRules(): TeamRules | null {
    return (disk.written.get(rulesKey(team)) as TeamRules | undefined) ?? null;
  }

  function readJob(id: string): readonly Job[] {
    const job = disk.written.get(jobKey(id)) as Job | undefined;
    return job === undefined ? [] : [job];
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

  /** What a part and its like are asked for and paid for as one. */
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
    for (const [row, value] of disk.written) {
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
    look(ids) {
      const before = present;
      if (ids.includes("rules")) present = readRules();
      counts.ruled(before, present, jobs);
      const wasOwn = isOwn;
      isOwn = present?.mayApproveOwn ?? false;
      if (wasOwn || isOwn) ownAt = now();
      let isMoved = false;
      const moved = ids.flatMap(readJob).map((after) => ({ before: jobs.get(after.id) ?? null, after }));
      // All that one transaction wrote is there at once.
      for (const { after } of moved) jobs.set(after.id, after);
      for (const { before, after } of moved) {
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
