import { MessageCreateRequestSchema } from "discord-api-spec/zod";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Piece } from "../../../../src/core/chat.ts";
import { writeNotification } from "../../../../src/frontends/discord/out/write-discord-message.ts";
import { anyMessage, message } from "../typed.ts";

const ada = "200000000000000001";

describe("a notification", () => {
  it("is what Discord takes, whatever is in it, and calls exactly the people named", () => {
    fc.assert(
      fc.property(anyMessage, fc.uniqueArray(fc.stringMatching(/^[1-9]\d{17}$/), { maxLength: 120 }), (one, people) => {
        const payload = writeNotification(one, people);
        const { error } = z.safeParse(MessageCreateRequestSchema, payload);
        expect(error && z.prettifyError(error)).toBeUndefined();
        expect(payload.content.length).toBeLessThanOrEqual(2_000);
        expect(payload.content.trim()).not.toBe("");
        expect(payload.allowed_mentions.users ?? []).toEqual(people.slice(0, 40));
      }),
    );
  });

  it("says which video by the beginning of its prompt, as plain text on a line of its own", () => {
    const one = message({ title: "Your video is ready.", quote: "a <@1> **boat**\n> at sea", body: [["95 credits."]] });
    expect(writeNotification(one, [ada]).content).toBe(
      `<@${ada}> Your video is ready.\n> a \\<\\@1\\> \\*\\*boat\\*\\* \\> at sea\n95 credits.`,
    );
  });

  it("unfolds a link of ours, and nothing else", () => {
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
