import { z } from "zod";
import { newSecret } from "../../team-row.ts";
import { asBytes, bytesText, type Connection } from "../connect.ts";

/** By a month's secret those who have gone in it are found again, see `markOf`. */
export interface MonthSecrets {
  find(month: string): string | null;
  findOrMake(month: string): string;
  all(): readonly { readonly month: string; readonly secret: string }[];
  put(month: string, secret: string): void;
  forgetBefore(month: string): void;
}

const secretRow = z.object({ month: bytesText, secret: bytesText });
const SECRET = `${asBytes("month")}, ${asBytes("secret")}`;

export function monthSecrets(database: Pick<Connection, "prepare">): MonthSecrets {
  const one = database.prepare(`SELECT ${SECRET} FROM team_secrets WHERE month = ?`);
  const all = database.prepare(`SELECT ${SECRET} FROM team_secrets`);
  const put = database.prepare("INSERT INTO team_secrets (month, secret) VALUES (?, ?)");
  const forget = database.prepare("DELETE FROM team_secrets WHERE month < ?");

  function find(month: string): string | null {
    const found = one.get(month);
    return found === undefined ? null : secretRow.parse(found).secret;
  }

  return {
    find,
    findOrMake(month) {
      const found = find(month);
      if (found !== null) return found;
      const made = newSecret();
      put.run(month, made);
      return made;
    },
    all: () => all.all().map((found) => secretRow.parse(found)),
    put: (month, secret) => void put.run(month, secret),
    forgetBefore: (month) => void forget.run(month),
  };
}
