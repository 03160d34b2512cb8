import { expect, test } from "vitest";
import type { Job, JobRefusal } from "../../../src/core/job/job.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { anAnnouncing, aRunning, TEST_START as now } from "../../fakes/jobs.ts";
import { aBatchOf, sixMade } from "../every-batch.ts";
import { succeeded } from "../every-job.ts";

const gathering: Job["state"] = { status: "gathering", answer: "given", notBefore: now };
const textOf = (pieces: readonly unknown[]) =>
  pieces.map((piece) => (typeof piece === "string" ? piece : "<>")).join("");

test("each video has a line with its number, its prompt's beginning and how far it is", () => {
  const { batch, parts } = aBatchOf(
    [
      { state: aRunning({ percent: 40 }) },
      { state: anAnnouncing(succeeded) },
      { state: anAnnouncing({ kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true }) },
    ],
    gathering,
  );
  const { sections = [], body } = cardOf(batch, now, parts);
  expect(sections.map(({ title }) => title.slice(0, 3))).toEqual(["1. ", "2. ", "3. "]);
  for (const { title, isItem } of sections) {
    expect(title.length).toBeLessThanOrEqual(63);
    expect(isItem).toBe(true);
  }
  expect(sections[0]?.bar?.percent).toBe(40);
  expect(sections.slice(1).map((section) => section.body.map(textOf).join())).toEqual([
    "Ready · 95 credits · <>",
    "Failed, 95 credits refunded",
  ]);
  expect(body.map(textOf)).toEqual(["285 credits charged · 95 credits refunded · 190 credits in all"]);
});

test("a film has a place as soon as its own video is made, under that video's number", () => {
  const { batch, parts } = aBatchOf(
    [{ state: aRunning() }, { state: anAnnouncing(succeeded), video: "due" }],
    gathering,
  );
  const { videos, hidesPreview } = cardOf(batch, now, parts);
  expect(videos).toEqual([{ nth: 2, description: parts[1]?.request.prompt }]);
  expect(hidesPreview).toBe(true);
});

test.for<[JobRefusal, string]>([
  [{ kind: "no_credits" }, "Refused, nothing charged · Not enough credits"],
  [{ kind: "bad_request", detail: "", said: "no weapons" }, "Refused, nothing charged · “no weapons”"],
  [{ kind: "bad_request", detail: "" }, "Refused, nothing charged · Request rejected"],
  [{ kind: "unavailable", sent: true, detail: "" }, "Unknown: may have been charged"],
])("a refused video's line says why in a few words: %j", ([refusal, says]) => {
  const { batch, parts } = aBatchOf([{ state: anAnnouncing({ kind: "refused", refusal }) }], gathering);
  expect(cardOf(batch, now, parts).sections?.map(({ body }) => body.map(textOf).join())).toEqual([says]);
});

test("that films could not be posted is said once, however many they are", () => {
  const said = (video: NonNullable<Job["video"]>) => {
    const { batch, parts } = sixMade(video);
    return cardOf(batch, now, parts)
      .body.map(textOf)
      .filter((text) => text.includes("could not be posted"));
  };
  expect(said("too_large")).toHaveLength(1);
  expect(said("not_taken")).toHaveLength(1);
  expect(said("here")).toEqual([]);
});

test("one video whose record is damaged leaves the others their numbers", () => {
  const { batch, parts } = sixMade();
  const { sections = [] } = cardOf(batch, now, parts.slice(1));
  expect(sections.map(({ title }) => title.slice(0, 2))).toEqual(["2.", "3.", "4.", "5.", "6."]);
});

test.for([
  ["restart", "Press Retry what failed to start them now."],
  ["expired", "Press Retry what failed to start them now."],
  ["withdrawn", null],
] as const)("several videos that were not started (%s) name the button that is there, and no other", ([why, next]) => {
  const outcome = { kind: "not_started", why } as const;
  const { batch, parts } = aBatchOf(
    [1, 2, 3].map(() => ({ state: anAnnouncing(outcome) })),
    anAnnouncing(outcome),
  );
  const card = cardOf(batch, now, parts);
  const said = card.body.map(textOf).join("\n");
  expect(said).not.toMatch(/this video|Press Again/);
  expect(card.buttons.some(({ label }) => label.startsWith("Retry what failed"))).toBe(next !== null);
  if (next === null) expect(said).not.toContain("Press");
  else expect(said).toContain(next);
});

test("a batch of which some are made is in doubt only where it is not known what became of one", () => {
  const failed = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
  const unknown = { kind: "unknown", taskId: null, atMost: 95 } as const;
  const toneOf = (other: typeof failed | typeof unknown) => {
    const { batch, parts } = aBatchOf(
      [{ state: anAnnouncing(succeeded) }, { state: anAnnouncing(other) }],
      anAnnouncing({ kind: "several" }),
    );
    return cardOf(batch, now, parts).tone;
  };
  expect([toneOf(failed), toneOf(unknown)]).toEqual(["plain", "unsure"]);
});
