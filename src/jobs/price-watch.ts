import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { JobId } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import type { Meter } from "../core/meter.ts";
import { type Credits, kindName, priceOf } from "../core/request/price.ts";
import type { Log } from "../core/text/log-fields.ts";

export interface PriceWatch {
  /** `credits` is null if the service did not report the charge. Never rejects. */
  charged(job: Pick<Job, "id" | "request">, credits: Credits | null): Promise<void>;
}

export const OTHER_CHARGES = "other-charges";
const KEPT_MS = 7 * 86_400_000;
const WARNED = "warned";

export const otherCharge = z.object({ v: z.literal(1), at: z.number(), price: z.number(), charged: z.number() });

export function priceWatch({
  keyv,
  meter,
  clock,
  log,
}: {
  readonly keyv: Keyv;
  readonly meter: Pick<Meter, "mispriced">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
}): PriceWatch {
  let warnedOn = "";

  async function isFirstOn(day: string, job: JobId): Promise<boolean> {
    if (warnedOn === day) return false;
    warnedOn = day;
    try {
      if ((await keyv.get(WARNED)) === day) return false;
      await keyv.set(WARNED, day, KEPT_MS);
    } catch (error) {
      log.warn("the day of a warning was not noted", { job, error: String(error) });
    }
    return true;
  }

  return {
    async charged({ id, request }, charged) {
      const price = priceOf(request);
      if (charged === null || charged === price) return;
      meter.mispriced(charged > price ? "more" : "less");
      const at = clock.now();
      const kind = kindName(request);
      const latest = { v: 1, at, price, charged } satisfies z.input<typeof otherCharge>;
      await keyv.set(kind, latest, KEPT_MS).catch((error: unknown) => {
        log.warn("a charge that differs from its price was not noted", { job: id, error: String(error) });
      });
      if (await isFirstOn(new Date(at).toISOString().slice(0, 10), id))
        log.warn("the video service charged another price than VIDEO_PRICES has", { job: id, kind, price, charged });
    },
  };
}
