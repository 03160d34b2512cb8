import { z } from "zod";
import type { EpochMs } from "../../../core/clock.ts";
import { type Owner, ownerName, type Team, teamName } from "../../../core/job/ids.ts";
import { AUDIT_MOST, type AuditEntry, OWN_AUDIT_MOST, type OwnAct } from "../../../core/team/audit.ts";
import { entryIn, personIn, restOf, teamIn } from "../../audit-text.ts";
import { GONE } from "../../team-row.ts";
import { asBytes, asWords, bytesText, type Connection } from "../connect.ts";
import { checksumOf } from "../job-row.ts";

/** What teams' managers did. What writes is called inside a transaction. */
export interface TeamAudit {
  note(team: Team, entry: AuditEntry): void;
  /** The last first. */
  of(team: Team): readonly AuditEntry[];
  /** What one person did, newest first. */
  acts(owner: Owner): readonly OwnAct[];
  /** Takes a person's id off what they did by then, `limit` entries at most; says how many. */
  takeOff(person: string, by: EpochMs, limit: number): number;
  forget(team: Team): void;
  forgetBefore(before: EpochMs): void;
  /** Every entry of every team, the first first; null in the place of one that cannot be read. */
  all(): Iterable<{ readonly team: Team; readonly entry: AuditEntry } | null>;
}

const ROW = `nth, ${asBytes("team")}, ${asWords("words", ["at", "person", "rest", "checksum"])}`;
const PAGE = 500;
const shape = z.object({ nth: z.number(), team: bytesText, words: bytesText });

interface Row {
  readonly nth: number;
  readonly team: string;
  readonly text: string;
  readonly isWhole: boolean;
}

function readRow(found: unknown): Row {
  const { nth, team, words } = shape.parse(found);
  const [text, sum] = [words.slice(0, -17), words.slice(-16)];
  return { nth, team, text, isWhole: sum === checksumOf(team, text) };
}

function entryOf({ text, isWhole }: Row): readonly AuditEntry[] {
  const entry = isWhole ? entryIn(text) : null;
  return entry ? [entry] : [];
}

export function teamAudit(database: Pick<Connection, "prepare">): TeamAudit {
  const put = database.prepare("INSERT INTO team_audit (team, at, person, rest, checksum) VALUES (?, ?, ?, ?, ?)");
  const makeRoom = database.prepare(
    `DELETE FROM team_audit WHERE team = ?1 AND nth <=
     (SELECT nth FROM team_audit WHERE team = ?1 ORDER BY nth DESC LIMIT 1 OFFSET ${AUDIT_MOST})`,
  );
  const ofTeam = database.prepare(`SELECT ${ROW} FROM team_audit WHERE team = ? ORDER BY nth DESC`);
  const ofPerson = database.prepare(
    `SELECT ${ROW} FROM team_audit WHERE person = ? ORDER BY team_audit.at DESC LIMIT ${OWN_AUDIT_MOST}`,
  );
  const doneBy = database.prepare(`SELECT ${ROW} FROM team_audit WHERE person = ? AND at <= ? LIMIT ?`);
  const mark = database.prepare("UPDATE team_audit SET person = ?, checksum = ? WHERE nth = ?");
  const forget = database.prepare("DELETE FROM team_audit WHERE team = ?");
  const forgetBefore = database.prepare("DELETE FROM team_audit WHERE at < ?");
  const page = database.prepare(`SELECT ${ROW} FROM team_audit WHERE nth > ? ORDER BY nth LIMIT ${PAGE}`);

  return {
    note(team, entry) {
      const [name, person, rest] = [teamName(team), personIn(team, entry), restOf(entry)];
      put.run(name, entry.at, person, rest, checksumOf(name, `${entry.at} ${person} ${rest}`));
      makeRoom.run(name);
    },
    of: (team) => ofTeam.all(teamName(team)).flatMap((found) => entryOf(readRow(found))),
    acts: (owner) =>
      ofPerson.all(ownerName(owner)).flatMap((found) => {
        const row = readRow(found);
        return entryOf(row).map(({ by: _, ...act }) => ({ team: teamIn(row.team), ...act }));
      }),
    takeOff(person, by, limit) {
      const rows = doneBy.all(person, by, limit).map(readRow);
      for (const { nth, team, text, isWhole } of rows) {
        const [at, , ...rest] = text.split(" ");
        // One that came back changed stays one that nobody reads.
        mark.run(GONE, isWhole ? checksumOf(team, [at, GONE, ...rest].join(" ")) : "", nth);
      }
      return rows.length;
    },
    forget: (team) => void forget.run(teamName(team)),
    forgetBefore: (before) => void forgetBefore.run(before),
    *all() {
      for (let last = 0; ; ) {
        const rows = page.all(last).map(readRow);
        for (const row of rows) {
          const [entry] = entryOf(row);
          yield entry ? { team: teamIn(row.team), entry } : null;
        }
        const end = rows.at(-1);
        if (end === undefined) return;
        last = end.nth;
      }
    },
  };
}
