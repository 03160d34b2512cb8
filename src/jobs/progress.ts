import { createHash } from "node:crypto";
import type { EpochMs } from "../core/clock.ts";
import { isSettled, type JobId } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { cardOf } from "../messages/card.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";
import type { Doubts } from "./doubts.ts";
import type { Traffic } from "./traffic.ts";

/** Keeps a card up to date while its job is under way. */
export interface ShowProgress {
  /** Edits the card where it would read differently; answers when to try again what could not be shown now. */
  show(stored: StoredJob): Promise<EpochMs | null>;
  forget(id: JobId): void;
}

/** An edit that failed is tried again after this, with whatever the card says then. */
const AGAIN_MS = 10_000;

export function showProgress(deps: JobDeps, traffic: Traffic, doubts: Doubts): ShowProgress {
  const { clock } = deps;
  /** Each card and a hash of what it last said; "gone" where it can say nothing more. A job may get another card. */
  const shown = new Map<JobId, { readonly card: string; readonly says: string }>();

  return {
    async show(stored) {
      const { job } = stored;
      const isSeen = job.state.status !== "accepted" || job.state.answer === "given";
      if (isSettled(job) || !isSeen || job.isForgotten) return null;
      const message = cardOf(job, clock.now());
      const hash = createHash("sha1").update(JSON.stringify(message)).digest("base64");
      const last = shown.get(job.id);
      const card = JSON.stringify(job.reply);
      if (last?.card === card && (last.says === hash || last.says === "gone")) return null;
      const waitMs = traffic.waitMs(job, "edit");
      if (waitMs > 0) return clock.now() + waitMs;

      const result = await deps.chatOf(job).show(job.reply, message, "in_place");
      const refusal = result.ok ? null : result.refusal;
      traffic.note(job, "edit", refusal);
      deps.meter.delivered(job.owner.platform, "progress", refusal?.kind ?? "ok");
      if (!result.ok) {
        const { refusal } = result;
        if (refusal.kind === "unavailable" && refusal.unclear) {
          doubts.add(job.id);
          await doubts.note(stored);
        }
        if (refusal.kind === "unavailable" || refusal.kind === "rate_limited") return clock.now() + AGAIN_MS;
        shown.set(job.id, { card, says: "gone" });
        return null;
      }
      const found = JSON.stringify(result.value.reply);
      shown.set(job.id, { card: found, says: hash });
      if (found !== card) await apply(deps, stored, { kind: "shown", reply: result.value.reply });
      return null;
    },
    forget: (id) => void shown.delete(id),
  };
}
