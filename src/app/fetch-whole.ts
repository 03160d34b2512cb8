import { Readable } from "node:stream";
import { Agent } from "undici";
import type { Clock } from "../core/clock.ts";
import type { FetchWhole } from "../core/ports.ts";
import { exchange } from "../video-api/exchange.ts";

/** The default limit for an answer, in bytes; a longer one is an error. */
const BODY_MAX_BYTES = 1_000_000;

/** At most this much of a streamed body is held in memory, in bytes. */
const HELD_BYTES = 65_536;

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
    try {
      if (error !== null || head === null) throw error;
      return new WholeResponse(body, { status: head.status, headers: webHeaders(head.headers) });
    } catch (cause) {
      // `Response` does not allow every status and header.
      throw new TypeError("fetch failed", { cause });
    }
  };
}

function webHeaders(given: Readonly<Record<string, string | readonly string[] | undefined>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(given)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return headers;
}

const utf8 = new TextDecoder();

/**
 * A response whose whole body is in memory: it is read without the streams that a `Response` would make, and any number of
 * times.
 */
class WholeResponse extends Response {
  readonly #body: Buffer;

  constructor(body: Buffer, how: { readonly status: number; readonly headers: Headers }) {
    super(null, how);
    this.#body = body;
  }

  override readonly text = async () => utf8.decode(this.#body);

  override readonly json = async (): Promise<unknown> => JSON.parse(utf8.decode(this.#body));

  override readonly arrayBuffer = async () => new Uint8Array(this.#body).buffer;

  override readonly clone = () => new WholeResponse(this.#body, this);
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
