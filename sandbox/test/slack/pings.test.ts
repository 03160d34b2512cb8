import { expect, test } from "vitest";
import { section, slackWorld } from "./slack-world.ts";

const ada = "U00000ADA1";
const ben = "U00000BEN2";
const everybody = [ada, ben, "U0000CLEO3"];
const rich = (...elements: object[]) => ({ type: "rich_text", elements: [{ type: "rich_text_section", elements }] });
const plain = (text: string) => ({ type: "section", text: { type: "plain_text", text } });

const messages: [string, { text: string; blocks?: object[] }, string[]][] = [
  ["a mention in the text", { text: `<@${ada}> your video` }, [ada]],
  ["a mention with a label", { text: `<@${ada}|ada> your video` }, [ada]],
  ["a mention in mrkdwn", { text: "x", blocks: [section(`done, <@${ben}>`)] }, [ben]],
  ["a mention in rich text", { text: "x", blocks: [rich({ type: "user", user_id: ada })] }, [ada]],
  ["<!channel>", { text: "<!channel> look" }, everybody],
  ["<!here>", { text: "x", blocks: [section("<!here>")] }, everybody],
  ["a broadcast in rich text", { text: "x", blocks: [rich({ type: "broadcast", range: "everyone" })] }, everybody],
  ["an escaped mention", { text: `&lt;@${ada}&gt; &lt;!channel&gt;` }, []],
  ["a bare @channel", { text: "@channel @here @ada" }, []],
  ["plain text", { text: "x", blocks: [plain(`<@${ada}> <!channel>`)] }, []],
  ["a text element of rich text", { text: "x", blocks: [rich({ type: "text", text: `<@${ada}> <!here>` })] }, []],
  ["somebody who is not there", { text: "<@U0NOBODY>" }, []],
];

test.for(messages)("a new message notifies whom it names: %s", async ([, message, whom]) => {
  const { slack, web, entries } = await slackWorld();
  const { ts } = await web.chat.postMessage({ channel: slack.channelId, ...message } as never);
  expect(slack.messages("ada")[0]?.mentions).toEqual(whom);
  const pinged = entries("pinged").map((entry) => [entry.messageId, entry.payload]);
  expect(pinged).toEqual(whom.length > 0 ? [[ts, { personIds: whom }]] : []);
});

test("an edit notifies nobody", async () => {
  const { slack, web, entries } = await slackWorld();
  const channel = slack.channelId;
  const { ts = "" } = await web.chat.postMessage({ channel, text: "working" });
  await web.chat.update({ channel, ts, text: `<@${ada}> <!channel> done` });
  expect(entries("pinged")).toEqual([]);
  expect(slack.messages("ada")[0]?.mentions).toEqual([]);
});

test("an ephemeral message notifies nobody, a direct message always its person", async () => {
  const { slack, web, entries } = await slackWorld();
  await web.chat.postEphemeral({ channel: slack.channelId, user: ada, text: `<@${ben}> <!channel>` });
  await web.chat.postEphemeral({ channel: slack.dmChannelId("ada"), user: ada, text: "only you, only now" });
  expect(slack.messages("ada")).toMatchObject([{ mentions: [] }]);
  expect(entries("pinged")).toEqual([]);
  await web.chat.postMessage({ channel: ben, text: "done" });
  expect(entries("pinged")).toMatchObject([{ personId: "ben", payload: { personIds: [ben] } }]);
});

test("nobody is notified of their own command", async () => {
  const { slack, connect, entry, entries } = await slackWorld();
  const { next } = await connect();
  await slack.command("ada", "/video a cat", { channelId: slack.dmChannelId("ada") });
  await (await next()).ack({ response_type: "in_channel" });
  await entry("message", { personId: "ada" });
  expect(entries("pinged")).toEqual([]);
});
