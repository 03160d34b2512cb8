import { ComponentType } from "discord.js";
import { describe, expect, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { PROMPT_MAX } from "../../src/core/request/video-request.ts";
import { LOCALES, type Locale } from "../../src/core/text/locale.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { confirmBatch, confirmPrice } from "../../src/messages/ask/price-questions.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { message } from "../../src/messages/message.ts";
import { helpMessage } from "../../src/messages/pages/help-page.ts";
import { noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { approvalQuestion } from "../../src/messages/team/approval-messages.ts";
import { de } from "../../src/messages/words/de.ts";
import { en } from "../../src/messages/words/en.ts";
import { batchOf } from "../fakes/batch/batches.ts";
import { howMany } from "../fakes/how-many.ts";
import { aClosedJob, aJob, aRequest, aRunning, TEST_START as now, TEST_START } from "../fakes/jobs.ts";
import { leftInMonth } from "../fakes/teams.ts";
import { showsWhatIsSent } from "../fuzz/shown.ts";
import { stringsOf } from "../fuzz/sound-discord.ts";
import { everyBatch, LONG_LINK, sixMade } from "../messages/every-batch-asked.ts";

const parts = message({
  tone: "plain",
  title: "Help",
  sections: [
    {
      title: "Prices",
      table: [
        ["", "10 s"],
        ["480p", "95"],
      ],
      body: [["Paid *first*."]],
    },
    { title: "Good to know", body: [["Links end."]] },
  ],
});
const facts = {
  retentionDays: 30,
  canContinue: false,
  hasKey: false,
  saved: null,
  spent: null,
  trouble: null,
  troubles: [],
  missing: [],
};
const help = helpMessage({ prefix: "clip", platform: "discord", ...facts }, en);

test("on Discord, a message's sections and tables become headings, separators and code blocks", () => {
  expect(onDiscord(parts).components).toMatchObject([
    {
      components: [
        { type: 10, content: "### Help" },
        { type: 14 },
        { type: 10, content: "**Prices**\n```\n       10 s\n480p   95\n```\nPaid \\*first\\*." },
        { type: 14 },
        { type: 10, content: "**Good to know**\nLinks end." },
      ],
    },
  ]);
});

test("on Slack, a message's sections and tables become header blocks and preformatted text", () => {
  expect(onSlack(parts, { naming: mentioned }).blocks).toMatchObject([
    { type: "header", text: { text: "Help" } },
    { type: "header", text: { text: "Prices" } },
    {
      type: "rich_text",
      elements: [
        { type: "rich_text_preformatted", elements: [{ text: "       10 s\n480p   95" }] },
        { type: "rich_text_section" },
      ],
    },
    { type: "header", text: { text: "Good to know" } },
    { type: "rich_text" },
  ]);
});

test("the screen reader text of a Slack message contains all its sections and tables", () => {
  const { text } = onSlack(parts, { naming: mentioned });
  expect(text).toMatch(/Help. Prices. 10 s. 480p, 95. Paid ∗first∗. Good to know. Links end./);
});

test("a command in a message is clickable on Discord only if the bot knows the command's id, and never on Slack", () => {
  const withIds = JSON.stringify(onDiscord(help, { commands: new Map([["clip-key", "42"]]) }));
  for (const mention of ["</clip-key set:42>", "</clip-key status:42>", "</clip-key remove:42>", "`/clip-data export`"])
    expect(withIds).toContain(mention);
  expect(JSON.stringify(onDiscord(help))).not.toContain("</");
  expect(JSON.stringify(onDiscord(help))).toContain("`/clip-key set`");
  expect(JSON.stringify(onSlack(help, { naming: mentioned }))).not.toContain("</");
});

test("on Discord and Slack, the message about a missing API key has a key emoji before its title", () => {
  const missing = noKeyYet({ price: 95, videos: 1 }, null, en);
  expect(JSON.stringify(onDiscord(missing))).toContain(`### 🔑 ${missing.title}`);
  expect(onSlack(missing, { naming: mentioned }).blocks[0]).toMatchObject({
    type: "header",
    text: { text: `🔑 ${missing.title}` },
  });
});

const select = {
  label: "Bring a video's card here…",
  options: [{ label: `Ready: ${"a boat ".repeat(20)}`, value: "show_job:00000000000000000001" }],
};
const [older, key] = [
  { label: "Older", id: "jobs:1", style: "secondary" },
  { label: "Get a key", id: "open_link", style: "secondary", url: "https://filmwerk.example/credits" },
] as const;
const list = message({ tone: "plain", title: "Your videos", select, buttons: [older, key] });

test("on Discord and Slack, a message's select menu is above the buttons", () => {
  const { value } = select.options[0] ?? {};
  const cut = expect.stringMatching(/^Ready: a boat .*…$/);
  expect(insideOf(onDiscord(list)).slice(-2)).toMatchObject([
    { components: [{ custom_id: "choose", placeholder: select.label, options: [{ label: cut, value }] }] },
    { components: [{ custom_id: "jobs:1" }, { type: 2, label: "Get a key", style: 5, url: key.url }] },
  ]);
  expect(JSON.stringify(onDiscord(list))).not.toContain("open_link");
  const placeholder = { text: select.label };
  expect(onSlack(list, { naming: mentioned }).blocks.slice(-2)).toMatchObject([
    { type: "actions", elements: [{ action_id: "choose", placeholder, options: [{ text: { text: cut }, value }] }] },
    { type: "actions", elements: [{ action_id: "jobs:1" }, { action_id: "open_link", url: key.url }] },
  ]);
});

test("on Discord and Slack, a select menu without options is left out of the message", () => {
  const empty = { ...list, select: { ...select, options: [] } };
  for (const written of [onDiscord(empty), onSlack(empty, { naming: mentioned })])
    expect(JSON.stringify(written)).not.toContain("choose");
});

const withBar = (percent: number): ChatMessage =>
  message({ tone: "running", title: "Making the video", bar: { percent, words: "so far" } });
const count = (text: string, cell: RegExp) => text.match(cell)?.length ?? 0;

test.for([
  ["at 10 percent", 1, 10],
  ["at 99.9 percent", 9, 99.9],
  ["at 100 percent", 10, 100],
  ["at 400 percent", 10, 400],
  ["with an invalid percentage", 0, Number.NaN],
] as const)("a progress bar %s has %s of its 10 cells filled on Discord and Slack", ([, full, percent]) => {
  const discord = JSON.stringify(onDiscord(withBar(percent)));
  const slack = JSON.stringify(onSlack(withBar(percent), { naming: mentioned }));
  expect([count(discord, /▰/g), count(discord, /▱/g)]).toEqual([full, 10 - full]);
  expect([count(slack, /▓/g), count(slack, /░/g)]).toEqual([full, 10 - full]);
});

const files = [1, 2, 3, 4, 5, 6].map((nth) => ({ id: `${nth}`, name: `${nth}-boat.mp4`, nth }));
const insideOf = ({ components }: ReturnType<typeof onDiscord>) =>
  components.flatMap((one) => (one.type === ComponentType.Container ? one.components : []));
const six = (locale: Locale) => {
  const { batch, parts } = sixMade("here", locale);
  return cardOf(batch, now, parts);
};

describe.for(howMany<readonly Locale[]>(LOCALES, ["en", "de"]))(
  "the card of a batch of videos in the locale “%s”",
  (locale) => {
    test("fits six long prompts and links into Discord's limits of 4,000 characters and 40 components", () => {
      const { components } = onDiscord(six(locale), { files });
      const texts = stringsOf(components, "content");
      expect(texts.join("").length).toBeLessThanOrEqual(4_000);
      expect(stringsOf(components, "type", "number").length).toBeLessThanOrEqual(40);
      const scenes = texts.filter((text) => /^\*\*\d\\\./.test(text));
      expect(scenes).toHaveLength(6);
      for (const scene of scenes) expect(scene).toContain(LONG_LINK);
    });

    test("shows every video on Discord and Slack in every state of the batch", () => {
      for (const { batch, parts } of everyBatch(locale)) {
        const card = cardOf(batch, now, parts);
        const scenes = stringsOf(onDiscord(card).components, "content").filter((text) => /^\*\*\d\\\./.test(text));
        expect(scenes).toHaveLength(parts.length);
        for (const scene of scenes) expect(scene.split("\n").length).toBeGreaterThan(1);
        const { blocks } = onSlack(card, { naming: mentioned });
        expect(blocks.length).toBeLessThanOrEqual(50);
        expect(blocks.filter(({ type }) => type === "header")).toHaveLength(1);
      }
    });
  },
);

test("on Discord, a batch's card shows the attached videos in order in one media gallery", () => {
  const payload = onDiscord(six("en"), { files: [...files.slice(2), { id: null, name: "1-boat.mp4", nth: 1 }] });
  const gallery = insideOf(payload).find(({ type }) => type === ComponentType.MediaGallery);
  expect(gallery).toMatchObject({
    items: [1, 3, 4, 5, 6].map((nth) => ({ media: { url: `attachment://${nth}-boat.mp4` } })),
  });
  const later = ["3", "4", "5", "6"].map((id) => ({ id }));
  expect(payload.attachments).toMatchObject([{ id: "0", filename: "1-boat.mp4" }, ...later]);
});

test("on Discord, a batch's card has no separators between its videos", () => {
  const types = insideOf(onDiscord(six("en"))).map(({ type }) => type);
  expect(types).not.toContain(ComponentType.Separator);
});

test("on Slack, a batch's card shows each video's title as bold text instead of a header block", () => {
  const [, , first] = onSlack(six("en"), { naming: mentioned }).blocks;
  expect(first).toMatchObject({ type: "rich_text", elements: [{ type: "rich_text_section" }] });
  expect(JSON.stringify(first)).toMatch(/"text":"1\. [^"]*","style":\{"bold":true\}/);
});

test("the screen reader text of a batch's card on Slack is a summary followed by the numbered videos", () => {
  const { text } = onSlack(six("en"), { naming: mentioned });
  expect(text).toMatch(/^Your 6 videos are ready\. 1,848 credits charged\. 1\. .*Ready · 308 credits · .* 2\. .* 6\. /);
});

const discordText = (message: Parameters<typeof onDiscord>[0]) =>
  stringsOf(onDiscord(message).components, "content").join("\n");
const slackText = (message: Parameters<typeof onSlack>[0]) =>
  stringsOf(onSlack(message, { naming: mentioned }).blocks, "text").join("\n");
const asked = (prompt: string, words = en) =>
  confirmPrice(
    { jobId: aJob().id, request: aRequest({ prompt }), pay: "mine" },
    { above: null, suspected: [], flagsAsText: null, trouble: null },
    words,
  );

test.for([
  ["of 3,000 letters", "paper boats, ".repeat(231).slice(0, PROMPT_MAX)],
  ["of markdown characters", "(a-b) [c]_d ".repeat(300).slice(0, 2_858)],
  ["of 3,000 emoji", "🎬".repeat(PROMPT_MAX)],
  ["with several paragraphs", "A boat:\n\n1. it sails\n  2. it sinks\n\n> the end"],
  ["with zero-width joiners and a flag emoji", "کتاب‌ها 👩‍👩‍👧 🏴󠁧󠁢󠁷󠁬󠁳󠁿"],
  ["of 3,000 backticks", "`".repeat(PROMPT_MAX)],
] as const)(
  "the price question, the approval request and the card quote a prompt %s unchanged or say how much is cut",
  ([, prompt]) => {
    const request = aRequest({ prompt });
    const job = aJob({ request });
    const jobs = [job, { ...job, state: aRunning({ percent: 40 }) }, { ...aClosedJob(), request }];
    const cards = jobs.map((each) => cardOf(each, TEST_START));
    const messages = [asked(prompt), ...cards, approvalQuestion(job, leftInMonth(5, 9), en)];
    for (const message of messages) showsWhatIsSent(message, [request]);
  },
);

describe("on Discord, a long prompt", () => {
  test("of markdown characters is shown whole in a code block", () => {
    expect(discordText(asked("#".repeat(PROMPT_MAX)))).toContain(`\`\`\`\n${"#".repeat(PROMPT_MAX)}\n\`\`\``);
  });

  test.for([
    ["an English", en, /^-# … and 1,\d\d\d more characters, all of which are sent$/m],
    ["a German", de, /^-# … und 1\\?\.\d\d\d weitere Zeichen, die alle mitgesendet werden$/m],
  ] as const)(
    "of backticks in %s message is cut and followed by the number of hidden characters",
    ([, words, missing]) => {
      const lines = discordText(asked(`a${"`".repeat(PROMPT_MAX - 1)}`, words)).split("\n");
      expect(lines.find((line) => line.startsWith("> "))).toMatch(/^> a(\\`)+$/);
      expect(lines.filter((line) => missing.test(line))).toHaveLength(1);
    },
  );
});

test("on Slack, a prompt of 3,000 emoji is shown whole", () => {
  const text = slackText(asked("🎬".repeat(PROMPT_MAX)));
  expect(text.replaceAll("\n", "")).toContain("🎬".repeat(PROMPT_MAX));
  expect(text).not.toContain("more characters");
});

describe("a question that quotes prompts", () => {
  const questionOf = (prompts: readonly string[]) => {
    const each = prompts.map((prompt) => aRequest({ prompt }));
    const [batch, ...videos] = batchOf(aJob(), each);
    const how = { each, pay: "mine", suspected: [], flagsAsText: null, placesLeft: { now: 6, inAll: 6 } } as const;
    const question = approvalQuestion({ ...batch, videos }, leftInMonth(null, null), en);
    const messages = [confirmBatch(batch.id, how, en), question];
    for (const message of messages) showsWhatIsSent(message, each);
    return messages;
  };

  const sixOf = (letter: string, length: number) =>
    Array.from({ length: 6 }, (_, nth) => `${nth} ${letter.repeat(length - 2)}`);

  test("shows every prompt whole on Discord if only one prompt is long", () => {
    const prompts = ["a boat", `the sea ${"and the sea ".repeat(180)}ends`, "a harbour\n\nat night"];
    for (const message of questionOf(prompts)) expect(discordText(message)).not.toContain("more characters");
  });

  test("cuts each of six long prompts and says how many characters are hidden", () => {
    const prompts = [..."123456"].map((nth) => `${nth} ${"paper boats, ".repeat(231)}`.slice(0, PROMPT_MAX));
    for (const message of questionOf(prompts))
      for (const text of [discordText(message), slackText(message)])
        expect(text.match(/… and [\d,]+ more characters, all of which are sent/g)).toHaveLength(6);
  });

  test.for([
    ["a “Read everything” button only on Discord", "six prompts of 588 letters each", sixOf("a", 588)],
    ["a “Read everything” button only on Discord", "six prompts of 588 asterisks each", sixOf("*", 588)],
    ["a “Read everything” button on Discord and Slack", "six prompts of 3,000 letters each", sixOf("a", PROMPT_MAX)],
    ["a “Read everything” button only on Discord", "one prompt of 2,989 markdown characters", ["**`a`**".repeat(427)]],
    ["no “Read everything” button", "one prompt of 2,989 letters", ["boats,".repeat(499).slice(0, 2_989)]],
    ["no “Read everything” button", "two short prompts", ["a", "b"]],
  ] as const)("has %s for %s", ([button, , prompts]) => {
    const [first = ""] = prompts;
    const messages = prompts.length > 1 ? questionOf(prompts) : [asked(first), ...questionOf(prompts)];
    for (const message of messages) {
      const { components } = onDiscord(message);
      const { blocks } = onSlack(message, { naming: mentioned });
      expect(JSON.stringify(components).includes("Read everything")).toBe(button.includes("Discord"));
      expect(JSON.stringify(blocks).includes("Read everything")).toBe(button.endsWith("Slack"));
    }
  });
});
