import { createServer } from "node:http";
import { describe, expect, it, test } from "vitest";
import { openInteractionsEndpoint } from "../../../../sandbox/src/discord/interactions-endpoint.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import { refuse } from "../../../../src/core/result.ts";
import { discordHttp } from "../../../../src/frontends/discord/connect/discord-http.ts";
import { receiver } from "../../../../src/frontends/discord/in/discord-receiver.ts";
import { aDuplicateProcess } from "../../../fakes/duplicate-process.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { knownEvents } from "../../../fakes/known-events.ts";
import { noLanguages } from "../../../fakes/languages.ts";
import { listenUntilEnd } from "../../../fakes/loopback-server.ts";
import { evenChance, manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { anApi } from "../fake-rest.ts";

const command = JSON.stringify({ id: "9", type: 2, token: "t", data: { name: "video" } });

async function anEndpoint(events = knownEvents()) {
  const clock = manualClock();
  const endpoint = openInteractionsEndpoint(clock);
  const received: unknown[] = [];
  const joined: string[] = [];
  const deauthorized: string[] = [];
  const fates: string[] = [];
  const listener = discordHttp(
    { publicKey: endpoint.publicKey, clock, log: recordingLog(), events },
    {
      async interaction(payload, respond) {
        received.push(payload);
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
  return { clock, endpoint, headers, received, joined, deauthorized, fates, send };
}

const data = { integration_type: 0, guild: { id: "3" } };
const authorized = JSON.stringify({ version: 1, type: 1, event: { type: "APPLICATION_AUTHORIZED", data } });

describe("an interaction sent over HTTP", () => {
  it("is answered once, by the HTTP response", async () => {
    const { send, received, fates } = await anEndpoint();
    expect(await send(command)).toEqual({ status: 200, told: { type: 4 } });
    expect(received).toEqual([JSON.parse(command)]);
    expect(fates).toEqual(["sent", "never"]);
  });

  it("of type PING is answered and does not count as a command", async () => {
    const { send, received } = await anEndpoint();
    expect(await send(JSON.stringify({ type: 1 }))).toEqual({ status: 200, told: { type: 1 } });
    expect(received).toEqual([]);
  });

  type Endpoint = Awaited<ReturnType<typeof anEndpoint>>;
  type Row = readonly [what: string, send: (at: Endpoint) => Promise<{ status: number }>];
  test.for<Row>([
    ["signed with another key", ({ send, clock }) => send(command, openInteractionsEndpoint(clock).signed(command))],
    ["an unsigned event", ({ send }) => send(authorized, { "content-type": "application/json" }, "/discord/events")],
    ["unsigned", ({ send }) => send(command, { "content-type": "application/json" })],
    [
      "signed with an invalid signature",
      ({ send, headers }) => send(command, headers({ "x-signature-ed25519": "00" })),
    ],
    ["one space longer than what was signed", ({ send, headers }) => send(`${command} `, headers())],
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
  ])("that is %s gets 401 and has no effect", async ([, send]) => {
    const at = await anEndpoint();
    expect((await send(at)).status).toBe(401);
    expect([at.received, at.joined]).toEqual([[], []]);
  });

  it("that is replayed gets 401", async () => {
    const { send, endpoint, received } = await anEndpoint();
    const headers = endpoint.signed(command);
    expect((await send(command, headers)).status).toBe(200);
    const shouting = { ...headers, "x-signature-ed25519": headers["x-signature-ed25519"]?.toUpperCase() ?? "" };
    for (const again of [headers, shouting]) expect((await send(command, again)).status).toBe(401);
    expect(received).toHaveLength(1);
  });
});

const answerable = { id: "9", token: "t", application_id: "1" };
const placed = { ...answerable, channel_id: "4", user: { id: "2" } };
const unreadable = { type: 4, data: expect.objectContaining({ flags: (1 << 15) | 64 }) };

test.for<readonly [unknown, number, unknown]>([
  ...[null, 5, "text", [], [null]].map((payload) => [payload, 400, null] as const),
  ...[{}, { type: 2 }, { type: 2, id: 5, token: 5 }, { type: null, data: null }].map((it) => [it, 202, null] as const),
  ...[2, 3, 5, 6, "x", null].map((type) => [{ ...answerable, type }, 200, unreadable] as const),
  ...[2, 3, 5].flatMap((type) =>
    [undefined, null, 5, [], {}, { name: 5, custom_id: 5, options: 5, components: 5 }].map(
      (data) => [{ ...placed, type, data }, 200, unreadable] as const,
    ),
  ),
  ...[null, 5, {}].map((user) => [{ ...placed, type: 2, user, data: { name: "video" } }, 200, unreadable] as const),
  [{ ...placed, type: 4, data: null }, 200, expect.objectContaining({ type: 8 })],
])("a signed but malformed interaction %j is answered with HTTP %i", async ([payload, status, told]) => {
  const log = recordingLog();
  const endpoint = openInteractionsEndpoint(machineClock);
  const { api } = anApi(() => refuse({ kind: "refused", status: 404, code: 10062 }));
  const service = { answer: () => Promise.reject(new Error("nobody is asked")), answered: async () => {} };
  const common = { api, clock: machineClock, chance: evenChance, log, wordsIn: discordWordsIn, prefix: "video" };
  const { take } = receiver({
    ...common,
    service,
    observe() {},
    languages: noLanguages,
    duplicate: aDuplicateProcess(),
  });
  const { publicKey } = endpoint;
  const options = { publicKey, clock: machineClock, log, events: knownEvents() };
  const { port } = await listenUntilEnd(
    createServer(discordHttp(options, { interaction: take, joined() {}, deauthorized() {} })),
  );
  const body = JSON.stringify(payload);
  const headers = { ...endpoint.signed(body) };
  for (const [path, seen, answer] of [
    ["interactions", status, told],
    ["events", status === 400 ? 400 : 204, null],
  ] as const) {
    const more = path === "events" ? { ...endpoint.signed(`${body} `) } : headers;
    const sent = path === "events" ? `${body} ` : body;
    const response = await fetch(`http://127.0.0.1:${port}/discord/${path}`, {
      method: "POST",
      headers: more,
      body: sent,
    });
    const text = await response.text();
    expect([path, response.status, text === "" ? null : JSON.parse(text)]).toEqual([path, seen, answer]);
  }
  expect(log.lines.filter(({ level }) => level === "error")).toEqual([]);
});

describe("a webhook event from Discord", () => {
  it("reports a server that Reelay joins, and is acknowledged with an empty answer", async () => {
    const { send, joined, received } = await anEndpoint();
    expect(await send(authorized, undefined, "/discord/events")).toEqual({ status: 204, told: null });
    expect(joined).toEqual(["3"]);
    expect(received).toEqual([]);
  });

  it("reports a person who removes Reelay from their account; other events are ignored", async () => {
    const { send, joined, deauthorized, received } = await anEndpoint();
    const data = { user: { id: "2", username: "ada" } };
    for (const other of [
      { type: 0 },
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data } },
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data: { user: { id: "no id" } } } },
      { type: 1, event: { type: "APPLICATION_AUTHORIZED", data: { ...data, integration_type: 1 } } },
      { type: 1, event: { type: "ENTITLEMENT_CREATE", data: { ...data, guild: { id: "3" } } } },
    ])
      expect((await send(JSON.stringify(other), undefined, "/discord/events")).status).toBe(204);
    expect([joined, deauthorized, received]).toEqual([[], ["2"], []]);
  });
});
