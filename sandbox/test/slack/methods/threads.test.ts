import { expect, test } from "vitest";
import { slackWorld } from "../slack-world.ts";

test("a thread is read only with the scope for it, but for direct messages", async () => {
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

test("a channel is read only with the scope for it: newest first, from a time on, by the page, without its threads", async () => {
  const { slack, web } = await slackWorld();
  const channel = slack.channelId;
  const read = (how: { readonly oldest?: string; readonly limit?: number } = {}, place = channel) =>
    web.conversations.history({ channel: place, ...how }).then(
      ({ messages = [], has_more }) => [messages.map(({ text }) => text), has_more],
      (error: { data: { error: string } }) => error.data.error,
    );
  const post = async (text: string, thread_ts?: string) =>
    (await web.chat.postMessage({ channel, text, ...(thread_ts !== undefined && { thread_ts }) })).ts ?? "";
  const first = await post("first");
  await post("reply", first);
  await post("second");

  slack.grants.history = false;
  expect(await read()).toBe("missing_scope");
  expect(await read({}, slack.dmChannelId("ada"))).toEqual([[], false]);
  slack.grants.history = true;
  expect(await read()).toEqual([["second", "first"], false]);
  expect(await read({ limit: 1 })).toEqual([["second"], true]);
  expect(await read({ oldest: first })).toEqual([["second"], false]);
  expect(await read({}, slack.unjoinedChannelId)).toBe("not_in_channel");
});

test("Slack's own client reads from an answer which scopes the token has", async () => {
  const { slack, web } = await slackWorld();
  const scopes = async () => (await web.auth.test()).response_metadata?.scopes ?? [];
  expect(await scopes()).toEqual([...slack.grants.scopes]);
  slack.grants.scopes.delete("im:write");
  expect(await scopes()).toContain("groups:history");
  expect(await scopes()).not.toContain("im:write");
  slack.grants.history = false;
  expect(await scopes()).not.toContain("groups:history");
});
