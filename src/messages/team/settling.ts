import { buttonId } from "../../core/button.ts";
import type { ChatMessage, Select } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { UserId } from "../../core/job/ids.ts";
import type { Piece, Sentence } from "../../core/sentence.ts";
import type { Perhaps, Settled } from "../../core/team/perhaps.ts";
import { timeAt } from "../card/outcome.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { settlementButtons, teamSettleButton } from "./buttons.ts";

/** What may have been charged to the team, in the order given. To choose one asks about it. */
export function perhapsList(listed: readonly Perhaps[], words: Words): ChatMessage {
  const { settling } = words;
  if (listed.length === 0) return message({ tone: "plain", title: settling.title, body: paragraphs(settling.none) });
  return message({
    tone: "plain",
    title: settling.title,
    body: [...paragraphs(settling.why), ...listed.map((one, at) => line(one, at, words))],
    select: { label: settling.choose, options: listed.map((one, at) => optionOf(one, at, words)) },
  });
}

function line({ userId, credits, acceptedAt }: Perhaps, at: number, words: Words): Sentence {
  const price = words.amounts.credits(credits);
  return [`${at + 1} · `, personOf(userId, words), ` · ${price} · `, dayOf(acceptedAt, words)];
}

/** A menu names nobody: the number says which line it is. */
function optionOf({ jobId, credits, acceptedAt }: Perhaps, at: number, { amounts }: Words): Select["options"][number] {
  const when = new Date(acceptedAt).toISOString().slice(0, 16).replace("T", " ");
  const label = `${at + 1} · ${amounts.credits(credits)} · ${when} UTC`;
  return { label, value: buttonId({ kind: "show_perhaps", jobId }) };
}

/** Asks a manager whether that video was charged. */
export function settleQuestion({ jobId, userId, credits, acceptedAt }: Perhaps, words: Words): ChatMessage {
  const { settling, unknown, facts } = words;
  const { title, look } = settling.question;
  return message({
    tone: "unsure",
    title,
    body: [
      [...facts.askedBy(personOf(userId, words)), " · ", dayOf(acceptedAt, words)],
      ...paragraphs(unknown.mayBeCharged(credits), look),
    ],
    buttons: settlementButtons(jobId, words),
  });
}

/** The word that counts from now on, or counted before. */
export function settledWords(settled: Settled, words: Words): ChatMessage {
  const { settling } = words;
  const { kind, credits, isCharged, by, at } = settled;
  const counts = isCharged ? settling.charged(credits) : settling.notCharged(credits);
  const who = kind === "already" ? [settling.by(personOf(by, words), dayOf(at, words))] : [];
  return message({
    tone: kind === "settled" ? "good" : "plain",
    title: kind === "settled" ? settling.settled : settling.already,
    body: [...who, ...paragraphs(counts)],
    buttons: [teamSettleButton(words)],
  });
}

/** There is nothing in doubt about that video any more. */
export function nothingToSettle({ settling }: Words): ChatMessage {
  return told("plain", settling.gone);
}

function personOf(userId: UserId | null, { settling }: Words): Piece {
  return userId === null ? settling.somebody : { kind: "person", userId };
}

function dayOf(at: EpochMs, words: Words): Piece {
  return { ...timeAt(at, words), as: "clock" };
}
