import type { Owner } from "../job/ids.ts";
import { ok, type Result, refuse } from "../result.ts";
import { PAY_SETTINGS } from "../team/payer.ts";
import { askablePrices, type Credits, costingMore, DURATIONS, RESOLUTIONS } from "./price.ts";
import { RATIOS, type VideoDefaults } from "./video-request.ts";

export interface Settings extends VideoDefaults {
  /** The final message only edits the card, and notifies nobody. */
  readonly isSilent: boolean;
  /** Notifications in a thread are also shown in its channel. */
  readonly isBroadcast?: true;
  readonly isAttached: boolean;
  readonly isPrivate: boolean;
  /** Videos that cost more need confirmation. 0: never; -1: always. */
  readonly confirmAbove: Credits;
}

export const noSettings: Settings = { isSilent: false, isAttached: true, isPrivate: false, confirmAbove: 0 };

export interface SettingsStore {
  get(owner: Owner): Promise<Settings>;
  put(owner: Owner, settings: Settings): Promise<void>;
}

/** "channel": the thread's notification is also shown in the channel. */
const PINGS = ["on", "channel", "off"] as const;
export const ATTACHES = ["yes", "no"] as const;
export const VISIBILITIES = ["here", "private"] as const;
const ALWAYS = -1;
const NEVER = 0;
export function confirmAboves(): readonly Credits[] {
  return [ALWAYS, ...askablePrices(), NEVER];
}

/** Prices may have changed since the choice. Returns the current choice with the same effect. */
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

export type SettingsDraft = Readonly<Record<SettingName, string | null>>;

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

/** One invalid value refuses all changes. */
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
