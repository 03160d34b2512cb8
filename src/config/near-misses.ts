import { editDistance } from "../core/text/edit-distance.ts";

/** A variable that is set and means nothing, and the one of ours that was probably meant. */
export interface NearMiss {
  readonly name: string;
  readonly meant: string;
}

/** More letters than these are another word. */
const LETTERS_MAX = 2;

/**
 * Of the variables that are set, those that look like one of ours that is not set: one or two letters off (`DISCORD_TOKN`), or
 * with a word too many or too few behind the same first one (`DISCORD_BOT_TOKEN`, `VIDEO_URL`). Names of one word are too
 * short to tell: HOME is not HOST.
 */
export function nearMisses(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): readonly NearMiss[] {
  const set = Object.keys(environment).filter((name) => environment[name]?.trim());
  const missing = known.filter((name) => name.includes("_") && !set.includes(name));
  return set
    .filter((name) => name.includes("_") && !known.includes(name))
    .flatMap((name) => {
      const meant = missing.find((each) => isNear(name, each));
      return meant === undefined ? [] : [{ name, meant }];
    });
}

function isNear(name: string, meant: string): boolean {
  const upper = name.toUpperCase();
  const isAsLong = Math.abs(upper.length - meant.length) <= LETTERS_MAX;
  return (isAsLong && editDistance(upper, meant) <= LETTERS_MAX) || differsByOneWord(upper, meant);
}

function differsByOneWord(name: string, meant: string): boolean {
  const [longer, shorter] = [name.split("_"), meant.split("_")].sort((a, b) => b.length - a.length);
  if (longer === undefined || shorter === undefined || shorter.length < 2) return false;
  if (longer.length !== shorter.length + 1 || longer[0] !== shorter[0]) return false;
  return longer.some((_, left) => longer.filter((_, index) => index !== left).join() === shorter.join());
}

/** One line of the log for the operator. */
export function nearMissText({ name, meant }: NearMiss): string {
  return `${name} is not a Reelay setting. Did you mean ${meant}?`;
}
