import { expect, test } from "vitest";
import { experienceOf, shippedExperience } from "../../../src/core/pace/experience.ts";
import { byHazards, figuresOf, live } from "../../pace/live.ts";
import { type Mix, mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";

/** Tasks that do not move before they have ended, all within a few seconds: what the shipped table knows nothing of. */
const PUNCTUAL: Mix = {
  medianS: 40,
  sigma: 0.05,
  leastS: 30,
  mostS: 60,
  failing: 0,
  kinds: { linear: 0, queued: 0, jumpy: 0, easing: 0, "stuck at 0": 1, "stuck at 99": 0 },
};

test("what was seen of a hundred tasks makes the polls of the next ones better", () => {
  const before = shippedExperience("480p-10").hazards;
  const policy = byHazards(before, 2_000);
  const lives = mixedTasks(PUNCTUAL, 100, 11).map((task) => live(task, policy));
  const next = mixedTasks(PUNCTUAL, 200, 12);
  const learned = figuresOf(next, byHazards(experienceOf("480p-10", lives).hazards, 2_000));
  expect(learned.product).toBeLessThan(0.8 * figuresOf(next, policy).product);
});

test("what was seen of two hundred tasks of the mix that was expected makes nothing worse", () => {
  const policy = byHazards(shippedExperience("480p-10").hazards, 2_000);
  const lives = mixedTasks(STANDARD_MIX, 200, 21).map((task) => live(task, policy));
  const next = mixedTasks(STANDARD_MIX, 300, 22);
  const learned = figuresOf(next, byHazards(experienceOf("480p-10", lives).hazards, 2_000));
  expect(learned.product).toBeLessThan(1.15 * figuresOf(next, policy).product);
});

test("a task that takes longer by its kind is expected to stand still for longer", () => {
  const waiting = (kind: "480p-10" | "720p-15") => shippedExperience(kind).hazards.exposedS[6] ?? 0;
  expect(waiting("720p-15")).toBeCloseTo(2.25 * waiting("480p-10"));
});
