import type { ChatMessage } from "../../../core/chat.ts";
import type { Clock, EpochMs } from "../../../core/clock.ts";

/**
 * How long an event is known in memory: Slack delivers one again for about six minutes. A job is known by its id for days.
 */
const KNOWN_MS = 600_000;
/** Events that are known at most. */
const KNOWN_MOST = 10_000;

/** What the newest events were answered with in private, or null, so that one that comes again is carried out once. */
export interface RecentEvents {
  get(eventId: string): Promise<ChatMessage | null> | undefined;
  keep(eventId: string, said: Promise<ChatMessage | null>): void;
  forget(eventId: string): void;
}

export function recentEvents(clock: Clock): RecentEvents {
  const known = new Map<string, { readonly said: Promise<ChatMessage | null>; readonly at: EpochMs }>();

  /** They stand in the order in which they came. */
  function dropOld(): void {
    for (const [eventId, { at }] of known) {
      if (known.size <= KNOWN_MOST && clock.now() - at < KNOWN_MS) return;
      known.delete(eventId);
    }
  }

  return {
    get(eventId) {
      dropOld();
      return known.get(eventId)?.said;
    },
    keep(eventId, said) {
      known.set(eventId, { said, at: clock.now() });
      dropOld();
    },
    forget: (eventId) => void known.delete(eventId),
  };
}
