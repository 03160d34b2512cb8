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

describe("a request to the bot's HTTP endpoint for Discord", () => {
  it("gets the bot's first answer in the HTTP response, and no second answer", async () => {
    const { send, received, fates } = await anEndpoint();
    expect(await send(command)).toEqual({ status: 200, told: { type: 4 } });
    expect(received).toEqual([JSON.parse(command)]);
    expect(fates).toEqual(["sent", "never"]);
  });

  it("with an interaction of type PING is answered but not handled as a command", async () => {
    const { send, received } = await anEndpoint();
    expect(await send(JSON.stringify({ type: 1 }))).toEqual({ status: 200, told: { type: 1 } });
    expect(received).toEqual([]);
  });

  type Endpoint = Awaited<ReturnType<typeof anEndpoint>>;
  type Row = readonly [what: string, send: (at: Endpoint) => Promise<{ status: number }>];
  test.for<Row>([
    [
      "an interaction is signed with another key",
      ({ send, clock }) => send(command, openInteractionsEndpoint(clock).signed(command)),
    ],
    [
      "a webhook event is unsigned",
      ({ send }) => send(authorized, { "content-type": "application/json" }, "/discord/events"),
    ],
    ["an interaction is unsigned", ({ send }) => send(command, { "content-type": "application/json" })],
    ["the signature is invalid", ({ send, headers }) => send(command, headers({ "x-signature-ed25519": "00" }))],
    ["the body has one more space than the signed text", ({ send, headers }) => send(`${command} `, headers())],
    [
      "the timestamp header differs from the signed timestamp",
      ({ send, headers, clock }) => {
        const time = String(Math.floor(clock.now() / 1_000) + 1);
        return send(command, headers({ "x-signature-timestamp": time }));
      },
    ],
    [
      "the signature is more than five minutes old",
      ({ send, headers, clock }) => {
        const signature = headers();
        clock.set(301_000);
        return send(command, signature);
      },
    ],
  ])("gets HTTP 401 and has no effect if %s", async ([, send]) => {
    const at = await anEndpoint();
    expect((await send(at)).status).toBe(401);
    expect([at.received, at.joined]).toEqual([[], []]);
  });

  it("gets HTTP 401 if an earlier request had the same signature", async () => {
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

type Malformed = readonly [what: string, status: number, payload: unknown, told: unknown];
const unreadableRow = (what: string, payload: object): Malformed => [what, 200, payload, unreadable];

test.for<Malformed>([
  ...[null, 5, "text", [], [null]].map((it): Malformed => [`with the JSON body ${JSON.stringify(it)}`, 400, it, null]),
  ["with an empty JSON object", 202, {}, null],
  ["without an id and a token", 202, { type: 2 }, null],
  ["with numbers as id and token", 202, { type: 2, id: 5, token: 5 }, null],
  ["with null as type and data", 202, { type: null, data: null }, null],
  ...[2, 3, 5, 6, "x", null].map((type) =>
    unreadableRow(`with the type ${JSON.stringify(type)} and no channel`, { ...answerable, type }),
  ),
  ...[2, 3, 5].flatMap((type) => [
    unreadableRow(`with the type ${type} and no data`, { ...placed, type }),
    unreadableRow(`with the type ${type} and null as data`, { ...placed, type, data: null }),
    unreadableRow(`with the type ${type} and a number as data`, { ...placed, type, data: 5 }),
    unreadableRow(`with the type ${type} and an array as data`, { ...placed, type, data: [] }),
    unreadableRow(`with the type ${type} and empty data`, { ...placed, type, data: {} }),
    unreadableRow(`with the type ${type} and numbers in all fields of its data`, {
      ...placed,
      type,
      data: { name: 5, custom_id: 5, options: 5, components: 5 },
    }),
  ]),
  unreadableRow("with null as the user", { ...placed, type: 2, user: null, data: { name: "video" } }),
  unreadableRow("with a number as the user", { ...placed, type: 2, user: 5, data: { name: "video" } }),
  unreadableRow("with an empty object as the user", { ...placed, type: 2, user: {}, data: { name: "video" } }),
  ["for autocomplete without data", 200, { ...placed, type: 4, data: null }, expect.objectContaining({ type: 8 })],
])("a signed but malformed Discord interaction %s is answered with HTTP %i", async ([, status, payload, told]) => {
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
  it("about a server that added the bot is acknowledged and reported as an addition", async () => {
    const { send, joined, received } = await anEndpoint();
    expect(await send(authorized, undefined, "/discord/events")).toEqual({ status: 204, told: null });
    expect(joined).toEqual(["3"]);
    expect(received).toEqual([]);
  });

  const person = { user: { id: "2", username: "ada" } };
  test.for<readonly [string, object, readonly string[]]>([
    [
      "about a person who removed the bot is reported as a removal",
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data: person } },
      ["2"],
    ],
    ["of the type PING is ignored", { type: 0 }, []],
    [
      "about a removal with an invalid user id is ignored",
      { type: 1, event: { type: "APPLICATION_DEAUTHORIZED", data: { user: { id: "no id" } } } },
      [],
    ],
    [
      "about a person who added the bot only for themselves is ignored",
      { type: 1, event: { type: "APPLICATION_AUTHORIZED", data: { ...person, integration_type: 1 } } },
      [],
    ],
    [
      "about an entitlement is ignored",
      { type: 1, event: { type: "ENTITLEMENT_CREATE", data: { ...person, guild: { id: "3" } } } },
      [],
    ],
  ])("%s", async ([, event, removed]) => {
    const { send, joined, deauthorized, received } = await anEndpoint();
    expect((await send(JSON.stringify(event), undefined, "/discord/events")).status).toBe(204);
    expect([joined, deauthorized, received]).toEqual([[], removed, []]);
  });
});
