import { z } from "zod";
import { emptyAccount, type TeamAccount } from "../../../core/team/account.ts";
import { EVERYBODY, isNothing, type TeamRow, withRow } from "../../team-row.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";
import { checksumOf } from "../job-row.ts";

/** What the rows of a team's month come to, of everybody and by person. A damaged sum stays so until it is put anew. */
export interface TeamSums {
  /** One more row, or one less. */
  book(row: TeamRow, sign: 1 | -1): void;
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
const SUM = ["person", ...AMOUNTS, "checksum"].map(asBytes).join(", ");

const number = bytesText.transform(Number);
const shape = z.object({
  person: bytesText,
  held: number,
  charged: number,
  refunded: number,
  unknown: number,
  videos: number,
  checksum: bytesText,
});
const placeRow = z.object({ team: bytesText, month: bytesText });

export function teamSums(database: Pick<Connection, "prepare">): TeamSums {
  const one = database.prepare(`SELECT ${SUM} FROM team_sums WHERE month = ? AND team = ? AND person = ?`);
  const all = database.prepare(`SELECT ${SUM} FROM team_sums WHERE month = ? AND team = ?`);
  const put = database.prepare(
    `INSERT OR REPLACE INTO team_sums (month, team, person, ${AMOUNTS.join(", ")}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const drop = database.prepare("DELETE FROM team_sums WHERE month = ? AND team = ? AND person = ?");
  const dropAll = database.prepare("DELETE FROM team_sums WHERE month = ? AND team = ?");
  const months = database.prepare(
    `SELECT DISTINCT ${asBytes("team")}, ${asBytes("month")} FROM (SELECT team, month FROM team_ledger UNION SELECT team, month FROM team_sums)`,
  );
  const forget = database.prepare("DELETE FROM team_sums WHERE month < ?");

  function read(team: string, month: string, found: unknown) {
    const { person, checksum, ...account } = shape.parse(found);
    const isWhole = checksum === sumOf(team, month, person, account);
    return { person, account: isWhole ? account : ("damaged" as const) };
  }

  function find(team: string, month: string, name: string) {
    const found = one.get(month, team, name);
    return found === undefined ? null : read(team, month, found).account;
  }

  function putOne(team: string, month: string, name: string, account: TeamAccount, sum: string): void {
    const { held, charged, refunded, unknown, videos } = account;
    put.run(month, team, name, held, charged, refunded, unknown, videos, sum);
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

function sumOf(team: string, month: string, person: string, account: TeamAccount): string {
  const { held, charged, refunded, unknown, videos } = account;
  return checksumOf(team, month, person, held, charged, refunded, unknown, videos);
}
