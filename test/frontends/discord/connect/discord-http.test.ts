import { createServer } from "node:http";
import { describe, expect, it, test } from "vitest";
import { openInteractionsEndpoint } from "../../../../sandbox/src/discord/interactions-endpoint.ts";
import { discordHttp } from "../../../../src/frontends/discord/connect/discord-http.ts";
import { knownEvents } from "../../../fakes/known-events.ts";
import { listenUntilEnd } from "../../../fakes/loopback-server.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";

const command = JSON.stringify({ id: "9", type: 2, token: "t", data: { name: "video" } });

async function anEndpoint(events = knownEvents()) {
  const clock = manualClock();
  const endpoint = openInteractionsEndpoint(clock);
  const heard: unknown[] = [];
  const joined: string[] = [];
  const deauthorized: string[] = [];
  const fates: string[] = [];
  const listener = discordHttp(
    { publicKey: endpoint.publicKey, clock, log: recordingLog(), events },
    {
      async interaction(payload, respond) {
        heard.push(payload);
        fates.push(await respond({ type: 4 }), await respond({ type: 4 }));
      },
      joined: (guildId) => joined.push(guildId),
      deauthorized: (userId) => deauthorized.push(userId),
    },
  );
  const server = createServer(listener);
  const { port } = await listenUntilEnd(server);
  const send = async (body: string, headers = endpoint.signed(body), path = "/discord/interactions") => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", headers: { ...headers }, body });
    const text = await response.text();
    return { status: response.status, told: text === "" ? null : JSON.parse(text) };
  };
  const headers = (over: object = {}) => ({ ...endpoint.signed(command), ...over });
  return { clock, endpoint, headers, heard, joined, deauthorized, fates, send };
}

const data = { integration_type: 0, guild: { id: "3" } };
const authorized = JSON.stringify({ version: 1, type: 1, event: { type: "APPLICATION_AUTHORIZED", data } });

describe("interactions by HTTP", () => {
  it("are answered by the response, once", async () => {
    const { send, heard, fates } = await anEndpoint();
    expect(await send(command)).toEqual({ status: 200, told: { type: 4 } });
    expect(heard).toEqual([JSON.parse(command)]);
    expect(fates).toEqual(["sent", "never"]);
  });

  it("are preceded by a PING, which is nobody's command", async () => {
    const { send, heard } = await anEndpoint();
    expect(await send(JSON.stringify({ type: 1 }))).toEqual({ status: 200, told: { type: 1 } });
    expect(heard).toEqual([]);
  });

  type Endpoint = Awaited<ReturnType<typeof anEndpoint>>;
  type Row = readonly [what: string, send: (at: Endpoint) => Promise<{ status: number }>];
  test.for<Row>([
    ["forged by another key", ({ send, clock }) => send(command, openInteractionsEndpoint(clock).signed(command))],
    ["events and unsigned", ({ send }) => send(authorized, { "content-type": "application/json" }, "/discord/events")],
    ["unsigned", ({ send }) => send(command, { "content-type": "application/json" })],
    ["signed with nonsense", ({ send, headers }) => send(command, headers({ "x-signature-ed25519": "00" }))],
    ["longer by a space", ({ send, headers }) => send(`${command} `, headers())],
    [
      "signed for another time",
      ({ send, headers, clock }) => {
        const time = String(Math.floor(clock.now() / 1_000) + 1);
        return send(command, headers({ "x-signature-timestamp": time }));
      },
    ],
    [
      "more than five minutes old",
      ({ send, headers, clock }) => {
        const signature = headers();
        clock.set(301_000);
        return send(command, signature);
      },
    ],
  ])("that are %s get 401, and nothing happens", async ([, send]) => {
    const at = await anEndpoint();
    expect((await send(at)).status).toBe(401);
    expect([at.heard, at.joined]).toEqual([[], []]);
  });

  it("that are replayed get 401", async () => {
    const { send, endpoint, heard } = await anEndpoint();
    const headers = endpoint.signed(command);
    expect((await send(command, headers)).status).toBe(200);
    const shouting = { ...headers, "x-signature-ed25519": headers["x-signature-ed25519"]?.toUpperCase() ?? "" };
    for (const again of [headers, shouting]) expect((await send(command, again)).status).toBe(401);
    expect(heard).toHaveLength(1);
  });
});

describe("events by HTTP", () => {
  it("tell of a server that Reelay joins, and are received without an answer", async () => {
    const { send, joined, heard } = await anEndpoint();
    expect(await send(authorized, undefined, "/discord/events")).toEqual({ status: 204, told: null });
    expect(joined).toEqual(["3"]);
    expect(heard).toEqual([]);
  });

  it("tell of somebody who removes Reelay from their account; no other one does anything", async () => {
    const { send, joined, deauthorized, heard } = await anEndpoint();
    const data = { user: { id: "2", username: "ada" } };
    for (const other of [
      { type: 0 },
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data } },
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data: { user: { id: "no id" } } } },
      { type: 1, event: { type: "APPLICATION_AUTHORIZED", data: { ...data, integration_type: 1 } } },
      { type: 1, event: { type: "ENTITLEMENT_CREATE", data: { ...data, guild: { id: "3" } } } },
    ])
      expect((await send(JSON.stringify(other), undefined, "/discord/events")).status).toBe(204);
    expect([joined, deauthorized, heard]).toEqual([[], ["2"], []]);
  });
});
