import { expect, test } from "vitest";
import { cardPlace } from "../../src/core/card-place.ts";
import { aDiscordReply, aSlackReply } from "../fakes/jobs.ts";

const END = 1_000_000;
const movedTo = { channelId: "1", messageId: "2" };

test.for([
  ["on Slack can always notify others and be edited", aSlackReply(), Number.POSITIVE_INFINITY, null],
  [
    "in a direct message on Slack can never notify others, but always be edited",
    aSlackReply({ cardChannelId: "D1" }),
    0,
    null,
  ],
  [
    "that will be posted in a direct message on Slack can never notify others, but always be edited",
    aSlackReply({ cardChannelId: null, channelId: "U0000000002" }),
    0,
    null,
  ],
  [
    "that will be posted on Slack can always notify others and be edited",
    aSlackReply({ cardChannelId: null }),
    Number.POSITIVE_INFINITY,
    null,
  ],
  ["in a Discord server can always notify others and be edited", aDiscordReply(), Number.POSITIVE_INFINITY, null],
  [
    "in a direct message on Discord can never notify others, but always be edited",
    aDiscordReply({ guildId: null }),
    0,
    null,
  ],
  [
    "that only its requester sees can never notify others, and be edited until two minutes before its token expires",
    aDiscordReply({ isPrivate: true, editableUntil: END }),
    0,
    END - 120_000,
  ],
  [
    "in a server without the bot can notify others and be edited until two minutes before its token expires",
    aDiscordReply({ editableUntil: END }),
    END - 120_000,
    END - 120_000,
  ],
  [
    "that was moved can always notify others and be edited",
    aDiscordReply({ editableUntil: END, movedTo }),
    Number.POSITIVE_INFINITY,
    null,
  ],
] as const)("a card %s", ([, reply, until, updatesStop]) => {
  expect([cardPlace(reply).notifiesOthersUntil(), cardPlace(reply).lastEditAt()]).toEqual([until, updatesStop]);
});

test("a private message can be edited until its token expires on Discord, and goes to the person's direct message on Slack", () => {
  const reply = aDiscordReply({ tokenUntil: END });
  expect(cardPlace(reply).privately()).toEqual({ ...reply, isPrivate: true, editableUntil: END });
  const slack = aSlackReply();
  expect(cardPlace(slack).privately()).toMatchObject({ channelId: slack.userId, responseUrl: null });
});

test("a new place in a channel has no card and no link to a command", () => {
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
