import { randomBytes } from "node:crypto";
import type { RouteLike } from "discord.js";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import { atMost } from "../../../core/at-most.ts";
import type { Bucket, ReportedQuota } from "../../../core/budget/edit-budget.ts";
import type { RateLimited } from "../../../core/chat.ts";
import type { Clock } from "../../../core/clock.ts";
import type { FetchWhole, WholeAnswer } from "../../../core/http-client.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { parseJson } from "../../../core/text/parse-json.ts";
import { failedOnItsWay } from "../../../core/with-retries.ts";
import { shares } from "../discord-limits.ts";

/** Each request is a single attempt. */
export interface Api {
  asBot(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  byToken(request: ApiRequest): Promise<Result<unknown, ApiNo>>;
  measured(guess: Bucket): Bucket;
}

export interface ApiRequest {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly route: RouteLike;
  readonly body?: unknown;
  readonly file?: FilePart;
  readonly query?: Readonly<Record<string, string>>;
  /** Default: 10 s, or two minutes with a file. */
  readonly deadlineMs?: number;
  readonly signal?: AbortSignal;
}

export type ApiNo =
  /** `code` is Discord's own; 0: none. */
  | { readonly kind: "refused"; readonly status: number; readonly code: number }
  | RateLimited
  | { readonly kind: "unavailable"; readonly unclear: boolean; readonly detail: string };

export function hasUnclearResult(no: ApiNo): boolean {
  return no.kind === "unavailable" && no.unclear;
}

const USER_AGENT = "DiscordBot (reelay, 1)";

/** The request may have succeeded, although these are 4xx. */
const UNCLEAR = new Set([408, 409]);

export function discordApi(options: {
  readonly apiUrl: string;
  readonly token: string;
  readonly clock: Clock;
  readonly log: Log;
  readonly fetchWhole: FetchWhole;
}): Api {
  const { token, clock, log, fetchWhole } = options;
  const base = `${options.apiUrl.replace(/(?<!\/)\/+$/, "")}/v10`;
  const limits = reportedLimits(clock);

  async function send(request: ApiRequest, authorization?: string): Promise<Result<unknown, ApiNo>> {
    const { method, route, body, file, query, signal, deadlineMs } = request;
    const usedUpMs = file ? 0 : limits.usedUpMs(request);
    if (usedUpMs > 0) return refuse({ kind: "rate_limited", retryAfterMs: usedUpMs, isUnsent: true });
    const upload = file && multipart(body, file);
    const headers = {
      "user-agent": USER_AGENT,
      ...(authorization && { authorization }),
      ...(body !== undefined && { "content-type": "application/json" }),
      ...upload?.headers,
    };
    const init = { method, headers, body: upload?.body ?? JSON.stringify(body), signal };
    const address = `${base}${route}${query ? `?${new URLSearchParams(query)}` : ""}`;
    try {
      const answer = await fetchWhole(address, init, deadlineMs ?? (file ? shares.uploadMs : shares.requestMs));
      limits.record(request, answer);
      return await readAnswer(answer);
    } catch (error) {
      return refuse(failedOnItsWay(error));
    }
  }

  return {
    async asBot(request) {
      const result = await send(request, `Bot ${token}`);
      if (!result.ok && result.refusal.kind === "refused" && result.refusal.status === 401)
        log.warn("discord token refused", { code: result.refusal.code });
      return result;
    },
    byToken: (request) => send(request),
    measured: limits.measured,
  };
}

const coded = z.object({ code: z.int() });

/** A redirected request may have succeeded; redirects are not followed. */
async function readAnswer(answer: WholeAnswer): Promise<Result<unknown, ApiNo>> {
  const { status } = answer;
  if (status === 429) return refuse(tooMany(answer.headers));
  const isClear = answer.ok || (status >= 400 && status < 500 && !UNCLEAR.has(status));
  if (!isClear) return refuse({ kind: "unavailable", unclear: true, detail: `status ${status}` });
  const text = await answer.text();
  if (answer.ok) return ok(text === "" ? null : JSON.parse(text));
  return refuse({ kind: "refused", status, code: coded.safeParse(parseJson(text)).data?.code ?? 0 });
}

function tooMany(headers: WholeAnswer["headers"]): RateLimited {
  const waitMs = 1_000 * Number(headers.get("retry-after") ?? 0);
  const hasRetryTime = Number.isFinite(waitMs) && waitMs > 0;
  const retryAfterMs = hasRetryTime ? Math.ceil(waitMs) + shares.rateLimitSlackMs : shares.rateLimitDefaultMs;
  const isGlobal = headers.has("x-ratelimit-global") || headers.get("x-ratelimit-scope") === "global";
  return { kind: "rate_limited", retryAfterMs, ...(isGlobal && { isGlobal }) };
}

interface FilePart {
  readonly name: string;
  readonly bytes: number | null;
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
}

/** Source: Discord docs, reference, uploading files (read 2026-11-21). */
export function multipart(payload: unknown, file: FilePart) {
  // Random, so no file can contain it on purpose.
  const boundary = randomBytes(16).toString("hex");
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
  const sizeBytes = file.bytes === null ? null : before.length + file.bytes + after.length;
  return {
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      ...(sizeBytes !== null && { "content-length": String(sizeBytes) }),
    },
    body: body(),
  };
}

const BUCKETS_MAX = 2_000;
/** Source: Discord docs, topics/rate-limits (read 2026-11-21). The bounds are our choice. */
const limitHeaders = z.object({
  bucket: z.string().min(1).max(100),
  limit: z.coerce.number().int().min(1).max(100_000),
  remaining: z.coerce.number().int().min(0),
  resetAfterSeconds: z.coerce.number().positive().max(3_600),
});

interface Asked {
  readonly method: string;
  readonly route: string;
}

interface ReportedLimit {
  readonly limit: number;
  /** Known after an answer that was the first in its window. */
  readonly windowMs: number | null;
  readonly name: string;
  readonly left: ReportedQuota;
}

/** Discord reports its limits in every answer. */
export function reportedLimits(clock: Pick<Clock, "now">) {
  const all = new LRUCache<string, ReportedLimit>(atMost(BUCKETS_MAX));
  return {
    record(request: Asked, { status, headers }: WholeAnswer): void {
      const place = placeOf(request);
      // A 429 may be about another limit, and has its own retry time.
      if (!place || status === 429) return;
      const { data } = limitHeaders.safeParse({
        bucket: headers.get("x-ratelimit-bucket"),
        limit: headers.get("x-ratelimit-limit"),
        remaining: headers.get("x-ratelimit-remaining"),
        resetAfterSeconds: headers.get("x-ratelimit-reset-after") ?? undefined,
      });
      if (!data) return;
      const { bucket, limit, remaining, resetAfterSeconds } = data;
      const resetAfterMs = Math.ceil(resetAfterSeconds * 1_000);
      const { guess, within } = place;
      const windowMs = remaining === limit - 1 ? resetAfterMs : (all.get(guess)?.windowMs ?? null);
      const left = { remaining, until: clock.now() + resetAfterMs };
      all.set(guess, { limit, windowMs, name: `${bucket}:${within}`, left });
    },
    /** 0: now. */
    usedUpMs(request: Asked): number {
      const left = all.get(placeOf(request)?.guess ?? "")?.left;
      return left?.remaining === 0 ? Math.max(0, left.until - clock.now()) : 0;
    },
    measured(guess: Bucket): Bucket {
      const reported = all.get(guess.name);
      if (!reported) return guess;
      const { limit, windowMs, name, left } = reported;
      const everyMs = windowMs === null ? guess.everyMs : windowMs / limit;
      return { ...guess, burst: limit, everyMs, name, commonName: guess.name, left };
    },
  };
}

/**
 * `guess` is the bucket's name until Discord gives its own; `within` is what the limit applies to.
 */
function placeOf({ method, route }: Asked): { readonly guess: string; readonly within: string } | null {
  const [, token] = /^\/webhooks\/\d+\/([^/]+)\/messages\//.exec(route) ?? [];
  if (token && method === "PATCH") return { guess: tokenBucket(token), within: token };
  const [, channelId, one] = /^\/channels\/(\d+)\/messages(\/\d+)?$/.exec(route) ?? [];
  if (!channelId) return null;
  const what = one ? "edit" : "new_message";
  return method === (one ? "PATCH" : "POST") ? { guess: channelBucket(what, channelId), within: channelId } : null;
}

export const tokenBucket = (token: string): string => `token:${token}`;
export const channelBucket = (what: "edit" | "new_message", channelId: string): string => `${what}:${channelId}`;
