import type { Redis } from "ioredis";
import { z } from "zod";
import type { StoredRules } from "../../../core/team/team-store.ts";
import { readRules } from "../../team-rules.ts";
import { checksumOf } from "../checksum.ts";
import { PREFIX } from "../keys.ts";

const texts = z.array(z.string());

/** The fields of a team's rules: beside their body the caps, by which a script judges ('' for none). */
export function rulesFields(team: string, { rules, version }: StoredRules) {
  const [ofTeam, ofPerson] = [String(rules.teamMonth ?? ""), String(rules.personMonth ?? "")];
  const body = JSON.stringify(rules);
  const sum = checksumOf(team, version, ofTeam, ofPerson, body);
  return { v: String(version), team: ofTeam, person: ofPerson, body, sum };
}

/** A team's rules; null where it has none. Rejects where they are damaged. */
export async function readStoredRules(redis: Redis, team: string): Promise<StoredRules | null> {
  const row = await redis.hmget(`${PREFIX}:team-rules:${team}`, "v", "team", "person", "body", "sum");
  if (row[0] === null) return null;
  const [version = "", ofTeam = "", ofPerson = "", body = "", sum] = texts.parse(row);
  const rules = readRules(team, body, sum === checksumOf(team, version, ofTeam, ofPerson, body));
  return { rules, version: Number(version) };
}
