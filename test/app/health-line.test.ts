import { expect, test } from "vitest";
import { healthLine } from "../../src/app/work.ts";
import { toldHealth } from "../fakes/told-health.ts";

test("one line says how the service does", () => {
  const health = toldHealth();
  expect(healthLine(health)).toBe("video service: no trouble seen");
  health.tell("failing", { failed: 6, ends: 10 });
  expect(healthLine(health)).toBe("video service: 6 of the last 10 videos failed");
  health.tell("down");
  expect(healthLine(health)).toBe("video service: does not answer");
});
