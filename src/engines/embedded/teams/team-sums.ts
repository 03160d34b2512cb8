import { z } from "zod";
import { emptyAccount, type TeamAccount } from "../../../core/team/account.ts";
import { EVERYBODY, isNothing, type TeamRow, withRow } from "../../team-row.ts";
import { asBytes, asWords, bytesText, type Connection, type SqlValue } from "../connect.ts";
import { checksumOf } from "../job-row.ts";

/** What the rows of a team's month come to, of everybody and by person. A damaged sum stays so until it is put anew. */
export interface TeamSums {
  /** One more row, or one less. */
  book(row: TeamRow, sign: 1 | -1): void;
  /** One more row, in the sums of before of everybody and of its person, which are whole. */
  add(row: TeamRow, before: ReadonlyMap<string, TeamAccount>): void;
  /** The month's sums cannot be trusted. */
  spoil(team: string, month: string): void;
  find(team: string, month: string, name: string): TeamAccount | "damaged" | null;
  /** "damaged" where one of them is. */
  ofMonth(team: string, month: string): ReadonlyMap<string, TeamAccount> | "damaged";
  putAll(team: string, month: string, sums: ReadonlyMap<string, TeamAccount>): void;
  months(): readonly { readonly team: string; readonly month: string }[];
  forgetBefore(month: string): void;
}

const AMOUNTS = ["held", "charged", "refunded", "unknown", "videos"];
/** A sum as one text. */
export const SUM = asWords("sum", ["person", ...AMOUNTS, "checksum"]);

const shape = z.object({ sum: bytesText });
const placeRow = z.object({ team: bytesText, month: bytesText });

const VALUES = "(?, ?, ?, ?, ?, ?, ?, ?, ?)";
const PUT = `INSERT OR REPLACE INTO team_sums (month, team, person, ${AMOUNTS.join(", ")}, checksum) VALUES ${VALUES}`;

export function teamSums(database: Pick<Connection, "prepare">): TeamSums {
  const one = database.prepare(`SELECT ${SUM} FROM team_sums WHERE month = ? AND team = ? AND person = ?`);
  const all = database.prepare(`SELECT ${SUM} FROM team_sums WHERE month = ? AND team = ?`);
  const put = database.prepare(PUT);
  const putTwo = database.prepare(`${PUT}, ${VALUES}`);
  const drop = database.prepare("DELETE FROM team_sums WHERE month = ? AND team = ? AND person = ?");
  const dropAll = database.prepare("DELETE FROM team_sums WHERE month = ? AND team = ?");
  const months = database.prepare(
    `SELECT DISTINCT ${asBytes("team")}, ${asBytes("month")} FROM (SELECT team, month FROM team_ledger UNION SELECT team, month FROM team_sums)`,
  );
  const forget = database.prepare("DELETE FROM team_sums WHERE month < ?");

  const read = (team: string, month: string, found: unknown) => readSum(team, month, shape.parse(found).sum);

  function find(team: string, month: string, name: string) {
    const found = one.get(month, team, name);
    return found === undefined ? null : read(team, month, found).account;
  }

  function putOne(team: string, month: string, name: string, account: TeamAccount, sum: string): void {
    put.run(...columnsOf(team, month, name, account), sum);
  }

  return {
    book({ team, month, person, account }, sign) {
      for (const name of [EVERYBODY, person]) {
        const before = find(team, month, name);
        if (before === "damaged") continue;
        const after = withRow(before ?? emptyAccount, account, sign);
        if (isNothing(after)) drop.run(month, team, name);
        // There was a row, so there was a sum: it is lost, and is as good as damaged.
        else putOne(team, month, name, after, after.videos < 0 ? "" : sumOf(team, month, name, after));
      }
    },
    add({ team, month, person, account }, before) {
      const values = [EVERYBODY, person].flatMap((name) => {
        const after = withRow(before.get(name) ?? emptyAccount, account, 1);
        return [...columnsOf(team, month, name, after), sumOf(team, month, name, after)];
      });
      putTwo.run(...values);
    },
    spoil: (team, month) => putOne(team, month, EVERYBODY, emptyAccount, ""),
    find,
    ofMonth(team, month) {
      const sums = new Map<string, TeamAccount>();
      for (const found of all.all(month, team)) {
        const { person, account } = read(team, month, found);
        if (account === "damaged") return "damaged";
        sums.set(person, account);
      }
      return sums;
    },
    putAll(team, month, sums) {
      dropAll.run(month, team);
      for (const [name, account] of sums) putOne(team, month, name, account, sumOf(team, month, name, account));
    },
    months: () => months.all().map((found) => placeRow.parse(found)),
    forgetBefore: (month) => void forget.run(month),
  };
}

/** A sum of that text. */
export function readSum(
  team: string,
  month: string,
  text: string,
): { readonly person: string; readonly account: TeamAccount | "damaged" } {
  const [person = "", held, charged, refunded, unknown, videos, checksum] = text.split(" ");
  const account = {
    held: Number(held),
    charged: Number(charged),
    refunded: Number(refunded),
    unknown: Number(unknown),
    videos: Number(videos),
  };
  return { person, account: checksum === sumOf(team, month, person, account) ? account : "damaged" };
}

function columnsOf(team: string, month: string, person: string, account: TeamAccount): readonly SqlValue[] {
  const { held, charged, refunded, unknown, videos } = account;
  return [month, team, person, held, charged, refunded, unknown, videos];
}

function sumOf(team: string, month: string, person: string, account: TeamAccount): string {
  const { held, charged, refunded, unknown, videos } = account;
  return checksumOf(team, month, person, held, charged, refunded, unknown, videos);
}
