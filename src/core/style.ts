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

export interface SavedStyles {
  readonly styles: readonly Style[];
  /** For a team: the style that every video has. */
  readonly always: string | null;
}

export interface OfferedStyles {
  readonly all: readonly OfferedStyle[];
  readonly always: OfferedStyle | null;
}

export interface StyleStore {
  get(holder: Owner | Team): Promise<SavedStyles>;
  /** Saves the result of `change`, which is called again after a conflict. Returns false if it returned null. */
  change(holder: Owner | Team, change: (savedStyles: SavedStyles) => SavedStyles | null): Promise<boolean>;
  forget(holder: Owner | Team): Promise<void>;
}

/** Lengths are in characters. */
export const STYLES_MAX = 25;
export const STYLE_NAME_MAX = 32;
export const STYLE_TEXT_MAX = 1_000;

const PLACE = "{prompt}";

export const NO_STYLE = "none";

export const noSavedStyles: SavedStyles = { styles: [], always: null };
export const noStyles: OfferedStyles = { all: [], always: null };

/** `of`: "mine", "team", or "always" for every video of the team. */
export interface StyleDraft {
  readonly name: string;
  readonly text: string;
  readonly of: string;
}

/** The owner is part of the id, because two styles may have the same name. */
export function styleId({ of, name }: Pick<OfferedStyle, "of" | "name">): string {
  return hash("sha256", `${of}\n${keyOf(name)}`).slice(0, 20);
}

export function isStyleId(text: string): boolean {
  return /^[0-9a-f]{20}$/.test(text);
}

export function offeredStyles(mine: SavedStyles, team: SavedStyles): OfferedStyles {
  const ofTeam = team.styles.map((style) => ({ ...style, of: "team" as const }));
  const always = ofTeam.find(({ name }) => name === team.always) ?? null;
  return { all: [...mine.styles.map((style) => ({ ...style, of: "mine" as const })), ...ofTeam], always };
}

/**
 * Finds a style by id, or by name in any case. If several match, the style of every video wins, then the person's own.
 */
export function findStyle({ all, always }: OfferedStyles, idOrName: string): OfferedStyle | null {
  const named = (style: OfferedStyle | null) => style !== null && keyOf(style.name) === keyOf(idOrName);
  return all.find((style) => styleId(style) === idOrName) ?? (named(always) ? always : (all.find(named) ?? null));
}

/** At most `most` styles, half of them the person's and half the team's. Each half may use what the other leaves. */
export function inMenu({ all }: OfferedStyles, most: number): readonly OfferedStyle[] {
  const mine = all.filter(({ of }) => of === "mine");
  const ofTeam = all.filter(({ of }) => of === "team");
  const half = Math.floor(most / 2);
  const shownOfTeam = ofTeam.slice(0, Math.max(half, most - mine.length));
  const shown = [...mine.slice(0, most - shownOfTeam.length), ...shownOfTeam];
  return [...shown, ...all.filter((style) => !shown.includes(style))];
}

/** Replaces a style of the same name. Returns null if there are too many styles. */
export function withStyle(savedStyles: SavedStyles, style: Style): SavedStyles | null {
  const others = withoutStyle(savedStyles, style.name);
  return others.styles.length < STYLES_MAX ? { ...others, styles: [...others.styles, style] } : null;
}

export function withoutStyle({ styles, always }: SavedStyles, name: string): SavedStyles {
  const isOther = (one: string) => keyOf(one) !== keyOf(name);
  return {
    styles: styles.filter((style) => isOther(style.name)),
    always: always === null || isOther(always) ? always : null,
  };
}

/** The prompt replaces the placeholders in the style's text, or comes before a text without any. */
export function fillStyle(style: Style, prompt: string): string {
  return around(style, prompt).join(prompt);
}

/** Does not build the result, because there may be many placeholders. */
export function filledLength(style: Style, prompt: string): number {
  const pieces = around(style, prompt);
  return judgedLength(pieces.join("")) + (pieces.length - 1) * judgedLength(prompt);
}

function around({ text }: Style, prompt: string): readonly string[] {
  if (text.includes(PLACE)) return text.split(PLACE);
  return ["", /[\p{P}\p{S}]$/u.test(prompt) ? ` ${text}` : `, ${text}`];
}

export function isStyleName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{M}\p{N} -]*$/u.test(name) && [...name].length <= STYLE_NAME_MAX && name !== NO_STYLE;
}

function keyOf(name: string): string {
  return name.trim().toLowerCase().normalize("NFC");
}
