import { type Card, firstCard } from "../../core/command.ts";
import { type Job, waitsForTurn } from "../../core/job/job.ts";
import { kindOf } from "../../core/pace/experience.ts";
import { beginsSlowly } from "../../messages/card/begins-slowly.ts";
import { cardOf } from "../../messages/card/card.ts";
import { wordsIn } from "../../messages/words.ts";
import type { CommandDeps } from "../visit.ts";

/** The card of a video, or of a batch with its parts, that was just accepted: where such videos are slow, it says what to expect. */
export function firstCardOf(
  { clock, health }: Pick<CommandDeps, "clock" | "health">,
  job: Job,
  parts: readonly Job[] = [],
): Card {
  const card = cardOf(job, clock.now(), parts);
  const begins = job.parts ? parts.filter(waitsForTurn) : [job].filter(({ state }) => state.status === "accepted");
  const takesMs = Math.max(0, ...begins.map(({ request }) => health.of(kindOf(request)).takesMs ?? 0));
  return firstCard(job, takesMs > 0 ? beginsSlowly(card, takesMs, wordsIn(job.locale)) : card);
}
