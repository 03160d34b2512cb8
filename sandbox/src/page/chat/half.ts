import type { Json } from "../core/json.ts";
import type { Seat } from "../core/seat.ts";
import type { Failure } from "./failures.ts";

export interface Channel {
  readonly id: string;
  /** As it is called here: "#videos", "@Reelay". */
  readonly name: string;
}

/** What one platform draws below its channel's name: the messages, and where a person writes. */
export interface Half {
  /** `messages` are those that this person sees in that channel, oldest first. */
  show(seat: Seat, channel: Channel, messages: readonly Json[]): void;
  /** Puts the caret where a person writes. */
  focus(): void;
}

/** From where a half of the page looks and acts. */
export interface Standpoint {
  seatNow(): Seat;
  channelNow(): Channel;
  /** What this person did here and nobody answered. */
  failuresNow(): readonly Failure[];
  /** Takes one out of sight. */
  forget(failureId: string): void;
  /** Tells a screen reader. */
  announce(words: string): void;
  /** Draws this half once more, where something changed that only the page knows. */
  redraw(): void;
}

export type OpenHalf = (panel: HTMLElement, at: Standpoint) => Half;
