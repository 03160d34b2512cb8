import { randomBytes, randomUUID } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { bell } from "../bell.ts";
import type { SandboxClock } from "../clock.ts";
import { every, machineClock } from "../clock.ts";
import { isLocal } from "../http.ts";
import type { Journal } from "../journal.ts";
import { nested } from "./answer.ts";
import type { Delivery } from "./delivery.ts";
import { answerTimes } from "./delivery.ts";
import { limits } from "./slack-limits.ts";
import { ids } from "./workspace.ts";

const PING_EVERY_MS = 10_000;

export interface Sockets extends Delivery {
  mintUrl(): string;
  drop(count?: number): void;
  stop(): void;
}

const ack = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

export function openSockets(deps: {
  server: Server;
  origin: string;
  clock: SandboxClock;
  journal: Journal;
  waitMs: number;
}): Sockets {
  const { server, origin, clock, journal, waitMs } = deps;
  const wss = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  /** Of each envelope, those who wait for an answer; one that is delivered again has two. */
  const pending = new Map<string, ((body: unknown) => void)[]>();
  const times = answerTimes(clock);
  const opened = bell(waitMs);
  /** Oldest first; a socket that was told to go takes no more payloads, but its answers still count. */
  let live: WebSocket[] = [];
  const stopPings = every(machineClock, PING_EVERY_MS, () => {
    for (const socket of live) socket.ping();
  });

  /** One that has begun to close takes nothing more, though its end is still to come. */
  const newest = () => live.findLast((socket) => socket.readyState === socket.OPEN);

  function connect(socket: WebSocket): void {
    if (live.length >= limits.sockets) {
      dismiss(socket, "too_many_websockets");
      return;
    }
    live.push(socket);
    socket.on("close", () => {
      live = live.filter((other) => other !== socket);
    });
    socket.on("error", () => socket.terminate());
    socket.on("message", hear);
    const hello = {
      type: "hello",
      num_connections: live.length,
      connection_info: { app_id: ids.appId },
      debug_info: { host: "sandbox", approximate_connection_time: 18_060 },
    };
    socket.send(JSON.stringify(hello));
    journal.add({ place: "slack", kind: "connected", payload: hello });
    opened.ring();
  }

  function hear(data: RawData): void {
    const heard = ack.safeParse(nested(data.toString()));
    if (!heard.success) return;
    const [first, ...others] = pending.get(heard.data.envelope_id) ?? [];
    if (others.length === 0) pending.delete(heard.data.envelope_id);
    else pending.set(heard.data.envelope_id, others);
    first?.(heard.data.payload);
  }

  function dismiss(socket: WebSocket, reason: string): void {
    socket.send(JSON.stringify({ type: "disconnect", reason, debug_info: { host: "sandbox" } }));
    // Both sides may begin the goodbye; one that never does is cut off, so that no dead socket lingers.
    const leaveIt = machineClock.after(PING_EVERY_MS, () => socket.terminate());
    socket.on("close", () => leaveIt());
  }

  server.on("upgrade", (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const target = request.url ?? "/";
    const ticket = URL.canParse(target, origin) ? (new URL(target, origin).searchParams.get("ticket") ?? "") : "";
    if (!isLocal(request) || !tickets.delete(ticket)) {
      stream.end("HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n");
      return;
    }
    wss.handleUpgrade(request, stream, head, connect);
  });

  return {
    mintUrl() {
      const ticket = randomBytes(16).toString("hex");
      tickets.add(ticket);
      return `${origin.replace("http", "ws")}/link/?ticket=${ticket}&app_id=${ids.appId}`;
    },
    isReady: () => newest() !== undefined,
    async ready() {
      await opened.until(newest, () => "dispatch_failed");
    },
    send(envelope, hearing) {
      const socket = newest();
      if (!socket) throw new Error("dispatch_failed");
      const { envelope_id = randomUUID() } = envelope;
      const awaited = times.begin(hearing);
      const hear = (body: unknown) => awaited.answered(body ?? {});
      pending.set(envelope_id, [...(pending.get(envelope_id) ?? []), hear]);
      socket.send(JSON.stringify({ ...envelope, envelope_id }));
    },
    drop(count = live.length) {
      const rest = Math.max(0, live.length - count);
      const dropped = live.slice(rest);
      live = live.slice(0, rest);
      for (const socket of dropped) dismiss(socket, "refresh_requested");
    },
    stop() {
      stopPings();
      times.stop();
      for (const socket of wss.clients) socket.terminate();
      wss.close();
    },
  };
}
