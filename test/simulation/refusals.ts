import type { ChatRefusal } from "../../src/core/chat.ts";
import type { AttachRefusal, FrameProblem } from "../../src/core/film/film.ts";
import { type Result, refuse } from "../../src/core/result.ts";
import type { FaultOf } from "./faults.ts";

const away = (unclear: boolean) => ({ kind: "unavailable", unclear, detail: "away" }) as const;

/** The platform's refusal for each fault. Null: it does not refuse the call. */
const CHAT = {
  deleted: null,
  "rate limited": { kind: "rate_limited", retryAfterMs: 20_000 },
  "not sent": { kind: "rate_limited", retryAfterMs: 700, isUnsent: true },
  "rate limited for long": { kind: "rate_limited", retryAfterMs: 300_000 },
  "clear error": away(false),
  lost: away(true),
  late: away(true),
  "lost but done": away(true),
  removed: { kind: "unreachable", detail: "removed" },
} as const satisfies Readonly<Record<FaultOf<"show"> | FaultOf<"notify">, ChatRefusal | null>>;

export const chatRefusal = (fault: keyof typeof CHAT | null): ChatRefusal | null => (fault ? CHAT[fault] : null);

const FILES: Readonly<Record<FaultOf<"showFrame"> | FaultOf<"attach">, AttachRefusal>> = {
  ...CHAT,
  "lands late": CHAT.lost,
  slow: CHAT.lost,
  "too large": { kind: "too_large" },
  "not taken": { kind: "not_taken", detail: "no files here" },
  "no video": { kind: "no_file", problem: { kind: "not_a_video" } },
  "no file now": { kind: "no_file", problem: { kind: "unreachable" } },
};

/** The platform's refusal of a file for each fault. */
export const fileRefusal = (fault: keyof typeof FILES): AttachRefusal => FILES[fault];

const FRAMES: Readonly<Record<FaultOf<"frame">, FrameProblem>> = {
  unreachable: { kind: "unreachable" },
  "too slow": { kind: "too_slow" },
  gone: { kind: "gone" },
  unreadable: { kind: "unreadable" },
};

export const frameProblem = (fault: FaultOf<"frame">): FrameProblem => FRAMES[fault];

/** Resolves with the refusal after the caller aborts. */
export function whenGivenUp<Refusal>(signal: AbortSignal, refusal: Refusal): Promise<Result<never, Refusal>> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse(refusal))));
}
