import { buttonId } from "../../core/button.ts";
import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import { type Period, periodOf } from "../../core/period.ts";
import type { Credits } from "../../core/request/price.ts";
import type { Caps } from "../../core/team/caps.ts";
import type { Payer } from "../../core/team/payer.ts";
import { type CapRefusal, capOf, type MemberRefusal } from "../../core/team/rules.ts";
import { endOf, type LeftUnderCaps } from "../../core/team/usage.ts";
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
  readonly cap: CapRefusal;
  readonly price: Credits;
  readonly left: LeftUnderCaps;
  readonly now: EpochMs;
}

export function capPassedMessage(passed: CapPassed, words: Words): ChatMessage {
  const { outcome, nothingCharged } = words;
  const body = [...capPassedText(passed, words), ...paragraphs(nothingCharged)];
  return message({ tone: "bad", title: outcome.notStarted, body });
}

export function capPassedText({ cap, price, left, now }: CapPassed, words: Words): readonly Sentence[] {
  const { whose, period } = capOf(cap);
  const over = whose === "team" ? words.team.overTeam : words.team.overPerson;
  return [[over[period](price, left[period][whose] ?? 0)], startsAgain(period, now, words)];
}

/** Adds a button that pays with `pay` instead. */
export function withPayerOffered(refusal: ChatMessage, pay: Payer, kept: KeptRequest, words: Words): ChatMessage {
  const { team } = words;
  const offer = pay === "mine" ? team.ownInstead(kept.price) : team.teamInstead(kept.price);
  return {
    ...refusal,
    body: [...refusal.body, [offer]],
    buttons: [...refusal.buttons, payKeptButton(pay, kept, words)],
  };
}

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

export function withKeyAsked(refusal: ChatMessage, words: Words): ChatMessage {
  return { ...refusal, body: [...refusal.body, [words.team.addKeyOrAsk]], buttons: keyButtons(words) };
}

export function startsAgain(period: Period, now: EpochMs, words: Words): Sentence {
  const at = endOf(periodOf(period, now));
  return words.team.startsAgain[period]({ ...timeAt(at, words), as: "clock" });
}

/** Writes the format that forms accept: "200 a day, 2,000 a month". */
export function capsText({ day, month }: Caps, { team, amounts }: Words): string | null {
  const caps = [...(day === null ? [] : [team.per.day(day)]), ...(month === null ? [] : [team.per.month(month)])];
  return caps.length === 0 ? null : caps.join(amounts.comma);
}

export function exampleCaps(words: Words): string {
  return capsText({ day: 200, month: 2_000 }, words) ?? "";
}
