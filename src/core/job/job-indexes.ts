import type { Waiter } from "../budget/turns.ts";
import type { EpochMs } from "../clock.ts";
import type { Facts, IndexEntry, Row } from "../rows.ts";
import { teamOf } from "../team/team.ts";
import type { Taken } from "./admission.ts";
import { homeOf, memberOf, ownerName, teamName } from "./ids.ts";
import { isKeepDue, isSettled, type Job, takesPlace, waitsForTurn } from "./job.ts";

export const index = {
  /**
   * By due time. Before the outcome, it is rounded down to the minute: saving a job again in that minute does not change
   * its entry.
   */
  open: "jobs-open",
  closed: "jobs-closed",
  /** Scored by when the deleted job closed. */
  usedIds: "used-ids",
  // By acceptance time:
  of: (owner: string) => `jobs-of/${owner}`,
  openOf: (owner: string) => `jobs-open-of/${owner}`,
  openOfTeam: (team: string) => `jobs-open-of-team/${team}`,
  ofInstallation: (id: string) => `jobs-of-installation/${id}`,
  film: (name: string) => `film/${name}`,
  /** Scored by when the film was stored. */
  films: "films",
  // Films stored or still to be stored, by acceptance time:
  filmsOf: (owner: string) => `films-of/${owner}`,
  filmsOfTeam: (team: string) => `films-of-team/${team}`,
  /** Jobs that neither wait nor occupy a running place. */
  otherOpenOf: (owner: string) => `jobs-other-open-of/${owner}`,
  runningIn: (workspace: string) => `jobs-running-in/${workspace}`,
  waitingOf: (owner: string) => `jobs-waiting-of/${owner}`,
  queue: (queue: string) => `jobs-queue/${queue}`,
  queueOf: (queue: string, owner: string) => `jobs-queue-of/${queue}/${owner}`,
  /** Other people's jobs that notify this person when they end. */
  notifying: (owner: string) => `jobs-notifying/${owner}`,
  /** The costs of deleted jobs, by acceptance time. */
  costs: "costs",
  costsOf: (owner: string) => `costs-of/${owner}`,
  monthSums: "month-sums",
  daySums: "day-sums",
  sumsOf: (team: string, period: string) => `sums-of/${team}/${period}`,
  /** Keys for the names of deleted people, by when their month began. */
  monthKeys: "month-keys",
};

/** Direct messages have one queue per person. */
export function queueNameOf({ workspace, owner }: Pick<Job, "workspace" | "owner">): string {
  return workspace ?? ownerName(owner);
}

export function indexesOf(job: Job): readonly IndexEntry[] {
  const { state, acceptedAt, workspace } = job;
  const owner = ownerName(job.owner);
  const entries: IndexEntry[] = [];
  const add = (name: string, score: number) => void entries.push({ name, score });
  add(index.of(owner), acceptedAt);
  const home = homeOf(job.owner);
  if (home !== null) add(index.ofInstallation(home), acceptedAt);
  if (job.film) {
    add(index.film(job.film.name), 0);
    add(index.films, job.film.keptAt);
  }
  if (job.film || isKeepDue(job)) {
    const team = teamOf(job);
    add(index.filmsOf(owner), acceptedAt);
    if (team) add(index.filmsOfTeam(teamName(team)), acceptedAt);
  }
  if (state.status === "closed") {
    add(index.closed, state.closedAt);
    return entries;
  }
  add(index.open, openScoreOf(job));
  add(index.openOf(owner), acceptedAt);
  if (job.team) add(index.openOfTeam(teamName(job.team)), acceptedAt);
  if (state.status === "waiting") add(index.waitingOf(owner), acceptedAt);
  else if (!takesPlace(job)) add(index.otherOpenOf(owner), acceptedAt);
  else if (workspace !== null) add(index.runningIn(workspace), acceptedAt);
  if (waitsForTurn(job)) {
    add(index.queue(queueNameOf(job)), acceptedAt);
    add(index.queueOf(queueNameOf(job), owner), acceptedAt);
  }
  for (const person of notifiedBy(job)) add(index.notifying(person), 0);
  return entries;
}

function notifiedBy({ owner, notify }: Job): ReadonlySet<string> {
  const team = { platform: owner.platform, teamId: homeOf(owner) ?? "" };
  const names = new Set(notify.map((userId) => ownerName(memberOf(team, userId))));
  names.delete(ownerName(owner));
  return names;
}

const MINUTE_MS = 60_000;

/** Once there is an outcome, the exact time sets the order of final messages. */
function openScoreOf(job: Job): EpochMs {
  const due = job.dueAt ?? job.acceptedAt;
  if (!Number.isInteger(due)) throw new Error(`job ${job.id} is due at a broken millisecond: ${due}`);
  return isSettled(job) ? due : due - (due % MINUTE_MS);
}

function runningCounts(owner: string): readonly string[] {
  return [index.openOf(owner), index.waitingOf(owner), index.otherOpenOf(owner)];
}

/** Running jobs have no index, because that would slow down every new job. */
function runningOf(owner: string, facts: Facts): number {
  const [open = 0, waiting = 0, others = 0] = runningCounts(owner).map((name) => facts.count(name));
  return open - waiting - others;
}

export function placeCounts({ owner, workspace }: Job): readonly string[] {
  return [...runningCounts(ownerName(owner)), ...(workspace === null ? [] : [index.runningIn(workspace)])];
}

export function takenBy({ owner, workspace }: Job, facts: Facts): Taken {
  const name = ownerName(owner);
  return {
    running: runningOf(name, facts),
    waiting: facts.count(index.waitingOf(name)),
    runningInWorkspace: workspace === null ? 0 : facts.count(index.runningIn(workspace)),
  };
}

export function waiterCounts(queue: string, people: readonly string[]): readonly string[] {
  return [index.queue(queue), ...people.flatMap((owner) => [index.queueOf(queue, owner), ...runningCounts(owner)])];
}

/** Null: `people` is incomplete, because somebody else waits in this queue, too. */
export function waitersIn(queue: string, people: readonly string[], facts: Facts): readonly Waiter[] | null {
  const waiters = people.map((owner) => {
    return { owner, waiting: facts.count(index.queueOf(queue, owner)), running: runningOf(owner, facts) };
  });
  const counted = waiters.reduce((sum, { waiting }) => sum + waiting, 0);
  return counted < facts.count(index.queue(queue)) ? null : waiters.filter(({ waiting }) => waiting > 0);
}

export function peopleWaiting(queue: string, rows: readonly Row[]): readonly string[] {
  const prefix = index.queueOf(queue, "");
  const names = rows.flatMap(({ indexes }) => indexes.filter(({ name }) => name.startsWith(prefix)));
  return [...new Set(names.map(({ name }) => name.slice(prefix.length)))];
}
