import { parseUrl } from "../core/text/parse-url.ts";
import { isLoopback, words } from "./fields.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The base addresses that are sent keys or tokens. */
const BASES = ["VIDEO_API_URL", "DISCORD_API_URL", "SLACK_API_URL"] as const;

/** Base addresses on which others could read what is sent, each a sentence with its cure. */
export function clearTextProblems(given: Environment): readonly string[] {
  return BASES.flatMap((name) => {
    const url = parseUrl(given[name] ?? "");
    if (!url || !isReadOnTheWay(url, given)) return [];
    const what = name === "VIDEO_API_URL" ? "people's API keys" : "the bot's token";
    return `${name} uses http://, so others could read ${what} in transit. Set it to https://, or add ${url.origin} to TRUSTED_ORIGINS.`;
  });
}

/** Whether that is plain http to another machine, and the operator has not named it as trusted. */
export function isReadOnTheWay(url: URL, { TRUSTED_ORIGINS = "" }: Environment): boolean {
  const trusted = words(TRUSTED_ORIGINS).map((word) => parseUrl(word)?.origin);
  return url.protocol === "http:" && !isLoopback(url.hostname) && !trusted.includes(url.origin);
}
