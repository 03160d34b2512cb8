import { describe, expect } from "vitest";
import { askForApprovals, asTeam, giveTeamKey } from "./a-team.ts";
import { hasVideo, places, type Story, says, tell, testsOn } from "./stage.ts";
import type { Place } from "./world.ts";

/** Ben gives the team a key that everybody here may spend, and is asked before any video. */
async function setUp(story: Story, place: Place): Promise<void> {
  await giveTeamKey(story);
  await askForApprovals(story, place);
}

describe.for(places)("on %s", (place) => {
  const test = testsOn(place);

  test("a manager approves a video where approvals arrive, and it is made, after a restart too", async () => {
    const story = await tell(place);
    await setUp(story, place);
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Waiting for approval/), "cleo");
    await story.until(says(/Approve this video\?/, /95 credits/), "ben");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
    await story.restart();
    await story.press("Approve 95 credits", "ben");
    await story.until(hasVideo, "cleo");
    await story.until(says(/Approved by/), "ben");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("a manager declines with a line, and the person who asked reads it", async () => {
    const story = await tell(place);
    await setUp(story, place);
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Approve this video\?/), "ben");
    await story.press("Decline", "ben");
    await story.fillForm({ note: "too wet" }, "ben");
    await story.until(says(/Declined by/, /too wet/), "cleo");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  });

  test("nobody but a manager decides, and nobody about their own", async () => {
    const story = await tell(place);
    await setUp(story, place);
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

  test("what waits is listed for a manager, and approved from the list", async () => {
    const story = await tell(place);
    await setUp(story, place);
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Approve this video\?/), "ben");
    await story.type("video-team", "approvals", "ben");
    await story.until(says(/rain” · 95 credits/), "ben");
    await story.choose(/^95 credits: a paper boat in the rain$/, "ben");
    await story.press("Approve 95 credits", "ben");
    await story.until(hasVideo, "cleo");
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("who deletes their data while a video of theirs waits withdraws it, and no manager can approve it any more", async () => {
    const story = await tell(place);
    await setUp(story, place);
    await story.makeVideo(asTeam, "cleo");
    await story.until(says(/Approve this video\?/), "ben");
    await story.type("video-data", "delete", "cleo");
    await story.until(says(/Delete your data\?/, /1 video is still waiting and will be withdrawn/), "cleo");
    await story.press("Delete my data", "cleo");
    await story.verdict(/Your data is deleted/, "cleo");
    await story.until(says(/Withdrawn by/), "ben");
    await story.until(says(/Withdrawn/), "cleo");
    expect(story.sandbox.video.ledger().tasks).toBe(0);
  });
});
