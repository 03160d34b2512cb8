import type { EpochMs } from "./clock.ts";
import type { UserId } from "./job/ids.ts";

/** One sentence, or a paragraph of them. */
export type Sentence = readonly Piece[];

/** Plain text, or something a platform shows in its own way. */
export type Piece =
  | string
  | { readonly kind: "strong"; readonly text: string }
  /** Shown as it is typed: an id, an example. */
  | { readonly kind: "code"; readonly text: string }
  /** One of our commands with its slash, and its subcommand if it has one: "/video-key set". Where a platform can, to press it begins it. */
  | { readonly kind: "command"; readonly text: string }
  | { readonly kind: "link"; readonly label: string; readonly url: string }
  /** A point in time as the platform words it in the reader's own zone: "in 2 hours", "today at 14:30"; `clock`: never by how far it is; `between`: the day and the hour where a platform words each by itself, a space where absent. */
  | { readonly kind: "time"; readonly at: EpochMs; readonly as?: "clock"; readonly between?: string }
  /** Names somebody; it notifies only in a notification, see `Chat.notify`. */
  | { readonly kind: "person"; readonly userId: UserId };
