import type { ChatMessage, Section, Sentence } from "../../core/chat.ts";
import type { UserId } from "../../core/job/ids.ts";
import { type TeamAccount, usedOf } from "../../core/team/account.ts";
import type { AuditEntry, TeamMonth } from "../../core/team/team-store.ts";
import { csv } from "../csv.ts";
import { message, paragraphs, told } from "../message.ts";
import { ledgerText } from "../pages/spending.ts";
import type { Words } from "../words.ts";
import { auditSection } from "./audit.ts";
import { teamAuditButton } from "./buttons.ts";

/** What a team's videos took in this month and the last. */
export interface TeamReport {
  readonly thisMonth: TeamMonth;
  readonly lastMonth: TeamMonth;
  /** What its managers did, the last first. */
  readonly audit: readonly AuditEntry[];
}

/** People named in the message of each month; the file has all of them. */
const PEOPLE_SHOWN = 15;

/** This month and the last, a line a person, most first, and what managers did last. Without pings: a name only shows who it is. */
export function teamReport({ thisMonth, lastMonth, audit }: TeamReport, words: Words): ChatMessage {
  const { team } = words;
  // By the sums: people who deleted their data are in those alone.
  const isEmpty = thisMonth.all.videos === 0 && lastMonth.all.videos === 0;
  const hasPeople = thisMonth.people.size > 0 || lastMonth.people.size > 0;
  const done = audit.length > 0 ? [auditSection(audit, words)] : [];
  const more = audit.length > 0 ? [teamAuditButton(words)] : [];
  if (isEmpty)
    return message({
      tone: "plain",
      title: team.report,
      body: paragraphs(team.noVideos),
      sections: done,
      buttons: more,
    });
  return message({
    tone: "plain",
    title: team.report,
    sections: [monthSection(team.thisMonth, thisMonth, words), monthSection(team.lastMonth, lastMonth, words), ...done],
    facts: hasPeople ? [[team.csv]] : [],
    buttons: more,
  });
}

function monthSection(title: string, { all, people }: TeamMonth, words: Words): Section {
  const { team } = words;
  const rows = [...people].sort(([, one], [, other]) => usedOf(other) - usedOf(one));
  const shown = rows
    .slice(0, PEOPLE_SHOWN)
    .map(([userId, account]): Sentence => [{ kind: "person", userId }, `: ${rowText(account, words)}`]);
  const more = rows.length - shown.length;
  return {
    title,
    body: [[rowText(all, words)], ...shown, ...(more > 0 ? paragraphs(team.inTheFile(more)) : [])],
  };
}

function rowText(account: TeamAccount, words: Words): string {
  return words.team.row(account.videos, ledgerText(account, words));
}

/** While the sums are read. */
export function addingUp({ team }: Words): ChatMessage {
  return told("waiting", team.working);
}

/** The report where no file can be given. */
export function withoutFile(report: ChatMessage, { team }: Words): ChatMessage {
  return { ...report, facts: [[team.noFile]] };
}

/** Said where the file may not have arrived. */
export function reportUnsure({ team }: Words): ChatMessage {
  return message({ tone: "unsure", title: team.report, body: paragraphs(team.fileUnsure) });
}

/** The CSV file: a line a person and month. `charged` is gross, and `perhaps` is in no other column. */
export function reportCsv(
  months: readonly (readonly [month: string, TeamMonth])[],
  names: ReadonlyMap<UserId, string>,
): string {
  return csv(
    ["month", "person", "name", "videos", "charged", "came_back", "perhaps"],
    months.flatMap(([month, { people }]) =>
      [...people].map(([userId, { videos, charged, refunded, unknown }]) => [
        month,
        userId,
        names.get(userId) ?? "",
        videos,
        charged,
        refunded,
        unknown,
      ]),
    ),
  );
}
