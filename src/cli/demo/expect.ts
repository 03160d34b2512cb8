import type { Sandbox } from "reelay-sandbox";
import type { DemoOutcome } from "./options.ts";

export type Place = "discord" | "slack";

/** What a person of the demo must have read by the end, on one platform. */
export interface Seen {
  /** All that stands in front of them now, a message each. */
  readonly messages: readonly { readonly text: string; readonly isPrivate: boolean }[];
  /** Whether something notified them. */
  readonly isPinged: boolean;
}

export const VIDEO_LINK = /https?:\/\/[^\s)>|\]"]+\.mp4/;

/** The address of the finished video, once the card and the notification are there. */
export function videoIn(seen: Seen): string | null {
  const card = seen.messages.find(({ text }) => VIDEO_LINK.test(text) && /\d credits used/.test(text));
  return (seen.isPinged && card && VIDEO_LINK.exec(card.text)?.[0]) || null;
}

/** Whether Ada has read what the outcome asks for. */
export function isTold(outcome: DemoOutcome, seen: Seen, price: number): boolean {
  const says = (...words: readonly RegExp[]) =>
    seen.messages.some(({ text }) => words.every((word) => word.test(text)));
  const says402 = new RegExp(`\\b${price} credits\\b`);
  switch (outcome) {
    case "succeeded":
      return videoIn(seen) !== null;
    case "failed":
      return seen.isPinged && says(/failed/i, new RegExp(`\\b${price} credits were refunded`));
    case "no-credits":
      return says(says402, /nothing was charged/i, /doesn't have enough/i);
    case "bad-key":
      return says(/nothing was charged/i, /key/i, /\[Add my key\]/);
    case "bad-request":
      return says(/nothing was charged/i, /rejected this request/i);
  }
}

/** What the service's own ledger must say after both runs. */
export function isLedgerRight(
  outcome: DemoOutcome,
  ledger: ReturnType<Sandbox["video"]["ledger"]>,
  price: number,
): boolean {
  const charged = outcome === "succeeded" || outcome === "failed" ? 2 * price : 0;
  const refunded = outcome === "failed" ? charged : 0;
  return ledger.charged === charged && ledger.refunded === refunded;
}

/** What it must say after a video and its continuation on each platform, all at that price. */
export function isContinuedLedgerRight(ledger: ReturnType<Sandbox["video"]["ledger"]>, price: number): boolean {
  return ledger.tasks === 4 && ledger.charged === 4 * price && ledger.refunded === 0;
}

/** What it must say after the team's story: one video at that price on each platform, and nothing else. */
export function isTeamLedgerRight(ledger: ReturnType<Sandbox["video"]["ledger"]>, price: number): boolean {
  return ledger.tasks === 2 && ledger.charged === 2 * price && ledger.refunded === 0;
}
