import { type Card, firstCard } from "../../core/command.ts";
import type { Job } from "../../core/job/job.ts";
import { kindOf } from "../../core/pace/experience.ts";
import { beginsSlowly } from "../../messages/card/begins-slowly.ts";
import { cardOf } from "../../messages/card/card.ts";
import { wordsIn } from "../../messages/words.ts";
import type { CommandDeps } from "../command-deps.ts";

/** The card of a video, or of a batch with its parts, that was just accepted: where such videos are slow, it says what to expect. */
export function firstCardOf(
  { clock, health }: Pick<CommandDeps, "clock" | "health">,
  job: Job,
  parts: readonly Job[] = [],
): Card {
  const card = cardOf(job, clock.now(), parts);
  const { takesMs } = health.of(kindOf(job.request));
  const isSlow = takesMs !== null && job.state.status === "accepted";
  return firstCard(job, isSlow ? beginsSlowly(card, takesMs, wordsIn(job.locale)) : card);
}
