import { describe, expect, it, test } from "vitest";
import { readEvent } from "../../../../src/frontends/slack/in/read-slack.ts";
import { inSlack, plain, wordsIn } from "../slack-world.ts";
import { saying } from "../steps.ts";

const reading = { prefix: "video", now: Date.UTC(2026, 10, 21) };
const told = (event: object, over: object = {}) =>
  readEvent(
    {
      type: "event_callback",
      event_id: "Ev1",
      team_id: "T1",
      authorizations: [{ user_id: "UBOT", is_enterprise_install: false }],
      event: { type: "message", channel_type: "im", user: "U1", channel: "D1", text: "a cat", ...event },
      ...over,
    },
    reading,
  );
const mention = { type: "app_mention", channel_type: undefined, channel: "C1" };
const draftOf = (text: string) => {
  const read = told({ text });
  return read?.kind === "said" && read.incoming.command.act.kind === "said" ? read.incoming.command.act.draft : null;
};

describe("a message to the bot", () => {
  it("is what it says, under the event's own id", () => {
    expect(told({})).toMatchObject({
      kind: "said",
      isDirect: true,
      incoming: {
        command: { eventId: "slack:Ev1", workspace: "T1", act: { kind: "said", draft: { prompt: "a cat" } } },
        reply: { teamId: "T1", userId: "U1", channelId: "D1", responseUrl: null },
      },
    });
    expect(told({ ...mention, text: "<@UBOT> a cat", thread_ts: "1.1" })).toMatchObject({
      kind: "said",
      isDirect: false,
      incoming: { reply: { channelId: "C1", threadTs: "1.1" } },
    });
  });

  test.for([
    ["<@UBOT> a cat &amp; a dog", "a cat & a dog"],
    ["a &lt;cat&gt; of <@U2|ben> in <#C9|general> <!here>", "a <cat> of   in general"],
    ["a cat --ratio 9:16", "a cat"],
    ["see <https://a.example/x?y=1&amp;z=2|a.example>", "see https://a.example/x?y=1&z=2"],
    ["<@UBOT>", ""],
  ] as const)("%s is about: %s", ([text, prompt]) => {
    expect(draftOf(text)?.prompt.trim()).toBe(prompt);
  });

  it("may name a picture", () => {
    expect(draftOf("a cat --image <https://a.example/cat.png>")?.image_url).toBe("https://a.example/cat.png");
  });

  test.for([
    { text: "help" },
    { text: "--help" },
    { text: "Ayuda!" },
    { ...mention, text: "<@UBOT> help" },
    { ...mention, text: "help <@UBOT>?" },
  ])("%j is help", (event) => {
    expect(told(event)).toMatchObject({ kind: "said", incoming: { command: { act: { kind: "help" } } } });
  });

  test.for<readonly [string, object]>([
    ["the bot's own word", { bot_id: "B1" }],
    ["the bot's own word by its user", { user: "UBOT" }],
    ["another bot's mention", { ...mention, bot_id: "B2" }],
    ["an edit", { subtype: "message_changed" }],
    ["an edited message", { edited: { user: "U1", ts: "1.2" } }],
    ["a deletion", { subtype: "message_deleted" }],
    ["a message of a channel", { channel_type: "channel", channel: "C1" }],
    ["something new", { type: "reaction_added" }],
    ["a tab of a later Slack", { type: "app_home_opened", tab: "about" }],
  ])("%s is none", ([, event]) => {
    expect(told(event)).toBeNull();
  });

  const png = { id: "F1", name: "cat.png", mimetype: "image/png", size: 9, original_w: 9, original_h: 16 };
  const pdf = { id: "F2", name: "a.pdf", mimetype: "application/pdf", size: 9 };
  const picture = { source: "attachment", name: "cat.png", file: { width: 9, file: { id: "F1", teamId: "T1" } } };

  test.for<readonly [string, object, object]>([
    ["a direct message", { subtype: "file_share", files: [png, pdf] }, { pictures: [picture], otherFiles: 1 }],
    ["a mention", { ...mention, text: "<@UBOT> look", files: [png] }, { pictures: [picture], otherFiles: 0 }],
    ["a message without a word", { subtype: "file_share", text: "", files: [png] }, { pictures: [picture] }],
    ["a message that says help", { subtype: "file_share", text: "help", files: [png] }, { pictures: [picture] }],
    ["a message with a film", { files: [{ ...pdf, mimetype: "video/mp4" }] }, { pictures: [], otherFiles: 1 }],
  ])("%s tells of the files in it", ([, event, found]) => {
    expect(told(event)).toMatchObject({ kind: "said", incoming: { command: { act: { kind: "said", found } } } });
  });

  it("without files tells of none", () => {
    expect(told({ subtype: "file_share", files: [] })?.incoming.command.act).not.toHaveProperty("found");
  });
});

test.for(["home", "messages"] as const)("opening the tab %s is told, of whoever did it", (tab) => {
  expect(told({ type: "app_home_opened", tab })).toMatchObject({
    kind: "opened",
    tab,
    incoming: { command: { owner: { teamId: "T1", userId: "U1" }, isPlaceOpen: true }, reply: { channelId: "U1" } },
  });
});

describe("an answer to it", () => {
  const answering = () => ({ kind: "private" as const, message: plain("Make this a video?") });

  it("stands in the direct message, once for an event that Slack delivers again", () =>
    inSlack(answering, async ({ slack, journal, desk }) => {
      const channelId = slack.dmChannelId("ada");
      slack.say("ada", "a cat", { channelId, deliveries: 3 });
      await journal.find(saying("Make this a video?"));
      slack.say("ada", "a dog", { channelId });
      while (desk.commands.length < 2) await new Promise((resolve) => setImmediate(resolve));
      const answers = () => slack.messages("ada", channelId).filter(({ userId }) => userId === slack.botUserId);
      await journal.find(() => answers().length === 2);
      expect(desk.commands).toHaveLength(2);
    }));

  it("is seen by its writer alone elsewhere, in the thread", () =>
    inSlack(answering, async ({ slack, journal }) => {
      const threadTs = slack.say("ben", "look");
      slack.say("ada", "@reelay a cat", { threadTs });
      await journal.find(saying("Make this a video?"));
      expect(slack.messages("ada").at(-1)).toMatchObject({ ephemeralFor: "U00000ADA1", threadTs });
      expect(wordsIn(slack.messages("ben").at(-1)?.blocks)).not.toContain("Make this a video?");
    }));
});
