import {
  CreateMessageInteractionCallbackRequestSchema,
  IncomingWebhookUpdateRequestPartialSchema,
  MessageCreateRequestSchema,
} from "discord-api-spec/zod";
import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { buttonId } from "../../../../src/core/button.ts";
import type { Piece } from "../../../../src/core/chat.ts";
import { writeMessage, writeNotification } from "../../../../src/frontends/discord/out/write-discord-message.ts";
import { writeSentence } from "../../../../src/frontends/discord/out/write-discord-text.ts";
import { anyMessage, typed } from "../../../fakes/any-message.ts";
import { soundOnDiscord, stringsOf } from "../../../fuzz/sound-discord.ts";
import { message } from "../world.ts";

const ada = "200000000000000001";
const anyOne = anyMessage(fc.oneof(fc.constant(ada), typed));

/** Every text display in a payload, in reading order. */
const texts = (payload: unknown) => stringsOf(payload, "content");

function check(schema: z.core.$ZodType, payload: unknown): void {
  const { error } = z.safeParse(schema, payload);
  expect(error && z.prettifyError(error)).toBeUndefined();
}

describe("a Discord card", () => {
  it("with any content conforms to Discord's schemas for responses, edits and new messages", () => {
    fc.assert(
      fc.property(anyOne, fc.boolean(), (one, calls) => {
        const payload = writeMessage(one, { calls: calls ? [ada] : [] });
        check(CreateMessageInteractionCallbackRequestSchema, { type: 4, data: payload });
        check(IncomingWebhookUpdateRequestPartialSchema, payload);
        check(MessageCreateRequestSchema, payload);
        for (const text of texts(payload)) expect(text.trim()).not.toBe("");
        expect(JSON.stringify(payload)).not.toMatch(/"custom_id":""|"label":""/);
      }),
    );
  });

  it("includes an attached video file only if the card's content has a video", () => {
    fc.assert(
      fc.property(anyOne, fc.constantFrom("700000000000000001", null), (one, id) => {
        const payload = writeMessage(one, { files: [{ id, name: "video.mp4" }] });
        check(IncomingWebhookUpdateRequestPartialSchema, payload);
        const shows = JSON.stringify(payload.components).includes('"attachment://video.mp4"');
        expect(shows).toBe(one.video !== null);
        expect(payload.attachments?.map((file) => file.id)).toEqual(shows ? [id ?? "0"] : undefined);
      }),
    );
    expect(writeMessage(message({ video: { description: "a boat" } })).attachments).toBeUndefined();
  });

  it("includes the attached picture of a video frame only if the card's content has frames", () => {
    const files = [{ id: "7", name: "frame.png", isFrame: true as const }];
    expect(writeMessage(message({ frames: [{ description: "a boat" }] }), { files }).attachments).toEqual([
      { id: "7" },
    ]);
    expect(writeMessage(message({ tone: "bad" }), { files }).attachments).toEqual([]);
  });

  it("mentions at most forty recipients, each only once", () => {
    const people = Array.from({ length: 60 }, (_, n) => String(200_000_000_000_000_000n + BigInt(n % 50)));
    fc.assert(
      fc.property(anyOne, (one) => {
        expect(writeMessage(one).allowed_mentions).toEqual({ parse: [] });
        const payload = writeMessage(one, { calls: people });
        check(MessageCreateRequestSchema, payload);
        expect(payload.allowed_mentions).toEqual({ parse: [], users: people.slice(0, 40) });
        expect(texts(payload).join("").length).toBeLessThanOrEqual(4_000);
      }),
    );
  });

  it("never turns plain text into mentions or formatting", () => {
    const strings = anyOne.map((one) => ({
      ...one,
      body: one.body.map((pieces) => pieces.filter((piece) => typeof piece === "string")),
      facts: one.facts.map((pieces) => pieces.filter((piece) => typeof piece === "string")),
    }));
    fc.assert(fc.property(strings, soundOnDiscord));
  });

  it("shows title, quote, video, body, progress bar, facts and buttons in this order", () => {
    const payload = writeMessage(
      message({
        tone: "running",
        title: "Rendering",
        quote: "a *paper* boat\n\n<@1> @everyone",
        body: [["Made with ", { kind: "code", text: "/video" }, "."], ["Second."]],
        bar: { percent: 42, words: "42 % · about 2 minutes left" },
        facts: [["480p · 10 s"], ["Requested by ", { kind: "person", userId: ada }]],
        video: { description: "a boat" },
        buttons: [{ label: "Again", id: buttonId({ kind: "again", jobId: "0".repeat(20) }), style: "secondary" }],
      }),
      { files: [{ id: "7", name: "a-boat.mp4" }] },
    );
    expect(payload).toEqual({
      attachments: [{ id: "7" }],
      flags: 1 << 15,
      allowed_mentions: { parse: [] },
      components: [
        {
          type: 17,
          accent_color: 0x5865f2,
          components: [
            { type: 10, content: "### Rendering" },
            { type: 10, content: "> a \\*paper\\* boat\n> \n> \\<\\@1\\> \\@everyone" },
            { type: 12, items: [{ media: { url: "attachment://a-boat.mp4" }, description: "a boat" }] },
            { type: 10, content: "Made with `/video`.\nSecond." },
            { type: 10, content: "▰▰▰▰▱▱▱▱▱▱ 42 % · about 2 minutes left" },
            { type: 10, content: `-# 480p · 10 s\n-# Requested by <@${ada}>` },
            {
              type: 1,
              components: [{ type: 2, style: 2, label: "Again", custom_id: `again:${"0".repeat(20)}` }],
            },
          ],
        },
      ],
    });
  });

  it("cannot be rendered with more than 25 buttons", () => {
    const buttons = (count: number) =>
      Array.from({ length: count }, (_, nth) => ({ label: "Again", id: `again:${nth}`, style: "secondary" as const }));
    expect(() => writeMessage(message({ buttons: buttons(26) }))).toThrow("too many buttons");
    expect(JSON.stringify(writeMessage(message({ buttons: buttons(25) })))).toContain("again:24");
  });

  it("is shortened in the prompt, not in a link, if the card is too long", () => {
    const url = `https://cdn.example/${"x".repeat(2_000)}`;
    const payload = writeMessage(
      message({ quote: "#".repeat(3_000), body: [[{ kind: "link", label: "Watch", url }]] }),
    );
    expect(texts(payload)).toContain(`[Watch](${url})`);
    expect(texts(payload)[1]).toMatch(/^> (\\#)+…$/);
  });
});

describe("a sentence rendered for Discord", () => {
  test.for<readonly [string, string, Piece]>([
    ["bold text", "**a\\*b**", { kind: "strong", text: "a*b" }],
    ["code with a backtick", "`a'b`", { kind: "code", text: "a`b" }],
    [
      "a link with brackets and spaces",
      "[Watch  it](https://a.example/%28x%29?q=a%20b)",
      { kind: "link", label: "Watch [it]", url: "https://a.example/(x)?q=a b" },
    ],
    ["a javascript: link", "Watch", { kind: "link", label: "Watch", url: "javascript:alert(1)" }],
    ["a time", "<t:1700000000:R>", { kind: "time", at: 1_700_000_000_999 }],
    ["a person", `<@${ada}>`, { kind: "person", userId: ada }],
    ["a person with a malicious id", "1\\> \\@everyone", { kind: "person", userId: "1> @everyone" }],
    ["a channel", "<#44>", { kind: "channel", channelId: "44" }],
    ["a channel with a malicious id", "1\\> \\@everyone", { kind: "channel", channelId: "1> @everyone" }],
    ["a role", "<@&55>", { kind: "role", roleId: "55" }],
    ["a role with a malicious id", "5\\> \\@here", { kind: "role", roleId: "5> @here" }],
  ])("contains %s as “%s”", ([, markdown, piece]) => {
    expect(writeSentence([piece], 500)).toBe(markdown);
  });

  it("is cut before a link, not inside the link, if the sentence is too long", () => {
    const link: Piece = { kind: "link", label: "Watch", url: "https://a.example/long" };
    expect(writeSentence(["See ", link], 20)).toBe("See ");
  });

  it("has a zero-width space between two adjacent bold texts", () => {
    const strong = (text: string) => ({ kind: "strong", text }) as const;
    expect(writeSentence([strong("a"), strong("b")], 50)).toBe("**a**\u200b**b**");
  });
});

describe("the text of a Discord notification", () => {
  it("conforms to Discord's schema with any content and any recipients", () => {
    fc.assert(
      fc.property(anyOne, fc.uniqueArray(fc.stringMatching(/^[1-9]\d{17}$/), { maxLength: 120 }), (one, people) => {
        const payload = writeNotification(one, people);
        check(MessageCreateRequestSchema, payload);
        expect(payload.content.length).toBeLessThanOrEqual(2_000);
        expect(payload.content.trim()).not.toBe("");
        expect(payload.allowed_mentions.users ?? []).toEqual(people.slice(0, 40));
      }),
    );
  });

  it("quotes the prompt as escaped text on a separate line", () => {
    const one = message({
      title: "Your video is ready.",
      quote: "a <@1> **boat**\n> at sea",
      body: [["95 credits."]],
    });
    expect(writeNotification(one, [ada]).content).toBe(
      `<@${ada}> Your video is ready.\n> a \\<\\@1\\> \\*\\*boat\\*\\* \\> at sea\n95 credits.`,
    );
  });

  it("allows Discord to show a link preview only for the bot's own link", () => {
    const link: Piece = { kind: "link", label: "Watch", url: "https://a.example/v.mp4" };
    expect(writeNotification(message({ title: "Ready", body: [[link]] }), [ada])).toEqual({
      content: `<@${ada}> Ready\n[Watch](https://a.example/v.mp4)`,
      flags: 0,
      allowed_mentions: { parse: [], users: [ada] },
    });
    expect(writeNotification(message({ title: "https://evil.example" }), []).flags).toBe(1 << 2);
    const shown = message({ title: "Ready", body: [[link]], hidesPreview: true });
    expect(writeNotification(shown, [ada])).toMatchObject({
      content: expect.stringContaining("[Watch]"),
      flags: 1 << 2,
    });
  });
});
