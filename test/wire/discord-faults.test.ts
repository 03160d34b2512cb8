import { expect, onTestFinished, test } from "vitest";
import { listen, readBody, reply } from "../../sandbox/src/http.ts";
import { discordFaults } from "./discord-faults.ts";
import { type DiscordRequest, takeDiscordRequests } from "./record-discord.ts";

const V2 = 1 << 15;
const soundBody = { content: "x", allowed_mentions: { parse: [] } };
const shown = {
  flags: V2,
  allowed_mentions: { parse: [] },
  components: [{ type: 17, components: [{ type: 10, content: "x" }] }],
};
const command = { name: "video", type: 1, description: "x" };

const POST = ["POST", "/channels/1/messages"] as const;
const EDIT = ["PATCH", "/channels/1/messages/2"] as const;
const REGISTER = ["PUT", "/applications/1/commands"] as const;
const ANSWER = ["POST", "/interactions/1/t/callback"] as const;
const FOLLOW = ["POST", "/webhooks/1/t"] as const;
const EDIT_BY_TOKEN = ["PATCH", "/webhooks/1/t/messages/@original"] as const;
const CHECK = ["GET", "/gateway/bot"] as const;
type Where = readonly [string, string];

const request = ([method, path]: Where, body?: unknown, over: Partial<DiscordRequest> = {}): DiscordRequest => ({
  method,
  path,
  body,
  files: 0,
  authorization: /^\/(interactions|webhooks)/.test(path) ? undefined : "Bot t",
  ...over,
});

test.for<readonly [string, DiscordRequest, RegExp]>([
  // Found by Discord's published schema.
  ["a component of an unknown type", request(POST, { ...shown, components: [{ type: 99 }] }), /components/],
  ["a response of an unknown type", request(ANSWER, { type: 99 }), /./],
  ["a body that is not JSON", request(POST, "{"), /./],
  // Not found by the published schema.
  ["a channel message of 2,001 characters", request(POST, { ...soundBody, content: "x".repeat(2_001) }), /content/],
  ["an empty message", request(POST, { ...soundBody, content: " " }), /nothing is in it/],
  ["plain content together with Components V2", request(EDIT_BY_TOKEN, { ...shown, content: "x" }), /LEGACY_FIELDS/],
  ["a container without the Components V2 flag", request(EDIT, { ...shown, flags: 0 }), /UNION_TYPE/],
  ["an ephemeral message in a channel", request(POST, { ...soundBody, flags: 64 }), /flags/],
  [
    "a deferred response with the Components V2 flag",
    request(ANSWER, { type: 5, data: { flags: V2 } }),
    /EPHEMERAL only/,
  ],
  [
    "an unknown nested field",
    request(ANSWER, { type: 4, data: { ...shown, components: [{ ...shown.components[0], colour: 1 }] } }),
    /no field data\.components\.0\.colour/,
  ],
  ["a capital letter in a command name", request(REGISTER, [{ ...command, name: "Video" }]), /name/],
  // Our own rules.
  ["a message without allowed_mentions", request(POST, { content: "x" }), /empty parse/],
  [
    "a message with mentions allowed for all users",
    request(FOLLOW, { ...soundBody, allowed_mentions: { parse: ["users"] } }),
    /empty parse/,
  ],
  ["a request to an unknown route", request(["GET", "/guilds/1/members"]), /known to make/],
  ["a request with an unexpected method", request(["PUT", "/channels/1/messages/2"], soundBody), /known to make/],
  ["a GET request with a body", request(CHECK, {}), /body/],
  ["a request without the required bot token", request(POST, soundBody, { authorization: undefined }), /missing/],
  ["a request with an unnecessary bot token", request(FOLLOW, soundBody, { authorization: "Bot t" }), /is in it/],
])("%s fails the test suite's check of Discord requests", ([, bad, words]) => {
  expect(discordFaults(bad).join("\n")).toMatch(words);
});

test("every Discord API request to a test's local HTTP server is recorded and checked, including uploads", async () => {
  const server = await listen(async (asked, response) => {
    await readBody(asked);
    reply(response, 200, {});
  });
  onTestFinished(() => server.close());
  const form = new FormData();
  form.set("payload_json", JSON.stringify({ ...soundBody, content: "ü" }));
  form.set("files[0]", new Blob(["x"]), "a.mp4");
  const send = (path: string, body: string | FormData) => fetch(`${server.origin}${path}`, { method: "POST", body });
  await send("/api/v10/channels/1/messages?x=1", JSON.stringify({ contents: "x" }));
  await send("/v10/webhooks/1/t", form);
  await send("/somewhere/else", "{}");
  const requests = takeDiscordRequests();
  expect(requests.map(({ path, body, files }) => [path, body, files])).toEqual([
    ["/channels/1/messages", { contents: "x" }, 0],
    ["/webhooks/1/t", { ...soundBody, content: "ü" }, 1],
  ]);
  expect(requests.map((each) => discordFaults(each).length)).toEqual([2, 0]);
});
