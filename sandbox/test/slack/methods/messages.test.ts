import { WebClient } from "@slack/web-api";
import { expect, test } from "vitest";
import { actions, button, codeOf, section, slackWorld } from "../slack-world.ts";

test("a Slack bot can post in a channel that it has joined and, with a user id, in a person's direct messages", async () => {
  const { slack, web, entries } = await slackWorld();
  const posted = await web.chat.postMessage({ channel: slack.channelId, text: "hello" });
  const direct = await web.chat.postMessage({ channel: "U00000BEN2", text: "psst" });
  expect(slack.messages("ben")).toMatchObject([{ ts: posted.ts, text: "hello", userId: slack.botUserId }]);
  expect(direct.channel).toBe(slack.dmChannelId("ben"));
  expect(slack.messages("ben", slack.dmChannelId("ben"))).toMatchObject([{ text: "psst" }]);
  expect(slack.messages("ada", slack.dmChannelId("ben"))).toEqual([]);
  expect(entries("message").map((entry) => entry.personId)).toEqual([undefined, "ben"]);
  expect(posted.ts).toMatch(/^\d{10}\.\d{6}$/);
  expect(Number(direct.ts)).toBeGreaterThan(Number(posted.ts));
});

test("a Slack bot gets not_in_channel for a public channel it has not joined, and channel_not_found for a private channel", async () => {
  const { slack, web, entries } = await slackWorld();
  const post = (channel: string) => codeOf(web.chat.postMessage({ channel, text: "hello" }));
  expect(await post(slack.unjoinedChannelId)).toBe("not_in_channel");
  expect(await post(slack.foreignChannelId)).toBe("channel_not_found");
  expect(await post("C0NOWHERE")).toBe("channel_not_found");
  expect(await codeOf(web.chat.postEphemeral({ channel: slack.foreignChannelId, user: "U00000ADA1", text: "x" }))).toBe(
    "channel_not_found",
  );
  expect(entries("refused")[0]?.payload).toMatchObject({
    method: "POST",
    path: "/api/chat.postMessage",
    status: 200,
    code: "not_in_channel",
  });
  expect(entries("refused")).toHaveLength(4);
  await web.conversations.join({ channel: slack.unjoinedChannelId });
  expect(await post(slack.unjoinedChannelId)).toBe("ok");
  expect(await codeOf(web.conversations.join({ channel: slack.foreignChannelId }))).toBe("channel_not_found");
});

test("an ephemeral Slack message is visible to one person and can be neither updated nor deleted", async () => {
  const { slack, web, entries } = await slackWorld();
  const channel = slack.channelId;
  const { message_ts: ts = "" } = await web.chat.postEphemeral({ channel, user: "U00000ADA1", text: "for you" });
  expect(slack.messages("ada")).toMatchObject([{ ts, ephemeralFor: "U00000ADA1" }]);
  expect(slack.messages("ben")).toEqual([]);
  expect(entries("message")).toMatchObject([{ personId: "ada", channelId: channel, messageId: ts }]);
  expect(await codeOf(web.chat.update({ channel, ts, text: "changed" }))).toBe("message_not_found");
  expect(await codeOf(web.chat.delete({ channel, ts }))).toBe("message_not_found");
  expect((await web.conversations.history({ channel })).messages).toEqual([]);
  expect(await codeOf(web.chat.postEphemeral({ channel, user: "U0NOBODY", text: "x" }))).toBe("user_not_in_channel");
});

test("updating a Slack message with only text removes the message's blocks", async () => {
  const { slack, web, entries, clock } = await slackWorld();
  const channel = slack.channelId;
  const blocks = [section("*card*"), actions(button("again"))];
  const { ts = "" } = await web.chat.postMessage({ channel, text: "card", blocks });
  expect(slack.messages("ada")[0]?.blocks).toHaveLength(2);
  clock.advance(1_000);
  await web.chat.update({ channel, ts, text: "done" });
  expect(slack.messages("ada")).toMatchObject([{ ts, text: "done", blocks: [], editedAt: clock.now() }]);
  expect(entries("edited")).toMatchObject([{ messageId: ts, payload: { text: "done" } }]);
});

test("a Slack bot cannot update or delete a person's message", async () => {
  const { slack, web, connect, entry } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video a cat");
  await (await next()).ack({ response_type: "in_channel" });
  const typed = await entry("message");
  const channel = slack.channelId;
  const update = (ts: string) => codeOf(web.chat.update({ channel, ts, text: "x" }));
  expect(typed.payload).toMatchObject({ userId: "U00000ADA1", text: "/video a cat" });
  expect(await update(typed.messageId ?? "")).toBe("cant_update_message");
  expect(await codeOf(web.chat.delete({ channel, ts: typed.messageId ?? "" }))).toBe("cant_delete_message");
  expect(await update("1766300000.000100")).toBe("message_not_found");
});

test("updating a Slack message requires a channel id, not a user id, and allows at most 4,000 characters", async () => {
  const { slack, web } = await slackWorld();
  const { ts = "" } = await web.chat.postMessage({ channel: "U00000ADA1", text: "hello" });
  const update = (channel: string, text = "x") => codeOf(web.chat.update({ channel, ts, text }));
  expect(await update("U00000ADA1")).toBe("channel_not_found");
  expect(await update(slack.dmChannelId("ada"), "x".repeat(4_001))).toBe("msg_too_long");
  expect(await update(slack.dmChannelId("ada"), "x".repeat(4_000))).toBe("ok");
});

test("Slack refuses an empty message and truncates a message above 40,000 characters", async () => {
  const { slack, web } = await slackWorld();
  const post = (text: string) => codeOf(web.chat.postMessage({ channel: slack.channelId, text }));
  expect(await post(" ")).toBe("no_text");
  expect(await post("x".repeat(40_001))).toBe("ok");
  expect(slack.messages("ada")[0]?.text).toHaveLength(40_000);
});

test("a deleted Slack message is no longer shown and has no permalink", async () => {
  const { slack, web, entries } = await slackWorld();
  const channel = slack.channelId;
  const { ts = "" } = await web.chat.postMessage({ channel, text: "oops" });
  expect((await web.chat.getPermalink({ channel, message_ts: ts })).permalink).toContain(`/archives/${channel}/p`);
  await web.chat.delete({ channel, ts });
  expect(slack.messages("ada")).toEqual([]);
  expect(entries("deleted")).toMatchObject([{ messageId: ts }]);
  expect(await codeOf(web.chat.getPermalink({ channel, message_ts: ts }))).toBe("message_not_found");
});

test("Slack accepts a JSON request body and refuses a malformed request body", async () => {
  const { slack } = await slackWorld();
  const call = (body: string, type = "application/json") =>
    fetch(`${slack.apiUrl}chat.postMessage`, {
      method: "POST",
      headers: { "content-type": type, authorization: `Bearer ${slack.botToken}` },
      body,
    }).then((response) => response.json());
  const message = { channel: slack.channelId, text: "hello", blocks: [section("hello")] };
  expect(await call(JSON.stringify(message))).toMatchObject({ ok: true });
  expect(slack.messages("ada")).toMatchObject([{ text: "hello", blocks: [section("hello")] }]);
  expect(await call("{")).toEqual({ ok: false, error: "invalid_form_data" });
  expect(await call(`channel=${slack.channelId}&blocks=nonsense`, "application/x-www-form-urlencoded")).toEqual({
    ok: false,
    error: "invalid_blocks_format",
  });
});

test("Slack refuses an invalid token, a missing token and a token of the wrong type", async () => {
  const { slack, web, clientOptions, journal } = await slackWorld();
  const withToken = (token: string) => new WebClient(token, clientOptions);
  expect(await web.auth.test()).toMatchObject({ user_id: slack.botUserId, team_id: slack.teamId });
  expect(await codeOf(withToken("xoxb-wrong").auth.test())).toBe("invalid_auth");
  expect(await codeOf(withToken("").auth.test())).toBe("not_authed");
  expect(await codeOf(web.apps.connections.open({}))).toBe("not_allowed_token_type");
  expect(await codeOf(withToken(slack.appToken).auth.test())).toBe("not_allowed_token_type");
  expect(JSON.stringify(journal.since(0))).not.toMatch(/xoxb|xapp/);
});

test("Slack refuses a call of an unknown method", async () => {
  const { web } = await slackWorld();
  expect(await codeOf(web.apiCall("chat.nothing"))).toBe("unknown_method");
  expect(await codeOf(web.apiCall("toString"))).toBe("unknown_method");
});

test("a Slack bot can look up users and channels", async () => {
  const { slack, web } = await slackWorld();
  const info = (channel: string) => web.conversations.info({ channel });
  expect((await web.users.info({ user: "U00000ADA1", include_locale: true })).user).toMatchObject({
    real_name: "Ada",
    locale: "en-US",
  });
  expect((await web.users.info({ user: "U00000ADA1" })).user).not.toHaveProperty("locale");
  expect((await web.conversations.open({ users: "U00000ADA1" })).channel?.id).toBe(slack.dmChannelId("ada"));
  expect((await info(slack.channelId)).channel).toMatchObject({ is_member: true, is_private: false });
  expect((await info(slack.unjoinedChannelId)).channel).toMatchObject({ is_member: false });
  expect(await codeOf(info(slack.foreignChannelId))).toBe("channel_not_found");
});
