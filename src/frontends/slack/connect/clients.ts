import { webApi } from "@slack/bolt";
import { z } from "zod";
import type { FetchWhole } from "../../../core/ports.ts";
import { times } from "../limits.ts";
import { callRefusalOf, retryAfterMs } from "../send/call.ts";

type Options = webApi.WebClientOptions;

/** What every client of Slack's is given; never `headers`, which would overwrite the token that a socket is opened with. */
export function clientOptions(apiUrl: string, logger: NonNullable<Options["logger"]>, fetchWhole: FetchWhole): Options {
  return {
    slackApiUrl: apiUrl,
    logger,
    // A library that repeats a post makes two of it; what may be repeated is known only further up.
    retryConfig: { retries: 0 },
    // The clock's own limit is the shorter one; this is for a clock that stands still.
    timeout: 2 * times.callMs,
    // Else one 429 stops the client's whole queue, and a form behind it opens too late.
    rejectRateLimitedCalls: true,
    fetch: async (url, init) => plainAnswer(await fetchWhole(url, init ?? {}, times.callMs)),
  };
}

const slacks = z.looseObject({ ok: z.boolean() });

/**
 * What the library reads as it is meant: a 429 is one to it only with a good Retry-After, a 200 that is not Slack's it
 * would take for a no with that text as its code, and a file it would inflate.
 */
async function plainAnswer(response: Response): Promise<Response> {
  const { status } = response;
  if (status === 429) {
    const seconds = Math.ceil(retryAfterMs(response.headers.get("retry-after")) / 1_000);
    return new Response(null, { status, headers: { "retry-after": String(seconds) } });
  }
  const text = await response.text();
  if (status !== 200) return new Response(null, { status });
  if (!slacks.safeParse(JSON.parse(text)).success) throw new Error("an answer that is not Slack's");
  return new Response(text, { status });
}

/** Says why a token is refused for good, as a sentence with its cure; null where it may yet be taken. */
export function tokenTrouble(error: unknown, variable: "SLACK_BOT_TOKEN" | "SLACK_APP_TOKEN"): string | null {
  if (!(error instanceof webApi.WebAPIPlatformError)) return null;
  const refusal = callRefusalOf(error);
  if (refusal.kind === "rate_limited" || (refusal.kind === "unavailable" && refusal.unclear)) return null;
  const code = refusal.kind === "not_here" ? refusal.code : refusal.detail;
  return `Slack does not take ${variable} (${code}). Copy it again from your app's page at api.slack.com/apps.`;
}
