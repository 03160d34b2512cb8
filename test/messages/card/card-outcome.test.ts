import { describe, expect, test } from "vitest";
import { TAKEN_OFF, type TakenOff } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { explainRefusal, refusedMessage, refusedPrivately } from "../../../src/messages/card/card-outcome.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aClosedJob, aJob, aNotStarted, aRefused, aRequest, aRunning, TEST_START } from "../../fakes/jobs.ts";
import { notStartedLabel, titled } from "../../fakes/titled.ts";
import { freeRefusals, settled, succeeded, unclearOutcomes } from "../every-job.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const large = { kind: "picture_too_large", sizeBytes: null } as const;
const cheapest = { request: aRequest(), price: 95 };
const dearest = { request: aRequest({ resolution: "720p", duration: 15 }), price: 308 };

describe("the text of a refusal", () => {
  test.for(titled(freeRefusals))("contains “Nothing was charged.” exactly one time (reason: %s)", ([, refusal]) => {
    const words = wordsOf(explainRefusal(refusal, cheapest, en));
    expect(words.match(/Nothing was charged\./g)).toHaveLength(1);
  });

  test("suggests a cheaper video if the credits do not cover an expensive video", () => {
    const words = wordsOf(explainRefusal({ kind: "no_credits" }, dearest, en));
    expect(words).toContain("This video costs 308 credits, and your account doesn't have enough. Nothing was charged.");
    expect(words).toContain("Top up your account at the video service, or choose 480p and 10 seconds");
  });

  test("does not suggest a cheaper video if the credits do not cover the cheapest video", () => {
    const words = wordsOf(explainRefusal({ kind: "no_credits" }, cheapest, en));
    expect(words).toContain("This video costs 95 credits");
    expect(words).not.toContain("or choose");
  });

  test("shows the service's reason for rejecting a request, and no internal details", () => {
    const refused = { kind: "bad_request", detail: "<script>secret detail" } as const;
    expect(wordsOf(explainRefusal(refused, cheapest, en))).not.toContain("secret detail");
    const words = wordsOf(explainRefusal({ ...refused, serviceWords: "Faces are not allowed" }, cheapest, en));
    expect(words).toContain("The video service rejected this request: “Faces are not allowed”. Nothing was charged.");
    expect(words).not.toMatch(/secret detail|change the prompt/i);
  });

  test.for([
    ["the service is busy", "is busy right now", { kind: "busy", detail: "" }],
    ["the service reports a rate limit", "is busy right now", { kind: "rate_limited", retryAfterMs: null }],
    [
      "the service's address is wrong",
      "has the wrong address for the video service",
      { kind: "wrong_address", detail: "" },
    ],
    [
      "the service's answer is lost",
      "no clear answer from the video service, so",
      { kind: "unavailable", sent: true, detail: "" },
    ],
    ["the service was not reached", "could not be reached", { kind: "unavailable", sent: false, detail: "" }],
  ] as const)("does not blame the prompt if %s", ([, sentence, refusal]) => {
    const words = wordsOf(explainRefusal(refusal, cheapest, en));
    expect(words).toContain(sentence);
    expect(words).not.toMatch(/prompt/i);
  });

  test.for([
    [
      "The picture is 5.1 MB; the limit is 5 MB.",
      "the picture has 5,000,001 bytes",
      { ...large, sizeBytes: 5_000_001 },
    ],
    ["The picture is larger than 5 MB.", "the picture is too large and its exact size is unknown", large],
    ["PNG, JPEG, WebP and GIF work.", "the file is not a picture", { kind: "not_a_picture" }],
    ["is not public", "the picture's address is private", { kind: "bad_address", why: "not_public" }],
    ["must begin with https://", "the picture's address is plain http", { kind: "bad_address", why: "not_https" }],
    ["is empty", "the picture's file has no bytes", { kind: "picture_empty" }],
    ["is damaged", "the picture cannot be read", { kind: "picture_unreadable" }],
    ["could not be opened", "the picture's address cannot be fetched", { kind: "picture_unreachable" }],
    ["does not answer right now. Try again in a minute", "the picture's server fails", { kind: "picture_away" }],
    ["no longer there", "the picture was deleted", { kind: "picture_gone" }],
  ] as const)("contains “%s” if %s", ([sentence, , problem]) => {
    expect(wordsOf(explainRefusal({ kind: "picture", problem }, cheapest, en))).toContain(sentence);
  });
});

describe("the private message about a refusal", () => {
  test.for(titled(freeRefusals))(
    "quotes the prompt and has the buttons “Again” and “Delete” (reason: %s)",
    ([, refusal]) => {
      const message = refusedPrivately(settled(aRefused(refusal)));
      expect(message.quote).toBe("a paper boat in the rain");
      const needsKey = refusal.kind === "bad_key" || refusal.kind === "no_key";
      const labels = ["Again · 95 credits", "Edit & run", "Delete"];
      expect(labelsOf(message)).toEqual(needsKey ? ["Add my key", ...labels] : labels);
    },
  );

  test("has no button “Delete” if the video may have been charged", () => {
    const unclear = unclearOutcomes.find(({ kind }) => kind === "refused") ?? succeeded;
    expect(labelsOf(refusedPrivately(settled(unclear)))).toEqual(["Again · 95 credits", "Edit & run"]);
  });

  test.for([
    ["new", aJob()],
    ["successful", settled(succeeded)],
  ] as const)("cannot be created for a %s job", ([, job]) => {
    expect(() => refusedPrivately(job)).toThrow(/not refused/);
  });
});

const team = { platform: "discord", teamId: "300000000000000003" } as const;

test.for([
  ["no key is saved", "no_key", "The team's key was removed", "You have no API key saved"],
  ["the service rejects the key", "bad_key", "does not accept the team's key", "does not accept your API key"],
  [
    "there are too few credits",
    "no_credits",
    "the team's account at the video service doesn't have enough",
    "your account doesn't have enough",
  ],
] as const)("a refusal names the team's key or account only if the team pays (reason: %s)", ([, kind, ofTeam, own]) => {
  const shown = wordsOf(refusedMessage({ kind }, aClosedJob({ team })));
  expect(shown).toContain(ofTeam);
  expect(shown).toContain("Tell an admin of this team, or pay with your own key.");
  expect(shown).toContain("Nothing was charged.");
  expect(wordsOf(refusedMessage({ kind }, aClosedJob()))).toContain(own);
});

const payOwn = "Pay with my own key · 95 credits";

const isOfPayer = ({ kind }: (typeof freeRefusals)[number]) => ["no_key", "bad_key", "no_credits"].includes(kind);

test.for(
  titled(freeRefusals).map(
    ([label, refusal]) => [isOfPayer(refusal) ? "offers" : "does not offer", label, refusal] as const,
  ),
)("the refusal of a team's video %s “Pay with my own key” (reason: %s)", ([, , refusal]) => {
  const labels = labelsOf(refusedMessage(refusal, aClosedJob({ team })));
  expect(labels).toEqual([...(isOfPayer(refusal) ? [payOwn] : []), "Again · 95 credits", "Edit & run", "Delete"]);
  expect(labelsOf(refusedMessage(refusal, aClosedJob()))).not.toContain(payOwn);
});

const mayPayThemselves = (why: TakenOff) => ["guest", "person", "channel", "over_cap", "unknown"].includes(why);

test.for(
  TAKEN_OFF.map((why) => [mayPayThemselves(why) ? "offers" : "does not offer", notStartedLabel(why), why] as const),
)("the card of a team's video that was not started %s “Pay with my own key” (reason: %s)", ([, , why]) => {
  const job = { ...settled(aNotStarted(why)), team };
  const mayPay = mayPayThemselves(why);
  const card = cardOf(job, TEST_START);
  expect(labelsOf(card).includes(payOwn)).toBe(mayPay);
  expect(wordsOf(card).includes("You can pay with your own key instead: 95 credits.")).toBe(mayPay);
  expect(labelsOf(cardOf(settled(aNotStarted(why)), TEST_START))).not.toContain(payOwn);
});

test("a message about a refused team key has no button “Add my key”", () => {
  expect(labelsOf(refusedMessage({ kind: "bad_key" }, aClosedJob({ team })))).not.toContain("Add my key");
  expect(labelsOf(refusedMessage({ kind: "bad_key" }, aClosedJob()))).toContain("Add my key");
  const waiting = cardOf({ ...aJob({ state: aRunning({ waitingFor: "key" }) }), team }, TEST_START);
  expect(wordsOf(waiting)).toContain("no longer accepts the team's key");
  expect(labelsOf(waiting)).not.toContain("Add my key");
});
