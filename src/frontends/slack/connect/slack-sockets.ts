import { type Clock, within } from "../../../core/clock.ts";
import type { Log } from "../../../core/ports.ts";
import { type CallRefusal, callRefusalOf } from "../out/slack-calls.ts";
import { times } from "../slack-limits.ts";
import { throwIfRefused, untilTaken } from "./slack-clients.ts";

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
  const how = { clock, log, event: "slack socket failed", signal: closing.signal };
  let isUp = false;
  let everUp = false;
  let isOpening = false;

  async function open(): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    try {
      // It may close again at once, while nobody else opens it.
      while (!isUp && !closing.signal.aborted) await untilTaken(async () => (isUp ? null : openOnce()), how);
    } finally {
      isOpening = false;
    }
  }

  /** Resolves with null once the socket is open. A token that is refused at the very first attempt rejects. */
  async function openOnce(): Promise<CallRefusal | null> {
    try {
      if ((await within(clock, times.helloMs, client.start())) !== "late") return null;
      await within(clock, times.closeSocketMs, client.disconnect());
      return { kind: "unavailable", unclear: true, detail: "no hello" };
    } catch (error) {
      const refusal = callRefusalOf(error);
      if (!everUp) throwIfRefused(refusal, "SLACK_APP_TOKEN");
      return refusal;
    }
  }

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
