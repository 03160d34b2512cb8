import type { Owner } from "../job/ids.ts";
import { ok, type Result, refuse } from "../result.ts";
import { PAY_SETTINGS } from "../team/payer.ts";
import { askablePrices, type Credits, costingMore, DURATIONS, RESOLUTIONS } from "./price.ts";
import { RATIOS, type VideoDefaults } from "./video-request.ts";

export interface Settings extends VideoDefaults {
  /** Whether the final message only edits the card, without notifying anyone. */
  readonly isSilent: boolean;
  /** Whether a notification in a thread is also shown in its channel. */
  readonly isBroadcast?: true;
  readonly isAttached: boolean;
  readonly isPrivate: boolean;
  /** Videos that cost more need confirmation. 0: never; -1: always. */
  readonly confirmAbove: Credits;
}

/** The settings of a person who has changed nothing. */
export const noSettings: Settings = { isSilent: false, isAttached: true, isPrivate: false, confirmAbove: 0 };

export interface SettingsStore {
  /** Returns the settings, or `noSettings` if none are stored. Rejects if the store fails. */
  get(owner: Owner): Promise<Settings>;
  put(owner: Owner, settings: Settings): Promise<void>;
}

/** "channel": in the thread, and shown in its channel too. Only on platforms with threads. */
const PINGS = ["on", "channel", "off"] as const;
export const ATTACHES = ["yes", "no"] as const;
export const VISIBILITIES = ["here", "private"] as const;
/** Below any price. */
const ALWAYS = -1;
const NEVER = 0;
/** Returns the choices for `confirmAbove`: always, above each price except the highest, never. */
export function confirmAboves(): readonly Credits[] {
  return [ALWAYS, ...askablePrices(), NEVER];
}

/** Returns the current choice in `confirmAboves` with the same effect. It differs if the prices changed since. */
export function confirmAboveNow(confirmAbove: Credits): Credits {
  const dear = confirmAbove === NEVER ? "none" : costingMore(confirmAbove);
  return dear === "all" ? ALWAYS : dear === "none" ? NEVER : dear;
}

export function meaningOf(confirmAbove: Credits): "always" | "above" | "never" {
  const now = confirmAboveNow(confirmAbove);
  return now === ALWAYS ? "always" : now === NEVER ? "never" : "above";
}

export function isAskedBefore(price: Credits, confirmAbove: Credits): boolean {
  return confirmAbove !== NEVER && price > confirmAbove;
}

/** Names of command options and form fields. */
export const SETTINGS = [
  "ratio",
  "duration",
  "resolution",
  "ping",
  "attach",
  "visibility",
  "confirm_above",
  "pay",
] as const;
export type SettingName = (typeof SETTINGS)[number];

/** Each setting as typed; null: unchanged. */
export type SettingsDraft = Readonly<Record<SettingName, string | null>>;

/** Reads a draft from a command's options or a form's fields; `given` returns each by name. */
export function settingsDraft(given: (name: SettingName) => string | null): SettingsDraft {
  return Object.fromEntries(SETTINGS.map((name) => [name, given(name)])) as SettingsDraft;
}

export interface SettingsProblem {
  readonly field: SettingName;
  readonly given: string;
}

export function isEmptyDraft(draft: SettingsDraft): boolean {
  return Object.values(draft).every((given) => given === null);
}

/** Returns the settings with the draft applied. One invalid value refuses them all. */
export function changeSettings(before: Settings, draft: SettingsDraft): Result<Settings, SettingsProblem> {
  const problems: SettingsProblem[] = [];
  const chosen = <Word extends string | number>(field: SettingName, words: readonly Word[]): Word | undefined => {
    const given = draft[field]?.trim().toLowerCase() ?? null;
    if (given === null) return undefined;
    const word = words.find((each) => String(each) === given);
    if (word === undefined) problems.push({ field, given });
    return word;
  };
  const aspectRatio = chosen("ratio", RATIOS) ?? before.aspectRatio;
  const duration = chosen("duration", DURATIONS) ?? before.duration;
  const resolution = chosen("resolution", RESOLUTIONS) ?? before.resolution;
  const ping = chosen("ping", PINGS);
  const attach = chosen("attach", ATTACHES);
  const visibility = chosen("visibility", VISIBILITIES);
  const confirmAbove = chosen("confirm_above", confirmAboves()) ?? before.confirmAbove;
  const payment = chosen("pay", PAY_SETTINGS);
  const pay = payment === undefined ? before.pay : payment === "auto" ? null : payment;
  const [problem] = problems;
  if (problem) return refuse(problem);
  return ok({
    ...(aspectRatio && { aspectRatio }),
    ...(duration && { duration }),
    ...(resolution && { resolution }),
    ...((ping === undefined ? before.isBroadcast : ping === "channel") && { isBroadcast: true }),
    isSilent: ping === undefined ? before.isSilent : ping === "off",
    isAttached: attach === undefined ? before.isAttached : attach === "yes",
    isPrivate: visibility === undefined ? before.isPrivate : visibility === "private",
    confirmAbove,
    ...(pay && { pay }),
  });
}
