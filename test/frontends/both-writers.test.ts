import { expect, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { message } from "../../src/messages/message.ts";
import { helpMessage } from "../../src/messages/pages/help-page.ts";
import { noKeyYet } from "../../src/messages/pages/keys-page.ts";
import { en } from "../../src/messages/words/en.ts";

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
const help = helpMessage(
  {
    prefix: "clip",
    platform: "discord",
    retentionDays: 30,
    canContinue: false,
    spent: null,
    trouble: null,
    troubles: [],
    missing: [],
  },
  en,
);

test("on Discord each part stands under its heading, apart from the one before, and a table is monospaced", () => {
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

test("on Slack each part has a header, a table is monospaced, and all of it is spoken", () => {
  const { blocks, text } = onSlack(parts, { naming: mentioned });
  expect(blocks).toMatchObject([
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
  expect(text).toMatch(/Help. Prices. 10 s. 480p, 95. Paid ∗first∗. Good to know. Links end./);
});

test("a command is a mention on Discord where its id is known, and is shown as it is typed elsewhere", () => {
  const withIds = JSON.stringify(onDiscord(help, { commands: new Map([["clip-key", "42"]]) }));
  for (const mention of ["</clip-key set:42>", "</clip-key status:42>", "</clip-key remove:42>", "`/clip-data export`"])
    expect(withIds).toContain(mention);
  expect(JSON.stringify(onDiscord(help))).not.toContain("</");
  expect(JSON.stringify(onDiscord(help))).toContain("`/clip-key set`");
  expect(JSON.stringify(onSlack(help, { naming: mentioned }))).not.toContain("</");
});

test("a missing key has a key as its sign on both platforms", () => {
  const missing = noKeyYet("goes_on", en);
  expect(JSON.stringify(onDiscord(missing))).toContain(`### 🔑 ${missing.title}`);
  expect(onSlack(missing, { naming: mentioned }).blocks[0]).toMatchObject({
    type: "header",
    text: { text: `🔑 ${missing.title}` },
  });
});

const withBar = (percent: number): ChatMessage =>
  message({ tone: "running", title: "Making the video", bar: { percent, words: "so far" } });
const count = (text: string, cell: RegExp) => text.match(cell)?.length ?? 0;

test.for([
  [10, 1],
  [99.9, 9],
  [100, 10],
  [400, 10],
  [Number.NaN, 0],
] as const)("a bar at %s percent has %s full tenths on both platforms", ([percent, full]) => {
  const discord = JSON.stringify(onDiscord(withBar(percent)));
  const slack = JSON.stringify(onSlack(withBar(percent), { naming: mentioned }));
  expect([count(discord, /▰/g), count(discord, /▱/g)]).toEqual([full, 10 - full]);
  expect([count(slack, /▓/g), count(slack, /░/g)]).toEqual([full, 10 - full]);
});
