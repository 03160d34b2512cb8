import { Readable } from "node:stream";
import { Agent } from "undici";
import type { Clock } from "../core/clock.ts";
import type { FetchInit, FetchWhole, WholeAnswer } from "../core/http-client.ts";
import { exchange, type Headers } from "../video-api/exchange.ts";

const BODY_MAX_BYTES = 1_000_000;

const HELD_BYTES = 65_536;

/** `fetch` rejects a higher status, too. */
const STATUS_MAX = 599;

/** Our own clock ends every request. Not Node's own dispatcher: its undici version may not accept these handlers. */
const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

export function fetchWhole(clock: Clock): FetchWhole {
  return async (address, init, limitMs, mostBytes = BODY_MAX_BYTES) => {
    const { origin, pathname, search } = new URL(address);
    const request = {
      origin,
      path: `${pathname}${search}`,
      method: init.method ?? "GET",
      body: bodyOf(init.body),
      headers: { ...init.headers, "accept-encoding": "identity" },
    };
    const how = { clock, limitMs, mostBytes, signal: init.signal };
    const { head, body, error } = await exchange(agent, request, how);
    if (error === null && head !== null && head.status <= STATUS_MAX)
      return wholeAnswer(head.status, head.headers, body);
    throw new TypeError("fetch failed", { cause: error });
  };
}

const utf8 = new TextDecoder();

/** Cheaper than a `Response` with its `Headers`. */
function wholeAnswer(status: number, headers: Headers, body: Buffer): WholeAnswer {
  const named = (name: string) => headers[name.toLowerCase()];
  return {
    status,
    ok: status >= 200 && status <= 299,
    headers: {
      get: (name) => (named(name) === undefined ? null : [named(name)].flat().join(", ")),
      has: (name) => named(name) !== undefined,
    },
    text: async () => utf8.decode(body),
    json: async () => JSON.parse(utf8.decode(body)),
    arrayBuffer: async () => new Uint8Array(body).buffer,
  };
}

/** A stream is read no faster than it is sent. If the stream fails, the request fails. */
function bodyOf(body: FetchInit["body"]): string | Readable | null {
  if (body === undefined || typeof body === "string") return body ?? null;
  // Undici listens for the stream's errors only while sending, and an unhandled error event ends the process.
  return Readable.from(body, { objectMode: false, highWaterMark: HELD_BYTES }).on("error", () => {});
}
