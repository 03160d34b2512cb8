import { parseUrl } from "../core/text/parse-url.ts";
import { isLoopback, words } from "./fields.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The addresses that are sent what others may not read. */
const SENT = {
  VIDEO_API_URL: "people's API keys",
  DISCORD_API_URL: "the bot's token",
  SLACK_API_URL: "the bot's token",
  POLICY_URL: "people's prompts",
} as const;

/** Addresses on which others could read what is sent, each a sentence with its cure. */
export function clearTextProblems(given: Environment): readonly string[] {
  return Object.entries(SENT).flatMap(([name, what]) => {
    const url = parseUrl(given[name] ?? "");
    if (!url || !isReadOnTheWay(url, given)) return [];
    return `${name} uses http://, so others could read ${what} in transit. Set it to https://, or add ${url.origin} to TRUSTED_ORIGINS.`;
  });
}

/** Whether that is plain http to another machine, and the operator has not named it as trusted. */
export function isReadOnTheWay(url: URL, { TRUSTED_ORIGINS = "" }: Environment): boolean {
  const trusted = words(TRUSTED_ORIGINS).map((word) => parseUrl(word)?.origin);
  return url.protocol === "http:" && !isLoopback(url.hostname) && !trusted.includes(url.origin);
}
