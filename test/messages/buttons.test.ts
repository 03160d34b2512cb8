import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { BUTTONS, isCardButton, readButtonId, showsEnd } from "../../src/core/button.ts";
import type { ChatMessage } from "../../src/core/chat.ts";
import { isSettled } from "../../src/core/job/job.ts";
import { oneRow } from "../../src/messages/card/buttons.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { wordsIn } from "../../src/messages/words.ts";
import { anOwner, aSlackOwner, TEST_START } from "../fakes/jobs.ts";
import { everyBatch } from "./every-batch-asked.ts";
import { everyJob } from "./every-job.ts";
import { everyHome, everyMessage } from "./every-message.ts";
import { labelsOf, wordsOf } from "./words-of.ts";

const inEnglish = [...everyMessage(wordsIn("en")), ...everyHome(wordsIn("en")).flat()];

test("every kind of button appears in an example message of the test suite", () => {
  const messages = JSON.stringify(inEnglish);
  const shown = new Set([...messages.matchAll(/"(?:id|value)":"([a-z\d_]+)[":]/g)].map(([, kind]) => kind));
  expect(Object.keys(BUTTONS).filter((kind) => !shown.has(kind))).toEqual([]);
});

/** The pages for the people who use the bot. */
const pages = ["using", "series", "teams", "approvals"]
  .map((name) => readFileSync(new URL(`../../docs/${name}.md`, import.meta.url), "utf8"))
  .join("\n");

test("the user documentation mentions every button that a card can have", () => {
  const buttons = inEnglish.flatMap((message) => message.buttons);
  const onCards = buttons.filter(({ id }) => {
    const action = readButtonId(id);
    return action !== null && isCardButton(action);
  });
  // Without the price and the number of parts.
  const labels = new Set(onCards.map(({ label }) => label.split(" · ")[0]));
  expect([...labels]).toEqual(expect.arrayContaining(["Again", "Join", "Leave the queue"]));
  expect([...labels].filter((label) => !pages.includes(`*${label}`))).toEqual([]);
});

/** Sentences that suggest using one's own key, each with its button. */
const OFFERS = [
  [/pay with your own key/i, /^Pay with my own key/],
  [/add (?:a new|your(?: own)?(?: API)?) key(?! with)/i, /^Add my key$/],
] as const;

test("a message that suggests adding a key or paying with one's own key has the button “Add my key” or “Pay with my own key”", () => {
  for (const [offer, button] of OFFERS) {
    const offering = inEnglish.filter((message) => offer.test(wordsOf(message)));
    expect(offering.length).toBeGreaterThan(0);
    const without = offering.filter((message) => !labelsOf(message).some((label) => button.test(label)));
    expect(without.map(wordsOf)).toEqual([]);
  }
});

test("the bot can tell from a card's buttons whether the card's job has ended", () => {
  const idsOn = ({ buttons }: ChatMessage) => buttons.map(({ id }) => id);
  for (const owner of [anOwner(), aSlackOwner()])
    for (const job of everyJob) {
      const ids = idsOn(cardOf({ ...job, owner }, TEST_START));
      expect([job.state, showsEnd(ids)]).toEqual([job.state, isSettled(job)]);
    }
  for (const { batch, parts } of everyBatch("en"))
    expect([batch.state, showsEnd(idsOn(cardOf(batch, TEST_START, parts)))]).toEqual([batch.state, isSettled(batch)]);
  expect(showsEnd(["make_video", "open_link", "again"])).toBe(false);
});

const buttons = (...ids: readonly string[]) => ids.map((id) => ({ id, label: id, style: "secondary" as const }));
const rowOf = (required: number) =>
  oneRow({
    always: buttons("a", "b", "c", "d", "e").slice(0, required),
    withRoom: buttons("join", "in_720p"),
    last: buttons("delete"),
  }).map(({ id }) => id);

test("optional buttons are left out if a row would otherwise have more than five buttons", () => {
  expect(rowOf(3)).toEqual(["a", "b", "c", "join", "delete"]);
  expect(rowOf(4)).toEqual(["a", "b", "c", "d", "delete"]);
});

test("a row of more than five buttons that may not be left out is an error", () => {
  expect(() => rowOf(5)).toThrow("a row holds 5 buttons, not a,b,c,d,e,delete");
});
