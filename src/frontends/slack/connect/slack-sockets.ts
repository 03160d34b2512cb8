import { z } from "zod";
import { type Clock, type EpochMs, sleep, within } from "../../../core/clock.ts";
import type { DuplicateProcess } from "../../../core/duplicate-process.ts";
import type { Log } from "../../../core/text/log-fields.ts";
import { parseJson } from "../../../core/text/parse-json.ts";
import { type CallRefusal, callRefusalOf } from "../out/slack-calls.ts";
import { times } from "../slack-limits.ts";
import { throwIfRefused, untilTaken } from "./slack-clients.ts";

export interface SocketClient {
  start(): Promise<unknown>;
  disconnect(): Promise<void>;
  /** `data` is set for "ws_message". */
  on(event: "connected" | "disconnected" | "ws_message", listener: (data?: unknown) => void): unknown;
}

export type OpenSocket = ReturnType<typeof keepOpen>;

/**
 * The library's own reconnect waits at least 5 s and ends the process with an unhandled rejection if it fails
 * (socket-mode 3.1.0).
 */
export function keepOpen(client: SocketClient, { clock, log }: { clock: Clock; log: Log }) {
  const closing = new AbortController();
  const how = { clock, log, event: "slack socket failed", signal: closing.signal };
  let isUp = false;
  let everUp = false;
  let isOpening = false;
  let isResting = false;

  async function open(): Promise<void> {
    if (isOpening) return;
    isOpening = true;
    try {
      // The socket may close again at once, and nothing else reopens it.
      while (!isUp && !closing.signal.aborted) await untilTaken(async () => (isUp ? null : openOnce()), how);
    } finally {
      isOpening = false;
    }
  }

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
    // Before the first connection, `open` is still retrying.
    if (everUp && !isResting) void open();
  });

  async function renew(restMs: number): Promise<void> {
    if (!isUp || isResting) return;
    isResting = true;
    await within(clock, times.closeSocketMs, client.disconnect());
    await sleep(clock, restMs, closing.signal);
    isResting = false;
    void open();
  }

  return {
    /** Resolves when the socket first opens or is permanently closed. Rejects if the token is refused. */
    opened: open(),
    isOpen: () => isUp,
    renew,
    async close() {
      closing.abort();
      const closed = await within(clock, times.closeSocketMs, client.disconnect());
      // The second call does not wait for the other side to confirm.
      if (closed === "late") void client.disconnect();
    },
  };
}

/** Source: docs.slack.dev, apis/events-api/using-socket-mode (read 2026-11-28). */
const hello = z.object({ type: z.literal("hello"), num_connections: z.int() });
const IS_HELLO = /"type":\s*"hello"/;

/** Slack may still count a connection for a short time after it ended. Our choice. */
const LASTING_MS = 60_000;
const ASK_AGAIN_MS = 600_000;
/**
 * Slack reports the number of connections only to a new one. The old one is closed this long before the new one opens,
 * so that Slack does not count it.
 */
const REST_MS = 5_000;

/**
 * Slack sends each payload to any one of an app's sockets, so another process would receive some of ours. `sockets`
 * must contain all of ours.
 */
export function watchSockets(
  clients: readonly Pick<SocketClient, "on">[],
  sockets: readonly Pick<OpenSocket, "isOpen" | "renew">[],
  { clock, duplicate }: { readonly clock: Clock; readonly duplicate: Pick<DuplicateProcess, "seen" | "gone"> },
): () => void {
  let since: EpochMs | null = null;
  let cancel = () => {};

  function counted(connections: number): void {
    cancel();
    if (connections <= sockets.length) {
      since = null;
      duplicate.gone();
      return;
    }
    const now = clock.now();
    since ??= now;
    const isLasting = now - since >= LASTING_MS;
    if (isLasting) duplicate.seen();
    cancel = clock.after(isLasting ? ASK_AGAIN_MS : LASTING_MS, ask);
  }

  function ask(): void {
    if (sockets.every((socket) => socket.isOpen())) void sockets[0]?.renew(REST_MS);
    else cancel = clock.after(LASTING_MS, ask);
  }

  for (const client of clients)
    client.on("ws_message", (data) => {
      if (typeof data !== "string" || !IS_HELLO.test(data)) return;
      const { data: greeting } = hello.safeParse(parseJson(data));
      if (greeting) counted(greeting.num_connections);
    });
  return () => cancel();
}
