import Keyv from "keyv";
import type { Clock } from "../../../src/core/clock.ts";
import type { ServiceSigns } from "../../../src/core/shared.ts";
import { serviceHealth } from "../../../src/jobs/health/service-health.ts";
import { keptLog } from "../../fakes/kept-log.ts";

/** A video takes longer than this only once in ten times. */
export const SLOW_AFTER_MS = 300_000;

export const memory = () => new Keyv({ store: new Map(), useKeyPrefix: false, throwOnErrors: true });

/** What processes tell each other, in memory; each hears only the others. */
export function together(): () => ServiceSigns {
  const all: { heard(sign: string): void }[] = [];
  return () => {
    const own = { heard: (_sign: string) => {} };
    all.push(own);
    return {
      tell(sign) {
        for (const one of all) if (one !== own) one.heard(sign);
      },
      hear(heard) {
        own.heard = heard;
      },
    };
  };
}

/** The service's health as one process sees it. */
export function aWatch(
  clock: Clock,
  { keyv = memory(), signs = together()() }: { readonly keyv?: Keyv; readonly signs?: ServiceSigns } = {},
) {
  const log = keptLog();
  const experienceOf = () => ({ slowAfterMs: SLOW_AFTER_MS });
  const digest = (text: string) => text;
  return { log, keyv, ...serviceHealth({ signs, keyv, digest, experienceOf, clock, log }) };
}
