import { expect, test } from "vitest";
import type { Envelope } from "../../../../sandbox/src/slack/delivery.ts";
import { socketReceivers } from "../../../../src/frontends/slack/connect/bolt-app.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { ada, aSlackFor, cardFor, saying, wordsIn } from "../slack-world.ts";

type Kind = Envelope["type"];

const user = { id: ada };
const team = { id: "T0SANDBOX01" };
const press = { type: "block_actions", user, team, trigger_id: "1.2" };
const form = { type: "view_submission", user, team, trigger_id: "1.2" };
const mention = { type: "app_mention", user: ada, channel: "C0PUBLIC001", text: "a boat", ts: "1.2" };

/** Malformed payloads, and payloads in which a part has the wrong type. */
const broken: readonly (readonly [Kind, unknown])[] = [
  ...[null, 5, "text", [], {}, [null]].flatMap((payload) => [
    ["interactive", payload] as const,
    ["events_api", payload] as const,
  ]),
  ["slash_commands", {}],
  ["slash_commands", { text: "a boat" }],
  ["slash_commands", { command: "/video" }],
  ["interactive", { type: "block_actions" }],
  ["interactive", { type: 5, actions: 5 }],
  ["interactive", { ...press, actions: null }],
  ["interactive", { ...press, actions: [] }],
  ["interactive", { ...press, actions: [null] }],
  ["interactive", { ...press, actions: [{}] }],
  ["interactive", { ...press, user: null, actions: [{ action_id: "help" }] }],
  ["interactive", { ...press, user: 5, team: null, actions: [{ action_id: "help" }] }],
  ["interactive", form],
  ["interactive", { ...form, view: null }],
  ["interactive", { ...form, view: 5 }],
  ["interactive", { ...form, view: {}, user: null, team: null }],
  ["interactive", { type: "view_submission" }],
  ["interactive", { type: "shortcut", callback_id: "make_video" }],
  ["interactive", { type: "message_action", callback_id: "animate_this", user: null, team: null }],
  ["interactive", { type: "something_of_2027", user, team }],
  ["interactive", { type: "block_suggestion", user, team }],
  ["interactive", { name: null }],
  ["events_api", { event: null }],
  ["events_api", { event: 5 }],
  ["events_api", { event: {} }],
  ["events_api", { event: { type: 5 } }],
  ["events_api", { event: { type: "message" } }],
  ["events_api", { event: { ...mention, channel: null }, team_id: team.id }],
  ["events_api", { event: { ...mention, item: null }, team_id: team.id }],
  ["events_api", { event: mention, team_id: team.id, authorizations: [null] }],
  ["events_api", { event: mention, team_id: team.id, authorizations: 5 }],
];

const transports = [
  ["a socket", "socket"],
  ["HTTP", "http"],
] as const;

test.for(transports)(
  "malformed Slack payloads over %s do not prevent the answer to the next command",
  async ([, transport]) => {
    const { slack, service } = await aSlackFor(cardFor, { transport });
    for (const [type, payload] of broken) {
      const isObject = typeof payload === "object" && payload !== null && !Array.isArray(payload);
      // Over HTTP a body that is not an object is rejected, because Slack never sends one.
      const taken = transport === "socket" || type === "slash_commands" || isObject ? "answered" : "unanswered";
      expect([type, payload, await slack.deliver(type, payload)]).toEqual([type, payload, taken]);
    }
    await slack.command("ada", "/video a boat");
    expect(await service.fate()).toMatchObject({ kind: "given" });
  },
);

test.for(transports)(
  "the sender of a malformed Slack command, button press or form over %s gets a private error message",
  async ([, transport]) => {
    const { slack, journal, log } = await aSlackFor(cardFor, { transport });
    const where = { channel: { id: slack.channelId } };
    const payloads: readonly (readonly [Kind, unknown])[] = [
      ["interactive", { ...press, ...where, actions: null }],
      ["interactive", { ...press, ...where, actions: [] }],
      ["interactive", { ...form, ...where, view: null }],
      ["interactive", { type: "something_of_2027", user, team, ...where }],
      ["slash_commands", { text: "a boat", user_id: ada, team_id: team.id, channel_id: slack.channelId }],
    ];
    for (const [type, payload] of payloads) {
      const before = journal.since(0).at(-1)?.seq ?? 0;
      await slack.deliver(type, payload);
      await journal.find(saying("Reelay could not read this"), { after: before });
    }
    const told = slack.messages("ada").filter(({ blocks }) => wordsIn(blocks).includes("could not read this"));
    expect(told.map(({ ephemeralFor }) => ephemeralFor)).toEqual(payloads.map(() => ada));
    expect(log.lines.filter(({ event }) => event === "slack payload misread")).toHaveLength(payloads.length);
  },
);

test("a malformed socket message from Slack is dropped and logged", () => {
  const log = recordingLog();
  const fetchWhole = () => Promise.reject(new Error("nothing is asked"));
  const [{ client }] = socketReceivers("xapp-1", "https://slack.com/api/", { log, fetchWhole });
  const passedOn: unknown[] = [];
  client.on("slack_event", ({ body }) => passedOn.push(body));
  const texts = ["null", "5", "[]", "{}", '{"type":5}', "no JSON"];
  for (const text of texts) client.emit("ws_message", text, false);
  expect(passedOn).toEqual([]);
  expect(log.lines).toEqual(
    texts.map(() => ({ level: "warn", event: "slack payload misread", fields: { kind: "envelope" } })),
  );
  client.emit("ws_message", '{"type":"interactive","envelope_id":"1","payload":{"a":1}}', false);
  expect(passedOn).toEqual([{ a: 1 }]);
});
