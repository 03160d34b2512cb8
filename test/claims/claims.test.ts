import { describe, expect, test } from "vitest";
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

/** For each claim, facts that break it, and similar facts that do not. */
const MISTAKES: Readonly<Record<Claim, { readonly breaks: readonly object[]; readonly keeps: readonly object[] }>> = {
  "charged more than once": {
    breaks: [{ service: { tasks: 2, charged: 190, refunded: 0 }, ...unstored }],
    keeps: [{ service: { tasks: 2, charged: 190, refunded: 0 }, isBatch: true, ...unstored }],
  },
  "no final message": { breaks: [{ finalMessages: 0 }], keeps: [] },
  "more than one final message": { breaks: [{ finalMessages: 2 }], keeps: [] },
  "a card still shows the video as under way": { breaks: [{ unfinishedCards: 1 }], keeps: [] },
  "no notification": { breaks: [{ notifications: 0 }], keeps: [] },
  "more than one notification": { breaks: [{ notifications: 2 }], keeps: [] },
  "“nothing was charged” beside a charge": {
    breaks: [{ statements: ["nothing charged"] }],
    keeps: [
      { statements: ["nothing charged"], isBatch: true },
      { statements: ["nothing charged"], service: givenBack, ...unstored },
    ],
  },
  "a refund that was not made": {
    breaks: [{ statements: ["refunded"] }],
    keeps: [{ statements: ["refunded"], service: givenBack, ...unstored }],
  },
  "a price that was not charged": {
    breaks: [
      { service: unpaid, ...unstored },
      { service: givenBack, ...unstored },
      { service: unpaid, isBatch: true, ...unstored },
    ],
    keeps: [{ service: givenBack, isBatch: true, ...unstored }],
  },
  "the stored outcome is not the service's": {
    breaks: [
      { service: givenBack, statements: [], stored: storedAs("succeeded") },
      { stored: storedAs("failed", { charged: 95 }) },
      { service: unpaid, statements: [], stored: storedAs("failed") },
      { stored: storedAs("refused", { charged: 95 }) },
      { service: givenBack, statements: [], stored: storedAs("not_started") },
    ],
    keeps: [
      { service: givenBack, statements: [], stored: storedAs("failed") },
      { service: unpaid, statements: [], stored: storedAs("refused") },
      { service: unpaid, statements: [], stored: storedAs("not_started") },
      { service: unpaid, statements: [], stored: storedAs("unknown", { unknown: 95 }) },
      { isBatch: true, stored: storedAs("several", { charged: 95 }) },
      { stored: storedAs(null, { charged: 95 }) },
    ],
  },
  "the stored costs are not what the service took": {
    breaks: [
      { stored: storedAs("succeeded") },
      { stored: storedAs("succeeded", { charged: 190 }) },
      { stored: storedAs("unknown", { unknown: 94 }) },
      { stored: storedAs("unknown", { charged: 190, refunded: 94 }) },
    ],
    keeps: [
      { stored: storedAs("unknown", { unknown: 95 }) },
      { stored: storedAs("unknown", { charged: 190, refunded: 95 }) },
    ],
  },
};

test("the charge and message checks report nothing for a video with one charge, one final message and one notification", () => {
  expect(brokenClaims(made)).toEqual([]);
});

describe.for(CLAIMS)("the check for “%s”", (claim) => {
  const { breaks, keeps } = MISTAKES[claim];

  test("reports the matching mistake, unless the mistake is excused", () => {
    for (const mistake of breaks) {
      expect(brokenClaims({ ...made, ...mistake })).toEqual([claim]);
      expect(brokenClaims({ ...made, ...mistake }, [claim])).toEqual([]);
    }
  });

  test("reports nothing for facts that only resemble the mistake", () => {
    for (const facts of keeps) expect(brokenClaims({ ...made, ...facts })).toEqual([]);
  });
});

test("the text “Nothing charged yet” counts as false after a charge, but not if the video has ended", () => {
  const reading = { ...made, statements: statementsIn("Queued. Nothing charged yet.") };
  expect(falseStatements({ ...reading, service: unpaid })).toEqual([]);
  expect(falseStatements(reading)).toEqual(["“nothing was charged” beside a charge"]);
  expect(brokenClaims(reading)).toEqual([]);
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
