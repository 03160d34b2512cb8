import type { EpochMs } from "../../../src/core/clock.ts";
import type { JobId, Team, UserId } from "../../../src/core/job/ids.ts";
import { APPROVAL_MS, type Job } from "../../../src/core/job/job.ts";
import { PERIODS, periodOf } from "../../../src/core/period.ts";
import { CAPS, type TeamRules } from "../../../src/core/team/rules.ts";
import { countedAt } from "../../../src/core/team/spending.ts";
import { noUsage, type TeamUsage, usageOf, usedOf } from "../../../src/core/team/usage.ts";
import { rulesKey } from "../../../src/engines/team-store.ts";
import { addUsage } from "../../fakes/teams.ts";
import type { JobChange, SimDisk } from "../world/sim-disk.ts";

/** Checks the stored jobs after each transaction, with its own sums of what each job costs. */
export interface TeamBooks {
  record(changes: readonly JobChange[]): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  /** The sum of what the team's jobs of one day or month cost. */
  takenIn(period: string, userId: UserId | null): TeamUsage;
}

interface BooksWorld {
  readonly team: Team;
  readonly disk: Pick<SimDisk, "rows" | "jobs">;
  now(): EpochMs;
  isGuest(userId: UserId): boolean;
  /** A job now waits for an approval. */
  asked(job: Job): void;
  isManager(userId: UserId, rules: TeamRules | null): boolean;
  saved(before: Job | null, after: Job): void;
  trace(line: string): void;
  broken(claim: string): void;
}

/** A command is checked against the rules at its arrival, and written a little later. */
export const JUST_NOW_MS = 10_000;

export function teamBooks({ team, disk, now, asked, isGuest, isManager, saved, trace, broken }: BooksWorld): TeamBooks {
  const { jobs } = disk;
  /** The last time when managers could approve their own videos, and the current rule. */
  let ownAt = Number.NEGATIVE_INFINITY;
  let isOwn = false;
  let present: TeamRules | null = null;

  function readRules(): TeamRules | null {
    return (disk.rows.get(rulesKey(team))?.value as TeamRules | undefined) ?? null;
  }

  const takenIn = (period: string, userId: UserId | null) =>
    [...jobs.values()]
      .filter((job) => PERIODS.some((kind) => periodOf(kind, countedAt(job)) === period))
      .filter(({ owner }) => userId === null || owner.userId === userId)
      .reduce((sum, job) => addUsage(sum, usageOf(job)), noUsage);

  function judge(before: Job | null, after: Job): void {
    const status = `${statusOf(after)}${after.team ? "" : ", own key"}`;
    if (!before || statusOf(before) !== statusOf(after))
      trace(`${after.request.prompt} of ${after.owner.userId}: ${status}`);
    if (before && before.team?.teamId !== after.team?.teamId) broken("the payer of a video changed");
    judgeApproval(before, after);
    const [taken, takenBefore] = [usageOf(after), before ? usageOf(before) : noUsage];
    if (taken.held > 0 && takenBefore.held === 0) judgeHold(after);
    else if (usedOf(taken) - usedOf(takenBefore) > overcharge(after))
      broken("a video costs more than was reserved for it");
    if (before === null && after.team && isGuest(after.owner.userId)) broken("a guest spent the team's credits");
  }

  /** If the job is part of a batch, returns the approval and price of the whole batch. */
  function wholeOf(job: Job): Pick<Job, "approval" | "price"> {
    const batch = job.partOf && jobs.get(job.partOf.job);
    if (!batch) return job;
    const parts = [...jobs.values()].filter(({ partOf }) => partOf?.job === batch.id);
    if (parts.length !== batch.parts?.length) broken("only some videos of a batch were accepted");
    return { ...batch, price: parts.reduce((sum, part) => sum + part.price, 0) };
  }

  /** The team's credits are reserved for this job from now on. */
  function judgeHold(job: Job): void {
    const { owner } = job;
    const { approval, price } = wholeOf(job);
    const standing = present;
    if (standing === null) {
      broken("credits were reserved without team rules");
      return;
    }
    const { askAbove } = standing;
    const isPassed = (whose: keyof typeof CAPS, userId: UserId | null) =>
      PERIODS.some((kind) => {
        const cap = standing[CAPS[whose][kind]];
        return cap !== null && usedOf(takenIn(periodOf(kind, countedAt(job)), userId)) > cap;
      });
    if (isPassed("team", null)) broken("the team's cap was exceeded");
    if (approval?.decision?.word === "approved") return;
    if (approval) broken("credits were reserved before an approval");
    if (askAbove !== null && price > askAbove) broken("a video that needs an approval started without one");
    if (isPassed("person", owner.userId)) broken("a person's cap was exceeded without an approval");
  }

  function judgeApproval(before: Job | null, after: Job): void {
    const { approval, owner, state } = after;
    if (!approval) return;
    if (before === null) asked(after);
    const { decision, askedAt, mayBeOwn = false } = approval;
    const first = before?.approval?.decision ?? null;
    if (before === null && mayBeOwn && now() - ownAt > JUST_NOW_MS)
      broken("a person may approve their own video against the rules");
    if (first !== null && JSON.stringify(first) !== JSON.stringify(decision))
      broken("the first decision about an approval was replaced");
    if (state.status === "closed" && state.outcome.kind !== "not_started" && decision?.word !== "approved")
      broken("a video that needs an approval continued without one");
    if (decision === null || first !== null) return;
    const { word, by, at } = decision;
    const isOver = at >= askedAt + APPROVAL_MS;
    if (isOver && (word === "approved" || word === "declined")) broken(`an approval was ${word} after its time`);
    if (!isOver && word === "expired") broken("an approval expired too early");
    if (word === "withdrawn" && by !== owner.userId) broken("another person withdrew a video");
    if (word !== "approved" && word !== "declined") return;
    if (by === null || !isManager(by, present)) broken("a person who is not a manager decided");
    if (word === "approved" && by === owner.userId && !mayBeOwn) broken("somebody approved their own video");
  }

  return {
    jobs,
    takenIn,
    record(changes) {
      present = readRules();
      const wasOwn = isOwn;
      isOwn = present?.mayApproveOwn ?? false;
      if (wasOwn || isOwn) ownAt = now();
      for (const { before, after } of changes) {
        saved(before, after);
        if (before && statusOf(before) === statusOf(after)) continue;
        if (after.team?.teamId === team.teamId || before?.team) judge(before, after);
        else trace(`${after.request.prompt} of ${after.owner.userId}, own key: ${statusOf(after)}`);
      }
    },
  };
}

function statusOf({ state, approval }: Job): string {
  const outcome = "outcome" in state ? ` ${state.outcome.kind}` : "";
  const why = "outcome" in state && "why" in state.outcome ? ` ${state.outcome.why}` : "";
  const cause = state.status === "waiting" ? ` for ${state.for}` : "";
  return `${state.status}${cause}${outcome}${why}${approval ? ` (${approval.decision?.word ?? "asked"})` : ""}`;
}

function overcharge({ state, price }: Job): number {
  return state.status === "running" ? Math.max(0, state.credits - price) : 0;
}
