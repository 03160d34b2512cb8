import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Credits } from "../../core/request/price.ts";
import type { MemberRefusal } from "../../core/team/rules.ts";
import { type KeptRequest, keyButtons, payKeptButton } from "../card/buttons.ts";
import { timeAt } from "../card/card-outcome.ts";
import { command, message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";

/** The team has no key. */
export function noTeamKey(prefix: string, { team }: Words): ChatMessage {
  const { title, body } = team.none;
  return message({
    tone: "plain",
    title,
    body: [...paragraphs(...body, team.nothingCharged), team.addIt(command(prefix, "-team setup"))],
  });
}

/** The video service refuses the team's key, so it is not used. */
export function teamKeyRefused({ team }: Words): ChatMessage {
  const { badKey, next } = team.refused;
  return told("bad", { title: badKey.title, body: [...badKey.body, next] });
}

/** This person may not spend the team's credits here. */
export function maySpendNothing(why: MemberRefusal, { team }: Words): ChatMessage {
  return told("bad", { title: team.notStarted, body: [team.mayNot[why], team.nothingCharged] });
}

/** A cap that a video would pass, the amount left under it, and when the month ends. */
export interface CapPassed {
  readonly cap: "team" | "person";
  readonly price: Credits;
  readonly left: Credits;
  readonly anewAt: EpochMs;
}

/** Nothing was started: the video would pass a cap. */
export function capPassedMessage({ cap, price, left, anewAt }: CapPassed, words: Words): ChatMessage {
  const { team } = words;
  const why = cap === "team" ? team.overTeam(price, left) : team.overPerson(price, left);
  return message({
    tone: "bad",
    title: team.notStarted,
    body: [...paragraphs(why), newMonth(anewAt, words), ...paragraphs(team.nothingCharged)],
  });
}

/** Adds the offer to pay with the person's own key. */
export function withOwnKeyOffered(refusal: ChatMessage, kept: KeptRequest, words: Words): ChatMessage {
  const button = payKeptButton("mine", kept, words);
  return { ...refusal, body: [...refusal.body, [words.team.ownInstead(kept.price)]], buttons: [button] };
}

/** Says what somebody without a key of their own can do after a cap stopped them. */
export function withKeyAsked(refusal: ChatMessage, words: Words): ChatMessage {
  return { ...refusal, body: [...refusal.body, [words.team.addKeyOrAsk]], buttons: keyButtons(words) };
}

/** Tells somebody without a key of their own that the team can pay. */
export function withTeamOffered(refusal: ChatMessage, kept: KeptRequest, words: Words): ChatMessage {
  const button = payKeptButton("team", kept, words);
  return {
    ...refusal,
    body: [...refusal.body, [words.team.teamInstead(kept.price)]],
    buttons: [...refusal.buttons, button],
  };
}

/** Says when the next month begins. */
export function newMonth(at: EpochMs, words: Words): Sentence {
  return words.team.anew({ ...timeAt(at, words), as: "clock" });
}
