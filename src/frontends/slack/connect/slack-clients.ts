import { type Logger, LogLevel, type webApi } from "@slack/bolt";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { FetchWhole, WholeAnswer } from "../../../core/http-client.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { type CallRefusal, isOutage, retryAfterMs } from "../out/slack-calls.ts";
import { times } from "../slack-limits.ts";
import { everyScope } from "./slack-manifest.ts";

export interface SlackBasics {
  readonly apiUrl: string;
  readonly prefix: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
}

type Options = webApi.WebClientOptions;

/** Never add `headers`: they would overwrite a socket's token. */
export function clientOptions(apiUrl: string, logger: NonNullable<Options["logger"]>, fetchWhole: FetchWhole): Options {
  return {
    slackApiUrl: apiUrl,
    logger,
    // Only the caller knows which requests can be retried.
    retryConfig: { retries: 0 },
    // A fallback: our own timeout of `callMs` normally comes first.
    timeout: 2 * times.callMs,
    // Otherwise one 429 delays the client's queue, and a form behind it opens too late.
    rejectRateLimitedCalls: true,
    maxRequestConcurrency: Number.POSITIVE_INFINITY,
    async fetch(url, { body, ...init } = {}) {
      if (body instanceof FormData) throw new Error("files are sent without the library");
      return plainAnswer(await fetchWhole(url, { ...init, body }, times.callMs));
    },
  };
}

const slacks = z.looseObject({ ok: z.boolean() });

/**
 * The library recognizes a 429 only with a valid Retry-After. If a server other than Slack answers 200, the library takes
 * the text for a refusal code.
 */
async function plainAnswer(response: WholeAnswer): Promise<Response> {
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

export function throwIfRefused(refusal: CallRefusal, variable: "SLACK_BOT_TOKEN" | "SLACK_APP_TOKEN"): void {
  if (refusal.kind === "rate_limited" || (refusal.kind === "unavailable" && !refusal.isElsewhere)) return;
  const code = refusal.kind === "not_here" ? refusal.code : refusal.detail;
  if (isOutage(code)) return;
  throw new Error(
    `Slack does not take ${variable} (${code}). Copy it again from your app's page at api.slack.com/apps.`,
  );
}

/** Returns false if `signal` aborted first. */
export async function untilTaken(
  attempt: () => Promise<CallRefusal | null>,
  how: { readonly clock: Clock; readonly log: Log; readonly event: string; readonly signal: AbortSignal },
): Promise<boolean> {
  const { clock, log, event, signal } = how;
  for (let failures = 1; !signal.aborted; failures += 1) {
    const refusal = await attempt();
    if (refusal === null) return true;
    const waitMs = Math.min(times.reconnectMaxMs, 500 * 2 ** Math.min(10, failures - 1));
    log.warn(event, { failures, reason: refusal.kind === "unavailable" ? refusal.detail : refusal.kind, waitMs });
    await sleep(clock, refusal.kind === "rate_limited" ? Math.max(waitMs, refusal.retryAfterMs) : waitMs, signal);
  }
  return false;
}

const LINE_MAX = 500;

/** Debug lines contain whole payloads, including API keys. */
export function boltLogger(log: Log): Logger {
  const textOf = (words: readonly unknown[]) => words.map(String).join(" ").slice(0, LINE_MAX);
  return {
    debug: () => {},
    info: (...words: unknown[]) => log.debug("slack library", { text: textOf(words) }),
    warn: (...words: unknown[]) => log.info("slack library", { text: textOf(words) }),
    error: (...words: unknown[]) => log.warn("slack library", { text: textOf(words) }),
    getLevel: () => LogLevel.INFO,
    setLevel: () => {},
    setName: () => {},
  };
}

const WATCHED_MAX = 1_000;

export type ScopeWatch = (id: string | null, fetchWhole: FetchWhole) => FetchWhole;

/**
 * Slack reports the scopes in every answer. Source: Slack's documentation, legacy OAuth scopes, "Working with scopes"
 * (read 2026-11-21).
 */
export function scopeWatch(log: Log): ScopeWatch {
  const judged = new LRUCache<string, string>(atMost(WATCHED_MAX));

  function judge(id: string | null, granted: string): void {
    if (judged.get(id ?? "") === granted) return;
    judged.set(id ?? "", granted);
    const names = granted.split(",").map((each) => each.trim());
    const missing = everyScope.filter((each) => !names.includes(each));
    if (missing.length > 0) log.warn("slack scopes missing", { workspace: id, what: missing.join(", ") });
  }

  return (id, fetchWhole) =>
    async (...asked) => {
      const answer = await fetchWhole(...asked);
      const granted = answer.headers.get("x-oauth-scopes");
      if (granted !== null) judge(id, granted);
      return answer;
    };
}
