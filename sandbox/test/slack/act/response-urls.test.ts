import { expect, test } from "vitest";
import { actions, button, codeOf, respond, section, slackWorld } from "../slack-world.ts";

async function commanded(how: { foreign?: boolean } = {}) {
  const world = await slackWorld();
  const { next } = await world.connect();
  const { slack } = world;
  await slack.command("ada", "/video a cat", { channelId: how.foreign ? slack.foreignChannelId : slack.channelId });
  const received = await next();
  await received.ack();
  const { response_url: url } = received.body;
  return { ...world, next, url };
}

async function pressed(ephemeral: boolean) {
  const world = await slackWorld();
  const { next } = await world.connect();
  const { slack, web } = world;
  const card = { channel: slack.channelId, text: "card", blocks: [actions(button("again", { value: "job-1" }))] };
  const ts = ephemeral
    ? (await web.chat.postEphemeral({ ...card, user: "U00000ADA1" })).message_ts
    : (await web.chat.postMessage(card)).ts;
  const interactionId = await slack.press("ada", ts ?? "", "again");
  const received = await next();
  await received.ack();
  const body = received.body;
  return { ...world, body, url: body.response_url, ts: ts ?? "", interactionId };
}

test("a Slack response_url expires after five posts", async () => {
  const { url, slack, entries } = await commanded();
  for (let n = 1; n <= 5; n += 1) expect(await respond(url, { text: `post ${n}` })).toBe("200 ok");
  expect(await respond(url, { text: "post 6" })).toBe('404 {"ok":false,"error":"used_url"}');
  expect(slack.messages("ada").map((message) => message.text)).toEqual([1, 2, 3, 4, 5].map((n) => `post ${n}`));
  const secret = url.split("/").at(-1) ?? "";
  expect(entries("refused")).toMatchObject([{ payload: { code: "used_url", status: 404 } }]);
  expect(JSON.stringify(entries("refused"))).toContain(":secret");
  expect(JSON.stringify(entries("refused"))).not.toContain(secret);
});

test("a Slack response_url expires after 30 minutes", async () => {
  const { url, clock } = await commanded();
  clock.advance(30 * 60_000 - 1);
  expect(await respond(url, { text: "just in time" })).toBe("200 ok");
  clock.advance(1);
  expect(await respond(url, { text: "too late" })).toBe('404 {"ok":false,"error":"expired_url"}');
});

test("in a Slack channel that the bot has not joined, a response_url can post a message that the bot cannot edit", async () => {
  const { url, slack, web } = await commanded({ foreign: true });
  await respond(url, { response_type: "in_channel", text: "for all" });
  const [message] = slack.messages("ben", slack.foreignChannelId);
  expect(message).toMatchObject({ text: "for all", ephemeralFor: null, viaResponseUrl: true });
  const update = web.chat.update({ channel: slack.foreignChannelId, ts: message?.ts ?? "", text: "x" });
  expect(await codeOf(update)).toBe("channel_not_found");
});

test("after a Slack command, a response_url can post new messages but cannot replace or delete a message", async () => {
  const { url, slack } = await commanded();
  await respond(url, { text: "one" });
  await respond(url, { text: "two", replace_original: true });
  expect(await respond(url, { delete_original: true })).toBe('400 {"ok":false,"error":"no_text"}');
  expect(slack.messages("ada").map((message) => message.text)).toEqual(["one", "two"]);
  expect(slack.messages("ben")).toEqual([]);
});

test("a post to a Slack response_url can go into a thread", async () => {
  const { url, slack, web } = await commanded();
  const { ts = "" } = await web.chat.postMessage({ channel: slack.channelId, text: "card" });
  await respond(url, { response_type: "in_channel", text: "done", thread_ts: ts });
  expect(slack.messages("ben").at(-1)).toMatchObject({ text: "done", threadTs: ts });
});

test("Slack refuses a post to an unknown response_url, and a post with a block that exceeds a limit", async () => {
  const { url, slack, entries } = await commanded();
  expect(await respond(url, { text: "x", blocks: [section("x".repeat(3_001))] })).toContain("400");
  expect(entries("refused")).toMatchObject([{ payload: { code: "invalid_blocks" } }]);
  expect(slack.messages("ada")).toEqual([]);
  expect(await respond(`${url}x`, { text: "x" })).toBe('404 {"ok":false,"error":"invalid_url"}');
});

test.for(["an ephemeral", "a public"])(
  "after a button press on %s Slack message, the response_url can replace and delete the message",
  async (kind) => {
    const ephemeral = kind === "an ephemeral";
    const { url, slack, ts, interactionId, entry } = await pressed(ephemeral);
    expect(await respond(url, { replace_original: true, response_type: "in_channel", text: "replaced" })).toBe(
      "200 ok",
    );
    expect(slack.messages("ada")).toMatchObject([{ ts, text: "replaced", blocks: [] }]);
    expect(slack.messages("ben")).toHaveLength(ephemeral ? 0 : 1);
    expect(await entry("edited", { messageId: ts, interactionId })).toBeDefined();
    expect(await respond(url, { delete_original: true })).toBe("200 ok");
    expect(slack.messages("ada")).toEqual([]);
    expect(await respond(url, { replace_original: true, text: "again" })).toContain("404");
  },
);

test("the payload of a Slack button press contains the message with the button only if the message is public", async () => {
  const open = await pressed(false);
  expect(open.body).toMatchObject({
    type: "block_actions",
    container: { type: "message", message_ts: open.ts, channel_id: open.slack.channelId, is_ephemeral: false },
    channel: { id: open.slack.channelId, name: "general" },
    message: { ts: open.ts, user: open.slack.botUserId, bot_id: open.slack.botId, blocks: [{ type: "actions" }] },
    user: { id: "U00000ADA1" },
    team: { id: open.slack.teamId },
    trigger_id: open.interactionId,
    actions: [{ type: "button", action_id: "again", value: "job-1", block_id: expect.any(String) }],
  });
  const hidden = await pressed(true);
  expect(hidden.body).toMatchObject({ container: { is_ephemeral: true, message_ts: hidden.ts } });
  expect(hidden.body).not.toHaveProperty("message");
});

test("selecting an option in a Slack message's menu sends the option's text and value to the bot", async () => {
  const { connect, slack, web } = await slackWorld();
  const { next } = await connect();
  const option = (value: string) => ({ text: { type: "plain_text" as const, text: `Number ${value}` }, value });
  const menu = { type: "static_select" as const, action_id: "menu", options: [option("one"), option("two")] };
  const blocks = [{ type: "actions" as const, block_id: "b", elements: [menu] }, actions(button("go"))];
  const { ts = "" } = await web.chat.postMessage({ channel: slack.channelId, text: "choose", blocks });
  await expect(slack.press("ada", ts, "menu", "three")).rejects.toThrow("no choice three, only: one, two");
  await expect(slack.press("ada", ts, "go", "one")).rejects.toThrow("no menu go, only: menu");
  await expect(slack.press("ada", ts, "menu")).rejects.toThrow("no button menu, only: go");
  await slack.press("ada", ts, "menu", "two");
  const { body, ack } = await next();
  await ack();
  expect(body).toMatchObject({
    type: "block_actions",
    message: { ts },
    actions: [{ type: "static_select", action_id: "menu", block_id: "b", selected_option: option("two") }],
  });
});

test("a person cannot press a button in another person's ephemeral Slack message", async () => {
  const { slack, ts } = await pressed(true);
  await expect(slack.press("ben", ts, "again")).rejects.toThrow("sees no message");
  await expect(slack.press("ada", ts, "delete")).rejects.toThrow("no button delete, only: again");
});
