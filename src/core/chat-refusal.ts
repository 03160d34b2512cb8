/** Why a platform did not take a message. */
export type ChatRefusal =
  /** Every way to the person was tried, and none is left. */
  { readonly kind: "unreachable"; readonly detail: string } | RateLimited | Unavailable;

/** The platform failed, or cannot be reached. */
export interface Unavailable {
  readonly kind: "unavailable";
  /** It may have arrived. */
  readonly unclear: boolean;
  readonly detail: string;
  /** The platform answered that it is over: what was asked is done by now, or it never will be. */
  readonly isAnswered?: true;
  /** It is about one workspace alone, and says nothing of how the platform does. */
  readonly isElsewhere?: true;
}

/** The card cannot be edited any more, and "in_place" forbids another way. Before it was ever seen: the answer was refused. */
export interface CardGone {
  readonly kind: "card_gone";
}

/** Not now. */
export interface RateLimited {
  readonly kind: "rate_limited";
  readonly retryAfterMs: number;
  /** It says nothing of the limit that the message counts against (`Chat.bucketOf`); this message alone waits. */
  readonly isElsewhere?: true;
  /** It is the limit on everything that the bot sends, not that of this bucket. */
  readonly isGlobal?: true;
  /** It was never sent, and the platform refused nothing: a count on our own side asks to wait for a turn. */
  readonly isUnsent?: true;
}

/** Milliseconds until its turn where nothing was sent, which is no failure and no try; null where something was. */
export function unsentMs(refusal: { readonly kind: string } | RateLimited | null): number | null {
  return refusal && "isUnsent" in refusal && refusal.isUnsent ? refusal.retryAfterMs : null;
}

/** Why a platform could not be looked into just now. */
export type LookRefusal = Exclude<ChatRefusal, { readonly kind: "unreachable" }>;
