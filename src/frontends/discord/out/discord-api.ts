import { DiscordAPIError, HTTPError, RateLimitError, REST, type RequestMethod, type RouteLike } from "discord.js";
import type { Bucket } from "../../../core/budget/allowance.ts";
import type { RateLimited } from "../../../core/chat-refusal.ts";
import type { Clock } from "../../../core/clock.ts";
import type { FetchInit, FetchWhole, Log } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { shares } from "../discord-limits.ts";
import { botLimit, heardLimits } from "./discord-rates.ts";

/** Discord's REST interface. One request is one try: nothing is repeated or queued in here. */
export interface Api {
  /** With the bot's own token. */
  asBot(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  /** The token in the route is all that is needed; the bot's own is not sent. */
  byToken(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  /** The bucket as Discord's answers have described it. */
  known(guess: Bucket): Bucket;
  close(): void;
}

export interface ApiRequest {
  readonly method: RequestMethod;
  readonly route: RouteLike;
  readonly body?: unknown;
  /** In place of a body. */
  readonly upload?: Multipart;
  readonly query?: URLSearchParams;
  /** 10 s where nothing is said; for an upload two minutes. */
  readonly deadlineMs?: number;
  /** Gives it up before its deadline. */
  readonly signal?: AbortSignal;
}

/** Why a request brought nothing. */
export type ApiNo =
  /** A clear no: 4xx. `code` is Discord's own, 0 where it named none. */
  | { readonly kind: "refused"; readonly status: number; readonly code: number }
  | RateLimited
  /** `unclear`: it may have been carried out. */
  | { readonly kind: "unavailable"; readonly unclear: boolean; readonly detail: string };

/** These say that no connection was ever made. */
const NOT_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]).add(
  "UND_ERR_CONNECT_TIMEOUT",
);

/** No clear no, although 4xx: what was asked may have been done. As for the paid call. */
const UNCLEAR = new Set([408, 409]);

/**
 * Two clients: requests by an interaction's token are outside the bot's 50 a second, and never carry its token. The library's
 * own count of those 50 is off: `botLimit` knows when Discord has heard a request, and the job's turn knows whose is first.
 */
export function discordApi(options: {
  readonly apiUrl: string;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
}): Api {
  const { token, clock, log, fetchWhole } = options;
  const limits = heardLimits(clock);
  const room = botLimit(clock, shares.roomMs);
  const client = (auth: boolean, limitMs: number = shares.requestMs) => {
    const rest = new REST({
      api: options.apiUrl.replace(/(?<!\/)\/+$/, ""),
      version: "10",
      retries: 0,
      // Our own deadline is the shorter one; this is for a clock that stands still.
      timeout: 2 * limitMs,
      rejectOnRateLimit: () => true,
      // The library's own reading takes an answer of any size.
      makeRequest: async (url: string, init: FetchInit) => {
        const answer = await fetchWhole(url, init, limitMs);
        limits.hear({ method: init.method, url }, answer);
        return notMoved(notTooMany(answer));
      },
      globalRequestsPerSecond: Number.POSITIVE_INFINITY,
    });
    return auth ? rest.setToken(token) : rest;
  };
  const bot = client(true);
  const bare = client(false);

  /** An upload has a client of its own, for the library would let every other edit of the channel wait for it. */
  async function send(auth: boolean, request: ApiRequest): Promise<Result<unknown, ApiNo>> {
    if (!request.upload) return sendBy(auth ? bot : bare, auth, request);
    const own = client(auth, shares.uploadMs);
    try {
      return await sendBy(own, auth, { deadlineMs: shares.uploadMs, ...request });
    } finally {
      end(own);
    }
  }

  async function sendBy(rest: REST, auth: boolean, request: ApiRequest): Promise<Result<unknown, ApiNo>> {
    const { method, route, body, upload, query, deadlineMs = shares.requestMs, signal } = request;
    const aborter = new AbortController();
    const abort = () => aborter.abort();
    const cancel = clock.after(deadlineMs, abort);
    if (signal?.aborted) abort();
    signal?.addEventListener("abort", abort);
    try {
      const answer = await rest.request({
        method,
        fullRoute: route,
        auth,
        signal: aborter.signal,
        ...(body === undefined ? {} : { body }),
        ...(upload ? passedThrough(upload) : {}),
        ...(query ? { query } : {}),
      });
      return ok(answer);
    } catch (error) {
      return refuse(noOf(error));
    } finally {
      cancel();
      signal?.removeEventListener("abort", abort);
    }
  }

  return {
    async asBot(request) {
      const entered = await room.enter();
      if (!("leave" in entered))
        return refuse({ kind: "rate_limited", retryAfterMs: entered.waitMs, isGlobal: true, isUnsent: true });
      const result = await send(true, request).finally(entered.leave);
      if (!result.ok && result.refusal.kind === "refused" && result.refusal.status === 401) {
        // The library throws its token away on a 401, and would never send another request.
        bot.setToken(token);
        log.warn("discord token refused", { code: result.refusal.code });
      }
      return result;
    },
    byToken: (request) => send(false, request),
    known: (guess) => limits.known(guess),
    close() {
      for (const rest of [bot, bare]) end(rest);
    },
  };
}

/** Stops a client's timers. */
function end(rest: REST): void {
  rest.clearHashSweeper();
  rest.clearHandlerSweeper();
}

/** The library leaves such a body as it is. */
function passedThrough({ contentType, sizeBytes, body }: Multipart) {
  const length = sizeBytes === null ? {} : { "content-length": String(sizeBytes) };
  return { body, passThroughBody: true, headers: { "content-type": contentType, ...length } };
}

/** The library takes a redirect, which nobody follows, for a request that was carried out. */
function notMoved(response: Response): Response {
  const { status } = response;
  if (status >= 300 && status < 400) throw Object.assign(new Error("redirected"), { code: `status ${status}` });
  return response;
}

/** Discord's own 429, which the library never sees: whatever it rejects by itself was not sent. */
class TooMany extends Error {
  readonly refusal: RateLimited;

  constructor({ headers }: Response) {
    super("429");
    const waitMs = finite(1_000 * Number(headers.get("retry-after") ?? Number.NaN));
    const retryAfterMs = waitMs > 0 ? Math.ceil(waitMs) + shares.rateLimitSlackMs : shares.rateLimitUnsaidMs;
    const isGlobal = headers.has("x-ratelimit-global") || headers.get("x-ratelimit-scope") === "global";
    this.refusal = { kind: "rate_limited", retryAfterMs, ...(isGlobal ? { isGlobal } : {}) };
  }
}

function notTooMany(response: Response): Response {
  if (response.status === 429) throw new TooMany(response);
  return response;
}

/** What an error of the library's says. Its message and address are left out: they may carry a token. */
function noOf(error: unknown): ApiNo {
  if (error instanceof TooMany) return error.refusal;
  if (error instanceof RateLimitError) {
    const waitMs = Math.max(1, Math.ceil(finite(error.retryAfter)));
    return { kind: "rate_limited", retryAfterMs: waitMs, isUnsent: true };
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

/** The body of a request with one file, as Discord takes it. Source: Discord docs, reference, uploading files (read 2026-11-21). */
export interface Multipart {
  readonly contentType: string;
  /** Of the whole body; null where the file's length is not known. */
  readonly sizeBytes: number | null;
  /** Flows no faster than it is taken. */
  readonly body: AsyncIterable<Uint8Array>;
}

interface FilePart {
  readonly name: string;
  /** null: not known. */
  readonly bytes: number | null;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** A file as the first of a request, under the name that `payload` calls it by. `boundary` must be unknown to the file's maker. */
export function multipart(payload: unknown, file: FilePart, boundary: string): Multipart {
  const before = Buffer.from(
    [
      `--${boundary}`,
      'Content-Disposition: form-data; name="payload_json"',
      "Content-Type: application/json",
      "",
      JSON.stringify(payload),
      `--${boundary}`,
      `Content-Disposition: form-data; name="files[0]"; filename="${file.name}"`,
      `Content-Type: ${file.type}`,
      "",
      "",
    ].join("\r\n"),
  );
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* body() {
    yield before;
    yield* file.content;
    yield after;
  }
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    sizeBytes: file.bytes === null ? null : before.length + file.bytes + after.length,
    body: body(),
  };
}
