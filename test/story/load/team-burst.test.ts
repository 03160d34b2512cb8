import { describe, expect, test } from "vitest";
import { capTeam, giveTeamKey, mostly, says, tell } from "../stage.ts";
import { burst, CAP, CHARGED, COUNT, crowd, isKnownOnSlack, ROOM, unbound } from "./team-burst.ts";

/** On Slack each person types ten of the commands. */
const people = { discord: crowd(COUNT), slack: crowd(COUNT / 10) };

describe.for(mostly("slack"))("on %s", (place) => {
  test("of a burst of 200 commands with a team's key that has room for exactly 7, exactly 7 are paid, and 193 are told why not", {
    timeout: 60_000,
  }, async () => {
    const story = await tell(place, { env: unbound });
    await giveTeamKey(story);
    await capTeam(story, CAP);
    if (place === "slack") for (const personId of people.slack) await isKnownOnSlack(story.sandbox, personId);

    const { stopped, allReady } = await burst(story.sandbox, place, people[place]);
    expect(story.sandbox.video.ledger()).toEqual({ charged: CHARGED, refunded: 0, tasks: ROOM });
    expect(stopped).toBe(COUNT - ROOM);
    await allReady(ROOM);
    // With what is charged it makes the cap, so nothing is held.
    await story.type("video-team", "status", "ben");
    await story.until(says(/Left for the team this month: 94 credits/), "ben");
  });
});
