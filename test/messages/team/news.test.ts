import { expect, test } from "vitest";
import { teamNews } from "../../../src/messages/team/approval-messages.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aJobId } from "../../fakes/jobs.ts";
import { wordsOf } from "../words-of.ts";

const cap = { kind: "cap", month: "2026-11", used: 4_105, cap: 5_000 } as const;

test.for([
  [{ ...cap, level: "most" }, "have used or reserved 4,105 of 5,000 credits this month.\nYou can change the cap"],
  [{ ...cap, level: "all" }, "There is not enough left for another video.\nYou can change the cap"],
  [{ kind: "no_credits" }, "Nothing was charged.\nAdd credits in the team's dashboard"],
  [{ kind: "key_refused" }, "Videos in progress wait for a new key.\nAdd one under Team key."],
  [
    { kind: "cost_more", job: aJobId(), price: 205, credits: 308 },
    "charged 308 credits for a video priced at 205 credits. The charged amount counts toward the team's month.",
  ],
] as const)("managers are warned of %j", ([news, words]) => {
  const told = teamNews(news, en);
  expect(told.tone).toBe("bad");
  expect(wordsOf(told)).toContain(words);
});
