import type { Field, Form, TextField, YesOrNo } from "../../core/chat.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import { NOTE_MAX } from "../../core/job/job.ts";
import { traitsOf } from "../../core/platform.ts";
import type { Credits } from "../../core/request/price.ts";
import { ASK_ABOVE, NAMED_MAX } from "../../core/team/rules.ts";
import type { StoredRules } from "../../core/team/team-storage.ts";
import type { Words } from "../words.ts";

/** Longest key a form takes, in characters. */
const KEY_MAX = 500;
/** The most characters that a field takes on both platforms. Source: Slack docs, plain_text_input (read 2026-11-21). */
const TYPED_MAX = 3_000;
/** Longest number a form takes, with its separators. */
const CAP_LENGTH = 15;

/** Asks a manager for the team's key. */
export function teamKeyForm({ team, forms }: Words): Form {
  const { title, note, label, hint } = team.keyForm;
  return {
    id: "team_key",
    title,
    submit: forms.save,
    note,
    fields: [{ kind: "text", id: "key", label, hint, value: "", isLong: false, isRequired: true, maxLength: KEY_MAX }],
  };
}

/** Asks an admin for the caps, for which videos need an approval, and where it is asked for. */
export function teamRulesForm({ rules, version: rulesVersion }: StoredRules, { team, forms }: Words): Form {
  const { title, note, empty, ...labels } = team.rulesForm;
  const cap = (id: "team_month" | "person_month", label: string, value: Credits | null): TextField => ({
    kind: "text",
    id,
    label,
    hint: empty,
    value: value === null ? "" : String(value),
    isLong: false,
    isRequired: false,
    maxLength: CAP_LENGTH,
  });
  const approvals = picker(
    "channels",
    "approvals",
    labels.approvals,
    labels.approvalsHint,
    rules.approvals ? [rules.approvals.channelId] : [],
  );
  return {
    id: "team_rules",
    title,
    submit: forms.save,
    note,
    fields: [
      cap("team_month", labels.teamMonth, rules.teamMonth),
      cap("person_month", labels.personMonth, rules.personMonth),
      {
        kind: "choice",
        id: "ask_above",
        label: labels.askAbove,
        hint: null,
        value: rules.askAbove === null ? "never" : String(rules.askAbove),
        options: ASK_ABOVE.map((value) => ({ label: askAboveLabel(value, labels), value })),
      },
      { ...approvals, most: 1 },
      yesOrNo("approve_own", labels.approveOwn, rules.mayApproveOwn, labels),
    ],
    rulesVersion,
  };
}

function askAboveLabel(
  value: (typeof ASK_ABOVE)[number],
  { always, above, never }: Pick<Words["team"]["rulesForm"], "always" | "above" | "never">,
): string {
  if (value === "never") return never;
  return value === "0" ? always : above(Number(value));
}

/** Asks an admin who else approves and sees the reports. */
export function teamManagersForm({ rules, version: rulesVersion }: StoredRules, { team, forms }: Words): Form {
  const { title, note, managers: label, hint } = team.managersForm;
  return {
    id: "team_managers",
    title,
    submit: forms.save,
    note,
    fields: [picker("people", "managers", label, hint, rules.managers)],
    rulesVersion,
  };
}

/** Asks an admin which words are forbidden in prompts, who makes no videos, and on Discord where. */
export function teamHouseForm(
  { rules, version: rulesVersion }: StoredRules,
  platform: Owner["platform"],
  { team, forms }: Words,
): Form {
  const { title, note, words: label, wordsHint: hint, blocked, blockedHint, ageRestricted } = team.houseForm;
  return {
    id: "team_house",
    title,
    submit: forms.save,
    note,
    fields: [
      {
        kind: "text",
        id: "words",
        label,
        hint,
        value: rules.words.join("\n"),
        isLong: true,
        isRequired: false,
        maxLength: TYPED_MAX,
      },
      picker("people", "blocked", blocked, blockedHint, rules.blocked),
      ...(traitsOf(platform).hasAgeRestriction
        ? [yesOrNo("age_restricted", ageRestricted, rules.isAgeRestrictedOnly, team.rulesForm)]
        : []),
    ],
    rulesVersion,
  };
}

/** Asks a manager why they decline that job; sending the form declines it. */
export function declineForm(jobId: JobId, { approvals }: Words): Form {
  const { title, note, reason, hint } = approvals.declineForm;
  return {
    id: "decline",
    title,
    submit: approvals.buttons.decline,
    note,
    fields: [
      {
        kind: "text",
        id: "note",
        label: reason,
        hint,
        value: "",
        isLong: false,
        isRequired: false,
        maxLength: NOTE_MAX,
      },
    ],
    declines: jobId,
  };
}

/** Asks a manager who may spend, and where; roles are Discord's. */
export function teamSpendersForm(
  { rules, version: rulesVersion }: StoredRules,
  platform: Owner["platform"],
  { team, forms }: Words,
): Form {
  const { title, everyone, yes, no, placesHint, ...labels } = team.spendersForm;
  const { isForEveryone, people, roles, channels } = rules;
  return {
    id: "team_spenders",
    title,
    submit: forms.save,
    note: null,
    fields: [
      yesOrNo("everyone", everyone, isForEveryone, { yes, no }),
      picker("people", "people", labels.people, null, people),
      ...(traitsOf(platform).hasRoles ? [picker("roles", "roles", labels.roles, null, roles)] : []),
      picker("channels", "places", labels.places, placesHint, channels),
    ],
    rulesVersion,
  };
}

function yesOrNo(
  id: YesOrNo,
  label: string,
  isYes: boolean,
  { yes, no }: { readonly yes: string; readonly no: string },
): Field {
  const options = [
    { label: yes, value: "yes" },
    { label: no, value: "no" },
  ];
  return { kind: "choice", id, label, hint: null, value: isYes ? "yes" : "no", options };
}

type Picker = Extract<Field, { readonly kind: "people" | "roles" | "channels" }>;

function picker(
  kind: Picker["kind"],
  id: Picker["id"],
  label: string,
  hint: string | null,
  chosen: readonly string[],
): Picker {
  return { kind, id, label, hint, chosen, most: NAMED_MAX };
}
