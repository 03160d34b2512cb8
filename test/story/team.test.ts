import { describe, expect } from "vitest";
import { asTeam, capTeam, giveTeamKey } from "./a-team.ts";
import { boat, hasVideo, places, type Story, says, tell, testsOn } from "./stage.ts";

/** Ben, who manages the team, gives it a key that everybody here may spend, with this cap. */
async function setUp(story: Story, teamMonth?: string): Promise<void> {
  await giveTeamKey(story);
  if (teamMonth !== undefined) await capTeam(story, teamMonth);
}

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("a manager gives the team a key, and somebody without one of their own makes a video with it, after a restart too", async () => {
    const story = await tell(place);
    await setUp(story);
    await story.restart();
    await story.makeVideo(boat, "cleo");
    await story.until(hasVideo, "cleo");
    expect(story.seen("cleo").some(({ text }) => /Paid with the team's key/.test(text))).toBe(true);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    await story.type("video-team", "report", "ben");
    await story.until(says(/1 video, 95 credits spent/), "ben");
  });

  test("a member cannot set the team up, and sees no digit of its key", async () => {
    const story = await tell(place);
    await setUp(story);
    await story.type("video-team", "setup", "cleo");
    await story.until(says(/Admins only/), "cleo");
    await story.type("video-team", "status", "cleo");
    await story.until(says(/You may spend this team's credits here/), "cleo");
    expect(story.seen("cleo").some(({ text }) => /ends in/.test(text))).toBe(false);
  });

  test("a team's cap stops what would pass it, and offers one's own key, which pays after the press", async () => {
    const story = await tell(place);
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

  test("a guest never spends the team's credits, and nothing is charged", async () => {
    const story = await tell(place);
    await setUp(story);
    story.sandbox[place].standings.change("cleo", { rank: "guest" });
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Guests and people from other workspaces can't spend/), "cleo");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  });

  test("a removed team key starts nothing more, and the rules stay", async () => {
    const story = await tell(place);
    await setUp(story, "500");
    await story.press("Remove team key", "ben");
    await story.until(says(/Remove the team's key\?/), "ben");
    await story.press("Remove team key", "ben");
    await story.until(says(/The team's key is removed/), "ben");
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/This team has no key of its own/), "cleo");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.type("video-team", "setup", "ben");
    await story.until(says(/Team key: none yet/, /500 credits for the team/), "ben");
  });

  test("a video that may have been charged counts against the cap, after a restart too", async () => {
    const story = await tell(place);
    await setUp(story, "150");
    story.sandbox.video.nextFate("lost_answer");
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/We don't know whether this video was made/), "cleo");
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/the team has 55 credits left this month/), "cleo");

    await story.restart();
    await story.makeVideo(asTeam, "cleo");
    await story.until(
      (messages) => messages.filter(({ text }) => /the team has 55 credits left this month/.test(text)).length === 2,
      "cleo",
    );
    await story.type("video-team", "report", "ben");
    await story.until(says(/up to 95 unconfirmed/), "ben");
  });
});
