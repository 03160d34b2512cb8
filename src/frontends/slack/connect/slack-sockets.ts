import { type Clock, sleep, within } from "../../../core/clock.ts";
import type { Log } from "../../../core/ports.ts";
import { callRefusalOf } from "../out/slack-calls.ts";
import { times } from "../slack-limits.ts";
import { tokenTrouble } from "./slack-clients.ts";

export interface SocketClient {
  start(): Promise<unknown>;
  disconnect(): Promise<void>;
  on(event: "connected" | "disconnected", listener: () => void): unknown;
}

export type OpenSocket = ReturnType<typeof keepOpen>;

/**
 * Keeps one socket open. The library's own reconnect waits 5 s and more before it tries, and ends the process by an
 * unhandled rejection where it fails (socket-mode 3.1.0). So it is switched off, and this replaces it.
 */
export function keepOpen(client: SocketClient, { clock, log }: { clock: Clock; log: Log }) {
  const closing = new AbortController();
  let isUp = false;
  let isOpening = false;

  async function open(): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    try {
      for (let failures = 1; !closing.signal.aborted && !isUp; failures += 1) {
        const failure = await openOnce();
        if (failure === null) continue;
        const waitMs = Math.min(times.reconnectMaxMs, 500 * 2 ** Math.min(10, failures - 1));
        log.warn("slack socket failed", { failures, reason: failure.reason, waitMs });
        await sleep(clock, Math.max(waitMs, failure.retryAfterMs), closing.signal);
      }
    } finally {
      isOpening = false;
    }
  }

  /** Resolves with null once the socket is open. A token that is refused at the very first attempt rejects. */
  async function openOnce(): Promise<{ readonly reason: string; readonly retryAfterMs: number } | null> {
    try {
      const greeted = await within(clock, times.helloMs, client.start());
      if (greeted !== "late") return null;
      await within(clock, times.closeSocketMs, client.disconnect());
      return { reason: "no hello", retryAfterMs: 0 };
    } catch (error) {
      const trouble = tokenTrouble(error, "SLACK_APP_TOKEN");
      if (trouble !== null && !everUp) throw new Error(trouble);
      const refusal = callRefusalOf(error);
      return {
        reason: refusal.kind === "unavailable" ? refusal.detail : refusal.kind,
        retryAfterMs: refusal.kind === "rate_limited" ? refusal.retryAfterMs : 0,
      };
    }
  }

  let everUp = false;
  client.on("connected", () => {
    isUp = true;
    everUp = true;
  });
  client.on("disconnected", () => {
    isUp = false;
    // Before the first connection, the attempt under way goes on by itself. After it, `opened` can no longer reject.
    if (everUp) void open();
  });

  return {
    /** Resolves when the socket is open for the first time or closed for good; rejects where the token is refused. */
    opened: open(),
    isOpen: () => isUp,
    async close() {
      closing.abort();
      const closed = await within(clock, times.closeSocketMs, client.disconnect());
      // The other side sends no goodbye; the second call does not wait for it.
      if (closed === "late") void client.disconnect();
    },
  };
}
