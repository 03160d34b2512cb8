import type { EpochMs } from "../../src/core/clock.ts";
import { type Facts, isAnswerKept } from "./facts.ts";
import { isLongAfter } from "./visits.ts";
import type { Seen } from "./world/screen.ts";
import type { Taken } from "./world/sim-service.ts";

export interface ShownTexts {
  see(seen: Seen): void;
  /** Returns whether a final text said that nothing was charged. */
  showedNothingCharged(): boolean;
  /** Returns whether somebody read a final word. */
  showedEnd(): boolean;
  /** Returns when the first final word was read; null: none was. */
  endSeenAt(): EpochMs | null;
  /** Returns whether somebody read that the video takes too long. */
  showedOverdue(): boolean;
  /** Returns whether somebody saw a card. */
  sawCard(): boolean;
}

export interface ShownTextsWorld {
  /** The card is of several videos, of which some may be charged and some not. */
  readonly isBatch: boolean;
  readonly taken: Taken;
  readonly facts: Facts;
  now(): EpochMs;
  trace(line: string): void;
  broken(claim: string): void;
}

/** Judges every text at the moment it is seen. */
export function watchTexts({ isBatch, taken, facts, now, trace, broken }: ShownTextsWorld): ShownTexts {
  let showedNothing = false;
  let endSeenAt: EpochMs | null = null;
  let showedOverdue = false;
  let sawCard = false;
  let last = "";

  return {
    see({ kind, message, text, isFinal, isLate }) {
      if (isLongAfter(facts.forgottenAt, now())) broken("somebody was told something when their workspace had left");
      if (message.title !== last) trace(`SEEN ${kind}: ${text.slice(0, 60)}`);
      last = message.title;
      if (kind === "card" || kind === "moved card") sawCard = true;
      const stands = taken.charges > taken.refunds;
      const saysNothing = !isBatch && /nothing (was |has been )?charged/i.test(text);
      // What lands late was true when it was sent; at the end it must not be what stands there.
      if (saysNothing && stands && !isLate) broken("“nothing charged” was said where a charge stands");
      if (/were refunded/.test(text) && taken.refunds === 0) broken("a refund was claimed that never was");
      if (/credits used/.test(text) && taken.charges === 0) broken("a price was named that was never charged");
      const isTaskKnown = !isBatch && facts.isStartHeard && isAnswerKept(facts);
      if (/may have been charged/.test(text) && isTaskKnown && !/the task is/.test(text) && kind === "card")
        broken("a task that is known was not named");
      if (/^Still not finished/.test(text)) showedOverdue = true;
      if (!isBatch && /Nothing was charged/.test(text)) showedNothing = true;
      if (isFinal) endSeenAt ??= now();
    },
    showedNothingCharged: () => showedNothing,
    showedEnd: () => endSeenAt !== null,
    endSeenAt: () => endSeenAt,
    showedOverdue: () => showedOverdue,
    sawCard: () => sawCard,
  };
}
