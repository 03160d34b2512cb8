import type { ChatRefusal } from "../../../core/chat-refusal.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import type { ApiNo } from "./api.ts";

/** One way to a person or to a card. */
export interface Way<Value> {
  readonly name: WayName;
  go(): Promise<Result<Value, ApiNo>>;
}

/** What an operator counts them as. */
const WORDS = {
  token: "token_edit",
  bot: "bot_edit",
  moved: "bot_edit",
  "follow-up": "follow_up",
  channel: "channel_message",
  "direct message": "direct_message",
} as const;

export type WayName = keyof typeof WORDS;

/** Told by which way something arrived. */
export type Arrived = (way: string) => void;

/** Every way was refused; the caller may have more of them. */
export interface NoWay {
  readonly kind: "no_way";
  readonly refused: readonly Refused[];
}

export interface Refused {
  readonly way: string;
  readonly status: number;
  readonly code: number;
}

/** The walk ended before its last way. */
export type Stopped = Extract<ChatRefusal, { kind: "rate_limited" | "unavailable" }>;

/**
 * Goes the ways in their order until one takes it. A clear no moves on; a rate limit or silence ends the walk, for the
 * next way could make a second message out of one that has arrived.
 */
export async function firstWay<Value>(
  ways: readonly Way<Value>[],
  arrived?: Arrived,
): Promise<Result<Value, Stopped | NoWay>> {
  const refused: Refused[] = [];
  for (const way of ways) {
    const result = await way.go();
    if (result.ok) {
      arrived?.(WORDS[way.name]);
      return ok(result.value);
    }
    const { refusal } = result;
    if (refusal.kind !== "refused") return refuse(refusal);
    refused.push({ way: way.name, status: refusal.status, code: refusal.code });
  }
  return refuse({ kind: "no_way", refused });
}

/** For the log and for the end of all ways. */
export function unreachableBy(refused: readonly Refused[]): Extract<ChatRefusal, { kind: "unreachable" }> {
  const detail = refused.map(({ way, status, code }) => `${way} ${status}/${code}`).join(", ");
  return { kind: "unreachable", detail: detail || "no way" };
}

/** The ways that were refused; none where the walk ended before its last way. */
export function refusedIn(refusal: Stopped | NoWay): readonly Refused[] {
  return refusal.kind === "no_way" ? refusal.refused : [];
}

/** Not there, or not ours to touch: the next way may still work. Anything else says that the message itself is at fault. */
export function isOutOfReach({ status }: Refused): boolean {
  return status === 401 || status === 403 || status === 404;
}

/** The same way; what it brings is turned into something else. */
export function mapped<From, To>(way: Way<From>, turn: (value: From) => To): Way<To> {
  return {
    name: way.name,
    go: async () => {
      const result = await way.go();
      return result.ok ? ok(turn(result.value)) : result;
    },
  };
}
