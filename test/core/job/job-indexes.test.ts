import { expect, test } from "vitest";
import type { Job } from "../../../src/core/job/job.ts";
import {
  index,
  indexesOf,
  peopleWaiting,
  placeCounts,
  queueNameOf,
  takenBy,
  waiterCounts,
  waitersIn,
} from "../../../src/core/job/job-indexes.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aFailed,
  aGathering,
  aJob,
  anAnnouncing,
  anOwner,
  aRunning,
  aSlackOwner,
  aWaiting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";

const ME = "discord:200000000000000002";
const SERVER = "300000000000000003";
const MINUTE = TEST_START - (TEST_START % 60_000);

/** Entries of every open job: its person's jobs, and their open jobs. */
const OPEN = [
  [`jobs-of/${ME}`, TEST_START],
  ["jobs-open", MINUTE],
  [`jobs-open-of/${ME}`, TEST_START],
] as const;
const PLACE = [[`jobs-running-in/${SERVER}`, TEST_START]] as const;
const WAITS = [[`jobs-waiting-of/${ME}`, TEST_START]] as const;
const OTHER = [[`jobs-other-open-of/${ME}`, TEST_START]] as const;
const failed = aFailed();

test.for<[what: string, how: string, job: Job, entries: readonly (readonly [string, number])[]]>([
  ["a running job", "as open and as running in its workspace", aJob({ state: aRunning() }), [...OPEN, ...PLACE]],
  ["a running job in direct messages", "only as open", aJob({ workspace: null, state: aRunning() }), [...OPEN]],
  ["a job waiting for an approval", "as open and waiting", aJob({ state: aWaiting() }), [...OPEN, ...WAITS]],
  [
    "a job waiting for its turn",
    "as open, waiting and queued",
    aJob({ state: aWaiting({ for: "turn" }) }),
    [...OPEN, ...WAITS, [`jobs-queue/${SERVER}`, TEST_START], [`jobs-queue-of/${SERVER}/${ME}`, TEST_START]],
  ],
  [
    "a batch",
    "as open but not running",
    aJob({ state: aGathering({ answer: "due", notBefore: 0 }) }),
    [...OPEN, ...OTHER],
  ],
  [
    "a job that a team pays for",
    "also under the team",
    aJob({ team: aTeam, state: aRunning() }),
    [...OPEN, [`jobs-open-of-team/discord:${SERVER}`, TEST_START], ...PLACE],
  ],
  [
    "a job that notifies other people",
    "once under each of these people",
    aJob({ notify: ["5", "5", "200000000000000002"], state: aRunning() }),
    [...OPEN, ...PLACE, ["jobs-notifying/discord:5", 0]],
  ],
  [
    "an ended job",
    "as closed",
    aClosedJob({}, 9),
    [
      [`jobs-of/${ME}`, TEST_START],
      ["jobs-closed", 9],
    ],
  ],
])("%s is indexed %s", ([, , job, entries]) => {
  const names = indexesOf(job).map(({ name, score }) => `${name} ${score}`);
  expect(names.sort()).toEqual(entries.map(([name, score]) => `${name} ${score}`).sort());
});

test("an open job is indexed under the exact time of its next step", () => {
  const job = aJob({ dueAt: TEST_START + 1, state: anAnnouncing(failed) });
  const names = [...OPEN, ...OTHER].map(([name]) => name);
  expect(indexesOf(job).map(({ name }) => name)).toEqual(names);
  expect(indexesOf(job)).toContainEqual({ name: "jobs-open", score: TEST_START + 1 });
  expect(indexesOf(aJob({ dueAt: null }))).toContainEqual({ name: "jobs-open", score: MINUTE });
  expect(() => indexesOf(aJob({ dueAt: 1.5 }))).toThrow("is due at a broken millisecond: 1.5");
});

test("a Slack job is indexed under its installation and under the people whom the job notifies", () => {
  const owner = aSlackOwner();
  const job = aJob({ owner, notify: ["U0000000009"], state: aRunning() });
  expect(indexesOf(job)).toContainEqual({ name: "jobs-of-installation/T0000000001", score: TEST_START });
  expect(indexesOf(job)).toContainEqual({ name: "jobs-notifying/slack:T0000000001:U0000000009", score: 0 });
});

test("a job with a stored video is indexed under its owner, its team and the video", () => {
  const film = aKeptFilm({ name: "f", keptAt: 5 });
  const FILM = [
    ["film/f", 0],
    ["films", 5],
  ] as const;
  const filmsIn = (job: Job) => {
    const films = indexesOf(job).filter(({ name }) => name.startsWith("film"));
    return films.map(({ name, score }) => [name, score]);
  };
  const mine = [`films-of/${ME}`, TEST_START];
  const teams = [`films-of-team/discord:${SERVER}`, TEST_START];
  expect(filmsIn(aClosedJob({ film }))).toEqual([...FILM, mine, teams]);
  expect(filmsIn(aJob({ keep: "due", state: aRunning() }))).toEqual([mine, teams]);
  expect(filmsIn(aClosedJob({ keep: "due" }))).toEqual([]);
  expect(filmsIn(aJob({ film, state: aRunning(), workspace: null }))).toEqual([...FILM, mine]);
  const onSlack = aClosedJob({ film, owner: aSlackOwner() });
  expect(filmsIn(onSlack)).toContainEqual(["films-of-team/slack:T0000000001", TEST_START]);
  expect(filmsIn(aClosedJob())).toEqual([]);
});

test("a job joins its workspace's queue, but a job requested in direct messages joins its owner's queue", () => {
  expect([queueNameOf(aJob()), queueNameOf(aJob({ workspace: null }))]).toEqual([SERVER, ME]);
});

test("each waiting person appears in a queue only once", () => {
  const row = (owner: string) => ({
    key: owner,
    version: 1,
    value: null,
    indexes: [{ name: index.queueOf("q", owner), score: 1 }],
  });
  const other = { key: "x", version: 1, value: null, indexes: [{ name: "jobs-of/c", score: 1 }] };
  expect(peopleWaiting("q", [row("a"), row("b"), row("a"), other])).toEqual(["a", "b"]);
});

test("the count of a person's running jobs excludes waiting jobs and batches", () => {
  const sizes: Readonly<Record<string, number>> = {
    [`jobs-open-of/${ME}`]: 7,
    [`jobs-waiting-of/${ME}`]: 2,
    [`jobs-other-open-of/${ME}`]: 4,
    [`jobs-running-in/${SERVER}`]: 3,
  };
  const facts = { row: () => null, count: (name: string) => sizes[name] ?? Number.NaN };
  const alone = aJob({ owner: anOwner(), workspace: null });
  expect(takenBy(aJob(), facts)).toEqual({ running: 1, waiting: 2, runningInWorkspace: 3 });
  expect(takenBy(alone, facts)).toEqual({ running: 1, waiting: 2, runningInWorkspace: 0 });
  expect([placeCounts(aJob()), placeCounts(alone)]).toEqual([Object.keys(sizes), Object.keys(sizes).slice(0, 3)]);
});

test("the waiting and running jobs of each person in a queue are counted without reading the jobs", () => {
  const sizes: Readonly<Record<string, number>> = {
    "jobs-queue/q": 2,
    "jobs-queue-of/q/a": 2,
    "jobs-open-of/a": 5,
    "jobs-waiting-of/a": 3,
    "jobs-other-open-of/a": 1,
  };
  const facts = { row: () => null, count: (name: string) => sizes[name] ?? 0 };
  expect(waitersIn("q", ["a", "gone"], facts)).toEqual([{ owner: "a", waiting: 2, running: 1 }]);
  expect(waitersIn("q", ["gone"], facts)).toBeNull();
  expect(waiterCounts("q", ["a"])).toEqual(Object.keys(sizes));
});

test("each index has its own name", () => {
  const names = Object.values(index).map((name) => (typeof name === "string" ? name : name("a", "b")));
  expect(names).toEqual([
    ...["jobs-open", "jobs-closed", "used-ids"],
    ...["jobs-of/a", "jobs-open-of/a", "jobs-open-of-team/a", "jobs-of-installation/a"],
    ...["film/a", "films", "films-of/a", "films-of-team/a"],
    ...["jobs-other-open-of/a", "jobs-running-in/a", "jobs-waiting-of/a", "jobs-queue/a", "jobs-queue-of/a/b"],
    ...["jobs-notifying/a", "costs", "costs-of/a", "month-sums", "day-sums", "sums-of/a/b", "month-keys"],
  ]);
});
