import { hash } from "node:crypto";
import type { Owner, Team } from "./job/ids.ts";
import { judgedLength } from "./text/prompt-text.ts";

export interface Style {
  readonly name: string;
  readonly text: string;
}

export type StyleOf = "mine" | "team";

export interface OfferedStyle extends Style {
  readonly of: StyleOf;
}

export interface StyleShelf {
  readonly styles: readonly Style[];
  /** For a team: the name of the style that every video in its place has; null: none has to. */
  readonly always: string | null;
}

export interface OfferedStyles {
  readonly all: readonly OfferedStyle[];
  readonly always: OfferedStyle | null;
}

export interface StyleStore {
  get(whose: Owner | Team): Promise<StyleShelf>;
  /**
   * Saves what `change` makes of them, and returns whether it made anything (null: nothing). `change` is called once more if
   * another save came in between, so that none is lost.
   */
  change(whose: Owner | Team, change: (shelf: StyleShelf) => StyleShelf | null): Promise<boolean>;
  forget(whose: Owner | Team): Promise<void>;
}

/** One person or team has this many styles at most, with names and texts of at most this many characters. */
export const STYLES_MAX = 25;
export const STYLE_NAME_MAX = 32;
export const STYLE_TEXT_MAX = 1_000;

const PLACE = "{prompt}";

/** This value chooses no style. No style has that name. */
export const NO_STYLE = "none";

export const noShelf: StyleShelf = { styles: [], always: null };
export const noStyles: OfferedStyles = { all: [], always: null };

/** The form of a style as filled in; `of`: whose it is, "always": on every video in the team's place. */
export interface StyleDraft {
  readonly name: string;
  readonly text: string;
  readonly of: string;
}

/** Returns the id of a style for buttons, menus and forms, where two styles may share a name: hex digits made of its owner and its name. */
export function styleId({ of, name }: Pick<OfferedStyle, "of" | "name">): string {
  return hash("sha256", `${of}\n${keyOf(name)}`).slice(0, 20);
}

/** Returns whether a style was chosen by its id, which no one types. */
export function isStyleId(text: string): boolean {
  return /^[0-9a-f]{20}$/.test(text);
}

export function offeredStyles(mine: StyleShelf, team: StyleShelf): OfferedStyles {
  const ofTeam = team.styles.map((style) => ({ ...style, of: "team" as const }));
  const always = ofTeam.find(({ name }) => name === team.always) ?? null;
  return { all: [...mine.styles.map((style) => ({ ...style, of: "mine" as const })), ...ofTeam], always };
}

/** Finds the style with that id, or with that name in any case: of two, the one that every video has, else one's own. */
export function findStyle({ all, always }: OfferedStyles, idOrName: string): OfferedStyle | null {
  const named = (style: OfferedStyle | null) => style !== null && keyOf(style.name) === keyOf(idOrName);
  return all.find((style) => styleId(style) === idOrName) ?? (named(always) ? always : (all.find(named) ?? null));
}

/** Returns all of them, first those that are visible if a menu has room for `most`: one's own and the team's get half of it each, or what the other leaves. */
export function inMenu({ all }: OfferedStyles, most: number): readonly OfferedStyle[] {
  const mine = all.filter(({ of }) => of === "mine");
  const ofTeam = all.filter(({ of }) => of === "team");
  const half = Math.floor(most / 2);
  const shownOfTeam = ofTeam.slice(0, Math.max(half, most - mine.length));
  const shown = [...mine.slice(0, most - shownOfTeam.length), ...shownOfTeam];
  return [...shown, ...all.filter((style) => !shown.includes(style))];
}

/** Returns the shelf with that style, which replaces one of the same name; null: there are too many. */
export function withStyle(shelf: StyleShelf, style: Style): StyleShelf | null {
  const others = withoutStyle(shelf, style.name);
  return others.styles.length < STYLES_MAX ? { ...others, styles: [...others.styles, style] } : null;
}

export function withoutStyle({ styles, always }: StyleShelf, name: string): StyleShelf {
  const isOther = (one: string) => keyOf(one) !== keyOf(name);
  return {
    styles: styles.filter((style) => isOther(style.name)),
    always: always === null || isOther(always) ? always : null,
  };
}

/** Returns the prompt as it is sent: in its places in the style's text, or before the text if that has none. */
export function fillStyle(style: Style, prompt: string): string {
  return around(style, prompt).join(prompt);
}

/** Returns how long that will be, without filling it in: the places may be many. */
export function filledLength(style: Style, prompt: string): number {
  const pieces = around(style, prompt);
  return judgedLength(pieces.join("")) + (pieces.length - 1) * judgedLength(prompt);
}

/** Returns the texts before, between and after the prompts. */
function around({ text }: Style, prompt: string): readonly string[] {
  if (text.includes(PLACE)) return text.split(PLACE);
  return ["", /[\p{P}\p{S}]$/u.test(prompt) ? ` ${text}` : `, ${text}`];
}

/** A name has letters, digits, spaces and hyphens; "none" means that there is no style. */
export function isStyleName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]*$/u.test(name) && [...name].length <= STYLE_NAME_MAX && name !== NO_STYLE;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}
