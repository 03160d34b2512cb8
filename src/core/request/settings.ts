import type { Owner } from "../job/ids.ts";
import { ok, type Result, refuse } from "../result.ts";
import { PAY_SETTINGS } from "../team/payer.ts";
import { askablePrices, type Credits, costingMore, DURATIONS, RESOLUTIONS } from "./price.ts";
import { RATIOS, type VideoDefaults } from "./video-request.ts";

export interface Settings extends VideoDefaults {
  /** The final message edits the card, and nothing notifies its person. */
  readonly isSilent: boolean;
  /** A notification in a thread is shown in its channel, too; absent: it is not. */
  readonly isBroadcast?: true;
  readonly isAttached: boolean;
  readonly isPrivate: boolean;
  /** A video that costs more needs confirmation first; 0: none does, -1: each one. */
  readonly confirmAbove: Credits;
}

/** These settings belong to somebody who has set nothing. */
export const noSettings: Settings = { isSilent: false, isAttached: true, isPrivate: false, confirmAbove: 0 };

export interface SettingsStore {
  /** Returns the settings, `noSettings` for somebody who has set nothing. Rejects if the store fails. */
  get(owner: Owner): Promise<Settings>;
  put(owner: Owner, settings: Settings): Promise<void>;
}

/** "channel": in a thread, and shown in its channel too; only where there are threads. */
const PINGS = ["on", "channel", "off"] as const;
export const ATTACHES = ["yes", "no"] as const;
export const VISIBILITIES = ["here", "private"] as const;
/** Each video costs more than this. */
const ALWAYS = -1;
const NEVER = 0;
/** A person can choose to be asked above these prices: always, above each price but the highest, never. */
export function confirmAboves(): readonly Credits[] {
  return [ALWAYS, ...askablePrices(), NEVER];
}

/** Returns the one of `confirmAboves` that asks about the same videos. It differs if the prices have changed since it was chosen. */
export function confirmAboveNow(confirmAbove: Credits): Credits {
  const dear = confirmAbove === NEVER ? "none" : costingMore(confirmAbove);
  return dear === "all" ? ALWAYS : dear === "none" ? NEVER : dear;
}

/** Returns when a person is asked: always, above that many credits, or never. */
export function meaningOf(confirmAbove: Credits): "always" | "above" | "never" {
  const now = confirmAboveNow(confirmAbove);
  return now === ALWAYS ? "always" : now === NEVER ? "never" : "above";
}

/** Says whether a person wants to be asked before a video of that price. */
export function isAskedBefore(price: Credits, confirmAbove: Credits): boolean {
  return confirmAbove !== NEVER && price > confirmAbove;
}

/** A command's option and a form's field have these names. */
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

/** Each setting as typed; null leaves it as it is. */
export type SettingsDraft = Readonly<Record<SettingName, string | null>>;

/** Makes the draft from a command's options or a form's fields; `given` returns each by its name. */
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

/** Returns the settings with what was given put in; the first value that does not fit refuses all of them. */
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
