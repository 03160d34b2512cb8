import { expect, test } from "vitest";
import { shippedExperience } from "../../../src/core/pace/experience.ts";

test("a task that takes longer by its kind is expected to stand still for longer", () => {
  const waiting = (kind: "480p-10" | "720p-15") => shippedExperience(kind).hazards.exposedS[6] ?? 0;
  expect(waiting("720p-15")).toBeCloseTo(2.25 * waiting("480p-10"));
});
