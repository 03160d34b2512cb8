import type { Redis } from "ioredis";
import type { ChatMessage } from "../../core/chat.ts";
import { type Clock, sleep } from "../../core/clock.ts";
import type { KnownEvents } from "../../core/shared.ts";
import { PREFIX } from "./keys.ts";
import { withFallback } from "./with-fallback.ts";

/** Slack delivers an event again for about six minutes. */
const KNOWN_MS = 600_000;
/** An answer has the platform's three seconds. */
const LOOKS = 20;
const LOOK_EVERY_MS = 100;
const UNANSWERED = "";

/** Events that any process on this Redis has heard of. Where it is away, each process knows its own alone. */
export function redisEvents(redis: Redis, clock: Clock): KnownEvents {
  const keyOf = (eventId: string) => `${PREFIX}:event:${eventId}`;

  /** What another process answers; nothing where that takes too long. */
  async function saidTo(eventId: string): Promise<ChatMessage | null> {
    for (let looks = 0; looks < LOOKS; looks += 1) {
      const said = await withFallback(clock, redis.get(keyOf(eventId)), null);
      if (said !== UNANSWERED) return said === null ? null : read(said);
      await sleep(clock, LOOK_EVERY_MS);
    }
    return null;
  }

  return {
    async begin(eventId) {
      const isFirst = redis.set(keyOf(eventId), UNANSWERED, "PX", KNOWN_MS, "NX");
      if ((await withFallback(clock, isFirst, "OK")) === "OK") return null;
      return { said: await saidTo(eventId) };
    },
    answered(eventId, said) {
      redis.set(keyOf(eventId), JSON.stringify(said), "PX", KNOWN_MS).catch(() => {});
    },
    forget(eventId) {
      redis.del(keyOf(eventId)).catch(() => {});
    },
  };
}

/** Written by a process like this one. */
function read(text: string): ChatMessage | null {
  return JSON.parse(text);
}
