import { Readable } from "node:stream";
import { Agent } from "undici";
import type { Clock } from "../core/clock.ts";
import type { FetchWhole, WholeAnswer } from "../core/ports.ts";
import { exchange, type Headers } from "../video-api/exchange.ts";

/** The default limit for an answer, in bytes; a longer one is an error. */
const BODY_MAX_BYTES = 1_000_000;

/** At most this much of a streamed body is held in memory, in bytes. */
const HELD_BYTES = 65_536;

/** A status above this is none: `fetch` fails, too. */
const STATUS_MAX = 599;

/**
 * Our own clock ends every request. Node's own dispatcher may be of another undici, which takes no handler of this one's.
 */
const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

/** Fetches on our own clock, and reads the answer itself. */
export function fetchWhole(clock: Clock): FetchWhole {
  return async (address, init, limitMs, mostBytes = BODY_MAX_BYTES) => {
    const { origin, pathname, search } = new URL(address);
    const request = {
      origin,
      path: `${pathname}${search}`,
      method: init.method ?? "GET",
      body: bodyOf(init.body),
      headers: { ...headersOf(init.headers), "accept-encoding": "identity" },
    };
    const signal = init.signal instanceof AbortSignal ? init.signal : null;
    const { head, body, error } = await exchange(agent, request, { clock, limitMs, mostBytes, signal });
    if (error === null && head !== null && head.status <= STATUS_MAX)
      return wholeAnswer(head.status, head.headers, body);
    throw new TypeError("fetch failed", { cause: error });
  };
}

const utf8 = new TextDecoder();

/** A `Response` and its `Headers` would cost more than reading the answer. */
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

/** Returns the body to send. A streamed one is read no faster than it is sent; where it fails, so does the request. */
function bodyOf(body: unknown): string | Readable | null {
  if (body === undefined || body === null || typeof body === "string") return body ?? null;
  if (typeof body !== "object" || !isFlow(body)) throw new Error("a body that is neither text nor a flow of bytes");
  // Undici listens for its errors only while it sends it, and an unheard error ends the process.
  return Readable.from(body, { objectMode: false, highWaterMark: HELD_BYTES }).on("error", () => {});
}

function isFlow(body: object): body is AsyncIterable<Uint8Array> {
  return Symbol.asyncIterator in body;
}

/** Returns the names and values of a plain object. */
function headersOf(headers: unknown): Record<string, string> {
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
