import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../../core/clock.ts";
import {
  type Experience,
  experienceOf,
  KINDS,
  kindOf,
  shippedExperience,
  type TaskKind,
} from "../../core/pace/experience.ts";
import type { TaskLife } from "../../core/pace/hazards.ts";
import type { Log } from "../../core/ports.ts";
import type { VideoRequest } from "../../core/request/video-request.ts";

/** Learns from tasks that ended how long those that run may take. Nothing waits for it, and nothing of a person's is in it. */
export interface Learning {
  experienceOf(request: VideoRequest): Experience;
  ended(request: VideoRequest, life: TaskLife): void;
  /** Takes up what earlier processes saw; where that cannot be read, the shipped table stands. */
  load(): Promise<void>;
  /** Saves what is not saved yet. */
  stop(): Promise<void>;
}

/** Lives that are kept of each kind, the newest ones. */
const LIVES_MAX = 200;
/** After this long, everything that was seen is taken in and saved together. A process that dies before that loses it, which does no harm. */
const TAKE_IN_MS = 60_000;
/** An end that nobody looked for in this long says little of when it came. */
const UNSEEN_MAX_MS = 120_000;

const milliseconds = z.int().min(0);
const shape = z.object({
  v: z.literal(1),
  lives: z.array(
    z.object({
      trace: z.array(z.tuple([milliseconds, z.number().min(0).max(99)])).max(100),
      lastRunningMs: milliseconds,
      endedMs: milliseconds,
      isFailed: z.boolean(),
    }),
  ),
});

export function learning({
  keyv,
  clock,
  log,
}: {
  readonly keyv: Keyv;
  readonly clock: Clock;
  readonly log: Log;
}): Learning {
  const known = new Map<TaskKind, { readonly lives: readonly TaskLife[]; readonly experience: Experience }>();
  const fresh = new Map<TaskKind, readonly TaskLife[]>();
  let cancel: (() => void) | null = null;

  function know(kind: TaskKind, lives: readonly TaskLife[]): void {
    known.set(kind, { lives, experience: experienceOf(kind, lives) });
  }

  async function takeIn(): Promise<void> {
    cancel = null;
    const seen = [...fresh];
    fresh.clear();
    for (const [kind, lives] of seen) {
      know(kind, [...(known.get(kind)?.lives ?? []), ...lives].slice(-LIVES_MAX));
      try {
        await keyv.set(kind, { v: 1, lives: known.get(kind)?.lives });
      } catch (error) {
        log.warn("what ended tasks taught was not kept", { error: String(error) });
      }
    }
  }

  return {
    experienceOf(request) {
      const kind = kindOf(request);
      return known.get(kind)?.experience ?? shippedExperience(kind);
    },
    ended(request, life) {
      const unseenMs = life.endedMs - life.lastRunningMs;
      if (life.lastRunningMs < 0 || unseenMs <= 0 || unseenMs > UNSEEN_MAX_MS) return;
      const kind = kindOf(request);
      fresh.set(kind, [...(fresh.get(kind) ?? []), life].slice(-LIVES_MAX));
      cancel ??= clock.after(TAKE_IN_MS, () => void takeIn());
    },
    async load() {
      for (const kind of KINDS) {
        try {
          const found = shape.safeParse(await keyv.get(kind));
          if (found.success) know(kind, found.data.lives.slice(-LIVES_MAX));
        } catch (error) {
          log.warn("what ended tasks taught was not read", { error: String(error) });
        }
      }
    },
    async stop() {
      cancel?.();
      await takeIn();
    },
  };
}
