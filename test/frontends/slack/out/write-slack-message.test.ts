import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { checkBlocks } from "../../../../sandbox/src/slack/check-blocks.ts";
import { mentions } from "../../../../sandbox/src/slack/timeline.ts";
import type { ChatMessage } from "../../../../src/core/chat.ts";
import { newMessage } from "../../../../src/frontends/slack/out/slack-ways.ts";
import { writeMessage, writeNotification } from "../../../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned, unmentioned } from "../../../../src/frontends/slack/out/write-slack-text.ts";
import { cardOf } from "../../../../src/messages/card/card.ts";
import { notificationOf } from "../../../../src/messages/card/notification.ts";
import { anyMessage, typed } from "../../../fakes/any-message.ts";
import { aJob, aRunning, TEST_START } from "../../../fakes/jobs.ts";
import { harmIn } from "../../../fuzz/harm-in.ts";
import { soundOnSlack } from "../../../fuzz/sound-slack.ts";
import { everyJob, settled, succeeded } from "../../../messages/every-job.ts";
import { ada, plain, wordsIn } from "../slack-world.ts";

const now = TEST_START + 60_000;
const write = (one: ChatMessage, how: Partial<Parameters<typeof writeMessage>[1]> = {}) =>
  writeMessage(one, { naming: mentioned, ...how });
const buttons = (count: number) =>
  Array.from({ length: count }, (_, nth) => ({ label: "Again", id: `again:${nth}`, style: "secondary" as const }));
/** Writes a message and checks it against Slack's rules. */
const taken = (one: ChatMessage, how?: Parameters<typeof write>[1]) => {
  const written = write(one, how);
  expect(checkBlocks(written.blocks, "message")).toMatchObject({ ok: true });
  return written;
};

describe("a Slack message", () => {
  it("shows title, quote, body, facts, progress bar and buttons in this order", () => {
    const written = write(
      plain("Rendering", {
        quote: "a *cat*",
        tone: "running",
        body: [
          ["See ", { kind: "link", label: "your video", url: "https://a.example/v.mp4?a=1&b=2" }, "."],
          ["It is long."],
        ],
        bar: { percent: 40, words: "40 %, about 1 minute left" },
        facts: [["16:9 · 10 s"], ["Price: 95 credits"], ["Requested by ", { kind: "person", userId: ada }]],
        buttons: [{ label: "Again", id: "again:1", style: "primary" }],
      }),
    );
    expect(written.text).toBe("Rendering: “a ∗cat∗”. See your video. It is long. 40 %, about 1 minute left.");
    expect(written.blocks).toMatchObject([
      { type: "header", text: { text: "🎬 Rendering" } },
      {
        type: "rich_text",
        elements: [
          { type: "rich_text_quote", elements: [{ type: "text", text: "a *cat*" }] },
          {
            type: "rich_text_section",
            elements: [
              { type: "text", text: "See " },
              { type: "link", url: "https://a.example/v.mp4?a=1&b=2", text: "your video" },
              { type: "text", text: "." },
              { type: "text", text: "\n" },
              { type: "text", text: "It is long." },
            ],
          },
        ],
      },
      { type: "section", fields: [{ type: "plain_text", text: "16:9 · 10 s" }, { text: "Price: 95 credits" }] },
      { type: "rich_text", elements: [{ elements: [{ text: "▓▓▓▓░░░░░░" }, { text: " 40 %, about 1 minute left" }] }] },
      { type: "context", elements: [{ type: "mrkdwn", text: `Requested by <@${ada}>` }] },
      { type: "actions", elements: [{ type: "button", action_id: "again:1", style: "primary" }] },
    ]);
  });

  it("shows facts in small print if the message quotes no prompt", () => {
    const { blocks } = write(plain("Your videos", { facts: [["This month: 95 credits."]] }));
    expect(blocks).toMatchObject([{ type: "header" }, { type: "context", elements: [{ type: "plain_text" }] }]);
  });

  it("allows Slack to preview the bot's own link unless the message hides previews", () => {
    const body = [[{ kind: "link", label: "your video", url: "https://a.example/v.mp4" }]] as const;
    const unfolds = (hidesPreview: boolean) =>
      newMessage(plain("Ready", { body, hidesPreview }), { naming: mentioned }, writeNotification).unfurl_media;
    expect([unfolds(false), unfolds(true)]).toEqual([true, false]);
  });

  it("with a different title has a different block id", () => {
    const ids = [plain("One"), plain("Two")].map((one) => write(one).blocks[0]?.block_id);
    expect(new Set(ids).size).toBe(2);
  });

  it("with any content is valid and has only the intended mentions, formatting and links", () => {
    fc.assert(fc.property(anyMessage(), soundOnSlack));
  });

  it("is cut to Slack's limits if all parts are too long", () => {
    const many = <Item>(make: (index: number) => Item) => Array.from({ length: 60 }, (_, index) => make(index));
    const { blocks } = taken(
      plain("x".repeat(200), {
        quote: "q".repeat(9_000),
        body: many((index) => [`Sentence ${index}`]),
        bar: { percent: Number.NaN, words: "no one can say" },
        facts: many((index) => [`fact ${index}`]),
        buttons: buttons(25),
      }),
      { calling: [ada] },
    );
    expect(wordsIn(blocks)).toContain("Sentence 39");
    expect(wordsIn(blocks)).toContain("░░░░░░░░░░ no one can say");
    expect(blocks.find(({ type }) => type === "section")).toMatchObject({ fields: { length: 10 } });
  });

  it("cannot be rendered with more than 25 buttons", () => {
    expect(() => write(plain("x", { buttons: buttons(26) }))).toThrow("too many buttons");
  });

  it("shows “…” on a button without a label", () => {
    const { blocks } = taken(plain("x", { buttons: buttons(1).map((button) => ({ ...button, label: " " })) }));
    expect(blocks.at(-1)).toMatchObject({ type: "actions", elements: [{ text: { text: "…" } }] });
  });

  it("never forms an emoji from two adjacent pieces of text", () => {
    const { text } = write(plain("x", { body: [[":", "cat", { kind: "person", userId: ada }]] }), {
      naming: () => ":",
    });
    expect(text).toBe("x. ∶cat:");
    const torn = write(plain("x", { body: [[":\u0000cat:"]] }));
    expect(torn.text).toBe("x. ∶cat:");
  });

  it("can show people's names without mentioning (notifying) the people", () => {
    const asked = plain("x", { facts: [["Requested by ", { kind: "person", userId: ada }]] });
    const named = write(asked, { naming: unmentioned(new Map([[ada, "ada"]])) });
    expect(wordsIn(named.blocks)).toContain("Requested by @ada");
    expect(mentions(named, [ada])).toEqual([]);
    expect(wordsIn(write(asked, { naming: unmentioned() }).blocks)).toContain("Requested by the person who asked");
  });

  it("refers to a channel by its id, so that Slack shows the channel's name", () => {
    const named = plain("Set up", { body: [["Channel: ", { kind: "channel", channelId: "C44" }]] });
    const { blocks, text } = taken(named);
    expect(JSON.stringify(blocks)).toContain('{"type":"channel","channel_id":"C44"}');
    expect(text).toBe("Set up. Channel: <#C44>.");
  });

  it("contains no mention of a person, channel or role with an invalid id", () => {
    const channel = { kind: "channel", channelId: "c>" } as const;
    const role = { kind: "role", roleId: "r>" } as const;
    const named = (userId: string) => [[{ kind: "person", userId }, channel, role]] as const;
    const asked = plain("x", { facts: named("x><!channel"), body: named("!") });
    expect(JSON.stringify(write(asked, { naming: mentioned, calling: ["<"] }))).not.toMatch(/<|"channel"/);
  });
});

const prompt = "“a paper boat in the rain”";

describe("the screen reader text of a Slack card", () => {
  const cards = everyJob.map((job) => cardOf(job, now));

  test.for([...new Set(cards.map(({ title }) => title))])(
    "with the title “%s” consists of whole sentences",
    (title) => {
      for (const card of cards.filter((one) => one.title === title))
        expect(taken(card).text).toMatch(/^[A-Z][\s\S]*: “a paper boat in the rain”\.( [\s\S]*[.!?…])?$/);
    },
  );

  it("contains the progress of a running job", () => {
    const running = cardOf(aJob({ state: aRunning({ percent: 40 }) }), now);
    expect(write(running).text).toBe(`Making the video: ${prompt}. 40% done.`);
  });

  it("contains the link's expiry time in each reader's time zone", () => {
    const { text } = write(cardOf(settled(succeeded), now));
    expect(text).toBe(
      `The video is ready: ${prompt}. Watch or download the video. The link expires <!date^${(TEST_START + 7_200_000) / 1_000}^{date_short_pretty} at {time}|2026-11-21 02:00 UTC>. 95 credits used.`,
    );
  });

  it("contains the question and the quoted prompt", () => {
    const asked = plain("Make this video once more?", { quote: "a cat. And a dog!" });
    expect(write(asked).text).toBe("Make this video once more? “a cat. And a dog!”.");
  });

  it("is cut to at most 780 characters", () => {
    const long = plain("Long", {
      body: Array.from({ length: 30 }, () => ["many words ".repeat(5), { kind: "time", at: 0 }]),
    });
    const { text } = write(long);
    expect(text.length).toBeLessThanOrEqual(780);
    expect(text).not.toMatch(/[<>]/);
  });
});

describe("a Slack notification", () => {
  it("contains the mentions, the outcome and the prompt", () => {
    const written = writeNotification(notificationOf(settled(succeeded), now), {
      naming: unmentioned(),
      calling: [ada, "U00000BEN2", "no id"],
    });
    const title = { type: "text", text: "Your video is ready.", style: { bold: true } };
    expect(written.text).toBe(`<@${ada}> <@U00000BEN2> Your video is ready: ${prompt}.`);
    expect(written.blocks).toMatchObject([
      {
        type: "rich_text",
        elements: [
          {
            elements: [{ user_id: ada }, { text: " " }, { user_id: "U00000BEN2" }, { text: " " }, title],
          },
          { type: "rich_text_quote" },
        ],
      },
    ]);
    expect(checkBlocks(written.blocks, "message")).toMatchObject({ ok: true });
  });
});

test("text from people and the video service never causes mentions, formatting or links on Slack", () => {
  const words = anyMessage().map((one) => {
    const mere = (sentences: ChatMessage["body"]) =>
      sentences.map((pieces) => pieces.filter((piece) => typeof piece === "string"));
    return { ...one, body: mere(one.body), facts: mere(one.facts) };
  });
  fc.assert(
    fc.property(words, typed, (one, name) => {
      const written = newMessage(one, { naming: unmentioned(new Map([[ada, name]])) });
      expect(harmIn(written, { userId: ada, url: null })).toEqual([]);
      expect(written).toMatchObject({ unfurl_links: false, unfurl_media: false, parse: "none" });
      expect(written).not.toHaveProperty("link_names");
      const called = newMessage(one, { naming: unmentioned(), calling: [ada] }, writeNotification);
      expect(harmIn(called, { userId: ada, url: null })).toEqual([]);
      expect(mentions(called, [ada, "U00000BEN2"])).toEqual([ada]);
    }),
  );
});
