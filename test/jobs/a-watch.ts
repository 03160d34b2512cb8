import type Keyv from "keyv";
import type { Clock } from "../../src/core/clock.ts";
import type { ServiceSigns } from "../../src/core/engine.ts";
import { serviceHealth } from "../../src/jobs/service-health.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { recordingLog } from "../fakes/recording-log.ts";
/** A channel between processes, in memory. A process receives only what others send. */
export function together(): () => ServiceSigns {
  const all: { received(sign: string): void }[] = [];
  return () => {
    const own = { received: (_sign: string) => {} };
    all.push(own);
    return {
      publish(sign) {
        for (const one of all) if (one !== own) one.received(sign);
      },
      subscribe(received) {
        own.received = received;
      },
    };
  };
}

/** The service's health as one process sees it. */
export function aWatch(
  clock: Clock,
  { keyv = memoryKeyv(), signs = together()() }: { readonly keyv?: Keyv; readonly signs?: ServiceSigns } = {},
) {
  const log = recordingLog();
  const digest = (text: string) => text;
  return { log, keyv, ...serviceHealth({ signs, keyv, digest, clock, log }) };
}
