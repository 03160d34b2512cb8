import { DURATIONS, RESOLUTIONS } from "./price.ts";
import { ok, type Result, refuse } from "./result.ts";
import { RATIOS, type VideoDefaults } from "./video-request.ts";

/** What a person wants where they say nothing else. */
export interface Settings extends VideoDefaults {
  /** The final word edits the card, and nothing notifies its person. */
  readonly isSilent: boolean;
  /** Cards are seen by their person alone. */
  readonly isPrivate: boolean;
}

/** Of somebody who has set nothing. */
export const noSettings: Settings = { isSilent: false, isPrivate: false };

export const PINGS = ["on", "off"] as const;
export const VISIBILITIES = ["here", "private"] as const;

/** What was given, as typed; null leaves it as it is. */
export interface SettingsDraft {
  readonly ratio: string | null;
  readonly duration: string | null;
  readonly resolution: string | null;
  readonly ping: string | null;
  readonly visibility: string | null;
}

export type SettingName = keyof SettingsDraft;

/** A value that is none of the setting's own. */
export interface SettingsProblem {
  readonly field: SettingName;
  readonly given: string;
}

/** Whether anything was given at all. */
export function isEmptyDraft(draft: SettingsDraft): boolean {
  return Object.values(draft).every((given) => given === null);
}

/** The settings with what was given put in; the first value that does not fit refuses all of them. */
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
  const visibility = chosen("visibility", VISIBILITIES);
  const [problem] = problems;
  if (problem) return refuse(problem);
  return ok({
    ...(aspectRatio && { aspectRatio }),
    ...(duration && { duration }),
    ...(resolution && { resolution }),
    isSilent: ping === undefined ? before.isSilent : ping === "off",
    isPrivate: visibility === undefined ? before.isPrivate : visibility === "private",
  });
}
