import type { Redis } from "ioredis";
import { unreachable } from "../../../core/result.ts";
import type { Copied, Counts } from "../../copied.ts";
import { runScript } from "../connect.ts";
import { keysOf, PREFIX } from "../keys.ts";
import { INSERT_NOTICE } from "../scripts/notice-scripts.ts";
import { RESTORE_ROW } from "../scripts/team-scripts.ts";
import { noticeValues, readStoredNotice } from "./notice-store.ts";
import { readStoredRules, rulesFields } from "./rules-hash.ts";
import { teamAudit } from "./team-audit.ts";
import { readRow, rowText } from "./team-texts.ts";

type OfTeams = Extract<Copied, { kind: "team_cost" | "team_rules" | "team_audit" | "notice" | "month_secret" }>;

const RULES = `${PREFIX}:team-rules:`;
const NOTICES = [`${PREFIX}:notices-open`, `${PREFIX}:notices-over`] as const;
const SECRETS = `${PREFIX}:team-secrets`;

/** Rows of teams' ledgers, teams' rules and audits, and the secrets of their months. */
export async function* teamRecords(redis: Redis, damaged: () => void): AsyncGenerator<OfTeams, void> {
  for (const place of await redis.zrange(`${PREFIX}:team-months`, 0, -1)) {
    for (const id of await redis.smembers(`${PREFIX}:team-rows:${place}`)) {
      const row = readRow(id, await redis.get(`${PREFIX}:team-row:${id}`));
      if (row) yield { kind: "team_cost", row };
      else damaged();
    }
  }
  for (const team of await teamsWithRules(redis)) {
    const stored = await readStoredRules(redis, team).catch(() => null);
    if (stored) yield { kind: "team_rules", team, ...stored };
    else damaged();
  }
  for await (const found of teamAudit(redis).all()) {
    if (found) yield { kind: "team_audit", ...found };
    else damaged();
  }
  for (const list of NOTICES) {
    for (const id of await redis.zrange(list, 0, -1)) {
      const stored = await readStoredNotice(redis, id);
      if (stored && stored !== "damaged") yield { kind: "notice", ...stored };
      else damaged();
    }
  }
  for (const [month, secret] of Object.entries(await redis.hgetall(SECRETS)))
    yield { kind: "month_secret", month, secret };
}

/** Puts what is a team's into an empty Redis; the sums are those of its rows. */
export function teamTarget(redis: Redis): (record: OfTeams) => Promise<unknown> {
  const restore = runScript(redis, RESTORE_ROW);
  const audit = teamAudit(redis);
  const putNotice = runScript(redis, INSERT_NOTICE);
  return async (record) => {
    switch (record.kind) {
      case "team_cost":
        return restore(record.row.id, rowText(record.row));
      case "team_rules":
        return redis.hset(`${RULES}${record.team}`, { ...rulesFields(record.team, record), by: "copied" });
      case "team_audit":
        return audit.restore(record.team, record.entry);
      case "notice":
        return putNotice(record.notice.id, "copied", ...noticeValues(record));
      case "month_secret":
        return redis.hset(SECRETS, record.month, record.secret);
      default:
        return unreachable(record);
    }
  };
}

export async function countTeams(
  redis: Redis,
): Promise<Pick<Counts, "team_cost" | "team_rules" | "team_audit" | "notice" | "month_secret">> {
  const places = await redis.zrange(`${PREFIX}:team-months`, 0, -1);
  const rows = await Promise.all(places.map((place) => redis.scard(`${PREFIX}:team-rows:${place}`)));
  const notices = await Promise.all(NOTICES.map((list) => redis.zcard(list)));
  return {
    notice: notices.reduce((all, one) => all + one, 0),
    team_cost: rows.reduce((all, one) => all + one, 0),
    team_audit: await teamAudit(redis).count(),
    team_rules: (await teamsWithRules(redis)).length,
    month_secret: await redis.hlen(SECRETS),
  };
}

async function teamsWithRules(redis: Redis): Promise<readonly string[]> {
  const found = new Set<string>();
  for await (const key of keysOf(redis, "team-rules:*")) found.add(key.slice(RULES.length));
  return [...found];
}
