import type { Redis } from "ioredis";
import { z } from "zod";
import type { StoredRules } from "../../../core/team/team-store.ts";
import { readRules } from "../../team-rules.ts";
import { checksumOf } from "../checksum.ts";
import { PREFIX } from "../keys.ts";

const texts = z.array(z.string());

/** The fields of a team's rules: beside their body the caps and `askAbove`, by which a script judges ('' for none). */
export function rulesFields(team: string, { rules, version }: StoredRules) {
  const judging = {
    v: String(version),
    team: String(rules.teamMonth ?? ""),
    person: String(rules.personMonth ?? ""),
    ask: String(rules.askAbove ?? ""),
  };
  const body = JSON.stringify(rules);
  return { ...judging, body, sum: sumOf(team, judging, body) };
}

/** A team's rules; null where it has none. Rejects where they are damaged. */
export async function readStoredRules(redis: Redis, team: string): Promise<StoredRules | null> {
  const row = await redis.hmget(`${PREFIX}:team-rules:${team}`, "v", "team", "person", "body", "sum", "ask");
  if (row[0] === null) return null;
  // An earlier version has not written the last of them.
  const [v = "", ofTeam = "", person = "", body = "", sum, ask = ""] = texts.parse(row.map((text) => text ?? ""));
  const rules = readRules(team, body, sum === sumOf(team, { v, team: ofTeam, person, ask }, body));
  return { rules, version: Number(v) };
}

/** Rules by which nobody is asked are sealed as they were before they could say it. */
function sumOf(
  team: string,
  { v, team: ofTeam, person, ask }: Readonly<Record<"v" | "team" | "person" | "ask", string>>,
  body: string,
): string {
  return checksumOf(team, v, ofTeam, person, ...(ask === "" ? [] : [ask]), body);
}
