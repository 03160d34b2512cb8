import type { JobId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import { monthOfJob, monthOfTime, takenBy } from "./team-taken.ts";

/** How much of what a team's life is about there was in it. */
export interface TeamCounts {
  /** New rules are written, over these. */
  ruled(before: TeamRules | null, after: TeamRules | null, jobs: ReadonlyMap<JobId, Job>): void;
  /** More was booked for a video than its price, and only so the month came over that cap. */
  overshot(): void;
  /** By what was counted, in words. */
  of(jobs: ReadonlyMap<JobId, Job>): Readonly<Record<string, number>>;
}

export function teamCounts(): TeamCounts {
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

/** None is above all. */
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
