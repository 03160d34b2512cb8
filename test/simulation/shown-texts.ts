import type { EpochMs } from "../../src/core/clock.ts";
import { falseStatements, type ServiceLedger } from "../claims/claims.ts";
import { type Statement, statementsIn } from "../claims/read-text.ts";
import { type Facts, isAnswerKept } from "./facts.ts";
import { isLongAfter } from "./visits.ts";
import type { Seen } from "./world/screen.ts";

export interface ShownTexts {
  see(seen: Seen): void;
  /** The statements about money that people have read. */
  statements(): readonly Statement[];
  /** Returns true if somebody saw a final message. */
  showedEnd(): boolean;
  /** When somebody first saw a final message. Null: never. */
  endSeenAt(): EpochMs | null;
  /** Returns true if somebody read that the video takes too long. */
  showedOverdue(): boolean;
  /** Returns true if somebody saw a card. */
  sawCard(): boolean;
}

export interface ShownTextsWorld {
  /** The card shows several videos, of which some may be charged and some not. */
  readonly isBatch: boolean;
  readonly taken: ServiceLedger;
  readonly facts: Facts;
  now(): EpochMs;
  trace(line: string): void;
  broken(claim: string): void;
}

/** Checks every text when it is shown. */
export function watchTexts({ isBatch, taken, facts, now, trace, broken }: ShownTextsWorld): ShownTexts {
  const read = new Set<Statement>();
  let endSeenAt: EpochMs | null = null;
  let showedOverdue = false;
  let sawCard = false;
  let last = "";

  return {
    see({ kind, message, text, isFinal, isLate }) {
      if (isLongAfter(facts.forgottenAt, now()))
        broken("a message was shown after the bot was removed from the workspace");
      if (message.title !== last) trace(`SEEN ${kind}: ${text.slice(0, 60)}`);
      last = message.title;
      if (kind === "card" || kind === "moved card") sawCard = true;
      const statements = statementsIn(text);
      for (const statement of statements) read.add(statement);
      // A late message was true when it was sent. At the end of the run it is checked like all others.
      if (!isLate) for (const claim of falseStatements({ statements, service: taken, isBatch })) broken(claim);
      const isTaskKnown = !isBatch && facts.isStartHeard && isAnswerKept(facts);
      if (/may have been charged/.test(text) && isTaskKnown && !/the task is/.test(text) && kind === "card")
        broken("a known task was not named");
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
