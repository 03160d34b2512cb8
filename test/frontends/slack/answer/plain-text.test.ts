import { describe, expect, it, test } from "vitest";
import { checkBlocks } from "../../../../sandbox/src/slack/check-blocks.ts";
import { writeMessage, writeNotification } from "../../../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned, unmentioned } from "../../../../src/frontends/slack/out/write-slack-text.ts";
import { cardOf } from "../../../../src/messages/card/card.ts";
import { notificationOf } from "../../../../src/messages/card/notification.ts";
import { aJob, aRunning, TEST_START } from "../../../fakes/jobs.ts";
import { everyJob, settled, succeeded } from "../../../messages/every-job.ts";
import { ada } from "../hostile.ts";
import { plain } from "../slack-world.ts";

const now = TEST_START + 60_000;
const prompt = "“a paper boat in the rain”";

describe("what is read aloud of a card", () => {
  test.for(everyJob.map((job, n) => [n, job] as const))("is whole sentences in every state: %i", ([, job]) => {
    const { text, blocks } = writeMessage(cardOf(job, now), { naming: mentioned });
    expect(text).toMatch(/^[A-Z][\s\S]*: “a paper boat in the rain”\.( [\s\S]*[.!?…])?$/);
    expect(checkBlocks(blocks, "message")).toMatchObject({ ok: true });
  });

  it("says how far it is, and ends on each reader's own clock", () => {
    const running = cardOf(aJob({ state: aRunning({ percent: 40 }) }), now);
    expect(writeMessage(running, { naming: mentioned }).text).toBe(`Making the video: ${prompt}. 40% done.`);
    const { text } = writeMessage(cardOf(settled(succeeded), now), { naming: mentioned });
    expect(text).toBe(
      `The video is ready: ${prompt}. Watch or download the video. The link expires <!date^${(TEST_START + 7_200_000) / 1_000}^{date_short_pretty} at {time}|2026-11-21 02:00 UTC>. 95 credits used.`,
    );
  });

  it("asks what it asks, and is cut where it is long", () => {
    const asked = plain("Make this video once more?", { quote: "a cat. And a dog!" });
    expect(writeMessage(asked, { naming: mentioned }).text).toBe("Make this video once more? “a cat. And a dog!”.");
    const long = plain("Long", {
      body: Array.from({ length: 30 }, () => ["many words ".repeat(5), { kind: "time", at: 0 }]),
    });
    const { text } = writeMessage(long, { naming: mentioned });
    expect(text.length).toBeLessThanOrEqual(700);
    expect(text).not.toMatch(/[<>]/);
  });
});

describe("a notification", () => {
  it("is one short message: whom it calls, what happened and what it is about", () => {
    const written = writeNotification(notificationOf(settled(succeeded), now), {
      naming: unmentioned(),
      calling: [ada, "U00000BEN2", "no id"],
    });
    expect(written.text).toBe(`<@${ada}> <@U00000BEN2> Your video is ready: ${prompt}.`);
    expect(written.blocks).toMatchObject([
      {
        type: "rich_text",
        elements: [
          {
            elements: [
              { type: "user", user_id: ada },
              { type: "text", text: " " },
              { type: "user", user_id: "U00000BEN2" },
              { type: "text", text: " " },
              { type: "text", text: "Your video is ready.", style: { bold: true } },
            ],
          },
          { type: "rich_text_quote" },
        ],
      },
    ]);
    expect(checkBlocks(written.blocks, "message")).toMatchObject({ ok: true });
  });
});
