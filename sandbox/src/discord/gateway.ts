import { randomBytes } from "node:crypto";
import type { IncomingMessage, Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import { z } from "zod";
import type { Bell, SandboxClock } from "../clock.ts";
import { isLocal, jsonOf } from "../http.ts";
import type { Journal } from "../journal.ts";
import type { Standings } from "../people.ts";
import { application, botUser, guildCreate, guildId, type Membership } from "./place.ts";

const HEARTBEAT_MS = 41_250;

const GUILDS = 1 << 0;
/** GUILD_MEMBERS, GUILD_PRESENCES and MESSAGE_CONTENT are privileged and were not requested. */
const PRIVILEGED = (1 << 1) | (1 << 8) | (1 << 15);
const SESSIONS_KEPT = 32;

const frame = z.object({ op: z.int(), d: z.unknown().optional() });
const identify = z.object({
  token: z.string(),
  intents: z.int().min(0),
  properties: z.object({}),
  shard: z.tuple([z.int().min(0), z.int().min(1)]).default([0, 1]),
});
const resume = z.object({ token: z.string(), session_id: z.string(), seq: z.int().min(0) });

export type Gateway = ReturnType<typeof openGateway>;

export function openGateway(deps: {
  readonly server: Server;
  readonly origin: string;
  readonly token: string;
  readonly journal: Journal;
  readonly changed: Bell;
  readonly clock: SandboxClock;
  readonly standings: Standings;
  readonly membership: Pick<Membership, "hasBot">;
}) {
  const { server, origin, journal, changed } = deps;
  const starts = openSessionStarts(deps.clock);
  const sockets = new WebSocketServer({ server, verifyClient: ({ req }: { req: IncomingMessage }) => isLocal(req) });
  let sessions: Session[] = [];

  const isGuildOf = (session: Session) => deps.membership.hasBot() && takes(session, guildId);
  const isOurs = (token: string) => token.replace(/^Bot /, "") === deps.token;

  const begin = (socket: WebSocket, data: z.output<typeof identify>): Session | undefined => {
    const { shard, intents } = data;
    if (shard[0] >= shard[1]) return close(socket, 4010, "Invalid shard.");
    if (intents & PRIVILEGED) return close(socket, 4014, "Disallowed intent(s).");
    const refused = starts.begin();
    if (refused !== null) return close(socket, refused, "Closed on request.");
    const session = openSession(randomBytes(16).toString("hex"), socket, { intents, shard });
    sessions = [...sessions, session].slice(-SESSIONS_KEPT);
    session.dispatch("READY", {
      v: 10,
      user: botUser(),
      guilds: isGuildOf(session) ? [{ id: guildId, unavailable: true }] : [],
      session_id: session.id,
      resume_gateway_url: origin.replace("http", "ws"),
      shard,
      application: { id: application().id, flags: application().flags },
    });
    if (intents & GUILDS && isGuildOf(session)) session.dispatch("GUILD_CREATE", guildCreate(deps.standings));
    journal.add({ place: "discord", kind: "connected", payload: { sessionId: session.id, intents, shard } });
    changed.ring();
    return session;
  };

  const takeUp = (socket: WebSocket, data: z.output<typeof resume>): Session | undefined => {
    const session = sessions.find((each) => each.id === data.session_id);
    if (session?.resume(socket, data.seq)) {
      changed.ring();
      return session;
    }
    socket.send(JSON.stringify({ op: 9, d: false, s: null, t: null }));
    return undefined;
  };

  sockets.on("connection", (socket) => {
    let session: Session | undefined;
    const send = (op: number, d: unknown = null) => socket.send(JSON.stringify({ op, d, s: null, t: null }));
    send(10, { heartbeat_interval: HEARTBEAT_MS, _trace: [] });

    socket.on("error", () => socket.terminate());
    socket.on("message", (raw) => {
      const read = frame.safeParse(jsonOf(String(raw)));
      if (!read.success) return close(socket, 4002, "Error while decoding payload.");
      const { op, d } = read.data;
      if (op === 1) return send(11);
      if (op === 2 || op === 6) {
        if (session) return close(socket, 4005, "Already authenticated.");
        const asked = op === 2 ? identify.safeParse(d) : resume.safeParse(d);
        if (!asked.success) return close(socket, 4002, "Error while decoding payload.");
        if (!isOurs(asked.data.token)) return close(socket, 4004, "Authentication failed.");
        session = "intents" in asked.data ? begin(socket, asked.data) : takeUp(socket, asked.data);
        return;
      }
      if (!session) return close(socket, 4003, "Not authenticated.");
      if (op === 3) journal.add({ place: "discord", kind: "presence", payload: d });
      if (![3, 4, 8, 31].includes(op)) close(socket, 4001, "Unknown opcode.");
    });
    socket.on("close", (code) => {
      session?.left(socket);
      // A bot that closes with 1000 or 1001 does not resume.
      if (code === 1000 || code === 1001) sessions = sessions.filter((each) => each !== session);
    });
  });

  /**
   * Several sessions may have the same token and shard, and each receives everything. Source: Discord docs, events/gateway
   * (read 2026-11-28).
   */
  const sessionsFor = (guild: string | null) => sessions.filter((session) => session.isLive() && takes(session, guild));

  return {
    starts,
    sessionsFor,
    dispatchGuildEvent(name: string, data: unknown) {
      for (const session of sessionsFor(guildId)) if (session.intents & GUILDS) session.dispatch(name, data);
    },
    drop() {
      sessions = [];
      for (const socket of sockets.clients) socket.send(JSON.stringify({ op: 9, d: false, s: null, t: null }));
    },
    stop() {
      for (const socket of sockets.clients) socket.terminate();
      sockets.close();
    },
  };
}

/** The first shard also receives direct messages. Source: Discord's API documentation (read 2026-11-21). */
function takes({ shard: [id, count] }: Session, guild: string | null): boolean {
  return id === (guild === null ? 0 : Number((BigInt(guild) >> 22n) % BigInt(count)));
}

function close(socket: WebSocket, code: number, reason: string): undefined {
  socket.close(code, reason);
}

const KEPT = 500;

export type Session = ReturnType<typeof openSession>;

function openSession(
  id: string,
  first: WebSocket,
  { intents, shard }: { readonly intents: number; readonly shard: readonly [number, number] },
) {
  const sent: { readonly op: 0; readonly t: string; readonly s: number; readonly d: unknown }[] = [];
  let socket: WebSocket | null = first;
  let seq = 0;

  const isLive = () => socket !== null && socket.readyState === socket.OPEN;

  return {
    id,
    intents,
    shard,
    isLive,
    dispatch(t: string, d: unknown) {
      seq += 1;
      const dispatch = { op: 0, t, s: seq, d } as const;
      sent.push(dispatch);
      if (sent.length > KEPT) sent.shift();
      if (isLive()) socket?.send(JSON.stringify(dispatch));
    },
    resume(next: WebSocket, after: number): boolean {
      if (after > seq || (sent[0] !== undefined && sent[0].s > after + 1)) return false;
      socket?.close(4000);
      socket = next;
      for (const dispatch of sent) if (dispatch.s > after) next.send(JSON.stringify(dispatch));
      this.dispatch("RESUMED", {});
      return true;
    },
    left(gone: WebSocket) {
      if (socket === gone) socket = null;
    },
  };
}

const STARTS_PER_DAY = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;

function openSessionStarts(clock: SandboxClock) {
  const times: number[] = [];
  let remaining = STARTS_PER_DAY;
  let resetsAt = clock.now() + DAY_MS;
  let closing = { count: 0, code: 4000 };

  const renew = () => {
    if (clock.now() < resetsAt) return;
    remaining = STARTS_PER_DAY;
    resetsAt = clock.now() + DAY_MS;
  };

  return {
    limit() {
      renew();
      return { total: STARTS_PER_DAY, remaining, reset_after: resetsAt - clock.now(), max_concurrency: 1 };
    },
    begin(): number | null {
      renew();
      times.push(clock.now());
      remaining = Math.max(0, remaining - 1);
      if (closing.count === 0) return null;
      closing = { ...closing, count: closing.count - 1 };
      return closing.code;
    },
    at: (): readonly number[] => times,
    leave(left: number, resetAfterMs: number) {
      remaining = left;
      resetsAt = clock.now() + resetAfterMs;
    },
    closeNext(count: number, code: number) {
      closing = { count, code };
    },
  };
}
