import { expect, test } from "vitest";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aJob, aSlackReply, TEST_START } from "../../fakes/jobs.ts";
import { wordsOf } from "../words-of.ts";

test.for(["due", "unclear", "retried"] as const)(
  "on Slack a card whose answer is %s says what stays true, for it may be lost there and never change",
  (answer) => {
    const state = { status: "accepted", answer, attempts: 0, waitingFor: null, notBefore: TEST_START } as const;
    const titleOf = (over: Parameters<typeof aJob>[0]) => cardOf(aJob(over), TEST_START).title;
    const card = cardOf(aJob({ state, reply: aSlackReply() }), TEST_START);
    expect([card.title, card.tone]).toEqual(["Request received", "plain"]);
    expect(wordsOf(card)).toContain("If it can't, you'll get a new message instead.");
    expect(titleOf({ state })).toBe("Starting…");
    expect(titleOf({ state: { ...state, answer: "given" }, reply: aSlackReply() })).toBe("Starting…");
  },
);
