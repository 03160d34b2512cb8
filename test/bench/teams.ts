import type { Team } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { commandWorld } from "../commands/command-world.ts";
import { unknownPeople } from "../commands/team/team-world.ts";
import { aJob, aJobId, anOwner } from "../fakes/jobs.ts";
import { random } from "../simulation/random.ts";
import { onBothEngines } from "./both-engines.ts";
import { ended, ownerOf, type Storage } from "./polls/open-jobs.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, median, percentile, ratio, shuffled } from "./table/statistics.ts";
import { against, type Line, numberText } from "./table/table.ts";

/** People whose videos the team pays. */
const PEOPLE = 1_000;
const BATCH = 100;
const AT_ONCE = [1, BATCH] as const;
const STATUSES = 300;
/** Ending the inserted jobs is not measured but takes as long, so there are a third as many rounds. */
const FEWER_ROUNDS = 3;

const team: Team = { platform: "discord", teamId: "300000000000000003" };
const owners = Array.from({ length: PEOPLE }, (_, n) => ownerOf(n));

/**
 * Measures `/video-team status` with many rows, and inserting a job that a team pays next to one that a person pays.
 */
export const teams = (scale: Scale): Promise<readonly Line[]> =>
  onBothEngines("a team's status and jobs", (name, storage) => onEngine(name, storage, scale));

async function onEngine(name: string, storage: Storage, scale: Scale): Promise<readonly Line[]> {
  await storage.vault.put(holderOf(team), new Secret("bench-team-0123456789"));
  const rules = { ...noRules, isForEveryone: true, teamMonth: 90_000_000, personMonth: 1_000_000 };
  await storage.engine.teams.saveRules(team, rules, 0);
  const insert = inserting(storage);
  await insert.ended(scale.teamRows, team);
  const lines = [await status(name, storage, scale)];
  for (const atOnce of AT_ONCE) lines.push(await job({ name, insert, atOnce }, scale));
  return lines;
}

async function status(name: string, { engine, vault }: Storage, { teamRows }: Scale): Promise<Line> {
  const world = commandWorld({
    jobs: engine.jobs,
    teams: engine.teams,
    vault,
    rules: { commandsPerMinute: 1_000_000 },
    people: { ...unknownPeople, standingOf: async () => ({ isAdmin: false, isGuest: false }) },
  });
  const times: number[] = [];
  for (let n = 0; n < STATUSES; n += 1) {
    const begun = performance.now();
    const answer = await world.does({ kind: "team_status" }, { owner: owners[n % PEOPLE] ?? anOwner() });
    times.push(performance.now() - begun);
    if (answer.kind !== "private") throw new Error(`the status is ${answer.kind}`);
  }
  const p99 = (some: readonly number[]) => percentile(some, 0.99);
  return {
    what: `/video-team status over ${name} with ${numberText(teamRows)} rows in the team's month, p99`,
    unit: "ms",
    figure: bootstrap(times, p99, random(10).fraction),
    target: { atMost: 50 },
    details: `median ${numberText(median(times))} ms; ${numberText(PEOPLE)} people`,
  };
}

interface Inserted {
  readonly name: string;
  readonly insert: ReturnType<typeof inserting>;
  readonly atOnce: number;
}

async function job({ name, insert, atOnce }: Inserted, { rounds, sliceMs }: Scale): Promise<Line> {
  const { fraction } = random(11);
  const own: number[] = [];
  const teams: number[] = [];
  const slice = async (payer: Team | null) => {
    let [spentMs, count] = [0, 0];
    for (; spentMs < sliceMs; count += atOnce) spentMs += await insert.some(atOnce, payer);
    (payer ? teams : own).push((spentMs * 1_000) / count);
  };
  for (let round = 0; round < rounds / FEWER_ROUNDS; round += 1)
    for (const payer of shuffled([team, null], fraction)) await slice(payer);
  const how = atOnce === 1 ? "one by one" : `${atOnce} at once`;
  return {
    what: `inserting a job paid by a team over ${name}, ${how}, next to one paid by a person`,
    unit: "×",
    figure: ratio(teams, own, fraction),
    target: { atMost: atOnce === 1 ? 1.3 : 1.5 },
    details: `${against(teams, own)} µs`,
    whyNot:
      "the transaction that inserts also reads the rules and four sums (the team's and the person's, of the day and of the month), checks the caps, and writes the sums and one more index entry; with the sums of the month alone it took 2.24 × 100 at once over SQLite, with those of the day as well 3.54 × (2026-11-29)",
    redBeyond: 6,
  };
}

/** Inserts jobs of many people with all limits checked, then ends them. */
function inserting({ engine }: Storage) {
  const capacity = { ofOwner: 1_000_000, ofWorkspace: 100_000_000, waitingOfOwner: 5 };
  let nth = 0;

  function next(payer: Team | null): Job {
    nth += 1;
    const now = Date.now();
    return aJob({
      id: aJobId(nth),
      owner: owners[nth % PEOPLE] ?? anOwner(),
      ...(payer && { team: payer }),
      sealedKey: null,
      acceptedAt: now,
      deadlineAt: now + 3_600_000,
      dueAt: now,
    });
  }

  /** Returns the time of the inserts in milliseconds. */
  async function some(count: number, payer: Team | null): Promise<number> {
    const batch = Array.from({ length: count }, () => next(payer));
    const begun = performance.now();
    const answers = await Promise.all(batch.map((job) => engine.jobs.insert(job, { capacity })));
    const took = performance.now() - begun;
    for (const done of answers) if (done !== "inserted") throw new Error(`a job was ${done}`);
    // The number of open jobs must not change the result.
    await Promise.all(batch.map((job) => engine.jobs.save(ended(job), 1)));
    return took;
  }

  return {
    some,
    async ended(count: number, payer: Team | null): Promise<void> {
      for (let from = 0; from < count; from += BATCH)
        await Promise.all(Array.from({ length: BATCH }, () => engine.jobs.insert(ended(next(payer)), { capacity })));
    },
  };
}
