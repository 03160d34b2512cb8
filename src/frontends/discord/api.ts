import { DiscordAPIError, HTTPError, RateLimitError, REST, type RequestMethod, type RouteLike } from "discord.js";
import type { Clock } from "../../core/clock.ts";
import type { FetchInit, FetchWhole, Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { shares } from "./limits.ts";

/** Discord's REST interface. One request is one try: nothing is repeated or queued in here. */
export interface Api {
  /** With the bot's own token. */
  asBot(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  /** The token in the route is all that is needed; the bot's own is not sent. */
  byToken(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  close(): void;
}

export interface ApiRequest {
  readonly method: RequestMethod;
  readonly route: RouteLike;
  readonly body?: unknown;
  readonly query?: URLSearchParams;
  /** 10 s where nothing is said. */
  readonly deadlineMs?: number;
}

/** Why a request brought nothing. */
export type ApiNo =
  /** A clear no: 4xx. `code` is Discord's own, 0 where it named none. */
  | { readonly kind: "refused"; readonly status: number; readonly code: number }
  | { readonly kind: "rate_limited"; readonly retryAfterMs: number }
  /** `unclear`: it may have been carried out. */
  | { readonly kind: "unavailable"; readonly unclear: boolean; readonly detail: string };

/** These say that no connection was ever made. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]).add(
  "UND_ERR_CONNECT_TIMEOUT",
);

/** No clear no, although 4xx: what was asked may have been done. Ours, as for the paid call, decided 2026-11-21. */
const UNCLEAR = new Set([408, 409]);

/** Two clients: requests by an interaction's token are outside the bot's 50 a second, and never carry its token. */
export function discordApi(options: {
  readonly apiUrl: string;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
}): Api {
  const { token, clock, log, fetchWhole } = options;
  const common = {
    api: options.apiUrl.replace(/\/+$/, ""),
    version: "10",
    retries: 0,
    // Our own deadline is the shorter one; this is for a clock that stands still.
    timeout: 2 * shares.requestMs,
    rejectOnRateLimit: () => true,
    // The library's own reading takes an answer of any size.
    makeRequest: async (url: string, init: FetchInit) => notMoved(await fetchWhole(url, init, shares.requestMs)),
  };
  const bot = new REST(common).setToken(token);
  const bare = new REST({ ...common, globalRequestsPerSecond: Number.POSITIVE_INFINITY });

  async function send(rest: REST, auth: boolean, request: ApiRequest): Promise<Result<unknown, ApiNo>> {
    const { method, route, body, query, deadlineMs = shares.requestMs } = request;
    const aborter = new AbortController();
    const cancel = clock.after(deadlineMs, () => aborter.abort());
    try {
      const answer = await rest.request({
        method,
        fullRoute: route,
        auth,
        signal: aborter.signal,
        ...(body === undefined ? {} : { body }),
        ...(query ? { query } : {}),
      });
      return ok(answer);
    } catch (error) {
      return refuse(noOf(error));
    } finally {
      cancel();
    }
  }

  return {
    async asBot(request) {
      const result = await send(bot, true, request);
      if (!result.ok && result.refusal.kind === "refused" && result.refusal.status === 401) {
        // The library throws its token away on a 401, and would never send another request.
        bot.setToken(token);
        log.warn("discord token refused", { code: result.refusal.code });
      }
      return result;
    },
    byToken: (request) => send(bare, false, request),
    close() {
      for (const rest of [bot, bare]) {
        rest.clearHashSweeper();
        rest.clearHandlerSweeper();
      }
    },
  };
}

/** The library takes a redirect, which nobody follows, for a request that was carried out. */
function notMoved(response: Response): Response {
  const { status } = response;
  if (status >= 300 && status < 400) throw Object.assign(new Error("redirected"), { code: `status ${status}` });
  return response;
}

/** What an error of the library's says. Its message and address are left out: they may carry a token. */
function noOf(error: unknown): ApiNo {
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(finite(error.retryAfter), finite(error.sublimitTimeout));
    return { kind: "rate_limited", retryAfterMs: waitMs > 0 ? Math.ceil(waitMs) : shares.rateLimitUnsaidMs };
  }
  if (error instanceof DiscordAPIError && !UNCLEAR.has(error.status)) {
    const code = Number(error.code);
    return { kind: "refused", status: error.status, code: Number.isInteger(code) ? code : 0 };
  }
  if (error instanceof HTTPError || error instanceof DiscordAPIError)
    return { kind: "unavailable", unclear: true, detail: `status ${error.status}` };
  const code = codeOf(error);
  return { kind: "unavailable", unclear: !NOT_SENT.has(code), detail: code };
}

function finite(value: number): number {
  return Number.isFinite(value) ? value : 0;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "unknown";
  if ("code" in error && typeof error.code === "string") return error.code;
  return error.cause === undefined ? error.name : codeOf(error.cause);
}
