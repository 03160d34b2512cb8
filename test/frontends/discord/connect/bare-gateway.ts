import type { Duplex } from "node:stream";
import { onTestFinished } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";
import { listen, readJson, reply } from "../../../../sandbox/src/http.ts";

/**
 * A Discord gateway that sends what a test wants. A silent one never sends anything, and a closed one disconnects at once.
 */
export async function aBareGateway(mood: "open" | "silent" | "closed" = "open", servers: number | null = null) {
  const answers: { readonly path: string; readonly body: unknown }[] = [];
  const sockets: WebSocket[] = [];
  const intents: number[] = [];
  const shown: unknown[] = [];
  let seq = 1;
  const server = await listen(async (request, response) => {
    const path = (request.url ?? "").replace("/api/v10", "");
    if (path === "/gateway/bot")
      return reply(response, 200, {
        url: server.origin.replace("http", "ws"),
        shards: 1,
        session_start_limit: { total: 1_000, remaining: 999, reset_after: 60_000, max_concurrency: 1 },
      });
    if (path === "/applications/@me") return reply(response, 200, { id: "1", approximate_guild_count: servers });
    const body = await readJson(request);
    if (path.startsWith("/interactions/")) answers.push({ path, body });
    reply(response, 200, path.endsWith("/commands") ? [] : {});
  });
  const gateway = new WebSocketServer({ noServer: true });
  const lines: Duplex[] = [];
  server.server.on("upgrade", (request, line, head) => {
    lines.push(line);
    if (mood !== "open") line.on("error", () => {});
    if (mood === "closed") line.destroy();
    if (mood === "open")
      gateway.handleUpgrade(request, line, head, (socket) => gateway.emit("connection", socket, request));
  });
  gateway.on("connection", (socket) => {
    sockets.push(socket);
    socket.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 40_000 } }));
    socket.on("message", (raw) => {
      if (String(raw).includes('"op":3')) shown.push(JSON.parse(String(raw)).d.activities[0]?.state);
      if (String(raw).includes('"op":6')) socket.send(JSON.stringify({ op: 0, t: "RESUMED", s: seq, d: null }));
      if (!String(raw).includes('"op":2')) return;
      intents.push(JSON.parse(String(raw)).d.intents);
      const d = {
        v: 10,
        user: { id: "1", username: "reelay", discriminator: "0" },
        guilds: [],
        session_id: "s",
        resume_gateway_url: server.origin.replace("http", "ws"),
        application: { id: "1", flags: 0 },
      };
      socket.send(JSON.stringify({ op: 0, t: "READY", s: 1, d }));
    });
  });
  onTestFinished(async () => {
    for (const line of lines) line.destroy();
    gateway.close();
    await server.close();
  });
  return {
    apiUrl: `${server.origin}/api`,
    /** The responses to interactions, in order of arrival. */
    answers,
    intents,
    /** Each bot status that was sent. */
    shown,
    lines,
    dispatch(t: string, d: unknown) {
      seq += 1;
      sockets.at(-1)?.send(JSON.stringify({ op: 0, t, s: seq, d }));
    },
    close: (code: number) => sockets.at(-1)?.close(code),
  };
}
