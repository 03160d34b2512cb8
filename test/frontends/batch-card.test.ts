import { ComponentType } from "discord.js";
import { describe, expect, test } from "vitest";
import { LOCALES } from "../../src/core/text/locale.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { TEST_START as now } from "../fakes/jobs.ts";
import { stringsOf } from "../fuzz/sound-discord.ts";
import { everyBatch, LONG_LINK, sixMade } from "../messages/every-batch-asked.ts";

const files = Array.from({ length: 6 }, (_, index) => ({
  id: `${index + 1}`,
  name: `${index + 1}-boat.mp4`,
  nth: index + 1,
}));
const insideOf = ({ components }: ReturnType<typeof onDiscord>) =>
  components.flatMap((one) => (one.type === ComponentType.Container ? one.components : []));
const six = (locale: (typeof LOCALES)[number]) => {
  const { batch, parts } = sixMade("here", locale);
  return cardOf(batch, now, parts);
};

describe.for(LOCALES)("a card of six long scenes, in %s", (locale) => {
  test("on Discord has each of them with its link, within 4,000 characters and 40 components", () => {
    const { components } = onDiscord(six(locale), { files });
    const texts = stringsOf(components, "content");
    expect(texts.join("").length).toBeLessThanOrEqual(4_000);
    expect(stringsOf(components, "type", "number").length).toBeLessThanOrEqual(40);
    const scenes = texts.filter((text) => /^\*\*\d\\\./.test(text));
    expect(scenes).toHaveLength(6);
    for (const scene of scenes) expect(scene).toContain(LONG_LINK);
  });

  test("in whatever state they are has every one of them, on either platform", () => {
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
});

test("on Discord all films stand in one gallery in their order, each with its prompt", () => {
  const payload = onDiscord(six("en"), { files: [...files.slice(2), { id: null, name: "1-boat.mp4", nth: 1 }] });
  const gallery = insideOf(payload).find(({ type }) => type === ComponentType.MediaGallery);
  expect(gallery).toMatchObject({
    items: [1, 3, 4, 5, 6].map((nth) => ({ media: { url: `attachment://${nth}-boat.mp4` } })),
  });
  expect(payload.attachments).toMatchObject([
    { id: "0", filename: "1-boat.mp4" },
    { id: "3" },
    { id: "4" },
    { id: "5" },
    { id: "6" },
  ]);
});

test("on Discord no rule parts one video from the next, and on Slack no heading of its own", () => {
  const types = insideOf(onDiscord(six("en"))).map(({ type }) => type);
  expect(types).not.toContain(ComponentType.Separator);
  const [, , first] = onSlack(six("en"), { naming: mentioned }).blocks;
  expect(first).toMatchObject({ type: "rich_text", elements: [{ type: "rich_text_section" }] });
  expect(JSON.stringify(first)).toMatch(/"text":"1\. [^"]*","style":\{"bold":true\}/);
});

test("all of it is spoken on Slack: the sum, and each video with its number", () => {
  const { text } = onSlack(six("en"), { naming: mentioned });
  expect(text).toMatch(/^Your 6 videos are ready\. 1,848 credits charged\. 1\. .*Ready · 308 credits · .* 2\. .* 6\. /);
});
