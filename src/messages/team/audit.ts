import type { ChatMessage, Section, Sentence } from "../../core/chat.ts";
import type { UserId } from "../../core/job/ids.ts";
import { unreachable } from "../../core/result.ts";
import type { AuditEntry, NamedRule } from "../../core/team/team-store.ts";
import { timeAt } from "../card/outcome.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";

/** Lines in the report; the file has all of them. */
const SHOWN = 5;

/** The section of the report with what the team's managers did last. */
export function auditSection(audit: readonly AuditEntry[], words: Words): Section {
  return { title: words.team.audit.title, body: audit.slice(0, SHOWN).map((entry) => line(entry, words)) };
}

/** The same entries as a message of their own, beside the file or in its place. */
export function auditMessage(audit: readonly AuditEntry[], words: Words): ChatMessage {
  const { title, none, file } = words.team.audit;
  if (audit.length === 0) return message({ tone: "plain", title, body: paragraphs(none) });
  return message({ tone: "plain", title, body: auditSection(audit, words).body, facts: [[file]] });
}

/** The file: one line per entry, the last first, in words of that language. */
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
  return [doneText(entry, words), ...entry.changed.map((rule) => ruleText(rule, words))];
}

function doneText({ did }: AuditEntry, { team }: Words): string {
  const { audit, rulesForm, spendersForm, managersForm, houseForm } = team;
  switch (did) {
    case "rules":
      return rulesForm.title;
    case "spenders":
      return spendersForm.title;
    case "managers":
      return managersForm.title;
    case "house":
      return houseForm.title;
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

/** A rule as its form calls it. */
function ruleText(rule: NamedRule, { team }: Words): string {
  const { rulesForm, spendersForm, managersForm, houseForm } = team;
  const labels: Readonly<Record<NamedRule, string>> = {
    teamMonth: rulesForm.teamMonth,
    personMonth: rulesForm.personMonth,
    askAbove: rulesForm.askAbove,
    approvals: rulesForm.approvals,
    mayApproveOwn: rulesForm.approveOwn,
    isForEveryone: spendersForm.everyone,
    people: spendersForm.people,
    roles: spendersForm.roles,
    channels: spendersForm.places,
    managers: managersForm.managers,
    words: houseForm.words,
    blocked: houseForm.blocked,
    isAgeRestrictedOnly: houseForm.ageRestricted,
  };
  return labels[rule];
}
