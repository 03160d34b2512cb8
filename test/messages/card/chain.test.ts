import { expect, test } from "vitest";
import { NO_CHAIN } from "../../../src/core/film/film-chain.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aDiscordReply, aJob, aJobId, aSlackReply, TEST_START } from "../../fakes/jobs.ts";
import { aChain } from "../every-chain.ts";
import { labelsOf, wordsOf } from "../words-of.ts";

const NOW = TEST_START + 60_000;
const linksIn = (card: ReturnType<typeof cardOf>) =>
  [...card.body, ...card.facts]
    .flat()
    .flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece] : []));

test("a part says which it is and links to the card before it", () => {
  const { first, second } = aChain();
  const card = cardOf(second, NOW, [], { ...NO_CHAIN, before: first, parts: 4 });
  expect(wordsOf(card)).toContain("Part 2 of 4 · [goes on from this card]");
  expect(linksIn(card)).toMatchObject([
    {
      label: "goes on from this card",
      url: "https://discord.com/channels/300000000000000003/400000000000000004/500000000000000005",
    },
  ]);
  expect(wordsOf(cardOf(second, NOW))).toContain("Part 2 · goes on from an earlier video");
});

test("the card before says what goes on from it, and links there", () => {
  const { first, second } = aChain({ reply: aSlackReply({ cardChannelId: "C1", ts: "1.5" }) });
  const card = cardOf(first, NOW, [], { ...NO_CHAIN, after: second, parts: 2 });
  expect(linksIn(card)).toContainEqual({
    kind: "link",
    label: "Continued in part 2",
    url: "https://slack.com/app_redirect?team=T0000000001&channel=C1&message_ts=1.5",
  });
});

test("a card that others cannot see is named without a link", () => {
  const { first, second } = aChain({ reply: aDiscordReply({ isPrivate: true }) });
  expect(linksIn(cardOf(second, NOW, [], { ...NO_CHAIN, before: first, parts: 2 }))).toEqual([]);
});

test("Continue stands on a video that is made and can be gone on from, and on no other card", () => {
  const { first, second } = aChain();
  const chain = { ...NO_CHAIN, canContinue: true };
  expect(labelsOf(cardOf(first, NOW, [], chain))).toEqual([
    "Again · 95 credits",
    "Edit & run",
    "Continue",
    "In 720p",
    "Delete",
  ]);
  expect(labelsOf(cardOf(first, NOW))).not.toContain("Continue");
  expect(labelsOf(cardOf(second, NOW, [], chain))).not.toContain("Continue");
});

test("Join stands on a part that is made, with the number of parts, and on no first part, no part under way and no private one of a batch", () => {
  const { first, second, ended, third } = aChain();
  const chain = { ...NO_CHAIN, canContinue: true };
  const joins = (job: Job, known = chain) => labelsOf(cardOf(job, NOW, [], known)).filter((one) => /Join/.test(one));
  expect(joins(ended)).toEqual(["Join · 2 parts"]);
  expect(joins(third)).toEqual(["Join · 3 parts"]);
  expect(joins(first)).toEqual([]);
  expect(joins(second)).toEqual([]);
  expect(joins({ ...third, partOf: { job: first.id, nth: 3 } })).toEqual([]);
  expect(joins(third, NO_CHAIN)).toEqual([]);
});

test("the card of a chain has Join once all parts have ended and two of them are made", () => {
  const { first, ended, third } = aChain();
  const batch = aJob({ id: aJobId(7), parts: [first.id, ended.id, third.id] });
  const parts = [first, ended, third].map((job, index) => ({ ...job, partOf: { job: batch.id, nth: index + 1 } }));
  const outcome = { kind: "several" } as const;
  const done = { ...batch, state: { status: "closed", outcome, told: true, closedAt: NOW } as const };
  const joins = (job: Job, of: readonly Job[], known = { ...NO_CHAIN, canContinue: true }) =>
    labelsOf(cardOf(job, NOW, of, known)).filter((one) => /Join/.test(one));
  expect(joins(done, parts)).toEqual(["Join · 3 parts"]);
  expect(joins(done, parts.slice(0, 2))).toEqual(["Join · 2 parts"]);
  expect(joins(done, parts.slice(0, 1))).toEqual([]);
  expect(joins(done, parts, NO_CHAIN)).toEqual([]);
  expect(joins({ ...batch, state: { status: "gathering", answer: "given", notBefore: NOW } }, parts)).toEqual([]);
});

test("a card has a place for the frame until its outcome is known", () => {
  const { second, ended, first } = aChain();
  expect(cardOf(second, NOW).frames).toEqual([{ description: second.request.prompt }]);
  expect(cardOf(ended, NOW).frames).toBeUndefined();
  expect(cardOf(first, NOW).frames).toBeUndefined();
});
