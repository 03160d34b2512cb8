import type { Redis } from "ioredis";
import type { EpochMs } from "../../../core/clock.ts";
import { type Owner, ownerName, type Team, teamName } from "../../../core/job/ids.ts";
import { type AuditEntry, OWN_AUDIT_MOST, type OwnAct } from "../../../core/team/audit.ts";
import { entryIn, personIn, restOf, teamIn } from "../../audit-text.ts";
import { checksumOf } from "../checksum.ts";
import { runScript } from "../connect.ts";
import { PREFIX } from "../keys.ts";
import { FORGET_AUDIT, NOTE_ACT, TAKE_OFF } from "../scripts/audit-scripts.ts";

/** What teams' managers did. */
export interface TeamAudit {
  note(team: Team, entry: AuditEntry): Promise<void>;
  /** The last first. */
  of(team: Team): Promise<readonly AuditEntry[]>;
  /** What one person did, newest first. */
  acts(owner: Owner): Promise<readonly OwnAct[]>;
  /** Takes a person's id off what they did by then. */
  takeOff(owner: Owner, by: EpochMs): Promise<void>;
  forget(team: Team): Promise<void>;
  forgetBefore(before: EpochMs): Promise<void>;
  /** Every entry of every team, the first first; null in the place of one that cannot be read. */
  all(): AsyncIterable<{ readonly team: Team; readonly entry: AuditEntry } | null>;
  /** Puts one behind those of its team, also where it is like the last. Calls over one connection keep their order. */
  restore(team: Team, entry: AuditEntry): Promise<unknown>;
  count(): Promise<number>;
}

const TEAMS = `${PREFIX}:team-audits`;

/** Later than all that anybody did. */
const EVER = Number.MAX_SAFE_INTEGER;

const keyOf = (team: string) => `${PREFIX}:team-audit:${team}`;
const placesOf = (person: string) => `${PREFIX}:team-audit-of:${person}`;

export function teamAudit(redis: Redis): TeamAudit {
  const noteAct = runScript(redis, NOTE_ACT);
  const forgetAudit = runScript(redis, FORGET_AUDIT);
  const takeOff = runScript(redis, TAKE_OFF);

  const textOf = (team: Team, entry: AuditEntry) => `${entry.at} ${personIn(team, entry)} ${restOf(entry)}`;

  async function entriesOf(team: string): Promise<readonly (AuditEntry | null)[]> {
    return (await redis.lrange(keyOf(team), 0, -1)).map((found) => {
      const [text, sum] = [found.slice(0, -17), found.slice(-16)];
      return sum === checksumOf(team, text) ? entryIn(text) : null;
    });
  }

  return {
    async note(team, entry) {
      await noteAct(teamName(team), textOf(team, entry));
    },
    of: async (team) => (await entriesOf(teamName(team))).flatMap((entry) => entry ?? []).toReversed(),
    async acts(owner) {
      const teams = await redis.smembers(placesOf(ownerName(owner)));
      const found = await Promise.all(
        teams.map(async (name) => (await entriesOf(name)).map((entry) => ({ team: teamIn(name), entry }))),
      );
      return found
        .flat()
        .flatMap(({ team, entry }) => {
          if (entry?.by !== owner.userId) return [];
          const { by: _, ...act } = entry;
          return [{ team, ...act }];
        })
        .sort((one, other) => other.at - one.at)
        .slice(0, OWN_AUDIT_MOST);
    },
    async takeOff(owner, by) {
      const person = ownerName(owner);
      for (const team of await redis.smembers(placesOf(person))) await takeOff(team, person, by);
    },
    async forget(team) {
      await forgetAudit(teamName(team), EVER);
    },
    async forgetBefore(before) {
      for (const team of await redis.smembers(TEAMS)) await forgetAudit(team, before);
    },
    async *all() {
      for (const name of await redis.smembers(TEAMS))
        for (const entry of await entriesOf(name)) yield entry && { team: teamIn(name), entry };
    },
    async restore(team, entry) {
      const [name, text] = [teamName(team), textOf(team, entry)];
      const listed = redis
        .multi()
        .rpush(keyOf(name), `${text} ${checksumOf(name, text)}`)
        .sadd(TEAMS, name);
      if (entry.by !== null) listed.sadd(placesOf(personIn(team, entry)), name);
      return listed.exec();
    },
    async count() {
      const lists = await Promise.all((await redis.smembers(TEAMS)).map((name) => redis.llen(keyOf(name))));
      return lists.reduce((all, one) => all + one, 0);
    },
  };
}
