import { expect, test } from "vitest";
import { lastSightOf, tellsOthersUntil, withListener, withoutListener } from "../../../src/core/job/listeners.ts";
import { aDiscordReply, aJob, anOwner, aSlackReply } from "../../fakes/jobs.ts";

const END = 1_000_000;
const people = (count: number) => Array.from({ length: count }, (_, n) => `person ${n}`);

test("one notification names 39 people besides the owner, each once", () => {
  const job = aJob({ notify: people(38) });
  const full = withListener(job, "ben");
  expect(full.notify).toEqual([...people(38), "ben"]);
  expect([withListener(full, "ada"), withListener(full, "ben")]).toEqual([full, full]);
});

test("the owner is named only where they are not notified anyway", () => {
  const { userId } = anOwner();
  const job = aJob();
  expect(withListener(job, userId)).toBe(job);
  expect(withListener(aJob({ isSilent: true }), userId).notify).toEqual([userId]);
});

test("who does not listen leaves nothing behind", () => {
  const job = aJob({ notify: ["ada", "ben"] });
  expect(withoutListener(job, "cleo")).toBe(job);
  expect(withoutListener(job, "ada").notify).toEqual(["ben"]);
});

test.for([
  ["on Slack", aSlackReply(), Number.POSITIVE_INFINITY, null],
  ["in a direct message on Slack", aSlackReply({ cardChannelId: "D1" }), 0, null],
  ["in one that has no message yet", aSlackReply({ cardChannelId: null, channelId: "U0000000002" }), 0, null],
  ["on Slack, not posted yet", aSlackReply({ cardChannelId: null }), Number.POSITIVE_INFINITY, null],
  ["in a server", aDiscordReply(), Number.POSITIVE_INFINITY, null],
  ["in a direct message", aDiscordReply({ guildId: null }), 0, null],
  ["that its person alone sees", aDiscordReply({ isPrivate: true, editableUntil: END }), 0, END - 120_000],
  ["where the bot is not", aDiscordReply({ editableUntil: END }), END - 120_000, END - 120_000],
  [
    "of somebody's server without the bot",
    aDiscordReply({ guildId: null, editableUntil: END }),
    END - 120_000,
    END - 120_000,
  ],
  [
    "that was moved",
    aDiscordReply({ editableUntil: END, movedTo: { channelId: "1", messageId: "2" } }),
    Number.POSITIVE_INFINITY,
    null,
  ],
] as const)(
  "of a card %s it is known until when others can be notified, and when it says its last",
  ([, reply, until, lastSight]) => {
    expect([tellsOthersUntil(reply), lastSightOf(reply)]).toEqual([until, lastSight]);
  },
);
