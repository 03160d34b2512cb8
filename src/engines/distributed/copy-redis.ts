import type { Redis } from "ioredis";
import type { Clock } from "../../core/clock.ts";
import type { Copied, CopySource, CopyTarget } from "../copied.ts";
import { runScript } from "./connect.ts";
import { contentOf, indexValues, jobIn, ledgerText, readLedgerText } from "./job-hash.ts";
import { keysOf, PREFIX } from "./keys.ts";
import { RESTORE } from "./scripts/job-scripts.ts";
import { countTeams, teamRecords, teamTarget } from "./teams/copy-teams.ts";
import { teamBooks } from "./teams/team-books.ts";

const PAGE = 500;
const NAMES = `${PREFIX}:keyv-names:`;

/** Everything in a Redis that nobody writes meanwhile. */
export function redisSource(redis: Redis, clock: Clock): CopySource {
  /** The members of a sorted set with their scores, page by page. */
  async function* members(key: string): AsyncGenerator<readonly [string, number], void> {
    for (let from = 0; ; from += PAGE) {
      const flat = await redis.zrange(key, from, from + PAGE - 1, "WITHSCORES");
      for (let n = 0; n < flat.length; n += 2) yield [flat[n] ?? "", Number(flat[n + 1])];
      if (flat.length < 2 * PAGE) return;
    }
  }

  async function* jobs(damaged: () => void): AsyncGenerator<Copied, void> {
    for (const list of ["open", "closed"]) {
      for await (const [id] of members(`${PREFIX}:${list}`)) {
        const stored = jobIn(id, await redis.hmget(`${PREFIX}:job:${id}`, "v", "body", "sum"));
        if (stored) yield { kind: "job", ...stored };
        else damaged();
      }
    }
  }

  async function* costs(damaged: () => void): AsyncGenerator<Copied, void> {
    for await (const [owner] of members(`${PREFIX}:ledger-owners`)) {
      for await (const [text, acceptedAt] of members(`${PREFIX}:ledger:${owner}`)) {
        const { id, ledger } = readLedgerText(text);
        if (ledger) yield { kind: "cost", id, owner, acceptedAt, ledger };
        else damaged();
      }
    }
  }

  async function* entries(): AsyncGenerator<Copied, void> {
    for (const space of await spacesOf(redis)) {
      for await (const [key] of members(`${NAMES}${space}`)) {
        const name = `${PREFIX}:keyv:${space}:${key}`;
        const [value, lifeMs] = await Promise.all([redis.get(name), redis.pttl(name)]);
        if (value === null) continue;
        const expiresAt = lifeMs < 0 ? null : clock.now() + lifeMs;
        yield { kind: "entry", namespace: decodeURIComponent(space), key, value, expiresAt };
      }
    }
  }

  return {
    async *records(damaged) {
      yield* jobs(damaged);
      for await (const [id, closedAt] of members(`${PREFIX}:forgotten`)) yield { kind: "forgotten", id, closedAt };
      yield* costs(damaged);
      yield* teamRecords(redis, damaged);
      yield* entries();
    },
    countDiffering: async () => (await teamBooks(redis).differing()).length,
  };
}

/** An empty Redis that is to hold everything. */
export function redisTarget(redis: Redis, clock: Clock): CopyTarget {
  const restore = runScript(redis, RESTORE);
  const putTeams = teamTarget(redis);

  async function put(record: Copied): Promise<unknown> {
    switch (record.kind) {
      case "job": {
        const { job, version } = record;
        return restore(job.id, "copied", version, ...contentOf(job, version), ...indexValues(job));
      }
      case "forgotten":
        return redis.zadd(`${PREFIX}:forgotten`, record.closedAt, record.id);
      case "cost": {
        const { id, owner, acceptedAt, ledger } = record;
        await redis.zadd(`${PREFIX}:ledger-owners`, "LT", acceptedAt, owner);
        return redis.zadd(`${PREFIX}:ledger:${owner}`, acceptedAt, ledgerText(id, ledger));
      }
      case "entry":
        return putEntry(record);
      default:
        return putTeams(record);
    }
  }

  async function putEntry({ namespace, key, value, expiresAt }: Extract<Copied, { kind: "entry" }>): Promise<void> {
    const space = encodeURIComponent(namespace);
    const name = `${PREFIX}:keyv:${space}:${key}`;
    await redis.zadd(`${NAMES}${space}`, 0, key);
    if (expiresAt === null) return void (await redis.set(name, value));
    await redis.zadd(`${PREFIX}:keyv-ends:${space}`, expiresAt, key);
    await redis.set(name, value, "PX", Math.max(1, expiresAt - clock.now()));
  }

  return {
    async put(records) {
      await Promise.all(records.map(put));
    },
    async count() {
      const owners = await redis.zrange(`${PREFIX}:ledger-owners`, 0, -1);
      const spaces = await spacesOf(redis);
      return {
        job: (await redis.zcard(`${PREFIX}:open`)) + (await redis.zcard(`${PREFIX}:closed`)),
        forgotten: await redis.zcard(`${PREFIX}:forgotten`),
        cost: sum(await Promise.all(owners.map((owner) => redis.zcard(`${PREFIX}:ledger:${owner}`)))),
        ...(await countTeams(redis)),
        entry: sum(await Promise.all(spaces.map((space) => redis.zcard(`${NAMES}${space}`)))),
      };
    },
  };
}

async function spacesOf(redis: Redis): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const key of keysOf(redis, "keyv-names:*")) found.push(key.slice(NAMES.length));
  // A scan may meet a key twice.
  return [...new Set(found)];
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, one) => all + one, 0);
}
