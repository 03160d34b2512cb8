import { expect, test } from "vitest";
import {
  askForApprovals,
  asTeam,
  boat,
  capTeam,
  giveTeamKey,
  hasVideo,
  oneOf,
  type Story,
  says,
  startStory,
} from "./stage.ts";
import type { Place } from "./world.ts";

/** Ben, who manages the team, gives it a key that everybody may spend, with this cap. */
async function setUp(story: Story, teamMonth?: string): Promise<void> {
  await giveTeamKey(story);
  if (teamMonth !== undefined) await capTeam(story, teamMonth);
}

function wasPaidByTeam(story: Story): boolean {
  return story.seen().some(({ text }) => text.includes("Paid with the team's key"));
}

/** Ben gives the team a key that everybody may spend, and must approve every video. */
async function askingTeam(story: Story, place: Place): Promise<void> {
  await giveTeamKey(story);
  await askForApprovals(story, place);
}

test("on discord a person without a key makes a video with the team's key, even after a restart", async () => {
  const story = await startStory("discord");
  await setUp(story);
  await story.restart();
  await story.makeVideo(boat, "cleo");
  await story.until(hasVideo, "cleo");
  expect(story.seen("cleo").some(({ text }) => /Paid with the team's key/.test(text))).toBe(true);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  await story.type("video-team", "report", "ben");
  await story.until(says(/1 video, 95 credits used/), "ben");
});

test("on slack a person can pay with their own key for a video above the team's cap", async () => {
  const story = await startStory("slack");
  await setUp(story, "150");
  await story.makeVideo(asTeam);
  await story.until(hasVideo);
  await story.makeVideo(asTeam);
  await story.until(says(/This video costs 95 credits, and the team has 55 credits left this month/));
  expect(story.sandbox.video.ledger().tasks).toBe(1);
  await story.press("Pay with my own key");
  await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
});

test.for(oneOf("discord"))(
  "on %s a video starts after a manager has approved it in the approvals channel, even after a restart",
  async (place) => {
    const story = await startStory(place);
    await askingTeam(story, place);
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Waiting for approval/), "cleo");
    await story.until(says(/Approve this video\?/, /95 credits/), "ben");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.restart();
    await story.press("Approve 95 credits", "ben");
    await story.until(hasVideo, "cleo");
    await story.until(says(/Approved by/), "ben");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  },
);

test.for(oneOf("slack"))(
  "on %s a prompt that contains one of the team's forbidden words is refused privately at no cost",
  async (place) => {
    const story = await startStory(place);
    await story.type("video-team", "setup", "ben");
    await story.until(says(/Team key: none yet/), "ben");
    await story.press("Words & people", "ben");
    await story.fillForm({ words: "red gun\nblood" }, "ben");
    await story.until(says(/Not allowed in prompts: 2 words/), "ben");
    await story.makeVideo({ prompt: "a boat with a Réd Gun on it" });
    await story.until((messages) =>
      messages.some(({ text, isPrivate }) => isPrivate && /“Réd Gun” isn't allowed in prompts here/.test(text)),
    );
    expect(story.seen("ben").some(({ text }) => text.includes("Réd Gun"))).toBe(false);
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  },
);

test("on slack, only managers can approve videos, and no manager can approve a video of their own", async () => {
  const story = await startStory("slack");
  await askingTeam(story, "slack");
  await story.makeVideo(asTeam, "ben");
  await story.until(says(/Approve this video\?/), "cleo");
  await story.press("Approve 95 credits", "cleo");
  await story.until(says(/Admins only/), "cleo");
  await story.press("Approve 95 credits", "ben");
  await story.until(says(/Somebody else decides/), "ben");
  expect(story.sandbox.video.ledger().tasks).toBe(0);
  await story.press("Withdraw", "ben");
  await story.until(says(/Withdrawn/), "ben");
});

test.for(oneOf("discord"))(
  "on %s, deleting a person's data does not reset the spending that counts toward the person's cap",
  async (place) => {
    const story = await startStory(place);
    await giveTeamKey(story);
    await story.press("Rules", "ben");
    await story.fillForm({ person_caps: "200", approvals: story.sandbox[place].channelId }, "ben");
    await story.until(says(/Approvals will arrive here/), "cleo");
    await story.verdict(/200 a month for each person/, "ben");
    for (const nth of [1, 2]) {
      await story.makeVideo(boat, "cleo");
      await story.until(
        (messages) => messages.filter(({ text }) => /95 credits used/.test(text)).length === nth,
        "cleo",
      );
      await expect.poll(() => story.log.lines.filter(({ event }) => event === "job closed").length).toBe(nth);
      await story.type("video-data", "delete", "cleo");
      await story.until(says(/it still counts toward your caps there\./, /\[Delete my data\]/), "cleo");
      await story.press("Delete my data", "cleo");
      await story.until(says(/Your data is deleted/), "cleo");
    }
    await story.makeVideo(boat, "cleo");
    await story.until(says(/Approve this video\?/, /Left for this person this month: 10 credits/), "ben");
    expect(story.sandbox.video.ledger().charged).toBe(190);
    await story.type("video-team", "status", "cleo");
    await story.until(says(/Left for you this month: 10 credits/), "cleo");
    await story.type("video-team", "report", "ben");
    await story.until(says(/a deleted person: 2 videos, 190 credits used/), "ben");
  },
);

test.for(oneOf("slack"))(
  "on %s a video above a person's daily cap needs an approval, and a video above the team's daily cap is refused",
  async (place) => {
    const story = await startStory(place);
    await giveTeamKey(story);
    await story.press("Rules", "ben");
    const caps = { team_caps: "250 a day, 2,000 a month", person_caps: "100 a day" };
    await story.fillForm({ ...caps, approvals: story.sandbox[place].channelId }, "ben");
    await story.until(says(/Approvals will arrive here/), "cleo");
    await story.verdict(/250 a day, 2,000 a month for the team; 100 a day for each person/, "ben");
    await story.makeVideo(boat, "cleo");
    await story.until(hasVideo, "cleo");
    await story.makeVideo(boat, "cleo");
    await story.until(
      says(/Approve this video\?/, /exceed this person's daily cap/, /Left for this person today \(UTC\): 5 credits/),
      "ben",
    );
    await story.press("Approve 95 credits", "ben");
    await story.until(() => story.sandbox.video.ledger().tasks === 2, "cleo");
    await story.makeVideo(asTeam, "ada");
    await story.until(says(/the team has 60 credits left today \(UTC\)/, /daily cap \(UTC\) starts again on/), "ada");
    await story.type("video-team", "status", "cleo");
    await story.until(says(/Left for the team today \(UTC\): 60 credits/, /this month: 1,810 credits/), "cleo");
    await story.type("video-team", "report", "ben");
    await story.until(says(/Today \(UTC\)/, /This month/), "ben");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    expect(story.entries("refused")).toEqual([]);
  },
);

test.for(oneOf("discord"))("on %s a person can pay with their own key if the team has no credits", async (place) => {
  const story = await startStory(place);
  await giveTeamKey(story);
  story.sandbox.video.nextFate("no_credits");
  await story.makeVideo(asTeam);
  await story.until(
    says(
      /The team is out of credits/,
      /Tell an admin of this team, or pay with your own key/,
      /\[Pay with my own key · 95 credits\]/,
    ),
  );
  expect(wasPaidByTeam(story)).toBe(false);
  expect(story.sandbox.video.ledger().tasks).toBe(0);
  await story.press("Pay with my own key");
  await story.until(hasVideo);
  expect(wasPaidByTeam(story)).toBe(false);
  expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});

test("on discord, “Pay with my own key” is offered if the team's key was removed before the video was approved", async () => {
  const story = await startStory("discord");
  await askingTeam(story, "discord");
  await story.makeVideo(asTeam, "cleo");
  await story.until(says(/Will be paid with the team's key/), "cleo");
  await story.until(says(/Approve this video\?/), "ben");
  await story.type("video-team", "setup", "ben");
  await story.press("Remove team key", "ben");
  await story.until(says(/Remove the team's key\?/), "ben");
  await story.press("Remove team key", "ben");
  await story.until(says(/The team's key is removed/), "ben");
  await story.press("Approve 95 credits", "ben");
  await story.until(says(/No team key/, /\[Pay with my own key · 95 credits\]/), "cleo");
  await story.press("Pay with my own key", "cleo");
  await story.until(says(/Add it, then press Pay with my own key · 95 credits/), "cleo");
  expect(story.sandbox.video.ledger().tasks).toBe(0);
});
