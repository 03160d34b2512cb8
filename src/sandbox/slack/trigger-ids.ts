import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import { type Refusal, refuse } from "./answer.ts";
import { limits } from "./limits.ts";

interface Trigger {
  readonly slackUserId: string;
  readonly madeAt: number;
  exchanged: boolean;
}

/** Each act of a person lets the bot open one form within 3 s. */
export interface TriggerIds {
  mint(slackUserId: string): string;
  /** Uses it up: the Slack user it stands for, or why not. */
  exchange(id: string): { readonly ok: true; readonly slackUserId: string } | Refusal;
}

export function openTriggerIds(clock: SandboxClock): TriggerIds {
  const triggers = new Map<string, Trigger>();
  return {
    mint(slackUserId) {
      const id = `${clock.now()}.${triggers.size + 1}.${randomBytes(16).toString("hex")}`;
      triggers.set(id, { slackUserId, madeAt: clock.now(), exchanged: false });
      return id;
    },
    exchange(id) {
      const trigger = triggers.get(id);
      if (!trigger) return refuse("invalid_trigger_id", "no such trigger_id");
      if (trigger.exchanged) return refuse("exchanged_trigger_id", "this trigger_id was used before");
      const ageMs = clock.now() - trigger.madeAt;
      if (ageMs >= limits.triggerMs) return refuse("expired_trigger_id", `this trigger_id is ${ageMs} ms old`);
      trigger.exchanged = true;
      return { ok: true, slackUserId: trigger.slackUserId };
    },
  };
}
