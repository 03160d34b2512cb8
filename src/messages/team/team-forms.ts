import type { Field, Form, YesOrNo } from "../../core/chat.ts";
import type { JobId, Owner } from "../../core/job/ids.ts";
import { NOTE_MAX } from "../../core/job/job.ts";
import { TRAITS } from "../../core/platform.ts";
import { unpackCaps } from "../../core/team/caps.ts";
import { askAboveNow, askAboves, NAMED_MAX, type RulesDraft, type TeamRules } from "../../core/team/rules.ts";
import type { StoredRules } from "../../core/team/team-storage.ts";
import { KEY_MAX } from "../ask/video-forms.ts";
import { choiceField, textField } from "../message.ts";
import type { Words } from "../words.ts";
import { capsText, exampleCaps } from "./team-refusals.ts";

/** Characters that a field takes on both platforms. Source: Slack docs, plain_text_input (read 2026-11-21). */
const TYPED_MAX = 3_000;
const CAPS_LENGTH = 80;

export function teamKeyForm({ team, forms }: Words): Form {
  const { note, hint } = team.keyForm;
  const fields = [textField("key", forms.key.label, { hint, isRequired: true, maxLength: KEY_MAX })];
  return { id: "team_key", title: team.buttons.key, submit: forms.save, note, fields };
}

/** Fields that the platform does not support are left out. */
interface RulesShown extends StoredRules {
  readonly platform: Owner["platform"];
}

type FieldsOf = (shown: RulesShown, words: Words) => Pick<Form, "note" | "fields">;

const RULES_FORMS = {
  rules: ({ rules }, words) => rulesFields(draftOf(rules, words), words),
  spenders({ rules, platform }, { team: { spendersForm } }) {
    const { everyone, placesHint, ...labels } = spendersForm;
    const fields = [
      yesOrNo("everyone", everyone, rules.isForEveryone, labels),
      picker("people", "people", labels.people, rules.people),
      ...(TRAITS[platform].hasRoles ? [picker("roles", "roles", labels.roles, rules.roles)] : []),
      picker("channels", "places", labels.places, rules.channels, placesHint),
    ];
    return { note: null, fields };
  },
  managers({ rules }, { team: { managersForm } }) {
    const { note, managers, hint } = managersForm;
    return { note, fields: [picker("people", "managers", managers, rules.managers, hint)] };
  },
  house({ rules, platform }, { team: { contentRulesForm, rulesForm } }) {
    const { note, words, wordsHint: hint, blocked, blockedHint, ageRestricted } = contentRulesForm;
    const fields = [
      textField("words", words, { hint, value: rules.words.join("\n"), isLong: true, maxLength: TYPED_MAX }),
      picker("people", "blocked", blocked, rules.blocked, blockedHint),
      ...(TRAITS[platform].hasAgeRestriction
        ? [yesOrNo("age_restricted", ageRestricted, rules.isAgeRestrictedOnly, rulesForm)]
        : []),
    ];
    return { note, fields };
  },
} satisfies Readonly<Record<string, FieldsOf>>;

export type RulesForm = keyof typeof RULES_FORMS;

export function teamRulesForm(kind: RulesForm, shown: RulesShown, words: Words): Form {
  return wholeForm(kind, shown.version, RULES_FORMS[kind](shown, words), words);
}

function wholeForm(
  kind: RulesForm,
  rulesVersion: number,
  parts: Pick<Form, "note" | "fields">,
  { team, forms }: Words,
): Form {
  return { id: `team_${kind}`, title: team.buttons[kind], submit: forms.save, rulesVersion, ...parts };
}

/** The draft's caps are packed. `version`: that of the rules that the form showed. */
export function refilledRules({ teamCaps, personCaps, ...given }: RulesDraft, version: number, words: Words): Form {
  const typed = (packed: string) => capsText(unpackCaps(packed) ?? { day: null, month: null }, words) ?? "";
  const draft = { ...given, teamCaps: typed(teamCaps), personCaps: typed(personCaps) };
  return wholeForm("rules", version, rulesFields(draft, words), words);
}

function draftOf({ askAbove, approvals, mayApproveOwn, ...rules }: TeamRules, words: Words): RulesDraft {
  return {
    teamCaps: capsText({ day: rules.teamDay, month: rules.teamMonth }, words) ?? "",
    personCaps: capsText({ day: rules.personDay, month: rules.personMonth }, words) ?? "",
    askAbove: askAboveNow(askAbove),
    approvals: approvals ? [approvals.channelId] : [],
    approveOwn: mayApproveOwn ? "yes" : "no",
  };
}

function rulesFields(draft: RulesDraft, words: Words): Pick<Form, "note" | "fields"> {
  const { note, capsHint, approvalsHint, ...labels } = words.team.rulesForm;
  const { teamCaps, personCaps, askAbove, approvals, approveOwn } = draft;
  const hint = capsHint(exampleCaps(words));
  const prices = askAboves().map((value) => ({ label: askAboveLabel(value, labels), value }));
  const fields = [
    textField("team_caps", labels.teamCaps, { hint, value: teamCaps, maxLength: CAPS_LENGTH }),
    textField("person_caps", labels.personCaps, { hint, value: personCaps, maxLength: CAPS_LENGTH }),
    choiceField("ask_above", labels.askAbove, askAboves().includes(askAbove) ? askAbove : "never", prices),
    { ...picker("channels", "approvals", labels.approvals, approvals, approvalsHint), most: 1 },
    yesOrNo("approve_own", labels.approveOwn, approveOwn === "yes", labels),
  ];
  return { note, fields };
}

function askAboveLabel(
  value: string,
  { always, above, never }: Pick<Words["team"]["rulesForm"], "always" | "above" | "never">,
): string {
  if (value === "never") return never;
  return value === "0" ? always : above(Number(value));
}

export function declineForm(jobId: JobId, { approvals }: Words): Form {
  const { title, note, reason, hint } = approvals.declineForm;
  const fields = [textField("note", reason, { hint, maxLength: NOTE_MAX })];
  return { id: "decline", title, submit: approvals.buttons.decline, note, fields, declines: jobId };
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
