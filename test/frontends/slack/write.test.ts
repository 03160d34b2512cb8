import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Button, ChatMessage, Field, Form, Piece } from "../../../src/core/chat.ts";
import { formView, messageView } from "../../../src/frontends/slack/form-view.ts";
import { mentioned, unmentioned } from "../../../src/frontends/slack/naming.ts";
import { writeMessage } from "../../../src/frontends/slack/write.ts";
import { checkBlocks } from "../../../src/sandbox/slack/check-blocks.ts";
import { checkModal } from "../../../src/sandbox/slack/check-view.ts";
import { mentions } from "../../../src/sandbox/slack/mentions.ts";
import { plain, wordsIn } from "./slack-world.ts";

const ada = "U00000ADA1";
const evil = fc.oneof(
  fc.string({ unit: "binary", maxLength: 300 }),
  fc.string({
    unit: fc.constantFrom("<", ">", "&", "@", "!", "*", "_", "~", "`", ":", "|", " ", "\n", "a", "😀", "U00000ADA1"),
  }),
  fc.constantFrom(
    `<@${ada}>`,
    "<!channel>",
    "<!here|x>",
    "<https://evil.example|bank>",
    "*bold* _it_ ~no~ `code` :cat:",
    "> quote",
    "😀".repeat(5_000),
    "half a \ud83d character",
  ),
);
const piece = fc.oneof<fc.Arbitrary<Piece>[]>(
  evil,
  evil.map((text) => ({ kind: "strong", text })),
  evil.map((text) => ({ kind: "code", text })),
  fc.record({ kind: fc.constant("link" as const), label: evil, url: fc.oneof(evil, fc.webUrl()) }),
  fc.record({
    kind: fc.constant("time" as const),
    at: fc.integer({ min: 0, max: 4e12 }),
    style: fc.constantFrom("relative" as const, "clock" as const),
  }),
);
const button: fc.Arbitrary<Button> = fc.record({
  label: evil,
  id: fc.string(),
  style: fc.constantFrom("primary" as const, "secondary" as const, "danger" as const),
});
const message: fc.Arbitrary<ChatMessage> = fc.record({
  tone: fc.constant("plain" as const),
  title: evil,
  quote: fc.option(evil),
  body: fc.array(fc.array(piece), { maxLength: 60 }),
  bar: fc.option(fc.record({ percent: fc.option(fc.double()), words: evil })),
  facts: fc.array(fc.array(piece), { maxLength: 20 }),
  buttons: fc.array(button, { maxLength: 30 }),
});

describe("a message in Slack's form", () => {
  it("says everything once, in order", () => {
    const written = writeMessage(
      plain("Rendering", {
        quote: "a *cat*",
        body: [["See ", { kind: "link", label: "your video", url: "https://a.example/v.mp4?a=1&b=2" }, "."]],
        bar: { percent: 40, words: "40 %, about 1 minute left" },
        facts: [["16:9 · 10 s"], ["Asked by ", { kind: "person", userId: ada }]],
        buttons: [{ label: "Again", id: "again:1", style: "primary" }],
      }),
      { naming: mentioned },
    );
    expect(written.text).toBe("Rendering. See your video.");
    expect(written.blocks).toMatchObject([
      { type: "header", text: { text: "Rendering" } },
      { type: "rich_text", elements: [{ type: "rich_text_quote", elements: [{ type: "text", text: "a *cat*" }] }] },
      {
        type: "rich_text",
        elements: [
          {
            elements: [
              { type: "text", text: "See " },
              { type: "link", url: "https://a.example/v.mp4?a=1&b=2", text: "your video" },
              { type: "text", text: "." },
            ],
          },
        ],
      },
      { type: "rich_text", elements: [{ elements: [{ text: "▓▓▓▓░░░░░░" }, { text: " 40 %, about 1 minute left" }] }] },
      {
        type: "context",
        elements: [
          { type: "plain_text", text: "16:9 · 10 s" },
          { type: "mrkdwn", text: `Asked by <@${ada}>` },
        ],
      },
      { type: "actions", elements: [{ type: "button", action_id: "again:1", style: "primary" }] },
    ]);
  });

  it("changes a block's id with what it says", () => {
    const ids = [plain("One"), plain("Two")].map((one) => writeMessage(one, { naming: mentioned }).blocks[0]?.block_id);
    expect(new Set(ids).size).toBe(2);
  });

  it("is taken by Slack, within every limit, whatever was written in it", () => {
    fc.assert(
      fc.property(message, (one) => {
        const { text, blocks } = writeMessage(one, { naming: mentioned, calling: [ada] });
        expect(checkBlocks(blocks, "message")).toMatchObject({ ok: true });
        expect(text.length).toBeLessThanOrEqual(4_000);
        expect(text.trim()).not.toBe("");
        expect(`${text}${wordsIn(blocks)}`.isWellFormed()).toBe(true);
      }),
    );
  });

  it("is cut to Slack's counts where there is too much of everything", () => {
    const many = <Item>(make: (index: number) => Item) => Array.from({ length: 60 }, (_, index) => make(index));
    const { blocks } = writeMessage(
      plain("x".repeat(200), {
        quote: "q".repeat(9_000),
        body: many((index) => [`Sentence ${index}`]),
        bar: { percent: Number.NaN, words: "nobody knows" },
        facts: many((index) => [`fact ${index}`]),
        buttons: many((index) => ({ label: `${index}`, id: `again:${index}`, style: "secondary" as const })),
      }),
      { naming: mentioned, calling: [ada] },
    );
    expect(checkBlocks(blocks, "message")).toMatchObject({ ok: true });
    expect(blocks).toHaveLength(50);
    expect(wordsIn(blocks)).toContain("░░░░░░░░░░\n nobody knows");
  });

  it("mentions nobody whom nobody named, and makes no link of what is none", () => {
    fc.assert(
      fc.property(message, (one) => {
        const { text, blocks } = writeMessage(one, { naming: mentioned });
        expect(mentions({ text, blocks }, [ada])).toEqual([]);
        expect(text).not.toMatch(/[<>]/);
        for (const markup of [text, ...mrkdwnIn(blocks)]) {
          const own = markup.replace(/<!date\^\d+\^[^|<>]*\|[\d :UTC-]*>|<https?:[^|<>]*\|[^|<>]*>/g, "");
          expect(own).not.toMatch(/[<>]/);
        }
      }),
    );
  });

  it("formats nothing a person wrote", () => {
    fc.assert(
      fc.property(evil, (words) => {
        const { text, blocks } = writeMessage(
          plain(words, { facts: [[words, { kind: "time", at: 0, style: "clock" }]] }),
          { naming: mentioned },
        );
        for (const markup of [text, ...mrkdwnIn(blocks)]) {
          expect(markup).not.toMatch(/[*~`]/);
          expect(markup.replace(/<!date[^>]*>/g, "")).not.toMatch(/_|:[\w+-]+:|^\s*&gt;/m);
        }
      }),
    );
  });

  it("names people without a mention where it must not notify", () => {
    const asked = plain("x", { facts: [["Asked by ", { kind: "person", userId: ada }]] });
    const named = writeMessage(asked, { naming: unmentioned(new Map([[ada, "ada"]])) });
    expect(wordsIn(named.blocks)).toContain("Asked by @ada");
    expect(mentions(named, [ada])).toEqual([]);
    expect(wordsIn(writeMessage(asked, { naming: unmentioned() }).blocks)).toContain("Asked by the person who asked");
  });

  it("takes no id for a person that is none", () => {
    const asked = plain("x", {
      facts: [[{ kind: "person", userId: "x><!channel" }]],
      body: [[{ kind: "person", userId: "!" }]],
    });
    expect(JSON.stringify(writeMessage(asked, { naming: mentioned, calling: ["<"] }))).not.toMatch(/[<>]/);
  });
});

describe("a form in Slack's form", () => {
  const origin = {
    channelId: "C1",
    responseUrl: "https://hooks.slack.com/c/1",
    responseUrlUntil: 1,
    responseUrlUses: 0,
  };
  const option = fc.record({ label: evil, value: fc.string({ minLength: 1, maxLength: 20 }) });
  const field: fc.Arbitrary<Field> = fc.oneof(
    fc.record({
      kind: fc.constant("text" as const),
      id: fc.constant("prompt" as const),
      label: evil,
      hint: fc.option(evil),
      value: evil,
      isLong: fc.boolean(),
      isRequired: fc.boolean(),
      maxLength: fc.integer({ min: 1, max: 5_000 }),
    }),
    fc.record({
      kind: fc.constant("choice" as const),
      id: fc.constant("ratio" as const),
      label: evil,
      hint: fc.option(evil),
      value: fc.string(),
      options: fc.array(option, { minLength: 1, maxLength: 5 }),
    }),
  );

  it("is taken by Slack, whatever it holds", () => {
    const form: fc.Arbitrary<Form> = fc.record({
      id: fc.constantFrom("key" as const, "video" as const),
      title: evil,
      submit: evil,
      note: fc.option(evil),
      fields: fc.uniqueArray(field, { minLength: 1, maxLength: 2, selector: ({ id }) => id }),
    });
    fc.assert(
      fc.property(form, (one) => {
        expect(checkModal(formView(one, origin))).toMatchObject({ ok: true });
      }),
    );
  });

  it("goes by its own names, and chooses what is chosen", () => {
    const view = formView(
      {
        id: "video",
        title: "Make a video",
        submit: "Make it",
        note: "Credits are taken at the start.",
        fields: [
          {
            kind: "choice",
            id: "ratio",
            label: "Shape",
            hint: null,
            value: "9:16",
            options: [
              { label: "wide", value: "16:9" },
              { label: "tall", value: "9:16" },
            ],
          },
        ],
      },
      origin,
    );
    expect(view).toMatchObject({
      callback_id: "make_video",
      blocks: [
        { type: "section" },
        { type: "input", block_id: "ratio", element: { action_id: "ratio", initial_option: { value: "9:16" } } },
      ],
    });
  });

  it("is followed by a message in its place, with its title where that fits", () => {
    fc.assert(
      fc.property(message, (one) => {
        expect(checkModal(messageView(one, origin))).toMatchObject({ ok: true });
      }),
    );
    const short = messageView(plain("Checking your key…", { body: [["This costs no credits."]] }), origin);
    expect(short.title.text).toBe("Checking your key…");
    expect(wordsIn(short.blocks)).toBe("This costs no credits.");
    const long = messageView(plain("Your key is saved, but unchecked"), origin);
    expect(long.title.text).toBe("Reelay");
    expect(wordsIn(long.blocks)).toContain("Your key is saved, but unchecked");
  });
});

function mrkdwnIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(mrkdwnIn);
  if (typeof node !== "object" || node === null) return [];
  if ("type" in node && node.type === "mrkdwn" && "text" in node && typeof node.text === "string") return [node.text];
  return Object.values(node).flatMap(mrkdwnIn);
}
