import { expect, test } from "vitest";
import { gradesOf } from "../../../src/core/health/health.ts";
import { healthStatus, healthTexts } from "../../../src/messages/pages/health.ts";
import { helpMessage } from "../../../src/messages/pages/help.ts";
import { en } from "../../../src/messages/words/en.ts";
import { toldHealth } from "../../fakes/health/told-health.ts";
import { wordsOf } from "../words-of.ts";

const about = {
  prefix: "video",
  platform: "discord",
  retentionDays: 90,
  canContinue: false,
  spent: null,
  troubles: [],
  missing: [],
} as const;

test("nothing is said of a service that does well, or of which nothing is known", () => {
  const health = toldHealth();
  for (const grade of ["unknown", "clear"] as const) {
    health.tell(grade);
    expect(healthTexts(gradesOf(health), en)).toEqual([]);
    expect(healthStatus(gradesOf(health), en)).toBeNull();
    expect(wordsOf(helpMessage({ ...about, grades: gradesOf(health) }, en))).toContain("All systems normal.");
  }
});

test("kinds that fail come before kinds that are slow, each with its names", () => {
  const health = toldHealth();
  health.tell("slow", { kind: "480p-10" });
  health.tell("failing", { kind: "720p-10" });
  health.tell("failing", { kind: "720p-15" });
  const texts = healthTexts(gradesOf(health), en);
  expect(texts).toEqual([
    "Many videos are failing at the video service: 720p · 10 seconds, 720p · 15 seconds. The credits of a failed video are refunded.",
    "Videos take longer than usual: 480p · 10 seconds.",
  ]);
  expect(healthStatus(gradesOf(health), en)).toBe("Many videos are failing right now");
  const help = wordsOf(helpMessage({ ...about, grades: gradesOf(health) }, en));
  expect(help).toContain(texts[0]);
  expect(help).not.toContain("All systems normal.");
});

test("a status of the bot itself says in a few words what is worst", () => {
  const health = toldHealth();
  health.tell("slow");
  expect(healthStatus(gradesOf(health), en)).toBe("Videos take longer than usual");
  health.tell("down");
  expect(healthStatus(gradesOf(health), en)).toBe("The video service is down");
});
