import { expect, it } from "vitest";
import { inviteHints } from "../../../../src/frontends/slack/in/slack-reception.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { cardFor, inSlack, wordsIn } from "../slack-world.ts";

const isHint = ({ blocks }: { readonly blocks: readonly unknown[] }) => wordsIn(blocks).includes("/invite @Reelay");

it("who asks in a channel without the bot reads once how to invite it", () =>
  inSlack(cardFor, async ({ slack, journal }) => {
    const channelId = slack.foreignChannelId;
    const hints = (personId: string) => slack.messages(personId, channelId).filter(isHint);
    const cards = () => slack.messages("ben", channelId).filter(({ ephemeralFor }) => ephemeralFor === null).length;
    const ask = async (personId: string, isDone: () => boolean) => {
      await slack.command(personId, "/video a cat", { channelId });
      if (!isDone()) await journal.find(isDone);
    };
    await ask("ada", () => hints("ada").length === 1);
    await ask("ada", () => cards() === 2);
    await ask("ben", () => hints("ben").length === 1);
    expect(hints("ada")).toMatchObject([{ ephemeralFor: "U00000ADA1" }]);
  }));

it("a card in its own channel, or in the direct message it was meant for, comes without the hint", () => {
  const isDue = inviteHints();
  const reply = aSlackReply();
  expect(isDue(reply, reply)).toBe(false);
  const direct = { ...reply, channelId: reply.userId };
  expect(isDue(direct, { ...direct, cardChannelId: "D0000000001" })).toBe(false);
  expect(isDue(reply, { ...reply, cardChannelId: "D0000000001" })).toBe(true);
  expect(isDue(reply, { ...reply, cardChannelId: "D0000000001" })).toBe(false);
});
