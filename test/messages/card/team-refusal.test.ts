import { expect, test } from "vitest";
import { cardOf } from "../../../src/messages/card/card.ts";
import { refusedWords } from "../../../src/messages/card/card-outcome.ts";
import { aClosedJob, aJob, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const team = { platform: "discord", teamId: "300000000000000003" } as const;

test.for([
  ["no_key", "The team's key was removed", "You have no API key saved"],
  ["bad_key", "does not accept the team's key", "does not accept your API key"],
  ["no_credits", "the team's account at the video service doesn't have enough", "your account doesn't have enough"],
] as const)(
  "a team's video that ends as %s names the team's key or account, and an own one one's own",
  ([kind, ofTeam, own]) => {
    const said = wordsOf(refusedWords({ kind }, aClosedJob({ team })));
    expect(said).toContain(ofTeam);
    expect(said).toContain("Tell an admin of this team, or pay with your own key.");
    expect(said).toContain("Nothing was charged.");
    expect(wordsOf(refusedWords({ kind }, aClosedJob()))).toContain(own);
  },
);

test("nobody is asked for a key of their own where the team's is refused", () => {
  expect(labelsOf(refusedWords({ kind: "bad_key" }, aClosedJob({ team })))).not.toContain("Add my key");
  expect(labelsOf(refusedWords({ kind: "bad_key" }, aClosedJob()))).toContain("Add my key");
  const waiting = cardOf({ ...aJob({ state: aRunning({ waitingFor: "key" }) }), team }, TEST_START);
  expect(wordsOf(waiting)).toContain("no longer accepts the team's key");
  expect(labelsOf(waiting)).not.toContain("Add my key");
});
