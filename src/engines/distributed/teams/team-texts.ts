import type { TeamAccount } from "../../../core/team/account.ts";
import type { TeamRow } from "../../team-row.ts";
import { checksumOf } from "../checksum.ts";

/** A row as words: TEAM MONTH AT PERSON CHANNEL HELD CHARGED REFUNDED UNKNOWN. */
export function rowText({ team, month, acceptedAt, person, channel, account }: TeamRow): string {
  const { held, charged, refunded, unknown } = account;
  return [team, month, acceptedAt, person, channel || "-", held, charged, refunded, unknown].join(" ");
}

/** A row as it is stored; null where it is not there, or damaged. */
export function readRow(id: string, found: string | null): TeamRow | null {
  const words = opened(id, found);
  return words && rowIn(id, words);
}

function rowIn(id: string, words: readonly string[]): TeamRow {
  const [team = "", month = "", at, person = "", channel = "", held, charged, refunded, unknown] = words;
  return {
    id,
    team,
    month,
    acceptedAt: Number(at),
    person,
    channel: channel === "-" ? "" : channel,
    account: accountIn([held, charged, refunded, unknown, 1]),
  };
}

/** A sum as it is stored; null where it is damaged. */
export function readSum(place: string, name: string, found: string): TeamAccount | null {
  const words = opened(`${place} ${name}`, found);
  return words && accountIn(words);
}

/** Where the rows and sums of a team's month are. */
export function placeOf(team: string, month: string): string {
  return `${team}:${month}`;
}

/** The words of what a script has sealed. */
function opened(key: string, found: string | null): readonly string[] | null {
  if (found === null) return null;
  const [text, sum] = [found.slice(0, -17), found.slice(-16)];
  return sum === checksumOf(key, text) ? text.split(" ") : null;
}

function accountIn(words: readonly (string | number | undefined)[]): TeamAccount {
  const [held = 0, charged = 0, refunded = 0, unknown = 0, videos = 0] = words.map(Number);
  return { held, charged, refunded, unknown, videos };
}
