import type { Act, Answer } from "../../core/command.ts";
import { readWords } from "../../core/team/house-rules.ts";
import { teamHouseForm } from "../../messages/team/forms.ts";
import { badWords } from "../../messages/team/setup.ts";
import type { Visit } from "../command-deps.ts";
import { asManager } from "./as-manager.ts";
import { asAdminSince, changeRules } from "./setup.ts";

/** Opens the form of words that may be in no prompt, of people who make no videos here, and on Discord of where videos are made. */
export async function openHouse(visit: Visit): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { team, stored } = managed.value;
  return { kind: "form", form: teamHouseForm(stored, team.platform, visit.words) };
}

/** Stores them. */
export async function setHouse(
  visit: Visit,
  { given, version }: Extract<Act, { readonly kind: "set_team_house" }>,
): Promise<Answer> {
  const managed = await asAdminSince(visit, version);
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const words = readWords(given.words);
  if (words === "unknown") return { kind: "form_error", field: "words", ...badWords(visit.words) };
  const changed = { words, blocked: given.blocked, isAgeRestrictedOnly: given.ageRestricted === "yes" };
  return { kind: "private", message: await changeRules(visit, managed.value, { did: "house", changed }) };
}

/** From now on nobody makes new videos here, or everybody again; those in progress end as they would have. */
export async function pauseHere(visit: Visit, isPaused: boolean): Promise<Answer> {
  const managed = await asManager(visit, "admin");
  if (!managed.ok) return { kind: "private", message: managed.refusal };
  const { house } = visit.words.team;
  const change = isPaused
    ? ({ did: "paused", said: [house.pausedNow] } as const)
    : ({ did: "went_on", said: [house.goesOn] } as const);
  const message = await changeRules(visit, managed.value, { ...change, changed: { isPaused } });
  return { kind: "replace_message", message };
}
