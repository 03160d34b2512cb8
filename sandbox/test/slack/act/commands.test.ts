import { expect, test } from "vitest";
import { section, slackWorld } from "../slack-world.ts";

test("a Slack command reaches the bot with escaped markup and without the name of a private channel", async () => {
  const { slack, connect, entry } = await slackWorld();
  const { next } = await connect();
  const triggerId = await slack.command("ada", "/video  cats & <dogs> --ratio 9:16 ", {
    channelId: slack.foreignChannelId,
  });
  const received = await next();
  expect(received).toMatchObject({
    type: "slash_commands",
    body: {
      command: "/video",
      text: "cats &amp; &lt;dogs&gt; --ratio 9:16",
      trigger_id: triggerId,
      team_id: slack.teamId,
      api_app_id: slack.appId,
      channel_id: slack.foreignChannelId,
      channel_name: "privategroup",
      user_id: "U00000ADA1",
      is_enterprise_install: "false",
      response_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/commands\//),
    },
  });
  expect((await entry("command", { interactionId: triggerId, personId: "ada" })).payload).toEqual(received.body);
});

test("a guest of the sandbox can use Slack commands in public channels but not in private channels", async () => {
  const { slack, connect } = await slackWorld();
  const { next } = await connect();
  await slack.command("guest-0042", "/video cats");
  expect((await next()).body).toMatchObject({ user_id: "U000GUEST0042", user_name: "guest-0042" });
  const inPrivate = slack.command("guest-0042", "/video cats", { channelId: slack.foreignChannelId });
  await expect(inPrivate).rejects.toThrow("Guest 42 is not in secret");
  await expect(slack.command("guest-42", "/video cats")).rejects.toThrow("nobody is called guest-42");
});

test("if a command gets no response within 3 s, Slack shows a failure to the person and ignores a later response", async () => {
  const { slack, connect, clock, entry, entries } = await slackWorld();
  const { next } = await connect();
  const early = await slack.command("ada", "/video in time");
  const first = await next();
  clock.advance(2_999);
  await first.ack({ text: "yes" });
  expect((await entry("answered", { interactionId: early })).payload).toEqual({ ms: 2_999, body: { text: "yes" } });

  const late = await slack.command("ada", "/video too late");
  const second = await next();
  clock.advance(3_000);
  expect(await entry("unanswered", { interactionId: late })).toMatchObject({ personId: "ada" });
  await second.ack({ text: "no" });
  expect((await entry("refused", { interactionId: late })).payload).toMatchObject({ code: "ack_too_late" });
  expect(entries("unanswered")).toHaveLength(1);
  expect(slack.messages("ada")).toMatchObject([{ text: "yes" }]);
});

test("a response to a Slack command is private unless its response_type is in_channel", async () => {
  const { slack, connect, entry, entries } = await slackWorld();
  const { next } = await connect();
  const say = async (body: unknown) => {
    const interactionId = await slack.command("ada", "/video a <cat>");
    await (await next()).ack(body);
    await entry("answered", { interactionId });
  };
  await say({ text: "only you", blocks: [section("only you")] });
  await say({ response_type: "in_channel", text: "all of you" });
  await say({ response_type: "in_channel" });
  await say({});
  expect(slack.messages("ben").map((message) => [message.userId, message.text])).toEqual([
    ["U00000ADA1", "/video a &lt;cat&gt;"],
    [slack.botUserId, "all of you"],
    ["U00000ADA1", "/video a &lt;cat&gt;"],
  ]);
  expect(slack.messages("ada")).toHaveLength(4);
  expect(slack.messages("ada")[0]).toMatchObject({ ephemeralFor: "U00000ADA1", viaResponseUrl: false });
  expect(entries("refused")).toEqual([]);
});

test("a response to a Slack command is recorded in the sandbox's journal but not shown if the response has invalid blocks", async () => {
  const { slack, connect, entry } = await slackWorld();
  const { next } = await connect();
  const interactionId = await slack.command("ada", "/video a cat");
  await (await next()).ack({ text: "x", blocks: [section("x".repeat(3_001))] });
  expect((await entry("refused", { interactionId })).payload).toMatchObject({
    method: "ACK",
    code: "invalid_blocks",
    why: expect.stringContaining("/blocks/0/text/text"),
  });
  expect(slack.messages("ada")).toEqual([]);
});

test("a Slack command waits for a bot to connect and fails if no bot connects", async () => {
  const waiting = await slackWorld();
  const sent = waiting.slack.command("ada", "/video patience");
  const { next } = await waiting.connect();
  expect((await next()).body).toMatchObject({ text: "patience", trigger_id: await sent });

  const alone = await slackWorld({ socketWaitMs: 20 });
  await expect(alone.slack.command("ada", "/video anybody")).rejects.toThrow("dispatch_failed");
  expect(alone.entries("unanswered")).toMatchObject([{ personId: "ada", payload: { error: "dispatch_failed" } }]);
});
