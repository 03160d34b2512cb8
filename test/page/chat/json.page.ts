import { describe, expect, test } from "vitest";
import { z } from "zod";
import { nameless } from "../browser/names.ts";
import { chats, half, isPrivate, makeVideo, messages, say, type } from "../browser/people.ts";
import { phone, visit } from "../browser/visit.ts";
import { faintTexts } from "../look/contrast.ts";

const sent = z.looseObject({ components: z.array(z.unknown()).optional(), blocks: z.array(z.unknown()).optional() });

describe.for(chats)("on %s", (chat) => {
  test("a card and a private answer show the JSON that the bot sent for them, and what a person wrote has none", async () => {
    const { page, sandbox } = await visit();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const card = await makeVideo(page, chat);
    // By keys alone.
    const show = card.getByRole("button", { name: "Show JSON" });
    await show.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "What the bot sent" });
    expect([await faintTexts(page), await nameless(page)]).toEqual([[], []]);
    const words = await sheet.locator("code").innerText();
    const json = sent.parse(JSON.parse(words));
    expect(json.components ?? json.blocks).not.toEqual([]);
    expect(words).toContain("a paper boat in the rain");
    expect(words).not.toContain(sandbox.video.key);
    await page.keyboard.press("Enter");
    await sheet.getByText("Copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(words);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await show.evaluate((node) => node.matches(":focus"))).toBe(true);

    await type(page, chat, "/video-help");
    const help = messages(page, chat, "How to make a video").first();
    await isPrivate(help);
    await help.hover();
    await help.getByRole("button", { name: "Show JSON" }).click();
    await page.getByRole("dialog").getByText("How to make a video").first().waitFor();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
    await say(page, chat, "who has a boat?");
    await messages(page, chat, "who has a boat?").waitFor();
    expect(await messages(page, chat, "who has a boat?").getByRole("button", { name: "Show JSON" }).count()).toBe(0);
  });
});

describe("on a phone", () => {
  test("the JSON is a tap away, and fits", async () => {
    const { page } = await visit({ size: phone });
    await makeVideo(page, "Discord");
    await messages(page, "Discord", "credits used").hover();
    await half(page, "Discord").getByRole("button", { name: "Show JSON" }).last().click();
    const box = await page.getByRole("dialog").boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? phone.width)).toBeLessThanOrEqual(phone.width);
  });
});
