import { buttonId } from "../../core/button.ts";
import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Credits } from "../../core/request/price.ts";
import type { Payer } from "../../core/team/payer.ts";
import type { MemberRefusal } from "../../core/team/rules.ts";
import { type KeptRequest, keyButtons, payKeptButton } from "../card/buttons.ts";
import { timeAt } from "../card/card-outcome.ts";
import { command, message, paragraphs, textMessage } from "../message.ts";
import type { Words } from "../words.ts";

export function noTeamKey(prefix: string, { team, nothingCharged }: Words): ChatMessage {
  const { title, body } = team.none;
  return message({
    tone: "plain",
    title,
    body: [...paragraphs(...body, nothingCharged), team.addIt(command(prefix, "-team setup"))],
  });
}

export function teamKeyRefused({ team }: Words): ChatMessage {
  return textMessage("bad", team.refused.badKey);
}

export function maySpendNothing(why: MemberRefusal, { team, outcome, nothingCharged }: Words): ChatMessage {
  return textMessage("bad", { title: outcome.notStarted, body: [team.mayNot[why], nothingCharged] });
}

export interface CapPassed {
  readonly cap: "team" | "person";
  readonly price: Credits;
  readonly left: Credits;
  readonly anewAt: EpochMs;
}

export function capPassedMessage({ cap, price, left, anewAt }: CapPassed, words: Words): ChatMessage {
  const { team, outcome, nothingCharged } = words;
  const why = cap === "team" ? team.overTeam(price, left) : team.overPerson(price, left);
  return message({
    tone: "bad",
    title: outcome.notStarted,
    body: [...paragraphs(why), newMonth(anewAt, words), ...paragraphs(nothingCharged)],
  });
}

/** Offers to pay with another key: one's own instead of the team's, or the team's where one's own is missing. */
export function withPayerOffered(refusal: ChatMessage, pay: Payer, kept: KeptRequest, words: Words): ChatMessage {
  const { team } = words;
  const offer = pay === "mine" ? team.ownInstead(kept.price) : team.teamInstead(kept.price);
  return {
    ...refusal,
    body: [...refusal.body, [offer]],
    buttons: [...refusal.buttons, payKeptButton(pay, kept, words)],
  };
}

/** Puts the refusal of the team's key above the question whether to start with one's own key instead, which its button says. */
export function askedInstead(
  refusal: ChatMessage,
  question: ChatMessage,
  kept: KeptRequest,
  words: Words,
): ChatMessage {
  const startId = buttonId({ kind: "start_kept", jobId: kept.jobId });
  const start = { ...payKeptButton("mine", kept, words), id: startId };
  return {
    ...question,
    body: [...refusal.body, [words.team.ownInstead(kept.price)], ...question.body],
    buttons: question.buttons.map((button) => (button.id === startId ? start : button)),
  };
}

/** Says what somebody without a key of their own can do where the team does not pay. */
export function withKeyAsked(refusal: ChatMessage, words: Words): ChatMessage {
  return { ...refusal, body: [...refusal.body, [words.team.addKeyOrAsk]], buttons: keyButtons(words) };
}

export function newMonth(at: EpochMs, words: Words): Sentence {
  return words.team.anew({ ...timeAt(at, words), as: "clock" });
}
