import type { Field, Form, TextField } from "../../core/chat.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Credits } from "../../core/request/price.ts";
import { NAMED_MAX, type TeamRules } from "../../core/team/rules.ts";
import type { Words } from "../words.ts";

/** Longest key a form takes, in characters. */
const KEY_MAX = 500;
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

/** Asks a manager for the caps, and who else sees the reports. */
export function teamRulesForm({ teamMonth, personMonth, managers }: TeamRules, { team, forms }: Words): Form {
  const { title, note, teamMonth: ofTeam, personMonth: ofPerson, empty, ...reports } = team.rulesForm;
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
  return {
    id: "team_rules",
    title,
    submit: forms.save,
    note,
    fields: [
      cap("team_month", ofTeam, teamMonth),
      cap("person_month", ofPerson, personMonth),
      picker("people", "managers", reports.managers, reports.managersHint, managers),
    ],
  };
}

/** Asks a manager who may spend, and where; roles are Discord's. */
export function teamSpendersForm(
  { isForEveryone, people, roles, channels }: TeamRules,
  platform: Owner["platform"],
  { team, forms }: Words,
): Form {
  const { title, everyone, yes, no, placesHint, ...labels } = team.spendersForm;
  return {
    id: "team_spenders",
    title,
    submit: forms.save,
    note: null,
    fields: [
      {
        kind: "choice",
        id: "everyone",
        label: everyone,
        hint: null,
        value: isForEveryone ? "yes" : "no",
        options: [
          { label: yes, value: "yes" },
          { label: no, value: "no" },
        ],
      },
      picker("people", "people", labels.people, null, people),
      ...(platform === "discord" ? [picker("roles", "roles", labels.roles, null, roles)] : []),
      picker("channels", "places", labels.places, placesHint, channels),
    ],
  };
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
