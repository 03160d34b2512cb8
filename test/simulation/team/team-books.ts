import { z } from "zod";
import type { EpochMs } from "../../../src/core/clock.ts";
import { APPROVAL_MS } from "../../../src/core/job/approval.ts";
import type { JobId, Team, UserId } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import type { TeamDisk } from "./team-disk.ts";

/** What is written of jobs and sums, judged after each transaction by arithmetic of its own. */
export interface TeamBooks {
  /** A transaction is written. */
  look(): void;
  readonly jobs: ReadonlyMap<JobId, Job>;
  /** The job of a prompt. */
  byPrompt(prompt: string): Job | null;
  rules(): TeamRules | null;
  /** What the team's jobs of one month take, by the jobs themselves. */
  takenIn(month: string, userId: UserId | null): Taken;
}

/** What jobs take of a team's credits. */
export interface Taken {
  readonly held: number;
  readonly charged: number;
  readonly refunded: number;
  readonly unknown: number;
}

interface BooksWorld {
  readonly team: Team;
  readonly disk: Pick<TeamDisk, "prepare">;
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

const versionsRow = z.object({ versions: z.string().nullable() });
const bodyRow = z.object({ body: z.string() });
const sumRow = z.object({
  month: z.string(),
  person: z.string(),
  held: z.number(),
  charged: z.number(),
  refunded: z.number(),
  unknown: z.number(),
});
const nothing: Taken = { held: 0, charged: 0, refunded: 0, unknown: 0 };

export function teamBooks({ team, disk, now, asked, isGuest, isManager, trace, broken }: BooksWorld): TeamBooks {
  const jobs = new Map<JobId, Job>();
  /** When the rules last let managers approve their own, and whether they do. */
  let ownAt = Number.NEGATIVE_INFINITY;
  let isOwn = false;
  const seen = new Map<JobId, string>();
  const versions = disk.prepare("SELECT group_concat(id || ' ' || version, ',') AS versions FROM jobs");
  const body = disk.prepare("SELECT body FROM jobs WHERE id = ?");
  const ruling = disk.prepare("SELECT body FROM team_rules");
  const sums = disk.prepare("SELECT month, person, held, charged, refunded, unknown FROM team_sums");

  function rules(): TeamRules | null {
    const found = ruling.get();
    return found === undefined ? null : JSON.parse(bodyRow.parse(found).body);
  }

  function changed(): readonly Job[] {
    const ids = versionsRow.parse(versions.get()).versions?.split(",") ?? [];
    return ids.flatMap((each) => {
      const [id = "", version = ""] = each.split(" ");
      if (seen.get(id) === version) return [];
      seen.set(id, version);
      const job: Job = JSON.parse(bodyRow.parse(body.get(id)).body);
      return [job];
    });
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
    if (before === null && after.team && isGuest(after.owner.userId)) broken("a guest spends");
  }

  /** From now on the team's credits are held for it. */
  function judgeHold(job: Job): void {
    const { approval, price, owner } = job;
    const standing = rules();
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
    if (by === null || !isManager(by, rules())) broken("somebody decided who manages nothing");
    if (word === "approved" && by === owner.userId && !mayBeOwn) broken("somebody approved their own video");
  }

  /** The sums by which the caps are judged are what the jobs take, after each transaction. */
  function judgeSums(): void {
    const expected = new Map<string, Taken>();
    for (const job of jobs.values()) {
      const taken = takenBy(job);
      if (!job.team || isNothing(taken)) continue;
      const person = job.owner.platform === "slack" ? `slack:${job.owner.teamId}:` : "discord:";
      for (const name of ["all", `${person}${job.owner.userId}`]) {
        const key = `${monthOfJob(job)} ${name}`;
        expected.set(key, plus(expected.get(key) ?? nothing, taken));
      }
    }
    const found = sums.all().map((row) => sumRow.parse(row));
    for (const { month, person, ...sum } of found) {
      const right = expected.get(`${month} ${person}`) ?? nothing;
      if (used(sum) !== used(right) || sum.held !== right.held || sum.unknown !== right.unknown)
        broken(`the sums are not what the team's videos take`);
      expected.delete(`${month} ${person}`);
    }
    if (expected.size > 0) broken("a sum of the team's videos is missing");
  }

  return {
    jobs,
    rules,
    takenIn,
    byPrompt: (prompt) => [...jobs.values()].find(({ request }) => request.prompt === prompt) ?? null,
    look() {
      const wasOwn = isOwn;
      isOwn = rules()?.mayApproveOwn ?? false;
      if (wasOwn || isOwn) ownAt = now();
      let isMoved = false;
      for (const after of changed()) {
        const before = jobs.get(after.id) ?? null;
        jobs.set(after.id, after);
        if (before && statusOf(before) === statusOf(after)) continue;
        isMoved = true;
        if (after.team?.teamId === team.teamId || before?.team) judge(before, after);
        else trace(`${after.request.prompt} of ${after.owner.userId}, own key: ${statusOf(after)}`);
      }
      if (isMoved) judgeSums();
    },
  };
}

/** Of what the job takes by its own words. */
export function takenBy({ team, state, price }: Job): Taken {
  if (!team) return nothing;
  switch (state.status) {
    case "waiting":
      return state.for === "turn" ? { ...nothing, held: price } : nothing;
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

/** What counts against a cap. */
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

/** That of acceptance, in UTC. */
export function monthOfJob({ acceptedAt }: Job): string {
  return new Date(acceptedAt).toISOString().slice(0, 7);
}

function statusOf({ state, approval }: Job): string {
  const outcome = "outcome" in state ? ` ${state.outcome.kind}` : "";
  const why = "outcome" in state && "why" in state.outcome ? ` ${state.outcome.why}` : "";
  const cause = state.status === "waiting" ? ` for ${state.for}` : "";
  return `${state.status}${cause}${outcome}${why}${approval ? ` (${approval.decision?.word ?? "asked"})` : ""}`;
}
