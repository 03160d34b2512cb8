import { list, number, text } from "../core/json.ts";
import type { Entry } from "./steps.ts";

/** The last time that somebody killed the bot, as the journal tells it. */
export interface Kill {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly backAt: number | null;
  /** How often the account had been charged at that moment. */
  readonly before: number;
  /** The same, with what was charged until somebody asked for something anew; and the credits of it all. */
  readonly charges: number;
  readonly credits: number;
  /** The tasks that ran at that moment. */
  readonly running: readonly string[];
  readonly isOver: boolean;
}

const ASKED = ["command", "press", "submit_form", "shortcut"];

/** What is known of the last kill once that entry is read. */
export function readKill(last: Kill | undefined, { place, kind, at, payload }: Entry): Kill | undefined {
  if (place === "bot" && kind === "ended" && text(payload.signal) !== "") {
    const before = number(payload.charges) ?? 0;
    return {
      at,
      backAt: null,
      before,
      charges: before,
      credits: number(payload.credits) ?? 0,
      running: list(payload.running).map(text),
      isOver: false,
    };
  }
  if (!last) return undefined;
  if (place === "bot" && kind === "connected") return { ...last, backAt: at };
  if (ASKED.includes(kind)) return { ...last, isOver: true };
  if (place !== "video" || kind !== "submitted" || last.isOver) return last;
  return { ...last, charges: last.charges + 1, credits: last.credits + (number(payload.creditsUsed) ?? 0) };
}
