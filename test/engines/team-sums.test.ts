import fc from "fast-check";
import { expect, test } from "vitest";
import { type Owner, ownerName } from "../../src/core/job/ids.ts";
import type { Job, Outcome } from "../../src/core/job/job.ts";
import { boundsOf, PERIODS, type Period, periodOf } from "../../src/core/period.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { countedAt } from "../../src/core/team/spending.ts";
import { capPassed, noUsage, type TeamUsage, usageOf } from "../../src/core/team/usage.ts";
import { runs } from "../fakes/how-many.ts";
import {
  aClosedJob,
  aFailed,
  aJob,
  aJobId,
  aNotStarted,
  anAnnouncing,
  anApproval,
  anOwner,
  anUnknown,
  aRunning,
  aSlackOwner,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { addUsage, aTeam } from "../fakes/teams.ts";
import { type StoresWorld, storesWorld } from "./stores-world.ts";

const DAY_MS = 86_400_000;
const PEOPLE: readonly Owner[] = [anOwner("1"), anOwner("2"), aSlackOwner("U1", "T1")];
const TEAMS = [aTeam, { platform: "discord", teamId: "4" }, { platform: "slack", teamId: "T1" }] as const;

const { state: aClosedState } = aClosedJob();
if (aClosedState.status !== "closed") throw new Error("aClosedJob is not closed");

const credits = fc.constantFrom(95, 143, 205.5, 0.1);
const outcome: fc.Arbitrary<Outcome> = fc.oneof(
  credits.map((refunded) => aFailed({ refunded })),
  credits.map((atMost) => anUnknown({ atMost })),
  fc.constant(aNotStarted("too_old")),
);
const state: fc.Arbitrary<Job["state"]> = fc.oneof(
  fc.constantFrom(aJob().state, aWaiting(), aWaiting({ for: "turn" })),
  credits.map((charged) => aRunning({ credits: charged })),
  outcome.map((anOutcome) => anAnnouncing(anOutcome)),
  outcome.map((anOutcome): Job["state"] => ({ ...aClosedState, outcome: anOutcome })),
);
const act = fc.record({
  kind: fc.constantFrom("insert", "insert", "save", "save", "save", "admit", "admit", "stale", "caps", "delete"),
  n: fc.nat(11),
  price: credits,
  state,
  caps: fc.record({
    teamDay: fc.option(fc.nat(600)),
    teamMonth: fc.option(fc.nat(900)),
    personDay: fc.option(fc.nat(300)),
    personMonth: fc.option(fc.nat(400)),
    askAbove: fc.option(fc.nat(150), { freq: 1 }),
  }),
});
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never;

/**
 * A job whose team, person, month, price and approval follow from its number. Every fourth job is paid by its person.
 */
function jobOf({ n, price, state: next }: Pick<Job, "price" | "state"> & Pick<Act, "n">): Job {
  const owner = PEOPLE[n % 3] ?? anOwner();
  const team = owner.platform === "slack" ? TEAMS[2] : TEAMS[n % 2];
  // Two consecutive jobs are of one day.
  const acceptedAt = TEST_START + Math.floor(n / 2) * 4 * DAY_MS;
  return aJob({
    id: aJobId(n),
    owner,
    acceptedAt,
    price,
    state: next,
    ...(n % 4 !== 3 && team && { team }),
    ...(n % 2 === 1 && { approval: anApproval() }),
    ...(n % 3 === 1 && { countsAt: acceptedAt + DAY_MS }),
  });
}

function periodsOf(job: Job): readonly string[] {
  return PERIODS.map((kind) => periodOf(kind, countedAt(job)));
}

/** The days and months in which the jobs count. */
const PERIODS_OF_JOBS = [
  ...new Set(Array.from({ length: 12 }, (_, n) => periodsOf(jobOf({ n, price: 95, state: aJob().state }))).flat()),
];

/** The expected sums, computed from the jobs. */
function comesTo(
  jobs: Iterable<Job>,
  { team, period, owner }: { team: Job["team"]; period: string; owner?: Owner },
): TeamUsage {
  return [...jobs]
    .filter((job) => JSON.stringify(job.team) === JSON.stringify(team) && periodsOf(job).includes(period))
    .filter((job) => !owner || ownerName(job.owner) === ownerName(owner))
    .map(usageOf)
    .reduce(addUsage, noUsage);
}

/** Sums rounded to compare fractions. */
function close(usage: TeamUsage): TeamUsage {
  const near = (amount: number) => Math.round(amount * 1e6) / 1e6;
  const { held, charged, refunded, unknown, videos } = usage;
  return { held: near(held), charged: near(charged), refunded: near(refunded), unknown: near(unknown), videos };
}

test("the recorded spending of a team equals the total cost of the team's jobs after any sequence of changes", () =>
  fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40, size: "max" }), async (acts) => {
      const world = storesWorld();
      const plain = new Map<number, KnownJob>();
      const rules = TEAMS.map(
        () => ({ teamDay: null, teamMonth: null, personDay: null, personMonth: null, askAbove: null }) as Act["caps"],
      );
      for (const team of TEAMS) await world.teams.saveRules(team, noRules, 0);
      const versions = TEAMS.map(() => 1);
      for (const one of acts) {
        await live(world, one, { plain, rules, versions });
        await agree(world, [...plain.values()]);
      }
      for (const [n, { job, version, isDeleted }] of plain) {
        if (isDeleted) continue;
        const ended = { ...job, state: anAnnouncing(aNotStarted("store")) };
        expect(await world.jobs.save(ended, version)).toBe(true);
        plain.set(n, { job: ended, version: version + 1 });
      }
      for (const team of TEAMS)
        for (const period of PERIODS_OF_JOBS) {
          const { all, people } = await world.teams.spent(team, period);
          expect([all.held, people]).toEqual([0, new Map()]);
        }
      await agree(world, [...plain.values()]);
    }),
    { numRuns: runs(50) },
  ));

interface KnownJob {
  readonly job: Job;
  readonly version: number;
  /** The person has deleted their data, including this job. */
  readonly isDeleted?: true;
}

interface Known {
  readonly plain: Map<number, KnownJob>;
  readonly rules: Act["caps"][];
  readonly versions: number[];
}

const ROOM = { ofOwner: 99, ofWorkspace: 99, waitingOfOwner: 99 };

/** The expected refusal of that job by its team's rules, computed from the jobs. */
function refusalOf(job: Job, { plain, rules }: Known): string | null {
  const { team, owner } = job;
  if (!team) return null;
  const caps = rules[TEAMS.findIndex((one) => JSON.stringify(one) === JSON.stringify(team))] ?? noRules;
  const others = [...plain.values()].map((each) => each.job);
  const takenIn = (kind: Period) => {
    const period = periodOf(kind, countedAt(job));
    return {
      team: close(comesTo(others, { team, period })),
      person: close(comesTo(others, { team, period, owner })),
    };
  };
  return capPassed(caps, { day: takenIn("day"), month: takenIn("month") }, job);
}

async function live(world: StoresWorld, one: Act, expected: Known): Promise<void> {
  const { jobs, teams } = world;
  const { plain, rules, versions } = expected;
  const before = plain.get(one.n);
  if (one.kind === "delete") return deleteData(world, PEOPLE[one.n % 3] ?? anOwner(), plain);
  if (before?.isDeleted) return;
  const job = jobOf({ ...one, price: before?.job.price ?? one.price });
  switch (one.kind) {
    case "insert": {
      const wanted = before ? "exists" : (refusalOf(job, expected) ?? "inserted");
      expect(await jobs.insert(job)).toBe(wanted);
      if (wanted === "inserted") plain.set(one.n, { job, version: 1 });
      return;
    }
    case "save":
      if (before && (await jobs.save(job, before.version))) plain.set(one.n, { job, version: before.version + 1 });
      return;
    case "admit": {
      const isHeldNow = before && usageOf(job).held > 0 && usageOf(before.job).held === 0;
      const wanted = before ? (isHeldNow && refusalOf(job, expected)) || "saved" : "conflict";
      expect(await jobs.admit(job, before?.version ?? 1, ROOM)).toBe(wanted);
      if (before && wanted === "saved") plain.set(one.n, { job, version: before.version + 1 });
      return;
    }
    case "stale":
      expect(await jobs.save(job, (before?.version ?? 0) + 1)).toBe(false);
      expect(await jobs.admit(job, (before?.version ?? 0) + 1, ROOM)).toBe("conflict");
      return;
    default: {
      const at = one.n % TEAMS.length;
      const [team, version = 0] = [TEAMS[at] ?? aTeam, versions[at]];
      expect(await teams.saveRules(team, { ...noRules, ...one.caps }, version)).toBe(true);
      versions[at] = version + 1;
      rules[at] = one.caps;
    }
  }
}

async function deleteData({ personal }: StoresWorld, owner: Owner, plain: Map<number, KnownJob>): Promise<void> {
  const theirs = [...plain].filter(([, { job }]) => ownerName(job.owner) === ownerName(owner));
  const isOpen = ({ job, isDeleted }: KnownJob) => !isDeleted && job.state.status !== "closed";
  expect(await personal.forget(owner, Number.MAX_SAFE_INTEGER)).toBe(theirs.filter(([, one]) => isOpen(one)).length);
  for (const [n, one] of theirs) if (!isOpen(one)) plain.set(n, { ...one, isDeleted: true });
}

/** Compares all jobs in one assertion, because there are thousands. */
async function agree({ teams }: StoresWorld, known: readonly KnownJob[]): Promise<void> {
  const jobs = known.map(({ job }) => job);
  const named = known.filter(({ isDeleted }) => !isDeleted).map(({ job }) => job);
  const deleted = known.filter(({ isDeleted }) => isDeleted).map(({ job }) => job);
  const stored: unknown[] = [];
  const summed: unknown[] = [];
  for (const team of TEAMS) {
    for (const period of PERIODS_OF_JOBS) {
      const sums = await teams.spent(team, period);
      const all = close(comesTo(jobs, { team, period }));
      stored.push({ period, all: close(sums.all), deleted: close(sums.deleted.reduce(addUsage, noUsage)) });
      summed.push({ period, all, deleted: close(comesTo(deleted, { team, period })) });
      const kind = PERIODS.find((each) => periodOf(each, boundsOf(period)[0]) === period) ?? "month";
      for (const owner of PEOPLE.filter(({ platform }) => platform === team.platform)) {
        const { userId } = owner;
        const person = close(comesTo(jobs, { team, period, owner }));
        const one = (await teams.takenAt(team, boundsOf(period)[0], userId))[kind];
        const own = close(sums.people.get(userId) ?? noUsage);
        stored.push({ period, userId, own, all: close(one.team), person: close(one.person) });
        summed.push({ period, userId, own: close(comesTo(named, { team, period, owner })), all, person });
      }
    }
  }
  expect(stored).toEqual(summed);
}
