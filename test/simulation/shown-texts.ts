import type { EpochMs } from "../../src/core/clock.ts";
import { falseStatements, type ServiceLedger } from "../claims/claims.ts";
import { type Statement, statementsIn } from "../claims/read-text.ts";
import { type Facts, isAnswerKept } from "./facts.ts";
import { isLongAfter } from "./visits.ts";
import type { Seen } from "./world/screen.ts";

export interface ShownTexts {
  see(seen: Seen): void;
  /** Returns what people have read about money. */
  statements(): readonly Statement[];
  /** Returns whether somebody read a final message. */
  showedEnd(): boolean;
  /** Returns when the first final message was read; null: none was. */
  endSeenAt(): EpochMs | null;
  /** Returns whether somebody read that the video takes too long. */
  showedOverdue(): boolean;
  /** Returns whether somebody saw a card. */
  sawCard(): boolean;
}

export interface ShownTextsWorld {
  /** The card is of several videos, of which some may be charged and some not. */
  readonly isBatch: boolean;
  readonly taken: ServiceLedger;
  readonly facts: Facts;
  now(): EpochMs;
  trace(line: string): void;
  broken(claim: string): void;
}

/** Judges every text at the moment it is seen. */
export function watchTexts({ isBatch, taken, facts, now, trace, broken }: ShownTextsWorld): ShownTexts {
  const read = new Set<Statement>();
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
      const statements = statementsIn(text);
      for (const statement of statements) read.add(statement);
      // What arrives late was true when it was sent; at the end it is judged like all others.
      if (!isLate) for (const claim of falseStatements({ statements, service: taken, isBatch })) broken(claim);
      const isTaskKnown = !isBatch && facts.isStartHeard && isAnswerKept(facts);
      if (/may have been charged/.test(text) && isTaskKnown && !/the task is/.test(text) && kind === "card")
        broken("a task that is known was not named");
      if (/^Still not finished/.test(text)) showedOverdue = true;
      if (isFinal) endSeenAt ??= now();
    },
    statements: () => [...read],
    showedEnd: () => endSeenAt !== null,
    endSeenAt: () => endSeenAt,
    showedOverdue: () => showedOverdue,
    sawCard: () => sawCard,
  };
}
