import { z } from "zod";
import type { Seen } from "../../core/health/seen.ts";
import type { Sign } from "../../core/health/sign.ts";

const digest = z.string().max(64);
const time = z.int().min(0);
const of = z.enum(["480p-10", "480p-15", "720p-10", "720p-15"]);
const end = { isGood: z.boolean(), isLate: z.boolean(), tookMs: time, person: digest, prompt: digest };

const sign = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("taken"), payer: digest }),
  z.object({ kind: z.literal("unavailable"), payer: digest, prompt: digest }),
  z.object({ kind: z.literal("away") }),
  z.object({ kind: z.literal("ended"), of, ...end }),
  z.object({ kind: z.literal("late"), of, ageMs: time }),
]);

const held = z.object({ since: time, lastAt: time, good: time }).nullable();
const kind = z.object({
  ends: z.array(z.object({ at: time, ...end })).max(20),
  failing: held,
  slow: held,
  ageMs: time.nullable(),
  leftAt: time,
});
const seen = z.object({
  at: time,
  since: time,
  calls: z.object({
    row: z.array(z.object({ at: time, payer: digest, prompt: digest })).max(20),
    taken: z.array(z.object({ at: time, payer: digest })).max(20),
    down: held,
    leftAt: time,
  }),
  kinds: z.object({ "480p-10": kind, "480p-15": kind, "720p-10": kind, "720p-15": kind }),
});

/** What another process told; null: one of another version told what this one does not know. */
export function readSign(text: string): Sign | null {
  try {
    return sign.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** What was kept, as this version reads it; null: nothing that it reads. */
export function readSeen(kept: unknown): Seen | null {
  return seen.safeParse(kept).data ?? null;
}
