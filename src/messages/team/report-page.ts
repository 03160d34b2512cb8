import type { ChatMessage, Section, Sentence } from "../../core/chat.ts";
import type { UserId } from "../../core/job/ids.ts";
import { unreachable } from "../../core/result.ts";
import type { AuditEntry, NamedRule, TeamSpent } from "../../core/team/team-storage.ts";
import { type TeamUsage, usedOf } from "../../core/team/usage.ts";
import { buttonFor } from "../card/buttons.ts";
import { timeAt } from "../card/card-outcome.ts";
import { message, paragraphs } from "../message.ts";
import { ledgerText } from "../pages/job-list.ts";
import type { Words } from "../words.ts";

export interface TeamReport {
  readonly today: TeamSpent | null;
  readonly thisMonth: TeamSpent;
  readonly lastMonth: TeamSpent;
  /** Latest first. */
  readonly audit: readonly AuditEntry[];
}

const PEOPLE_SHOWN = 15;

export function teamReport({ today, thisMonth, lastMonth, audit }: TeamReport, words: Words): ChatMessage {
  const { team } = words;
  const isEmpty = thisMonth.all.videos === 0 && lastMonth.all.videos === 0;
  const done = audit.length > 0 ? [auditSection(audit, words)] : [];
  const more = audit.length > 0 ? [buttonFor({ kind: "team_audit" }, words)] : [];
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
    sections: [
      ...(today ? [spentSection(team.today, today, words)] : []),
      spentSection(team.thisMonth, thisMonth, words),
      spentSection(team.lastMonth, lastMonth, words),
      ...done,
    ],
    facts: [[team.csv]],
    buttons: more,
  });
}

function spentSection(title: string, spent: TeamSpent, words: Words): Section {
  const { team } = words;
  const rows = rowsOf(spent).toSorted((one, other) => usedOf(other.usage) - usedOf(one.usage));
  const shown = rows.slice(0, PEOPLE_SHOWN).map(({ userId, usage }): Sentence => {
    const text = rowText(usage, words);
    return userId === null ? [team.deletedPerson(text)] : [{ kind: "person", userId }, `: ${text}`];
  });
  const more = rows.length - shown.length;
  return {
    title,
    body: [[rowText(spent.all, words)], ...shown, ...(more > 0 ? paragraphs(team.inTheFile(more)) : [])],
  };
}

/** People who deleted their data have no `userId`. */
function rowsOf({ people, deleted }: TeamSpent) {
  return [
    ...[...people].map(([userId, usage]) => ({ userId, usage })),
    ...deleted.map((usage) => ({ userId: null, usage })),
  ];
}

function rowText(usage: TeamUsage, words: Words): string {
  return words.team.row(usage.videos, ledgerText(usage, words));
}

export function withoutFile(report: ChatMessage, { team }: Words): ChatMessage {
  return { ...report, facts: [[team.noFile]] };
}

const DELETED = "deleted";

/** `charged` is gross; `perhaps` is not included in any other column. */
export function reportCsv(
  months: readonly (readonly [month: string, TeamSpent])[],
  names: ReadonlyMap<UserId, string>,
): string {
  return csv(
    ["month", "person", "name", "videos", "charged", "came_back", "perhaps"],
    months.flatMap(([month, spent]) =>
      rowsOf(spent).map(({ userId, usage: { videos, charged, refunded, unknown } }) => [
        month,
        userId ?? DELETED,
        (userId && names.get(userId)) ?? "",
        videos,
        charged,
        refunded,
        unknown,
      ]),
    ),
  );
}

const SHOWN = 5;

function auditSection(audit: readonly AuditEntry[], words: Words): Section {
  return { title: words.team.audit.title, body: audit.slice(0, SHOWN).map((entry) => line(entry, words)) };
}

export function auditMessage(audit: readonly AuditEntry[], words: Words): ChatMessage {
  const { title, none, file } = words.team.audit;
  if (audit.length === 0) return message({ tone: "plain", title, body: paragraphs(none) });
  return message({ tone: "plain", title, body: auditSection(audit, words).body, facts: [[file]] });
}

/** Latest first. */
export function auditText(audit: readonly AuditEntry[], names: ReadonlyMap<UserId, string>, words: Words): string {
  const lines = audit.map((entry) => {
    const time = `${new Date(entry.at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
    const who = entry.by === null ? words.team.audit.somebody : `${names.get(entry.by) ?? ""} (${entry.by})`.trim();
    return [time, who, ...whatWasDone(entry, words), ...(entry.job ? [entry.job] : [])].join(" · ");
  });
  return `${lines.join("\n")}\n`;
}

function line(entry: AuditEntry, words: Words): Sentence {
  const { by, at } = entry;
  return [
    { ...timeAt(at, words), as: "clock" },
    " · ",
    by === null ? words.team.audit.somebody : { kind: "person", userId: by },
    ` · ${whatWasDone(entry, words).join(" · ")}`,
  ];
}

function whatWasDone(entry: AuditEntry, words: Words): readonly string[] {
  const rules = entry.changed.map((rule) => ruleText(rule, words));
  return [doneText(entry, words), ...new Set(rules)];
}

function doneText({ did }: AuditEntry, { team }: Words): string {
  const { audit, buttons } = team;
  switch (did) {
    case "rules":
    case "spenders":
    case "managers":
    case "house":
      return buttons[did];
    case "key_set":
    case "key_removed":
    case "paused":
    case "went_on":
    case "style_saved":
    case "style_removed":
    case "approved":
    case "declined":
      return audit.did[did];
    default:
      return unreachable(did);
  }
}

function ruleText(rule: NamedRule, { team }: Words): string {
  const { rulesForm, spendersForm, managersForm, contentRulesForm } = team;
  const labels: Readonly<Record<NamedRule, string>> = {
    teamDay: rulesForm.teamCaps,
    teamMonth: rulesForm.teamCaps,
    personDay: rulesForm.personCaps,
    personMonth: rulesForm.personCaps,
    askAbove: rulesForm.askAbove,
    approvals: rulesForm.approvals,
    mayApproveOwn: rulesForm.approveOwn,
    isForEveryone: spendersForm.everyone,
    people: spendersForm.people,
    roles: spendersForm.roles,
    channels: spendersForm.places,
    managers: managersForm.managers,
    words: contentRulesForm.words,
    blocked: contentRulesForm.blocked,
    isAgeRestrictedOnly: contentRulesForm.ageRestricted,
  };
  return labels[rule];
}

/**
 * Matches positions where a spreadsheet could read text as a formula: the beginning, and after any character at which it may
 * split text in some locale. Some programs treat full-width signs like the ASCII ones.
 */
const FORMULA = /(^|[;,\t\r\n])((?:[^\S\t\r\n]|")*)(?=[=+\-@＝＋－＠])/g;

/** Text that could be read as a formula is prefixed with an apostrophe. */
export function csv(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  return [head, ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(value: string | number): string {
  const safe = typeof value === "number" ? String(value) : value.replaceAll(FORMULA, "$1$2'");
  return `"${safe.replaceAll('"', '""')}"`;
}
