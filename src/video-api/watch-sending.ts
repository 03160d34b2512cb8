import { subscribe, unsubscribe } from "node:diagnostics_channel";

/**
 * Runs `dispatch`, which hands exactly one request to undici before it returns, and watches whether that very request
 * begins to leave. `hasLeft` is true from before its first byte is written; error codes cannot tell this.
 * A request that could not be made out counts as left, so that it is never sent twice. `stop` ends the watch.
 * Source: undici 7.30.2 lib/core/request.js and lib/dispatcher/client-h1.js (read 2026-11-21).
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
  // Published within `dispatch` itself: while this is subscribed nobody else's request can be made.
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
