import type { Owner, Team } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { commandWorld } from "../commands/command-world.ts";
import { hasRedis, startRedis } from "../engines/distributed/redis-server.ts";
import { aJob, aJobId, anOwner } from "../fakes/jobs.ts";
import { random } from "../simulation/random.ts";
import { newFolder, openFolder, type Storage } from "./looks/open-jobs.ts";
import type { Scale } from "./scale.ts";
import { type Arm, interleave } from "./slices.ts";
import type { Line } from "./table/row.ts";
import { bootstrap, median, percentile } from "./table/statistics.ts";
import { numberText } from "./table/table.ts";

/** People whose videos a team pays for. */
const PEOPLE = 1_000;
/** Inserted at once. */
const BATCH = 100;
/** A command alone, and many in one moment. */
const AT_ONCE = [1, BATCH] as const;
const STATUSES = 300;

const team: Team = { platform: "discord", teamId: "300000000000000003" };
const owners: readonly Owner[] = Array.from({ length: PEOPLE }, (_, n) =>
  anOwner(String(300_000_000_000_000_000n + BigInt(n))),
);

/** What a team's ledger costs its people: `/video-team status` with many rows, and a job beside one that no team pays for. */
export async function teams(scale: Scale): Promise<readonly Line[]> {
  const embedded = await onEngine("SQLite", {}, scale);
  if (!hasRedis)
    return [...embedded, { what: "a team's status and jobs over Redis", skipped: "no redis-server in PATH" }];
  const redis = await startRedis();
  const distributed = await onEngine("Redis", { REDIS_URL: redis.url }, scale);
  await redis.stop();
  return [...embedded, ...distributed];
}

async function onEngine(name: string, own: Readonly<Record<string, string>>, scale: Scale): Promise<readonly Line[]> {
  const folder = await newFolder();
  const storage = await openFolder({ ...folder.env, ...own });
  await storage.vault.put(holderOf(team), new Secret("bench-team-0123456789"));
  const rules = { ...noRules, isForEveryone: true, teamMonth: 90_000_000, personMonth: 1_000_000 };
  await storage.engine.teams.saveRules(team, rules, 0);
  const insert = inserting(storage);
  await insert.many(scale.teamRows, team);
  const lines = [await status(name, storage, scale)];
  for (const atOnce of AT_ONCE) lines.push(await job({ name, insert, atOnce }, scale));
  await storage.engine.close();
  await folder.remove();
  return lines;
}

async function status(name: string, { engine, vault }: Storage, { teamRows }: Scale): Promise<Line> {
  const world = commandWorld({
    jobs: engine.jobs,
    teams: engine.teams,
    vault,
    rules: { commandsPerMinute: 1_000_000 },
    people: { standingOf: async () => ({ isAdmin: false, isGuest: false }), namesOf: async () => new Map() },
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
    beside: `median ${numberText(median(times))} ms; ${numberText(PEOPLE)} people`,
  };
}

interface Inserted {
  readonly name: string;
  readonly insert: ReturnType<typeof inserting>;
  readonly atOnce: number;
}

async function job({ name, insert, atOnce }: Inserted, { rounds, sliceMs }: Scale): Promise<Line> {
  const arm = (who: string, payer: Team | null): Arm => ({
    name: who,
    async run(forMs) {
      const until = performance.now() + forMs;
      let count = 0;
      while (performance.now() < until) {
        await insert.many(atOnce, payer);
        count += atOnce;
      }
      return count;
    },
  });
  const slices = await interleave([arm("team", team), arm("own", null)], { rounds, sliceMs, random: random(11) });
  const microseconds = (who: string) => numberText(1e6 / slices.perSecond(who));
  const how = atOnce === 1 ? "one by one" : `${atOnce} at once`;
  return {
    what: `inserting a team's job over ${name}, ${how}, beside a person's own`,
    unit: "×",
    // What the two came to in the same round, as time for one.
    figure: slices.speedAgainst("own", "team"),
    target: { atMost: 1.15 },
    beside: `${microseconds("team")} against ${microseconds("own")} µs`,
    whyNot: "rules and sums are read, and a row and two sums written, in the transaction that inserts",
    redBeyond: 4,
  };
}

/** Inserts jobs with ids of their own, of many people, with the rooms judged. */
function inserting({ engine }: Storage) {
  const room = { ofOwner: 1_000_000, ofWorkspace: 100_000_000, waitingOfOwner: 5 };
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
      dueAt: null,
      // Over: how many are under way is not what is measured.
      state: {
        status: "closed",
        outcome: { kind: "failed", taskId: `task-${nth}`, refunded: 95, creditsAreExact: true },
        told: true,
        closedAt: now,
      },
    });
  }

  return {
    async many(count: number, payer: Team | null): Promise<void> {
      for (let from = 0; from < count; from += BATCH) {
        const batch = Array.from({ length: Math.min(BATCH, count - from) }, () =>
          engine.jobs.insert(next(payer), room),
        );
        for (const done of await Promise.all(batch)) if (done !== "inserted") throw new Error(`a job was ${done}`);
      }
    },
  };
}
