import { describe, expect, test } from "vitest";
import { TAKEN_OFF } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { explainRefusal, refusedMessage, refusedPrivately } from "../../../src/messages/card/card-outcome.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aClosedJob, aJob, aNotStarted, aRefused, aRequest, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { titled } from "../../fakes/titled.ts";
import { freeRefusals, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const cheapest = { request: aRequest(), price: 95 };
const dearest = { request: aRequest({ resolution: "720p", duration: 15 }), price: 308 };

describe("the text of a refusal", () => {
  test.for(titled(freeRefusals))("%s says exactly once that nothing was charged", ([, refusal]) => {
    const words = wordsOf(explainRefusal(refusal, cheapest, en));
    expect(words.match(/Nothing was charged\./g)).toHaveLength(1);
  });

  test("shows the price and a cheaper choice if there are too few credits for an expensive video", () => {
    const words = wordsOf(explainRefusal({ kind: "no_credits" }, dearest, en));
    expect(words).toContain("This video costs 308 credits, and your account doesn't have enough. Nothing was charged.");
    expect(words).toContain("Top up your account at the video service, or choose 480p and 10 seconds");
  });

  test("does not suggest a cheaper video if there are too few credits even for the cheapest one", () => {
    const words = wordsOf(explainRefusal({ kind: "no_credits" }, cheapest, en));
    expect(words).toContain("This video costs 95 credits");
    expect(words).not.toContain("or choose");
  });

  test("for a request that the service rejected shows the service's own text, and never the internal detail", () => {
    const refused = { kind: "bad_request", detail: "<script>secret detail" } as const;
    expect(wordsOf(explainRefusal(refused, cheapest, en))).not.toContain("secret detail");
    const words = wordsOf(explainRefusal({ ...refused, serviceWords: "Faces are not allowed" }, cheapest, en));
    expect(words).toContain("The video service rejected this request: “Faces are not allowed”. Nothing was charged.");
    expect(words).not.toMatch(/secret detail|change the prompt/i);
  });

  test.for([
    [{ kind: "busy", detail: "" }, "is busy right now"],
    [{ kind: "rate_limited", retryAfterMs: null }, "is busy right now"],
    [{ kind: "wrong_address", detail: "" }, "has the wrong address for the video service"],
    [{ kind: "unavailable", sent: true, detail: "" }, "no clear answer from the video service, so"],
    [{ kind: "unavailable", sent: false, detail: "" }, "could not be reached"],
  ] as const)("for the reason $kind says $1 and does not blame the prompt", ([refusal, sentence]) => {
    const words = wordsOf(explainRefusal(refusal, cheapest, en));
    expect(words).toContain(sentence);
    expect(words).not.toMatch(/prompt/i);
  });

  test.for([
    [{ kind: "picture_too_large", sizeBytes: 5_000_001 }, "The picture is 5.1 MB; the limit is 5 MB."],
    [{ kind: "picture_too_large", sizeBytes: null }, "The picture is larger than 5 MB."],
    [{ kind: "not_a_picture" }, "PNG, JPEG, WebP and GIF work."],
    [{ kind: "bad_address", why: "not_public" }, "is not public"],
    [{ kind: "bad_address", why: "not_https" }, "must begin with https://"],
    [{ kind: "picture_empty" }, "is empty"],
    [{ kind: "picture_unreadable" }, "is damaged"],
    [{ kind: "picture_unreachable" }, "could not be opened"],
    [{ kind: "picture_away" }, "does not answer right now. Try again in a minute"],
    [{ kind: "picture_gone" }, "no longer there"],
  ] as const)("for the picture problem $kind says $1", ([problem, sentence]) => {
    expect(wordsOf(explainRefusal({ kind: "picture", problem }, cheapest, en))).toContain(sentence);
  });
});

describe("a private refusal", () => {
  test.for(titled(freeRefusals))("for the reason “%s” quotes the prompt and offers Again and Delete", ([, refusal]) => {
    const message = refusedPrivately(settled(aRefused(refusal)));
    expect(message.quote).toBe("a paper boat in the rain");
    const needsKey = refusal.kind === "bad_key" || refusal.kind === "no_key";
    const labels = ["Again · 95 credits", "Edit & run", "Delete"];
    expect(labelsOf(message)).toEqual(needsKey ? ["Add my key", ...labels] : labels);
  });

  test("keeps the card if a charge is unknown", () => {
    const unclear = unclearOutcomes.find(({ kind }) => kind === "refused") ?? succeeded;
    expect(labelsOf(refusedPrivately(settled(unclear)))).toEqual(["Again · 95 credits", "Edit & run"]);
  });

  test.for([aJob(), settled(succeeded)])("cannot be made for a job that was not refused", (job) => {
    expect(() => refusedPrivately(job)).toThrow(/not refused/);
  });
});

const team = { platform: "discord", teamId: "300000000000000003" } as const;

test.for([
  ["no_key", "The team's key was removed", "You have no API key saved"],
  ["bad_key", "does not accept the team's key", "does not accept your API key"],
  ["no_credits", "the team's account at the video service doesn't have enough", "your account doesn't have enough"],
] as const)(
  "a team's video that ends as %s refers to the team's key or account, and a person's own video to their own",
  ([kind, ofTeam, own]) => {
    const shown = wordsOf(refusedMessage({ kind }, aClosedJob({ team })));
    expect(shown).toContain(ofTeam);
    expect(shown).toContain("Tell an admin of this team, or pay with your own key.");
    expect(shown).toContain("Nothing was charged.");
    expect(wordsOf(refusedMessage({ kind }, aClosedJob()))).toContain(own);
  },
);

const payOwn = "Pay with my own key · 95 credits";

test.for(titled(freeRefusals))(
  "a team's video refused for the reason “%s” offers the person's own key first if another key may help",
  ([, refusal]) => {
    const labels = labelsOf(refusedMessage(refusal, aClosedJob({ team })));
    const isOfPayer = ["no_key", "bad_key", "no_credits"].includes(refusal.kind);
    expect(labels).toEqual([...(isOfPayer ? [payOwn] : []), "Again · 95 credits", "Edit & run", "Delete"]);
    expect(labelsOf(refusedMessage(refusal, aClosedJob()))).not.toContain(payOwn);
  },
);

test.for(TAKEN_OFF)(
  "a team's video that was not started (%s) offers the person's own key only if the person may pay",
  (why) => {
    const job = { ...settled(aNotStarted(why)), team };
    const mayPay = ["guest", "person", "channel", "over_cap", "unknown"].includes(why);
    const card = cardOf(job, TEST_START);
    expect(labelsOf(card).includes(payOwn)).toBe(mayPay);
    expect(wordsOf(card).includes("You can pay with your own key instead: 95 credits.")).toBe(mayPay);
    expect(labelsOf(cardOf(settled(aNotStarted(why)), TEST_START))).not.toContain(payOwn);
  },
);

test("nobody is asked for their own key if the team's key is refused", () => {
  expect(labelsOf(refusedMessage({ kind: "bad_key" }, aClosedJob({ team })))).not.toContain("Add my key");
  expect(labelsOf(refusedMessage({ kind: "bad_key" }, aClosedJob()))).toContain("Add my key");
  const waiting = cardOf({ ...aJob({ state: aRunning({ waitingFor: "key" }) }), team }, TEST_START);
  expect(wordsOf(waiting)).toContain("no longer accepts the team's key");
  expect(labelsOf(waiting)).not.toContain("Add my key");
});
