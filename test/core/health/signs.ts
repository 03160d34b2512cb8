import type { Condition } from "../../../src/core/health/health.ts";
import { conditionOf, noted, type Seen, unseen } from "../../../src/core/health/seen.ts";
import type { Ended, Sign } from "../../../src/core/health/sign.ts";
import type { TaskKind } from "../../../src/core/pace/experience.ts";
import { TEST_START } from "../../fakes/jobs.ts";

export const MINUTE = 60_000;

let prompts = 0;
function aPrompt(): string {
  prompts += 1;
  return `prompt ${prompts}`;
}

export const taken = (payer = "ada"): Sign => ({ kind: "taken", payer });
export const unavailable = (payer = "ada", prompt = aPrompt()): Sign => ({ kind: "unavailable", payer, prompt });
export const away: Sign = { kind: "away" };
export const late = (ageMs: number, of: TaskKind = "480p-10"): Sign => ({ kind: "late", of, ageMs });

function ended(over: Partial<Ended>): Ended {
  const usual = { of: "480p-10", isGood: true, isLate: false, tookMs: 3 * MINUTE, person: "ada" } as const;
  return { kind: "ended", ...usual, prompt: aPrompt(), ...over };
}
export const good = (over: Partial<Ended> = {}): Sign => ended(over);
export const failed = (person = "ada", over: Partial<Ended> = {}): Sign => ended({ isGood: false, person, ...over });

/** A service that is heard of, sign after sign. */
export function aService() {
  let now = TEST_START;
  let seen: Seen = unseen(now);
  const hear = (sign: Sign) => {
    seen = noted(seen, sign, now);
  };
  return {
    /** One sign a second. */
    hears(...signs: readonly Sign[]): void {
      for (const sign of signs) {
        now += 1_000;
        hear(sign);
      }
    },
    waits(ms: number): void {
      now += ms;
    },
    is: (kind: TaskKind = "480p-10"): Condition => conditionOf(seen, kind, now),
    seen: () => seen,
    now: () => now,
  };
}
