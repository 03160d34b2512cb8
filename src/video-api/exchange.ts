import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Dispatcher } from "undici";
import type { Clock } from "../core/clock.ts";
import type { Secret } from "../core/text/secret.ts";

/** The longest answer that is read, in bytes; the rest is cut off. */
const BODY_MAX_BYTES = 1_000_000;

const utf8 = new TextDecoder();

/** The result of one request. `failure` is a short word for the log, never a text from outside. */
export type Exchange =
  /** The status arrived. `text` is all of the body that arrived. */
  | {
      readonly kind: "answered";
      readonly status: number;
      readonly retryAfter: string | null;
      readonly text: string;
      /** The reason why the body is not whole; null where it is. */
      readonly failure: string | null;
    }
  | { readonly kind: "unanswered"; readonly failure: string };

interface JsonPost {
  /** The path, with its leading slash. */
  readonly path: string;
  readonly authorization: string;
  readonly body: unknown;
}

/**
 * Posts JSON once and never again: no retry, no redirect. It is dispatched before this returns; after `limitMs` in all,
 * the wait for a connection included, it is given up as "timed out". Never rejects.
 */
export function exchange(
  dispatcher: Dispatcher,
  post: JsonPost,
  { clock, limitMs }: { readonly clock: Clock; readonly limitMs: number },
): Promise<Exchange> {
  return new Promise((resolve) => {
    let controller: Dispatcher.DispatchController | null = null;
    let head: { readonly status: number; readonly retryAfter: string | null } | null = null;
    let isOver = false;
    let sizeBytes = 0;
    const parts: Buffer[] = [];

    const finish = (failure: string | null) => {
      if (isOver) return;
      isOver = true;
      cancel();
      if (head === null) resolve({ kind: "unanswered", failure: failure ?? "no answer" });
      else
        resolve({
          kind: "answered",
          ...head,
          text: utf8.decode(parts.length === 1 ? parts[0] : Buffer.concat(parts)),
          failure,
        });
    };
    const giveUp = (failure: string) => {
      finish(failure);
      controller?.abort(new Error(failure));
    };
    const cancel = clock.after(limitMs, () => giveUp("timed out"));

    dispatcher.dispatch(
      {
        method: "POST",
        path: post.path,
        headers: {
          authorization: post.authorization,
          "content-type": "application/json",
          accept: "application/json",
          "user-agent": "Reelay",
          "accept-encoding": "identity",
        },
        body: JSON.stringify(post.body),
      },
      {
        onRequestStart(started) {
          controller = started;
          // It got its connection only after it was given up.
          if (isOver) started.abort(new Error("given up"));
        },
        onResponseStart(_controller, status, headers) {
          if (status < 200) return;
          const retryAfter = headers["retry-after"];
          head = { status, retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null };
        },
        onResponseData(_controller, chunk) {
          sizeBytes += chunk.length;
          if (sizeBytes > BODY_MAX_BYTES) giveUp("answer too large");
          else parts.push(chunk);
        },
        onResponseEnd() {
          finish(null);
        },
        onResponseError(_controller, error) {
          finish(failureWords(error));
        },
      },
    );
  });
}

/** The text before the key in its header. */
export const BEARER = "Bearer ";

/**
 * Returns the Authorization header for a key; null for a key that no header can carry (control characters, beyond
 * Latin-1, blank).
 */
export function bearer(key: Secret): string | null {
  const text = key.reveal();
  return /^[\x20-\x7e\xa0-\xff]+$/.test(text) && text.trim() !== "" ? `${BEARER}${text}` : null;
}

/**
 * Returns a few words for the log about a request that failed. It never returns the error's own text, which may quote
 * what was sent.
 */
export function failureWords(error: unknown): string {
  if (error instanceof Error && error.name === "HTTPParserError") return "answer is not http";
  const code = codeOf(error);
  const words = WORDS.find(([pattern]) => pattern.test(code))?.[1];
  return words ?? "connection failed";
}

/** The words for Node's and undici's codes. Source: undici 7.30.2 lib/core/errors.js, node errors (read 2026-11-21). */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, "connection refused"],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, "connection reset"],
  [/^UND_ERR_SOCKET$/, "connection closed"],
  [/^(ENOTFOUND|EAI_\w+)$/, "name not resolved"],
  [/^(ETIMEDOUT|UND_ERR_\w*TIMEOUT)$/, "timed out"],
  [/^(EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL)$/, "host unreachable"],
  [/^UND_ERR_RES_CONTENT_LENGTH_MISMATCH$/, "answer cut short"],
  [/^UND_ERR_HEADERS_OVERFLOW$/, "headers too large"],
  [/^UND_ERR_(DESTROYED|CLOSED|ABORTED)$/, "closed by us"],
  [/^UND_ERR_INVALID_ARG$/, "request not valid"],
  [/^(ERR_(TLS|SSL)_|CERT_|UNABLE_TO_)|^EPROTO$|SELF_SIGNED/, "tls failure"],
];

function codeOf(error: unknown): string {
  if (typeof error !== "object" || error === null || !("code" in error)) return "";
  return typeof error.code === "string" ? error.code : "";
}

/**
 * Runs `dispatch`, which hands exactly one request to undici before it returns, and watches whether that request begins
 * to leave. `hasLeft` is true from before its first byte is written; error codes cannot show this. A request that could
 * not be identified counts as left, so that it is never sent twice. `stop` ends the watch. Source: undici 7.30.2
 * lib/core/request.js and lib/dispatcher/client-h1.js (read 2026-11-21).
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
  // It is published within `dispatch` itself: while this is subscribed, nobody else's request can be made.
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
