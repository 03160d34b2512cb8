import { expect, test } from "vitest";
import { healthLine } from "../../src/app/health-line.ts";
import { toldHealth } from "../fakes/health/told-health.ts";

test("one line says how the service does, the worst first", () => {
  const health = toldHealth();
  expect(healthLine(health)).toBe("video service: unknown");
  health.tell("clear");
  health.tell("slow", { kind: "480p-15" });
  health.tell("failing", { kind: "720p-10" });
  expect(healthLine(health)).toBe("video service: failing (720p-10), slow (480p-15), clear (480p-10, 720p-15)");
  health.tell("down");
  expect(healthLine(health)).toBe("video service: down");
});
