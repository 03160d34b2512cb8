import type { ConversationsHistoryArguments } from "@slack/web-api";
import { expect, test } from "vitest";
import { actions, button, respond, section, slackWorld, uncheckedBlocks } from "./slack-world.ts";

test("the sandbox shows a Slack message's JSON, without the token, to everybody who can see the message", async () => {
  const { slack, web, connect } = await slackWorld();
  const channel = slack.channelId;
  const blocks = [section("making it"), actions(button("tell"))];
  const { ts = "" } = await web.chat.postMessage({ channel, text: "[1] making it", blocks, unfurl_links: false });
  expect(slack.sent("ben", ts)).toEqual({ channel, text: "[1] making it", blocks, unfurl_links: false });
  await web.chat.update({ channel, ts, text: "ready", blocks: [section("ready")] });
  expect(slack.sent("ada", ts)).toEqual({ channel, ts, text: "ready", blocks: [section("ready")] });

  const { next } = await connect();
  await slack.command("ada", "/video");
  const received = await next();
  const private_ = { response_type: "ephemeral", text: "only you" };
  await received.ack(private_);
  await expect.poll(() => slack.messages("ada").at(-1)?.text).toBe("only you");
  const privateMessage = slack.messages("ada").at(-1)?.ts ?? "";
  expect(slack.sent("ada", privateMessage)).toEqual(private_);
  expect(() => slack.sent("ben", privateMessage)).toThrow("has sent no JSON");
  await respond(received.body.response_url, { text: "later" });
  expect(slack.sent("ada", slack.messages("ada").at(-1)?.ts ?? "")).toEqual({ text: "later" });
  expect(() => slack.sent("ada", slack.post("ada", "my own"))).toThrow("has sent no JSON");
});

const ada = "U00000ADA1";
const ben = "U00000BEN2";
const cleo = "U0000CLEO3";
const ordinary = { is_admin: false, is_owner: false, is_restricted: false, is_ultra_restricted: false, is_bot: false };

test("in the sandbox's Slack workspace, Ben is an admin, and Ada and Cleo are not", async () => {
  const { slack, web } = await slackWorld();
  const user = async (id: string) => (await web.users.info({ user: id })).user;
  expect(await user(ben)).toMatchObject({ ...ordinary, is_admin: true, team_id: slack.teamId });
  for (const id of [ada, cleo]) {
    expect(await user(id)).toMatchObject({ ...ordinary, team_id: slack.teamId });
    expect(await user(id)).not.toHaveProperty("is_stranger");
  }
});

test("users.info marks a Slack guest as restricted and gives an external person another team_id", async () => {
  const { slack, web } = await slackWorld();
  const user = async (id: string) => (await web.users.info({ user: id })).user;
  slack.standings.change("cleo", { rank: "guest" });
  expect(await user(cleo)).toMatchObject({ ...ordinary, is_restricted: true, team_id: slack.teamId });
  slack.standings.change("cleo", { rank: "partner" });
  expect(await user(cleo)).toMatchObject({ ...ordinary, team_id: "T00PARTNER", is_stranger: false });
  slack.standings.change("ben", { rank: "member" });
  expect(await user(ben)).toMatchObject(ordinary);
});

test("users.info marks the Slack bot's user as a bot", async () => {
  const { slack, web } = await slackWorld();
  const { user } = await web.users.info({ user: slack.botUserId });
  expect(user).toMatchObject({ ...ordinary, is_bot: true, profile: { bot_id: slack.botId } });
});

const everybody = [ada, ben, "U0000CLEO3"];
const rich = (...elements: object[]) => ({ type: "rich_text", elements: [{ type: "rich_text_section", elements }] });
const plain = (text: string) => ({ type: "section", text: { type: "plain_text", text } });

const one = "the mentioned person";
const all = "everybody in the channel";
const messages: [string, string, { text: string; blocks?: object[] }, string[]][] = [
  ["a mention in the text", one, { text: `<@${ada}> your video` }, [ada]],
  ["a labelled mention", one, { text: `<@${ada}|ada> your video` }, [ada]],
  ["a mention in a mrkdwn block", one, { text: "x", blocks: [section(`done, <@${ben}>`)] }, [ben]],
  ["a mention in rich text", one, { text: "x", blocks: [rich({ type: "user", user_id: ada })] }, [ada]],
  ["<!channel>", all, { text: "<!channel> look" }, everybody],
  ["<!here>", all, { text: "x", blocks: [section("<!here>")] }, everybody],
  ["a broadcast in rich text", all, { text: "x", blocks: [rich({ type: "broadcast", range: "everyone" })] }, everybody],
  ["an escaped mention", "nobody", { text: `&lt;@${ada}&gt; &lt;!channel&gt;` }, []],
  ["the unmarked text @channel", "nobody", { text: "@channel @here @ada" }, []],
  ["a mention in a plain_text block", "nobody", { text: "x", blocks: [plain(`<@${ada}> <!channel>`)] }, []],
  [
    "a mention in a text element of rich text",
    "nobody",
    { text: "x", blocks: [rich({ type: "text", text: `<@${ada}> <!here>` })] },
    [],
  ],
  ["a mention of an unknown person", "nobody", { text: "<@U0NOBODY>" }, []],
];

test.for(messages)("a new Slack message with %s notifies %s", async ([, , message, whom]) => {
  const { slack, web, entries } = await slackWorld();
  const { ts } = await web.chat.postMessage({
    channel: slack.channelId,
    text: message.text,
    blocks: uncheckedBlocks(message.blocks ?? []),
  });
  expect(slack.messages("ada")[0]?.mentions).toEqual(whom);
  const pinged = entries("pinged").map((entry) => [entry.messageId, entry.payload]);
  expect(pinged).toEqual(whom.length > 0 ? [[ts, { personIds: whom }]] : []);
});

test("editing a Slack message notifies nobody", async () => {
  const { slack, web, entries } = await slackWorld();
  const channel = slack.channelId;
  const { ts = "" } = await web.chat.postMessage({ channel, text: "working" });
  await web.chat.update({ channel, ts, text: `<@${ada}> <!channel> done` });
  expect(entries("pinged")).toEqual([]);
  expect(slack.messages("ada")[0]?.mentions).toEqual([]);
});

test("an ephemeral Slack message notifies nobody", async () => {
  const { slack, web, entries } = await slackWorld();
  await web.chat.postEphemeral({ channel: slack.channelId, user: ada, text: `<@${ben}> <!channel>` });
  await web.chat.postEphemeral({ channel: slack.dmChannelId("ada"), user: ada, text: "only you, only now" });
  expect(slack.messages("ada")).toMatchObject([{ mentions: [] }]);
  expect(entries("pinged")).toEqual([]);
});

test("a direct message on Slack notifies its recipient even without a mention", async () => {
  const { web, entries } = await slackWorld();
  await web.chat.postMessage({ channel: ben, text: "done" });
  expect(entries("pinged")).toMatchObject([{ personId: "ben", payload: { personIds: [ben] } }]);
});

test("a Slack command that is shown in direct messages does not notify the person who typed it", async () => {
  const { slack, connect, entry, entries } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video a cat", { channelId: slack.dmChannelId("ada") });
  await (await next()).ack({ response_type: "in_channel" });
  await entry("message", { personId: "ada" });
  expect(entries("pinged")).toEqual([]);
});

test("reading a Slack thread requires the history scope, except in direct messages", async () => {
  const { slack, web } = await slackWorld();
  const read = (channel: string, ts: string) =>
    web.conversations.replies({ channel, ts }).then(
      ({ messages = [] }) => messages.map(({ text }) => text),
      (error: { data: { error: string } }) => error.data.error,
    );
  const begin = async (channel: string) => (await web.chat.postMessage({ channel, text: "card" })).ts ?? "";
  const dm = slack.dmChannelId("ada");
  const [ts, direct] = [await begin(slack.channelId), await begin(dm)];
  await web.chat.postMessage({ channel: slack.channelId, text: "ready", thread_ts: ts });
  await web.chat.postMessage({ channel: slack.channelId, text: "beside" });

  slack.grants.history = false;
  expect(await read(slack.channelId, ts)).toBe("missing_scope");
  expect(await read(dm, direct)).toEqual(["card"]);
  slack.grants.history = true;
  expect(await read(slack.channelId, ts)).toEqual(["card", "ready"]);
  expect(await read(slack.channelId, "1795219200.000999")).toBe("thread_not_found");
  expect(await read(slack.foreignChannelId, ts)).toBe("channel_not_found");
});

test("Slack returns a channel's messages in pages, newest first, without thread replies", async () => {
  const { slack, web } = await slackWorld();
  const channel = slack.channelId;
  type How = Pick<ConversationsHistoryArguments, "oldest" | "latest" | "inclusive" | "limit">;
  const read = (how: How = {}, place = channel) =>
    web.conversations.history({ channel: place, ...how }).then(
      ({ messages = [], has_more }) => [messages.map(({ text }) => text), has_more],
      (error: { data: { error: string } }) => error.data.error,
    );
  const post = async (text: string, thread_ts?: string) =>
    (await web.chat.postMessage({ channel, text, ...(thread_ts !== undefined && { thread_ts }) })).ts ?? "";
  const first = await post("first");
  await post("reply", first);
  const second = await post("second");

  slack.grants.history = false;
  expect(await read()).toBe("missing_scope");
  expect(await read({}, slack.dmChannelId("ada"))).toEqual([[], false]);
  slack.grants.history = true;
  expect(await read()).toEqual([["second", "first"], false]);
  expect(await read({ limit: 1 })).toEqual([["second"], true]);
  expect(await read({ oldest: first })).toEqual([["second"], false]);
  expect(await read({ latest: second })).toEqual([["first"], false]);
  expect(await read({ oldest: first, latest: first, inclusive: true, limit: 1 })).toEqual([["first"], false]);
  expect(await read({}, slack.unjoinedChannelId)).toBe("not_in_channel");
});

test("@slack/web-api reads a Slack bot's granted scopes from the auth.test response", async () => {
  const { slack, web } = await slackWorld();
  const scopes = async () => (await web.auth.test()).response_metadata?.scopes ?? [];
  expect(await scopes()).toEqual([...slack.grants.scopes]);
  slack.grants.scopes.delete("im:write");
  expect(await scopes()).toContain("groups:history");
  expect(await scopes()).not.toContain("im:write");
  slack.grants.history = false;
  expect(await scopes()).not.toContain("groups:history");
});
