import type { Waiter } from "../budget/turns.ts";
import type { EpochMs } from "../clock.ts";
import type { Facts, IndexEntry, Row } from "../rows.ts";
import { teamOf } from "../team/team.ts";
import type { Taken } from "./admission.ts";
import { homeOf, memberOf, ownerName, teamName } from "./ids.ts";
import { isKeepDue, isSettled, type Job, takesPlace, waitsForTurn } from "./job.ts";

/** The indexes of jobs; owners and teams by name. */
export const index = {
  /** Open jobs, by when they are due; before they have an outcome by the minute, so a job that is saved once more in it keeps its entry. */
  open: "jobs-open",
  closed: "jobs-closed",
  /** Ids of jobs that were forgotten, by when those were closed. */
  usedIds: "used-ids",
  // By when they were accepted:
  of: (owner: string) => `jobs-of/${owner}`,
  openOf: (owner: string) => `jobs-open-of/${owner}`,
  openOfTeam: (team: string) => `jobs-open-of-team/${team}`,
  ofInstallation: (id: string) => `jobs-of-installation/${id}`,
  /** The one job whose film is kept under that name. */
  film: (name: string) => `film/${name}`,
  /** Jobs whose film is kept, by since when. */
  films: "films",
  // Jobs whose film is kept, or still may be, by when they were accepted:
  filmsOf: (owner: string) => `films-of/${owner}`,
  filmsOfTeam: (team: string) => `films-of-team/${team}`,
  /** Open jobs that neither wait nor take a running place. */
  otherOpenOf: (owner: string) => `jobs-other-open-of/${owner}`,
  runningIn: (workspace: string) => `jobs-running-in/${workspace}`,
  waitingOf: (owner: string) => `jobs-waiting-of/${owner}`,
  /** Jobs that wait for a running place: all of a queue, and those of one person in it. */
  queue: (queue: string) => `jobs-queue/${queue}`,
  queueOf: (queue: string, owner: string) => `jobs-queue-of/${queue}/${owner}`,
  /** Open jobs of others, of whose end this person is notified. */
  notifying: (owner: string) => `jobs-notifying/${owner}`,
  /** Costs of jobs that were forgotten, by when they were accepted. */
  costs: "costs",
  costsOf: (owner: string) => `costs-of/${owner}`,
  /** Sums of months, and of days, by when those began. */
  monthSums: "month-sums",
  daySums: "day-sums",
  /** The sums of one day or month. */
  sumsOf: (team: string, period: string) => `sums-of/${team}/${period}`,
  /** Keys of deleted people's names, by when their month began. */
  monthKeys: "month-keys",
};

/** Names the queue in which a job waits for a running place: its workspace's, or that of its person's direct messages. */
export function queueNameOf({ workspace, owner }: Pick<Job, "workspace" | "owner">): string {
  return workspace ?? ownerName(owner);
}

/** Returns all indexes that the job is in now. Throws for a due time that is no whole millisecond. */
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

/**
 * Returns when an open job is due; without a time, it is due at once. Before it has an outcome, only the minute counts; after it, the order
 * of final messages does. Throws for a time that is no whole millisecond.
 */
function openScoreOf(job: Job): EpochMs {
  const due = job.dueAt ?? job.acceptedAt;
  if (!Number.isInteger(due)) throw new Error(`job ${job.id} is due at a broken millisecond: ${due}`);
  return isSettled(job) ? due : due - (due % MINUTE_MS);
}

/** Names the indexes whose sizes `runningOf` asks for. */
function runningCounts(owner: string): readonly string[] {
  return [index.openOf(owner), index.waitingOf(owner), index.otherOpenOf(owner)];
}

/** Counts a person's jobs in running places. They have no index of their own: it would make each new job dearer. */
function runningOf(owner: string, facts: Facts): number {
  const [open = 0, waiting = 0, others = 0] = runningCounts(owner).map((name) => facts.count(name));
  return open - waiting - others;
}

/** Names the indexes whose sizes `takenBy` asks for. */
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

/** Names the indexes whose sizes `waitersIn` asks for. */
export function waiterCounts(queue: string, people: readonly string[]): readonly string[] {
  return [index.queue(queue), ...people.flatMap((owner) => [index.queueOf(queue, owner), ...runningCounts(owner)])];
}

/** Returns those of these people who wait in the queue; null: somebody else waits there, too. */
export function waitersIn(queue: string, people: readonly string[], facts: Facts): readonly Waiter[] | null {
  const waiters = people.map((owner) => {
    return { owner, waiting: facts.count(index.queueOf(queue, owner)), running: runningOf(owner, facts) };
  });
  const counted = waiters.reduce((sum, { waiting }) => sum + waiting, 0);
  return counted < facts.count(index.queue(queue)) ? null : waiters.filter(({ waiting }) => waiting > 0);
}

/** Returns the names of the people whose jobs these rows of a queue are, each once. */
export function peopleWaiting(queue: string, rows: readonly Row[]): readonly string[] {
  const prefix = index.queueOf(queue, "");
  const names = rows.flatMap(({ indexes }) => indexes.filter(({ name }) => name.startsWith(prefix)));
  return [...new Set(names.map(({ name }) => name.slice(prefix.length)))];
}
