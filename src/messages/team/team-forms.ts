import type { Field, Form, YesOrNo } from "../../core/chat.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import { NOTE_MAX } from "../../core/job/job.ts";
import { TRAITS } from "../../core/platform.ts";
import { ASK_ABOVE, NAMED_MAX } from "../../core/team/rules.ts";
import type { StoredRules } from "../../core/team/team-storage.ts";
import { KEY_MAX } from "../ask/video-forms.ts";
import { choiceField, textField } from "../message.ts";
import type { Words } from "../words.ts";

/** The most characters that a field takes on both platforms. Source: Slack docs, plain_text_input (read 2026-11-21). */
const TYPED_MAX = 3_000;
/** Longest number a form takes, with its separators. */
const CAP_LENGTH = 15;

export function teamKeyForm({ team, forms }: Words): Form {
  const { note, hint } = team.keyForm;
  const fields = [textField("key", forms.key.label, { hint, isRequired: true, maxLength: KEY_MAX })];
  return { id: "team_key", title: team.buttons.key, submit: forms.save, note, fields };
}

export function teamRulesForm({ rules, version: rulesVersion }: StoredRules, { team, forms }: Words): Form {
  const { note, empty: hint, ...labels } = team.rulesForm;
  const { teamMonth, personMonth, askAbove, approvals, mayApproveOwn } = rules;
  return {
    id: "team_rules",
    title: team.buttons.rules,
    submit: forms.save,
    note,
    fields: [
      textField("team_month", labels.teamMonth, { hint, value: String(teamMonth ?? ""), maxLength: CAP_LENGTH }),
      textField("person_month", labels.personMonth, { hint, value: String(personMonth ?? ""), maxLength: CAP_LENGTH }),
      choiceField(
        "ask_above",
        labels.askAbove,
        String(askAbove ?? "never"),
        ASK_ABOVE.map((value) => ({ label: askAboveLabel(value, labels), value })),
      ),
      {
        ...picker(
          "channels",
          "approvals",
          labels.approvals,
          approvals ? [approvals.channelId] : [],
          labels.approvalsHint,
        ),
        most: 1,
      },
      yesOrNo("approve_own", labels.approveOwn, mayApproveOwn, labels),
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

export function teamManagersForm({ rules, version: rulesVersion }: StoredRules, { team, forms }: Words): Form {
  const { note, managers, hint } = team.managersForm;
  const fields = [picker("people", "managers", managers, rules.managers, hint)];
  return { id: "team_managers", title: team.buttons.managers, submit: forms.save, note, fields, rulesVersion };
}

export function teamHouseForm(
  { rules, version: rulesVersion }: StoredRules,
  platform: Owner["platform"],
  { team, forms }: Words,
): Form {
  const { note, words, wordsHint: hint, blocked, blockedHint, ageRestricted } = team.houseForm;
  const fields = [
    textField("words", words, { hint, value: rules.words.join("\n"), isLong: true, maxLength: TYPED_MAX }),
    picker("people", "blocked", blocked, rules.blocked, blockedHint),
    ...(TRAITS[platform].hasAgeRestriction
      ? [yesOrNo("age_restricted", ageRestricted, rules.isAgeRestrictedOnly, team.rulesForm)]
      : []),
  ];
  return { id: "team_house", title: team.buttons.house, submit: forms.save, note, fields, rulesVersion };
}

/** Asks a manager why they decline that job; sending the form declines it. */
export function declineForm(jobId: JobId, { approvals }: Words): Form {
  const { title, note, reason, hint } = approvals.declineForm;
  const fields = [textField("note", reason, { hint, maxLength: NOTE_MAX })];
  return { id: "decline", title, submit: approvals.buttons.decline, note, fields, declines: jobId };
}

export function teamSpendersForm(
  { rules, version: rulesVersion }: StoredRules,
  platform: Owner["platform"],
  { team, forms }: Words,
): Form {
  const { everyone, placesHint, ...labels } = team.spendersForm;
  const fields = [
    yesOrNo("everyone", everyone, rules.isForEveryone, labels),
    picker("people", "people", labels.people, rules.people),
    ...(TRAITS[platform].hasRoles ? [picker("roles", "roles", labels.roles, rules.roles)] : []),
    picker("channels", "places", labels.places, rules.channels, placesHint),
  ];
  return { id: "team_spenders", title: team.buttons.spenders, submit: forms.save, note: null, fields, rulesVersion };
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
  return choiceField(id, label, isYes ? "yes" : "no", options);
}

type Picker = Extract<Field, { readonly kind: "people" | "roles" | "channels" }>;

function picker(
  kind: Picker["kind"],
  id: Picker["id"],
  label: string,
  chosen: readonly string[],
  hint: string | null = null,
): Picker {
  return { kind, id, label, hint, chosen, most: NAMED_MAX };
}
