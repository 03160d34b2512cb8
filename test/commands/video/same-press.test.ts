import { expect, test } from "vitest";
import { isSamePress } from "../../../src/commands/video/earlier-video.ts";
import { aClosedJob, TEST_START } from "../../fakes/jobs.ts";

test.for([
  [9_999, true],
  [10_000, false],
  // The clock was set back since.
  [-9_999, true],
  [-3_600_000, false],
] as const)("a press %i ms after the last one means the same job: %s", ([afterMs, isSame]) => {
  expect(isSamePress(aClosedJob({ acceptedAt: TEST_START }), TEST_START + afterMs)).toBe(isSame);
});
