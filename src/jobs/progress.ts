import { createHash } from "node:crypto";
import type { JobId } from "../core/job.ts";
import type { StoredJob } from "../core/ports.ts";
import { cardOf } from "../messages/card.ts";
import { apply } from "./apply.ts";
import type { JobDeps } from "./deps.ts";

/** Keeps a card up to date while its job is under way. */
export interface ShowProgress {
  /** Edits the card where it would read differently; a refusal only means that the next edit says more. */
  card(stored: StoredJob): Promise<void>;
  forget(id: JobId): void;
}

export function showProgress(deps: JobDeps): ShowProgress {
  /** A hash of what each card last said. */
  const shown = new Map<JobId, string>();

  return {
    async card(stored) {
      const { job } = stored;
      const isUnderWay = job.state.status === "accepted" || job.state.status === "running";
      if (!isUnderWay) return;
      const message = cardOf(job, deps.clock.now());
      const hash = createHash("sha1").update(JSON.stringify(message)).digest("base64");
      if (shown.get(job.id) === hash) return;

      const result = await deps.chatOf(job).show(job.reply, message, "in_place");
      deps.meter.delivered(job.owner.platform, "progress", result.ok ? "ok" : result.refusal.kind);
      if (!result.ok) return;
      shown.set(job.id, hash);
      const hasMoved = JSON.stringify(result.value.reply) !== JSON.stringify(job.reply);
      if (hasMoved) await apply(deps, stored, { kind: "shown", reply: result.value.reply });
    },
    forget(id) {
      shown.delete(id);
    },
  };
}
