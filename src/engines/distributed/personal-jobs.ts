import type { Redis } from "ioredis";
import { z } from "zod";
import { type JobId, type Owner, ownerName } from "../../core/job/ids.ts";
import { isOpen, type Job } from "../../core/job/job.ts";
import { isListed, type PersonalJobs } from "../../core/personal-data.ts";
import { readLedgerText } from "./job-hash.ts";
import { jobRows } from "./job-rows.ts";
import { PREFIX } from "./keys.ts";
import { FORGET_COSTS, FORGET_THESE } from "./scripts/personal-scripts.ts";
import { runScript } from "./scripts/run-script.ts";
import { markPerson } from "./teams/mark-person.ts";
import { teamAudit } from "./teams/team-audit.ts";

/** At most this many are read, or forgotten, at once: others have their turn in between. */
const AT_ONCE = 200;

const count = z.number();

/** One person's part of the Redis. A damaged record is in no list, and is forgotten like any other. */
export function personalJobs(redis: Redis): PersonalJobs {
  const jobsOf = jobRows(redis);
  const forgetThese = runScript(redis, FORGET_THESE);
  const forgetCosts = runScript(redis, FORGET_COSTS);
  const mark = markPerson(redis);
  const audit = teamAudit(redis);
  const key = (kind: string, owner: Owner) => `${PREFIX}:${kind}:${ownerName(owner)}`;

  async function* videosOf(owner: Owner): AsyncGenerator<Job> {
    for (let from = 0; ; from += AT_ONCE) {
      const some = await jobsOf("ZREVRANGE", key("of", owner), from, from + AT_ONCE - 1);
      for (const { stored } of some) if (stored) yield stored.job;
      if (some.length < AT_ONCE) return;
    }
  }

  /** Batches that have ended: each is its videos, and none more. */
  async function endedBatches(owner: Owner): Promise<number> {
    let found = 0;
    for await (const job of videosOf(owner)) if (job.parts && !isOpen(job)) found += 1;
    return found;
  }

  return {
    async tally(owner) {
      const [all, rows, stillOpen, open, inWait, costs, overBatches] = await Promise.all([
        redis.zcard(key("of", owner)),
        jobsOf("ZRANGE", key("open-of", owner), 0, -1),
        redis.zcard(key("open-of", owner)),
        redis.scard(key("busy-of", owner)),
        redis.scard(key("waiting-of", owner)),
        redis.zcard(key("ledger", owner)),
        endedBatches(owner),
      ]);
      const batches = rows.flatMap(({ stored }) => (stored?.job.parts ? [stored.job] : []));
      const waiting = inWait - batches.filter(({ state }) => state.status === "waiting").length;
      const ending = stillOpen - batches.length - open - waiting;
      return { open, waiting, ending, ended: all - stillOpen - overBatches, costs };
    },
    videos: videosOf,
    async *costs(owner) {
      for (let from = 0; ; from += AT_ONCE) {
        const flat = await redis.zrevrange(key("ledger", owner), from, from + AT_ONCE - 1, "WITHSCORES");
        for (let n = 0; n < flat.length; n += 2) {
          const { id: jobId, ledger } = readLedgerText(flat[n] ?? "");
          const isTeams = (await redis.exists(`${PREFIX}:team-row:${jobId}`)) === 1;
          const acceptedAt = Number(flat[n + 1]);
          if (ledger) yield { jobId, acceptedAt, payer: isTeams ? "team" : "mine", ...ledger };
        }
        if (flat.length < 2 * AT_ONCE) return;
      }
    },
    async listedIn(owner) {
      const found: JobId[] = [];
      for (let after = "-"; ; ) {
        const some = await jobsOf("ZRANGEBYLEX", `${PREFIX}:open`, after, "+", "LIMIT", 0, AT_ONCE);
        found.push(...some.flatMap(({ id, stored }) => (stored && isListed(stored.job, owner) ? [id] : [])));
        const last = some.at(-1);
        if (!last || some.length < AT_ONCE) return found;
        after = `(${last.id}`;
      }
    },
    acts: (owner) => audit.acts(owner),
    async forget(owner, acceptedBy) {
      // First: what is forgotten of a person must not leave their name with their team.
      await mark(ownerName(owner), acceptedBy);
      await audit.takeOff(owner, acceptedBy);
      // A batch that is open keeps its parts, which its card shows until its last word.
      const open = await jobsOf("ZRANGE", key("open-of", owner), 0, -1);
      const kept = new Set(open.flatMap(({ stored }) => stored?.job.parts ?? []));
      const all = await redis.zrangebyscore(key("of", owner), "-inf", acceptedBy);
      const openIds = new Set(open.map(({ id }) => id));
      const ids = all.filter((id) => openIds.has(id) || !kept.has(id));
      let left = 0;
      for (let n = 0; n < ids.length; n += AT_ONCE) {
        left += count.parse(await forgetThese(ownerName(owner), acceptedBy, ...ids.slice(n, n + AT_ONCE)));
      }
      await forgetCosts(ownerName(owner), acceptedBy);
      return left;
    },
  };
}
