import { Readable } from "node:stream";
import { Agent, type Dispatcher } from "undici";
import type { Clock } from "../core/clock.ts";
import type { FetchWhole } from "../core/ports.ts";

/** The default limit for an answer, in bytes; a longer one is an error. */
const BODY_MAX_BYTES = 1_000_000;

/** At most this much of a streamed body is held in memory, in bytes. */
const HELD_BYTES = 65_536;

/**
 * Our own clock ends every request. Node's own dispatcher may be of another undici, which takes no handler of this one's.
 */
const agent = new Agent({ allowH2: false, headersTimeout: 0, bodyTimeout: 0 });

/**
 * Fetches on our own clock, and reads the answer itself. A library's reading has no limits, and undici 7.30.2 ends the
 * process by a failed assertion where the server closes while a reader lags behind; here nothing lags.
 */
export function fetchWhole(clock: Clock): FetchWhole {
  return (address, init, limitMs, mostBytes = BODY_MAX_BYTES) =>
    new Promise((resolve, reject) => {
      const { origin, pathname, search } = new URL(address);
      const signal = init.signal instanceof AbortSignal ? init.signal : null;
      const parts: Buffer[] = [];
      let sizeBytes = 0;
      let head: Head | null = null;
      let controller: Dispatcher.DispatchController | null = null;
      let isOver = false;

      const end = (settle: () => void) => {
        if (isOver) return;
        isOver = true;
        cancel();
        signal?.removeEventListener("abort", onAbort);
        settle();
      };
      const fail = (cause: unknown) => end(() => reject(new TypeError("fetch failed", { cause })));
      const giveUp = (code: string) => {
        const cause = Object.assign(new Error(code), { code });
        fail(cause);
        controller?.abort(cause);
      };
      const onAbort = () => giveUp("ABORTED");
      const cancel = clock.after(limitMs, () => giveUp("TIMED_OUT"));
      if (signal?.aborted) return onAbort();
      signal?.addEventListener("abort", onAbort);

      agent.dispatch(
        {
          origin,
          path: `${pathname}${search}`,
          method: init.method ?? "GET",
          body: bodyOf(init.body),
          headers: { ...headersOf(init.headers), "accept-encoding": "identity" },
        },
        {
          onRequestStart(started) {
            controller = started;
            if (isOver) started.abort(new Error("given up"));
          },
          onResponseStart(_controller, status, headers) {
            if (status >= 200) head = { status, headers };
          },
          onResponseData(_controller, chunk) {
            sizeBytes += chunk.length;
            if (sizeBytes > mostBytes) giveUp("ANSWER_TOO_LARGE");
            else parts.push(chunk);
          },
          onResponseEnd() {
            try {
              const answer = answerOf(head, parts);
              end(() => resolve(answer));
            } catch (error) {
              fail(error);
            }
          },
          onResponseError: (_controller, error) => fail(error),
        },
      );
    });
}

interface Head {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** Builds the response. Throws where `Response` does not allow the status or a header. */
function answerOf(head: Head | null, parts: readonly Buffer[]): Response {
  if (head === null) throw new Error("no answer");
  const headers = new Headers();
  for (const [name, value] of Object.entries(head.headers)) {
    for (const each of [value ?? []].flat()) headers.append(name, each);
  }
  return new WholeResponse(Buffer.concat(parts), { status: head.status, headers });
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
  if (!isFlow(body)) throw new Error("a body that is neither text nor a flow of bytes");
  // Undici listens for its errors only while it sends it, and an unheard error ends the process.
  return Readable.from(body, { objectMode: false, highWaterMark: HELD_BYTES }).on("error", () => {});
}

function isFlow(body: unknown): body is AsyncIterable<Uint8Array> {
  return typeof body === "object" && body !== null && Symbol.asyncIterator in body;
}

/** Returns the names and values of a plain object. */
function headersOf(headers: unknown): Record<string, string> {
  if (typeof headers !== "object" || headers === null) return {};
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
