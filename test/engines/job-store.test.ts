import { expect, test } from "vitest";
import type { Job } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/job/job-storage.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { storesWorld } from "./stores-world.ts";

const storeTest = (title: string, claim: (store: JobStore) => Promise<void>) =>
  test(title, () => claim(storesWorld().jobs));

storeTest("a new job is stored as version 1 and loaded unchanged", async (store) => {
  const job = aJob({
    notify: ["1", "2"],
    workspace: null,
    request: { ...aJob().request, prompt: "🦊 'a\"\u0000\n%" },
  });
  expect(await store.insert(job)).toBe("inserted");
  expect(await store.load(job.id)).toEqual({ job, version: 1 });
});

storeTest("a job that is inserted three times at once is stored only once", async (store) => {
  const answers = await Promise.all([store.insert(aJob()), store.insert(aJob()), store.insert(aJob())]);
  expect(answers.toSorted()).toEqual(["exists", "exists", "inserted"]);
});

storeTest(
  "only one job is stored for each platform event, even if the jobs differ in id, owner or workspace",
  async (store) => {
    const event = aJobId(50);
    const others = [{}, { owner: aSlackOwner() }, { workspace: null }].map((over, n) =>
      aJob({ id: aJobId(n), ...over }),
    );
    const answers = await Promise.all(others.map((job) => store.insert(job, { event })));
    expect(answers).toEqual(["inserted", "repeated", "repeated"]);
    expect(await store.load(event)).toBeNull();
    expect(await store.insert(aJob({ id: event }), { event })).toBe("repeated");
    expect(await store.insert(aJob({ id: aJobId(0) }), { event: aJobId(51) })).toBe("exists");
    expect(await store.insert(aJob({ id: aJobId(51) }), { event: aJobId(51) })).toBe("inserted");
  },
);

storeTest(
  "a platform event can still create a job after the store refused an earlier job of that event",
  async (store) => {
    const event = aJobId(50);
    const capacity = { ofOwner: 0, ofWorkspace: 0, waitingOfOwner: 0 };
    expect(await store.insert(aJob(), { capacity, event })).toBe("full");
    expect(await store.insert(aJob(), { event })).toBe("inserted");
  },
);

storeTest("a platform event cannot create a second job after the first job was deleted", async (store) => {
  const event = aJobId(50);
  await store.insert(aClosedJob({ acceptedAt: TEST_START }, TEST_START), { event });
  await store.forget({ ...nothing, jobs: TEST_START + 1, ids: TEST_START });
  expect(await store.insert(aJob({ id: aJobId(2) }), { event })).toBe("repeated");
  await store.forget({ ...nothing, ids: TEST_START + 1 });
  expect(await store.insert(aJob({ id: aJobId(2) }), { event })).toBe("inserted");
});

storeTest("only the first three of ten simultaneous jobs are stored if a person may run three jobs", async (store) => {
  const capacity = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 0 };
  const jobs = Array.from({ length: 10 }, (_, n) => aJob({ id: aJobId(n) }));
  const answers = await Promise.all(jobs.map((job) => store.insert(job, { capacity })));
  expect(answers).toEqual([...Array(3).fill("inserted"), ...Array(7).fill("full")]);
  expect(await store.load(aJobId(3))).toBeNull();
  expect(await store.insert(aJob({ id: aJobId(11), owner: anOwner("another") }), { capacity })).toBe("inserted");
  expect(await store.insert(aJob({ id: aJobId(12) }))).toBe("inserted");
});

storeTest("a save that changes only a job's times does not change the job's version", async (store) => {
  const job = aJob({ state: aRunning(), dueAt: TEST_START });
  await store.insert(job);
  const later: Job = { ...job, dueAt: TEST_START + 9, state: aRunning({ lastRunningAt: TEST_START + 5 }) };
  expect(await store.touch(later, 1)).toBe(true);
  expect(await store.load(job.id)).toEqual({ job: later, version: 1 });
  expect(await store.openJobs(null, 10)).toEqual([{ id: job.id, dueAt: minuteOf(TEST_START + 9) }]);
  expect(await store.save({ ...later, price: 205 }, 1)).toBe(true);
  expect(await store.touch({ ...later, dueAt: 1 }, 1)).toBe(false);
  expect((await store.load(job.id))?.job).toEqual({ ...later, price: 205 });
});

storeTest("only one of many simultaneous saves of the same job version succeeds", async (store) => {
  await store.insert(aJob());
  const saves = [1, 2, 3, 4, 5].map((price) => store.save(aJob({ price }), 1));
  const won = await Promise.all(saves);
  expect(won.filter(Boolean)).toHaveLength(1);
  expect((await store.load(aJobId()))?.job.price).toBe(won.indexOf(true) + 1);
});

storeTest("a job with a stored video is found by the name of the video's file", async (store) => {
  const job = aClosedJob({ film: aKeptFilm({ name: "f" }) });
  await store.insert(job);
  await store.insert(aClosedJob({ id: aJobId(2), film: aKeptFilm({ name: "g" }) }));
  expect(await store.jobWithFilm("f")).toEqual(job);
  const { film: _, ...without } = job;
  await store.save(without, 1);
  expect(await store.jobWithFilm("f")).toBeNull();
});

storeTest("jobs with stored videos are listed in pages, oldest video first", async (store) => {
  const keptAt = [30, 10, 20];
  const jobs = keptAt.map((at, n) => aClosedJob({ id: aJobId(n), film: aKeptFilm({ name: `f${n}`, keptAt: at }) }));
  const other = aClosedJob({
    id: aJobId(9),
    owner: anOwner("other"),
    film: aKeptFilm({ keptAt: 40 }),
    workspace: null,
  });
  await Promise.all([...jobs, aClosedJob({ id: aJobId(8) }), other].map((job) => store.insert(job)));
  const first = await store.jobsWithFilms(null, 2);
  expect(first.map(({ id }) => id)).toEqual([aJobId(1), aJobId(2)]);
  const second = await store.jobsWithFilms(first[1] ?? null, 10);
  expect(second.map(({ id }) => id)).toEqual([aJobId(0), aJobId(9)]);
  expect(await store.jobsWithFilms(second[1] ?? null, 10)).toEqual([]);
  expect((await store.filmsOf(anOwner())).length).toBe(3);
  expect((await store.filmsOf({ platform: "discord", teamId: "300000000000000003" })).length).toBe(3);
  expect(await store.filmsOf(anOwner("other"))).toEqual([other]);
  await store.insert(aJob({ id: aJobId(7), owner: anOwner("other"), keep: "due" }));
  expect((await store.filmsOf(anOwner("other"))).map(({ id }) => id)).toEqual([aJobId(9), aJobId(7)]);
});

storeTest("each job that is not closed is listed once with the minute of the job's next step", async (store) => {
  const minutes = [0, 1, 1, 2, 2].map((minute) => TEST_START + minute * 60_000);
  for (const [n, at] of minutes.entries()) await store.insert(aJob({ id: aJobId(n), dueAt: at + 20_000 }));
  await store.insert(aClosedJob({ id: aJobId(26) }));
  const first = await store.openJobs(null, 2);
  const rest = await store.openJobs(first.at(-1) ?? null, 10);
  const all = [...first, ...rest];
  expect(all.map(({ dueAt }) => dueAt)).toEqual(minutes);
  expect(new Set(all.map(({ id }) => id))).toEqual(new Set(minutes.map((_, n) => aJobId(n))));
});

storeTest("unfinished jobs are counted separately for each workspace", async (store) => {
  for (const [n, workspace] of ["W", "V", null].entries()) await store.insert(aJob({ id: aJobId(n), workspace }));
  await store.insert(aClosedJob({ id: aJobId(9), workspace: "W" }));
  expect([await store.countUnsettled("W"), await store.countUnsettled("elsewhere")]).toEqual([1, 0]);
});

/** Three open jobs and a closed job of one person, and a job of another person. */
async function jobsOfTwoPeople(store: JobStore) {
  const open = [3, 1, 2].map((n) => aJob({ id: aJobId(n), acceptedAt: TEST_START + n }));
  const closed = aClosedJob({ id: aJobId(4), acceptedAt: TEST_START + 4 });
  for (const job of [...open, closed, aJob({ id: aJobId(5), owner: anOwner("9") })]) await store.insert(job);
  return { open, closed };
}

storeTest("a person's jobs that are not closed are listed oldest first", async (store) => {
  const { open } = await jobsOfTwoPeople(store);
  expect(await store.openJobsOf(anOwner())).toEqual(open.toSorted((a, b) => a.acceptedAt - b.acceptedAt));
});

storeTest("a person's jobs are listed newest first up to a limit", async (store) => {
  const { closed } = await jobsOfTwoPeople(store);
  const newest = await store.jobsOf(anOwner(), 3);
  expect(newest.map(({ acceptedAt }) => acceptedAt - TEST_START)).toEqual([4, 3, 2]);
  expect(newest[0]).toEqual(closed);
});

storeTest("deleting old jobs deletes exactly the jobs that were closed before the given time", async (store) => {
  const closings = numbers(1_203).map((n) => store.insert(aClosedJob({ id: aJobId(n) }, TEST_START + n)));
  await Promise.all(closings);
  await store.insert(aJob({ id: aJobId(9_999), acceptedAt: 0 }));
  expect(await store.forget({ ...nothing, jobs: TEST_START + 1_202 })).toBe(1_201);
  expect(await store.load(aJobId(1))).toBeNull();
  expect(await store.load(aJobId(1_202))).not.toBeNull();
  expect(await store.load(aJobId(9_999))).not.toBeNull();
  expect(await store.forget({ ...nothing, jobs: TEST_START + 1_202 })).toBe(0);
});

storeTest("the id of a deleted job cannot be used again until the store forgets the id", async (store) => {
  await store.insert(aClosedJob({}, TEST_START));
  expect(await store.forget({ ...nothing, jobs: TEST_START + 1, ids: TEST_START })).toBe(1);
  expect(await store.insert(aJob())).toBe("exists");
  expect(await store.load(aJobId())).toBeNull();
  expect(await store.forget({ ...nothing, ids: TEST_START + 1 })).toBe(0);
  expect(await store.insert(aJob())).toBe("inserted");
  expect((await store.load(aJobId()))?.version).toBe(1);
});

storeTest("the closed jobs of a workspace that removed the bot are deleted", async (store) => {
  const of = (n: number, owner: Job["owner"], more: Partial<Job> = {}) => aJob({ id: aJobId(n), owner, ...more });
  const theirs = aSlackOwner("U1", "T1");
  const closed = aClosedJob();
  await store.insert({ ...closed, id: aJobId(1), owner: theirs });
  await store.insert(of(2, theirs, { state: aRunning() }));
  await store.insert(of(3, theirs, { acceptedAt: TEST_START + 1 }));
  await store.insert({ ...closed, id: aJobId(4), owner: aSlackOwner("U1", "T11") });
  await store.insert({ ...closed, id: aJobId(5), owner: anOwner("T1") });
  expect(await store.forgetInstallation("T1", TEST_START)).toEqual([aJobId(2)]);
  expect(await store.load(aJobId(1))).toBeNull();
  for (const n of [2, 3, 4, 5]) expect(await store.load(aJobId(n))).not.toBeNull();
  expect(await store.insert({ ...closed, id: aJobId(1), owner: theirs })).toBe("exists");
});

storeTest("a job that its owner deleted is not in the owner's list of jobs", async (store) => {
  await store.insert(aJob({ isForgotten: true }));
  expect(await store.jobsOf(aJob().owner, 5)).toEqual([]);
});

/** A result in which nothing was deleted. */
const nothing = { jobs: 0, ids: 0, ledger: 0, daySums: 0 };

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

/** Returns the start of the minute that contains this time. */
function minuteOf(at: number): number {
  return Math.floor(at / 60_000) * 60_000;
}
