import type { Redis } from "ioredis";
import type { EpochMs } from "../../../core/clock.ts";
import { markOf } from "../../team-row.ts";
import { PREFIX } from "../keys.ts";
import { runScript } from "../scripts/run-script.ts";
import { MARK } from "../scripts/team-scripts.ts";
import { teamBooks } from "./team-books.ts";
import { readRow } from "./team-texts.ts";

/** Puts a mark in the place of a person in every team's row that was accepted by then. A damaged row is theirs no more, either. */
export function markPerson(redis: Redis): (person: string, acceptedBy: EpochMs) => Promise<void> {
  const books = teamBooks(redis);
  const mark = runScript(redis, MARK);
  return async (person, acceptedBy) => {
    for (const id of await redis.zrangebyscore(`${PREFIX}:team-rows-of:${person}`, "-inf", acceptedBy)) {
      const row = readRow(id, await redis.get(`${PREFIX}:team-row:${id}`));
      const taker = row?.person === person ? markOf(await books.makeSecret(row.month), row.team, person) : "";
      await mark(id, person, taker);
    }
  };
}
