import type { Redis } from "ioredis";
import { teamName } from "../../../core/job/ids.ts";
import type { Log } from "../../../core/ports.ts";
import type { TeamStore } from "../../../core/team/team-store.ts";
import { damagedJobs } from "../../damaged-jobs.ts";
import { monthIn, namesOf, partIn } from "../../team-row.ts";
import { jobRows } from "../job-rows.ts";
import { PREFIX } from "../keys.ts";
import { runScript } from "../scripts/run-script.ts";
import { SAVE_RULES } from "../scripts/team-scripts.ts";
import { newWriter } from "../scripts/writer.ts";
import { readStoredRules, rulesFields } from "./rules-hash.ts";
import { teamAudit } from "./team-audit.ts";
import { teamBooks } from "./team-books.ts";

/** Teams in a Redis. */
export function redisTeamStore(redis: Redis, log: Pick<Log, "error">): TeamStore {
  const books = teamBooks(redis);
  const audit = teamAudit(redis);
  const { readable } = damagedJobs(log);
  const found = jobRows(redis);
  const save = runScript(redis, SAVE_RULES);
  const nextWrite = newWriter();

  return {
    rules: (team) => readStoredRules(redis, teamName(team)),
    async saveRules(team, rules, version) {
      const name = teamName(team);
      const { v, team: ofTeam, person, ask, body, sum } = rulesFields(name, { rules, version: version + 1 });
      return (await save(name, nextWrite(), version, v, ofTeam, person, ask, body, sum)) === 1;
    },
    month: async (team, month) => monthIn(await books.month(teamName(team), month)),
    async monthOf(team, month, userId) {
      const names = namesOf(team, userId, await books.secretOf(month));
      return partIn(await books.part(teamName(team), month, names), names);
    },
    openJobs: async (team) => readable(await found("ZRANGE", `${PREFIX}:open-for:${teamName(team)}`, 0, -1)),
    noteAct: (team, entry) => audit.note(team, entry),
    audit: (team) => audit.of(team),
    forgetAudit: (before) => audit.forgetBefore(before),
    async forget(team) {
      await audit.forget(team);
      await redis.del(`${PREFIX}:team-rules:${teamName(team)}`);
    },
    async forgetMarks(before) {
      const months = await redis.hkeys(`${PREFIX}:team-secrets`);
      const old = months.filter((month) => month < before);
      if (old.length > 0) await redis.hdel(`${PREFIX}:team-secrets`, ...old);
    },
  };
}
