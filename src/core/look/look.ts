import { hash } from "node:crypto";
import type { Owner, Team } from "../job/ids.ts";
import { judgedLength } from "../policy/policy.ts";

/** A named text that is put on prompts. */
export interface Look {
  readonly name: string;
  readonly text: string;
}

/** Whose it is: a person's own, or a team's. */
export type LookOf = "mine" | "team";

/** One look as somebody may choose it. */
export interface OfferedLook extends Look {
  readonly of: LookOf;
}

/** The looks of one person, or of one team. */
export interface LookShelf {
  readonly looks: readonly Look[];
  /** Of a team: the name of the one that every video in its place has; null: none has to. */
  readonly always: string | null;
}

/** What somebody may choose from where they are; their own come first. */
export interface OfferedLooks {
  readonly all: readonly OfferedLook[];
  readonly always: OfferedLook | null;
}

/** Looks of people and teams. Rejects where the store fails. */
export interface LookStore {
  get(whose: Owner | Team): Promise<LookShelf>;
  /**
   * Saves what `change` makes of them, and says whether it made anything (null: nothing). It is asked once more where another
   * save came in between, so that none is lost.
   */
  change(whose: Owner | Team, change: (shelf: LookShelf) => LookShelf | null): Promise<boolean>;
  forget(whose: Owner | Team): Promise<void>;
}

/** Looks of one person or team at most, and the longest name and text, in characters. */
export const LOOKS_MAX = 25;
export const LOOK_NAME_MAX = 32;
export const LOOK_TEXT_MAX = 1_000;

/** What stands in a look's text for the prompt. */
const PLACE = "{prompt}";

/** Chosen instead of a look where there is a choice. No look has that name. */
export const NO_LOOK = "none";

export const noShelf: LookShelf = { looks: [], always: null };
export const noLooks: OfferedLooks = { all: [], always: null };

/** The form of a look as filled in; `of`: for whom, "always": on every video in the team's place. */
export interface LookDraft {
  readonly name: string;
  readonly text: string;
  readonly of: string;
}

/** What stands for a look in a button: hex digits made of whose it is and its name. */
export function lookId(of: LookOf, name: string): string {
  return hash("sha256", `${of}\n${keyOf(name)}`).slice(0, 20);
}

/** What can be chosen of a person's own looks and their team's. */
export function offeredLooks(mine: LookShelf, team: LookShelf): OfferedLooks {
  const ofTeam = team.looks.map((look) => ({ ...look, of: "team" as const }));
  const always = ofTeam.find(({ name }) => name === team.always) ?? null;
  return { all: [...mine.looks.map((look) => ({ ...look, of: "mine" as const })), ...ofTeam], always };
}

/** The look of that name, in any case; one's own before the team's. */
export function findLook(looks: OfferedLooks, name: string): OfferedLook | null {
  return looks.all.find((look) => keyOf(look.name) === keyOf(name)) ?? null;
}

/** The same looks with that one, in the place of one of its name; null: there are too many. */
export function withLook(shelf: LookShelf, look: Look): LookShelf | null {
  const others = withoutLook(shelf, look.name);
  return others.looks.length < LOOKS_MAX ? { ...others, looks: [...others.looks, look] } : null;
}

/** The same looks without that one. */
export function withoutLook({ looks, always }: LookShelf, name: string): LookShelf {
  const isOther = (one: string) => keyOf(one) !== keyOf(name);
  return {
    looks: looks.filter((look) => isOther(look.name)),
    always: always === null || isOther(always) ? always : null,
  };
}

/** The prompt as it is sent: in its places in the look's text, or before it where that has none. */
export function fillLook(look: Look, prompt: string): string {
  return around(look, prompt).join(prompt);
}

/** How long that will be, without filling it in: the places may be many. */
export function filledLength(look: Look, prompt: string): number {
  const pieces = around(look, prompt);
  return judgedLength(pieces.join("")) + (pieces.length - 1) * judgedLength(prompt);
}

/** What stands before, between and after the prompts. */
function around({ text }: Look, prompt: string): readonly string[] {
  if (text.includes(PLACE)) return text.split(PLACE);
  return ["", /[\p{P}\p{S}]$/u.test(prompt) ? ` ${text}` : `, ${text}`];
}

/** Letters, digits, spaces and hyphens; "none" means that there is no look. */
export function isLookName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]*$/u.test(name) && [...name].length <= LOOK_NAME_MAX && name !== NO_LOOK;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}
