import { describe, expect, it } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { inSlack, plain, wordsIn } from "../slack-world.ts";
import { ada, saying } from "../steps.ts";

const jobId = "0123456789abcdef0123";

const again =
  (isLive: boolean) =>
  (command: Command): Answer => ({
    kind: "card_again",
    card: { jobId, reply: command.reply, message: plain("Your card") },
    isLive,
  });

/** As for a private card: the person's own id stands for their direct messages. */
const inPrivate = (command: Command): Answer => ({
  kind: "card",
  card: {
    jobId,
    reply: { ...command.reply, channelId: ada, responseUrl: null } as Command["reply"],
    message: plain("Your card"),
  },
});

describe("a card that is shown again on Slack", () => {
  it("is a new message in the channel, and the desk learns that the job goes on there", () =>
    inSlack(again(true), async ({ slack, desk }) => {
      await slack.command("ada", "/video-jobs show 0123ab");
      const fate = await desk.fate();
      const card = slack.messages("ben").at(-1);
      expect(fate).toMatchObject({ kind: "moved", reply: { ts: card?.ts, cardChannelId: slack.channelId } });
      expect(card?.mentions).toEqual([]);
    }));

  it("is a mere copy where its job has ended", () =>
    inSlack(again(false), async ({ slack, desk, journal, front }) => {
      await slack.command("ada", "/video-jobs show 0123ab");
      await journal.find(saying("Your card"));
      // What is in hand is done to its end.
      await front.stop();
      expect(desk.fates).toEqual([]);
    }));
});

describe("a private card on Slack", () => {
  it("lives in the person's direct messages, and where they asked they are told so", () =>
    inSlack(inPrivate, async ({ slack, desk }) => {
      await slack.command("ada", "/video a cat");
      const dm = slack.dmChannelId("ada");
      expect(await desk.fate()).toMatchObject({ kind: "given", reply: { cardChannelId: dm } });
      expect(wordsIn(slack.messages("ada", dm).at(-1)?.blocks)).toContain("Your card");
      const word = slack.messages("ada").at(-1);
      expect(word?.ephemeralFor).toBe(ada);
      expect(wordsIn(word?.blocks)).toContain("card is in your direct messages");
      expect(slack.messages("ben").filter(({ userId }) => userId === slack.botUserId)).toEqual([]);
    }));

  it("needs no such word in the direct messages themselves", () =>
    inSlack(inPrivate, async ({ slack, desk }) => {
      const dm = slack.dmChannelId("ada");
      await slack.command("ada", "/video a cat", { channelId: dm });
      await desk.fate();
      expect(
        slack
          .messages("ada", dm)
          .map(({ blocks }) => wordsIn(blocks))
          .join(),
      ).not.toContain("direct messages");
    }));
});
