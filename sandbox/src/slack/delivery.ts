import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { setMaxListeners } from "node:events";
import type { IncomingMessage, Server } from "node:http";
import type { Duplex } from "node:stream";
import { type RawData, type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import { bell, every, machineClock, type SandboxClock } from "../clock.ts";
import { isLocal } from "../http.ts";
import type { Journal } from "../journal.ts";
import { nested } from "./answer.ts";
import { limits } from "./slack-limits.ts";
import { ids } from "./workspace.ts";

export interface Envelope {
  readonly type: "slash_commands" | "interactive" | "events_api";
  readonly payload: unknown;
  readonly accepts_response_payload: boolean;
  readonly envelope_id?: string;
  readonly retry_attempt?: number;
  readonly retry_reason?: string;
}

export interface AnswerListener {
  answered(ms: number, body: unknown): void;
  unanswered(error: "operation_timeout" | "dispatch_failed"): void;
  late(ms: number): void;
}

export const nobodyWaits: AnswerListener = { answered: () => {}, unanswered: () => {}, late: () => {} };

export interface Delivery {
  isReady(): boolean;
  ready(): Promise<void>;
  send(envelope: Envelope, listener: AnswerListener): void;
}

export function openDelivery(deps: Parameters<typeof openSockets>[0]) {
  const sockets = openSockets(deps);
  const requests = openRequests(deps);
  const way = () => (requests.isReady() ? requests : sockets);
  const delivery: Delivery = {
    isReady: () => way().isReady(),
    ready: () => way().ready(),
    send: (envelope, listener) => way().send(envelope, listener),
  };
  return { sockets, requests, delivery };
}

function answerTimes(clock: SandboxClock) {
  const deadlines = new Set<() => void>();

  return {
    begin(listener: AnswerListener) {
      const sentAt = clock.now();
      let isLate = false;
      const cancel = clock.after(limits.answerMs, () => {
        deadlines.delete(cancel);
        isLate = true;
        listener.unanswered("operation_timeout");
      });
      deadlines.add(cancel);
      const end = () => {
        cancel();
        deadlines.delete(cancel);
        return clock.now() - sentAt;
      };
      return {
        answered(body: unknown) {
          const ms = end();
          if (isLate) listener.late(ms);
          else listener.answered(ms, body);
        },
        failed() {
          end();
          if (!isLate) listener.unanswered("dispatch_failed");
        },
      };
    },
    stop() {
      for (const cancel of deadlines) cancel();
    },
  };
}

/** The other workspace differs only in its id, so a wrong token writes into the wrong workspace. */
export function toOther<T>(value: T): T {
  return JSON.parse(JSON.stringify(value).replaceAll(ids.teamId, ids.otherTeamId));
}

export function fromOther(path: string): string {
  return path.replaceAll(ids.otherTeamId, ids.teamId);
}

export function deliveryToOther(delivery: Delivery): Delivery {
  return { ...delivery, send: (envelope, listener) => delivery.send(toOther(envelope), listener) };
}

const PING_EVERY_MS = 10_000;

const ack = z.object({ envelope_id: z.string(), payload: z.unknown().optional() });

function openSockets(deps: { server: Server; origin: string; clock: SandboxClock; journal: Journal; waitMs: number }) {
  const { server, origin, clock, journal, waitMs } = deps;
  const wss = new WebSocketServer({ noServer: true });
  const tickets = new Set<string>();
  /** An envelope that is delivered again has two waiters. */
  const pending = new Map<string, ((body: unknown) => void)[]>();
  const times = answerTimes(clock);
  const opened = bell(waitMs);
  /** Oldest first. A socket that was asked to disconnect takes no more payloads, but its answers still count. */
  let live: WebSocket[] = [];
  const stopPings = every(machineClock, PING_EVERY_MS, () => {
    for (const socket of live) socket.ping();
  });

  let sent = 0;

  /**
   * Slack may choose any open socket of the app; here they take turns. Source: docs.slack.dev,
   * apis/events-api/using-socket-mode, multiple connections (read 2026-11-28).
   */
  const next = () => {
    const open = live.filter((socket) => socket.readyState === socket.OPEN);
    return open[sent % open.length];
  };

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
    socket.on("message", onMessage);
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

  function onMessage(data: RawData): void {
    const parsed = ack.safeParse(nested(data.toString()));
    if (!parsed.success) return;
    const [first, ...others] = pending.get(parsed.data.envelope_id) ?? [];
    if (others.length === 0) pending.delete(parsed.data.envelope_id);
    else pending.set(parsed.data.envelope_id, others);
    first?.(parsed.data.payload);
  }

  function dismiss(socket: WebSocket, reason: string): void {
    socket.send(JSON.stringify({ type: "disconnect", reason, debug_info: { host: "sandbox" } }));
    // Either side may close first. If neither does, the socket is terminated.
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
    isReady: () => next() !== undefined,
    async ready() {
      await opened.until(next, () => "dispatch_failed");
    },
    send(envelope: Envelope, listener: AnswerListener) {
      const socket = next();
      sent += 1;
      if (!socket) throw new Error("dispatch_failed");
      const { envelope_id = randomUUID() } = envelope;
      const awaited = times.begin(listener);
      const onAnswer = (body: unknown) => awaited.answered(body ?? {});
      pending.set(envelope_id, [...(pending.get(envelope_id) ?? []), onAnswer]);
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

function openRequests({ clock, journal }: { clock: SandboxClock; journal: Journal }) {
  const stopping = new AbortController();
  // Each request adds a listener, so Node would warn of a leak.
  setMaxListeners(0, stopping.signal);
  const times = answerTimes(clock);
  let requestUrl: string | null = null;

  async function post(url: string, type: Envelope["type"], payload: unknown, more: Record<string, string> = {}) {
    const body = bodyOf(type, payload);
    const contentType = type === "events_api" ? "application/json" : "application/x-www-form-urlencoded";
    const response = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": contentType,
        "user-agent": "Slackbot 1.0 (+https://api.slack.com/robots)",
        ...signed(body, { secret: ids.signingSecret, at: clock.now() }),
        ...more,
      },
      body,
      redirect: "manual",
      signal: stopping.signal,
    });
    return { status: response.status, text: await response.text() };
  }

  return {
    async sendTo(url: string): Promise<void> {
      const challenge = randomBytes(12).toString("hex");
      const token = ids.verificationToken;
      const { status, text } = await post(url, "events_api", { type: "url_verification", token, challenge });
      if (status !== 200 || !text.includes(challenge))
        throw new Error(`the request URL did not answer the challenge: ${status} ${text.slice(0, 100)}`);
      requestUrl = url;
      journal.add({ place: "slack", kind: "connected", payload: { request_url: url } });
    },
    isReady: () => requestUrl !== null,
    ready: () => (requestUrl === null ? Promise.reject(new Error("dispatch_failed")) : Promise.resolve()),
    send(envelope: Envelope, hearing: AnswerListener) {
      if (requestUrl === null) throw new Error("dispatch_failed");
      const awaited = times.begin(hearing);
      const end = (act: () => void) => {
        if (!stopping.signal.aborted) act();
      };
      post(requestUrl, envelope.type, envelope.payload, retryHeaders(envelope)).then(
        ({ status, text }) => end(() => (status === 200 ? awaited.answered(answerIn(text)) : awaited.failed())),
        () => end(awaited.failed),
      );
    },
    stop() {
      stopping.abort();
      times.stop();
    },
  };
}

/**
 * Commands are sent as form fields, interactions as one form field, and events as JSON. Source: docs.slack.dev,
 * interactivity and apis/events-api (read 2026-11-21).
 */
function bodyOf(type: Envelope["type"], payload: unknown): string {
  if (type === "events_api") return JSON.stringify(payload);
  if (type === "interactive") return new URLSearchParams({ payload: JSON.stringify(payload) }).toString();
  const fields = new URLSearchParams();
  for (const [name, value] of Object.entries(payload ?? {})) fields.set(name, String(value));
  return fields.toString();
}

function retryHeaders({ retry_attempt: attempt = 0, retry_reason: reason = "" }: Envelope): Record<string, string> {
  if (attempt === 0) return {};
  return { "x-slack-retry-num": String(attempt), "x-slack-retry-reason": `http_${reason}` };
}

function answerIn(text: string): unknown {
  if (text.trim() === "") return {};
  const json = nested(text);
  return typeof json === "object" && json !== null ? json : { text };
}

export function signed(body: string, { secret, at }: { secret: string; at: number }): Record<string, string> {
  const seconds = String(Math.floor(at / 1_000));
  const signature = createHmac("sha256", secret).update(`v0:${seconds}:${body}`).digest("hex");
  return { "x-slack-request-timestamp": seconds, "x-slack-signature": `v0=${signature}` };
}
