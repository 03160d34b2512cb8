import { expect, test } from "vitest";
import type { Outcome } from "../../src/core/job/job.ts";
import { brokenClaims, CLAIMS, type Claim, type CommandFacts, falseStatements, serviceLedgerOf } from "./claims.ts";
import { statementsIn } from "./read-text.ts";

const nothing = { charged: 0, refunded: 0, unknown: 0 };
const paid = { tasks: 1, charged: 95, refunded: 0 };
const givenBack = { tasks: 1, charged: 95, refunded: 95 };
const unpaid = { tasks: 0, charged: 0, refunded: 0 };
const storedAs = (outcome: Outcome["kind"] | null, costs = {}) => ({ outcome, costs: { ...nothing, ...costs } });

const made: CommandFacts = {
  service: paid,
  isBatch: false,
  statements: ["nothing charged yet", "charged"],
  finalMessages: 1,
  unfinishedCards: 0,
  notifications: 1,
  stored: storedAs("succeeded", { charged: 95 }),
};
const unstored = { stored: null };

type Labelled = Readonly<Record<string, object>>;

/** For each claim, facts that break it, and similar facts that do not. */
const MISTAKES: Readonly<Record<Claim, { readonly breaks: Labelled; readonly keeps: Labelled }>> = {
  "charged more than once": {
    breaks: { "two charges for one video": { service: { tasks: 2, charged: 190, refunded: 0 }, ...unstored } },
    keeps: {
      "two charges for a batch": { service: { tasks: 2, charged: 190, refunded: 0 }, isBatch: true, ...unstored },
    },
  },
  "no final message": { breaks: { "a video without a final message": { finalMessages: 0 } }, keeps: {} },
  "more than one final message": { breaks: { "two final messages": { finalMessages: 2 } }, keeps: {} },
  "a card still shows the video as under way": { breaks: { "an unfinished card": { unfinishedCards: 1 } }, keeps: {} },
  "no notification": { breaks: { "a video without a notification": { notifications: 0 } }, keeps: {} },
  "more than one notification": { breaks: { "two notifications": { notifications: 2 } }, keeps: {} },
  "“nothing was charged” despite a charge": {
    breaks: { "the text “nothing charged” after a charge": { statements: ["nothing charged"] } },
    keeps: {
      "the text “nothing charged” in a charged batch": { statements: ["nothing charged"], isBatch: true },
      "the text “nothing charged” after a full refund": {
        statements: ["nothing charged"],
        service: givenBack,
        ...unstored,
      },
    },
  },
  "a refund that was not made": {
    breaks: { "the text “refunded” without a refund": { statements: ["refunded"] } },
    keeps: { "the text “refunded” after a refund": { statements: ["refunded"], service: givenBack, ...unstored } },
  },
  "a price that was not charged": {
    breaks: {
      "the text “charged” for an uncharged video": { service: unpaid, ...unstored },
      "the text “charged” for a fully refunded video": { service: givenBack, ...unstored },
      "the text “charged” for an uncharged batch": { service: unpaid, isBatch: true, ...unstored },
    },
    keeps: { "the text “charged” for a fully refunded batch": { service: givenBack, isBatch: true, ...unstored } },
  },
  "the stored outcome is not the service's": {
    breaks: {
      "a refunded video stored as succeeded": { service: givenBack, statements: [], stored: storedAs("succeeded") },
      "a charged video stored as failed": { stored: storedAs("failed", { charged: 95 }) },
      "an uncharged video stored as failed": { service: unpaid, statements: [], stored: storedAs("failed") },
      "a charged video stored as refused": { stored: storedAs("refused", { charged: 95 }) },
      "a refunded video stored as not started": { service: givenBack, statements: [], stored: storedAs("not_started") },
    },
    keeps: {
      "a refunded video stored as failed": { service: givenBack, statements: [], stored: storedAs("failed") },
      "an uncharged video stored as refused": { service: unpaid, statements: [], stored: storedAs("refused") },
      "an uncharged video stored as not started": { service: unpaid, statements: [], stored: storedAs("not_started") },
      "an uncharged video with the stored outcome “unknown”": {
        service: unpaid,
        statements: [],
        stored: storedAs("unknown", { unknown: 95 }),
      },
      "a charged batch with several stored outcomes": { isBatch: true, stored: storedAs("several", { charged: 95 }) },
      "a charged video without a stored outcome": { stored: storedAs(null, { charged: 95 }) },
    },
  },
  "the stored costs are not what the service took": {
    breaks: {
      "a charge missing from the stored costs": { stored: storedAs("succeeded") },
      "stored costs above the service's charge": { stored: storedAs("succeeded", { charged: 190 }) },
      "stored possible costs below the service's charge": { stored: storedAs("unknown", { unknown: 94 }) },
      "stored costs above the service's charge after a stored refund": {
        stored: storedAs("unknown", { charged: 190, refunded: 94 }),
      },
    },
    keeps: {
      "stored possible costs equal to the service's charge": { stored: storedAs("unknown", { unknown: 95 }) },
      "stored costs equal to the service's charge after a stored refund": {
        stored: storedAs("unknown", { charged: 190, refunded: 95 }),
      },
    },
  },
};
/** A claim's name inside the quotation marks of a title. */
const named = (claim: Claim) => claim.replace(/“(.+)”/, "‘$1’");

const BROKEN = CLAIMS.flatMap((claim) =>
  Object.entries(MISTAKES[claim].breaks).map(([what, mistake]) => [named(claim), what, mistake, claim] as const),
);

test("the charge and message checks find no mistake in a video with one charge, one final message and one notification", () => {
  expect(brokenClaims(made)).toEqual([]);
});

test.for(BROKEN)("the check for “%s” reports %s", ([, , mistake, claim]) => {
  expect(brokenClaims({ ...made, ...mistake })).toEqual([claim]);
});

test("each of the charge and message checks can be skipped separately", () => {
  for (const [, , mistake, claim] of BROKEN) expect(brokenClaims({ ...made, ...mistake }, [claim])).toEqual([]);
});

const SOUND = CLAIMS.flatMap((claim) =>
  Object.entries(MISTAKES[claim].keeps).map(([what, facts]) => [named(claim), what, facts] as const),
);

test.for(SOUND)("the check for “%s” accepts %s", ([, , facts]) => {
  expect(brokenClaims({ ...made, ...facts })).toEqual([]);
});

const early = { ...made, statements: statementsIn("Queued. Nothing charged yet.") };

test("a message with the text “Nothing charged yet” is reported as false only if the video is already charged", () => {
  expect(falseStatements({ ...early, service: unpaid })).toEqual([]);
  expect(falseStatements(early)).toEqual(["“nothing was charged” despite a charge"]);
});

test("the charge and message checks accept the text “Nothing charged yet” for a video that was charged later", () => {
  expect(brokenClaims(early)).toEqual([]);
});

test.for<readonly [string, string, readonly string[]]>([
  ["Nothing was charged.", "the claim “nothing charged”", ["nothing charged"]],
  ["Not started, nothing charged", "the claim “nothing charged”", ["nothing charged"]],
  ["Nothing charged yet.", "the claim “nothing charged yet”", ["nothing charged yet"]],
  ["Nothing has been charged yet.", "the claim “nothing charged yet”", ["nothing charged yet"]],
  ["Until they do, nothing is charged or reserved.", "no claim about money", []],
  ["The video failed. 95 credits were refunded.", "the claim “refunded”", ["refunded"]],
  ["95 credits used.", "the claim “charged”", ["charged"]],
  ["It may have been charged: up to 95 credits.", "no claim about money", []],
])("the charge checks read the text “%s” as %s", ([text, , statements]) => {
  expect(statementsIn(text)).toEqual(statements);
});

test("the video service's ledger adds up the charges and refunds of all tasks", () => {
  expect(serviceLedgerOf([])).toEqual(unpaid);
  expect(
    serviceLedgerOf([
      { credits: 95, refunded: 0 },
      { credits: 205, refunded: 205 },
    ]),
  ).toEqual({ tasks: 2, charged: 300, refunded: 205 });
});
