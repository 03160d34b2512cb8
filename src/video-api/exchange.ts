import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Dispatcher } from "undici";
import type { Clock } from "../core/clock.ts";
import { errorCode } from "../core/error-code.ts";

export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

interface Exchanged {
  readonly head: { readonly status: number; readonly headers: Headers } | null;
  readonly body: Buffer;
  readonly error: unknown;
}

/**
 * Sends a request exactly once; never rejects. `limitMs` includes the wait for a connection. Undici's own body reading
 * has no limits, and 7.30.2 crashes the process if the server closes while a reader lags behind.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  how: {
    readonly clock: Clock;
    readonly limitMs: number;
    readonly mostBytes: number;
    readonly signal?: AbortSignal | undefined;
  },
): Promise<Exchanged> {
  const { clock, limitMs, mostBytes, signal } = how;
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let head: Exchanged["head"] = null;
    let isOver = false;
    let sizeBytes = 0;
    const parts: Buffer[] = [];

    const finish = (error: unknown) => {
      if (isOver) return;
      isOver = true;
      cancel();
      signal?.removeEventListener("abort", onAbort);
      resolve({ head, body: Buffer.concat(parts), error });
    };
    const giveUp = (code: string) => {
      const error = Object.assign(new Error(code), { code });
      finish(error);
      controller?.abort(error);
    };
    const onAbort = () => giveUp("ABORTED");
    const cancel = clock.after(limitMs, () => giveUp("TIMED_OUT"));
    if (signal?.aborted) return onAbort();
    signal?.addEventListener("abort", onAbort);

    dispatcher.dispatch(request, {
      onRequestStart(started) {
        controller = started;
        // The connection came after the time limit.
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
      onResponseEnd: () => finish(null),
      onResponseError: (_controller, error) => finish(error),
    });
  });
}

/** The error's own text may quote what was sent, so it is never used. */
export function networkFailure(error: unknown): string {
  if (error instanceof Error && error.name === "HTTPParserError") return "answer is not http";
  const code = errorCode(error) ?? "";
  const words = WORDS.find(([pattern]) => pattern.test(code))?.[1];
  // The operator must know what is wrong with the certificate.
  return words === TLS ? `${words}, ${code}` : (words ?? "connection failed");
}

const TLS = "tls failure";

/** Source: undici 7.30.2 lib/core/errors.js, node errors (read 2026-11-21). */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, "connection reset"],
  [/^UND_ERR_SOCKET$/, "connection closed"],
  [/^(ENOTFOUND|EAI_\w+)$/, "name not resolved"],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/, "timed out"],
  [/^TIMED_OUT$/, "timed out"],
  [/^ANSWER_TOO_LARGE$/, "answer too large"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "host unreachable"],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "answer cut short"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "headers too large"],
  [/^UND_ERR_(DESTROYED|CLOSED|ABORTED)$/, "closed by us"],
  [/^UND_ERR_INVALID_ARG$/, "request not valid"],
  [/^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_)|^EPROTO$|SELF_SIGNED/, TLS],
];

/**
 * `dispatch` must pass exactly one request to undici before it returns. `hasLeft` becomes true before the first byte is
 * written; error codes cannot show this. An unrecognized request counts as sent, and is never sent again. Source: undici
 * 7.30.2 lib/core/request.js and lib/dispatcher/client-h1.js (read 2026-11-21).
 */
export function watchSending<Value>(dispatch: () => Value): {
  readonly value: Value;
  hasLeft(): boolean;
  stop(): void;
} {
  let ours: unknown;
  let hasLeft = false;

  const onCreate = (message: unknown) => {
    ours ??= requestIn(message);
  };
  const onSendHeaders = (message: unknown) => {
    if (ours !== undefined && requestIn(message) === ours) hasLeft = true;
  };

  subscribe(SEND_HEADERS, onSendHeaders);
  // Published within `dispatch`, so no other request can be created while subscribed.
  subscribe(CREATE, onCreate);
  try {
    const value = dispatch();
    return {
      value,
      hasLeft: () => hasLeft || ours === undefined,
      stop: () => void unsubscribe(SEND_HEADERS, onSendHeaders),
    };
  } catch (error) {
    unsubscribe(SEND_HEADERS, onSendHeaders);
    throw error;
  } finally {
    unsubscribe(CREATE, onCreate);
  }
}

const CREATE = "undici:request:create";
const SEND_HEADERS = "undici:client:sendHeaders";

function requestIn(message: unknown): unknown {
  return typeof message === "object" && message !== null && "request" in message ? message.request : undefined;
}
