import { z } from "zod";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { type Cost, isListed, type PersonalJobs, type Tally } from "../../core/personal-data.ts";
import { inBatches } from "../in-batches.ts";
import { asBytes, bytesText } from "./connect.ts";
import { ROW, readRow } from "./job-row.ts";
import type { Database } from "./open-database.ts";
import { teamAudit } from "./teams/team-audit.ts";
import { teamLedger } from "./teams/team-ledger.ts";

/** At most this many rows are read, or forgotten, at once: others have their turn in between. */
const ROWS_AT_ONCE = 200;

const placeRow = z.object({ id: bytesText, accepted_at: z.number() });
const countRow = z.object({ count: z.number() });
const closedRow = z.object({ id: bytesText, closed_at: z.number().nullable() });
const COST = [
  ...["id", "charged", "refunded", "unknown"].map(asBytes),
  "EXISTS (SELECT 1 FROM team_ledger WHERE team_ledger.id = ledger.id) AS is_teams",
].join(", ");
const amount = bytesText.transform(Number);
const costRow = placeRow.extend({ charged: amount, refunded: amount, unknown: amount, is_teams: z.number() });

/** One person's part of the embedded database. A damaged row is in no list, and is forgotten like any other. */
export function personalJobs(database: Pick<Database, "prepare" | "write">): PersonalJobs {
  const older = (columns: string, table: string) =>
    database.prepare(
      `SELECT ${columns}, accepted_at FROM ${table} WHERE owner = ? AND (accepted_at, id) < (?, ?)
       ORDER BY ${table}.accepted_at DESC, ${table}.id DESC LIMIT ${ROWS_AT_ONCE}`,
    );
  const olderJobs = older(ROW, "jobs");
  const olderCosts = older(COST, "ledger");
  const teams = teamLedger(database);
  const audit = teamAudit(database);
  const count = (what: string) => database.prepare(`SELECT count(*) AS count FROM ${what} AND owner = ?`);
  const inPlaces = count("jobs WHERE is_open = 1 AND is_settled = 0");
  /** A batch is its videos, and is told by its own list of them; what somebody wrote has its quotation marks escaped. */
  const ended = count(`jobs WHERE is_open = 0 AND instr(body, '"parts":[') = 0`);
  const costs = count("ledger WHERE true");
  const listing = database.prepare(
    `SELECT ${ROW} FROM jobs WHERE is_open = 1 AND owner <> ? AND instr(body, ?) > 0 ORDER BY id`,
  );
  /** But for the parts of a batch that is open: its card shows them until its last word. */
  const forgetEnded = database.prepare(
    `DELETE FROM jobs WHERE id IN (SELECT id FROM jobs WHERE is_open = 0 AND owner = ? AND accepted_at <= ?
     AND id NOT IN (SELECT value FROM json_each(?)) LIMIT ${ROWS_AT_ONCE}) RETURNING ${asBytes("id")}, closed_at`,
  );
  const restOfOpen = database.prepare(`SELECT ${ROW} FROM jobs WHERE is_open = 1 AND is_settled = 1 AND owner = ?`);
  const openRows = database.prepare(`SELECT ${ROW} FROM jobs WHERE is_open = 1 AND owner = ? AND accepted_at <= ?`);
  const forgetOne = database.prepare("DELETE FROM jobs WHERE id = ?");
  const keepId = database.prepare("INSERT OR REPLACE INTO forgotten (id, closed_at) VALUES (?, ?)");
  const forgetCosts = database.prepare("DELETE FROM ledger WHERE owner = ? AND accepted_at <= ?");

  const counted = (statement: typeof ended, owner: Owner) => countRow.parse(statement.get(ownerName(owner))).count;

  function tallyOpen(owner: Owner): Pick<Tally, "open" | "waiting" | "ending"> {
    const found = restOfOpen.all(ownerName(owner)).map((row) => readRow(row));
    const rest = found.filter(({ stored }) => !stored?.job.parts);
    const waiting = rest.filter(({ stored }) => stored?.job.state.status === "waiting").length;
    return { open: counted(inPlaces, owner), waiting, ending: rest.length - waiting };
  }

  async function* rowsOf(statement: typeof ended, owner: Owner): AsyncGenerator<unknown> {
    let last = { accepted_at: Number.MAX_SAFE_INTEGER, id: "" };
    for (;;) {
      await new Promise((resolve) => setImmediate(resolve));
      const rows = statement.all(ownerName(owner), last.accepted_at, last.id);
      yield* rows;
      const end = rows.at(-1);
      if (end === undefined || rows.length < ROWS_AT_ONCE) return;
      last = placeRow.parse(end);
    }
  }

  function forgetSomeEnded(owner: Owner, acceptedBy: number): number {
    const kept = openRows.all(ownerName(owner), acceptedBy).flatMap((row) => readRow(row).stored?.job.parts ?? []);
    const gone = forgetEnded.all(ownerName(owner), acceptedBy, JSON.stringify(kept)).map((row) => closedRow.parse(row));
    for (const { id, closed_at: closedAt } of gone) keepId.run(id, closedAt ?? acceptedBy);
    return gone.length;
  }

  /** Nobody can go on with what cannot be read. */
  function forgetDamaged(owner: Owner, acceptedBy: number): number {
    const rows = openRows.all(ownerName(owner), acceptedBy).map((row) => readRow(row));
    for (const { id, stored } of rows) {
      if (stored) continue;
      forgetOne.run(id);
      keepId.run(id, acceptedBy);
    }
    return rows.filter(({ stored }) => stored !== null).length;
  }

  return {
    tally: async (owner) => ({
      ...tallyOpen(owner),
      ended: counted(ended, owner),
      costs: counted(costs, owner),
    }),
    async *videos(owner) {
      for await (const row of rowsOf(olderJobs, owner)) {
        const { stored } = readRow(row);
        if (stored) yield stored.job;
      }
    },
    async *costs(owner) {
      for await (const row of rowsOf(olderCosts, owner)) yield costOf(row);
    },
    async listedIn(owner) {
      const rows = listing.all(ownerName(owner), JSON.stringify(owner.userId)).map((row) => readRow(row));
      return rows.flatMap(({ id, stored }) => (stored && isListed(stored.job, owner) ? [id] : []));
    },
    acts: async (owner) => audit.acts(owner),
    async forget(owner, acceptedBy) {
      // First: what is forgotten of a person must not leave their name with their team.
      await inBatches(ROWS_AT_ONCE, () => database.write(() => teams.mark(ownerName(owner), acceptedBy, ROWS_AT_ONCE)));
      await inBatches(ROWS_AT_ONCE, () =>
        database.write(() => audit.takeOff(ownerName(owner), acceptedBy, ROWS_AT_ONCE)),
      );
      await inBatches(ROWS_AT_ONCE, () => database.write(() => forgetSomeEnded(owner, acceptedBy)));
      await database.write(() => forgetCosts.run(ownerName(owner), acceptedBy));
      return database.write(() => forgetDamaged(owner, acceptedBy));
    },
  };
}

function costOf(row: unknown): Cost {
  const { id: jobId, accepted_at: acceptedAt, is_teams: isTeams, ...ledger } = costRow.parse(row);
  return { jobId, acceptedAt, payer: isTeams ? "team" : "mine", ...ledger };
}
