import { expect, test } from "vitest";
import { cardPlace } from "../../src/core/card-place.ts";
import { aDiscordReply, aSlackReply } from "../fakes/jobs.ts";

const END = 1_000_000;
const movedTo = { channelId: "1", messageId: "2" };

test.for([
  [
    "in a Slack channel can always be edited and can always notify other people",
    aSlackReply(),
    Number.POSITIVE_INFINITY,
    null,
  ],
  [
    "in a Slack direct message can always be edited but can never notify other people",
    aSlackReply({ cardChannelId: "D1" }),
    0,
    null,
  ],
  [
    "that will be posted in a Slack direct message can always be edited but can never notify other people",
    aSlackReply({ cardChannelId: null, channelId: "U0000000002" }),
    0,
    null,
  ],
  [
    "that will be posted in a Slack channel can always be edited and can always notify other people",
    aSlackReply({ cardChannelId: null }),
    Number.POSITIVE_INFINITY,
    null,
  ],
  [
    "in a Discord server can always be edited and can always notify other people",
    aDiscordReply(),
    Number.POSITIVE_INFINITY,
    null,
  ],
  [
    "in a Discord direct message can always be edited but can never notify other people",
    aDiscordReply({ guildId: null }),
    0,
    null,
  ],
  [
    "that only its requester sees on Discord can be edited until two minutes before the interaction token expires, but can never notify other people",
    aDiscordReply({ isPrivate: true, editableUntil: END }),
    0,
    END - 120_000,
  ],
  [
    "in a Discord server without the bot can be edited and can notify other people until two minutes before the interaction token expires",
    aDiscordReply({ editableUntil: END }),
    END - 120_000,
    END - 120_000,
  ],
  [
    "that was replaced by another message on Discord can always be edited and can always notify other people, even after the interaction token expires",
    aDiscordReply({ editableUntil: END, movedTo }),
    Number.POSITIVE_INFINITY,
    null,
  ],
] as const)("a card %s", ([, reply, until, updatesStop]) => {
  expect([cardPlace(reply).notifiesOthersUntil(), cardPlace(reply).lastEditAt()]).toEqual([until, updatesStop]);
});

test("a private card on Discord can be edited until the interaction token expires", () => {
  const reply = aDiscordReply({ tokenUntil: END });
  expect(cardPlace(reply).privately()).toEqual({ ...reply, isPrivate: true, editableUntil: END });
});

test("a private card on Slack is sent to the person's direct messages", () => {
  const slack = aSlackReply();
  expect(cardPlace(slack).privately()).toMatchObject({ channelId: slack.userId, responseUrl: null });
});

test("changing a card's address to another channel removes the message id, the interaction token and the response_url", () => {
  const onSlack = { enterpriseId: "E1", isUneditable: true };
  const none = { ts: null, cardChannelId: null, isUneditable: false, responseUrl: null, responseUrlUntil: 0 };
  expect(cardPlace(aSlackReply(onSlack)).inChannel("C9")).toEqual(
    aSlackReply({ enterpriseId: "E1", channelId: "C9", ...none }),
  );
  expect(cardPlace(aSlackReply()).inChannel("C9")).toMatchObject({ enterpriseId: null });
  const reply = aDiscordReply({ isPrivate: true, editableUntil: 9, movedTo });
  expect(cardPlace(reply).inChannel("9")).toEqual(
    aDiscordReply({ channelId: "9", token: "", tokenUntil: 0, messageId: null, movedTo: null, editableUntil: null }),
  );
});
