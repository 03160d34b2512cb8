import { randomBytes } from "node:crypto";
import type { SandboxClock } from "../../clock.ts";
import { limits } from "../check/limits.ts";
import type { Seated } from "../seated.ts";
import { type Refusal, refuse } from "./answer.ts";

/** Where a form opens. */
type Where = Pick<Seated, "slackId" | "client">;

interface Trigger {
  readonly where: Where;
  readonly madeAt: number;
  exchanged: boolean;
}

/** Each act of a person lets the bot open one form within 3 s. */
export interface TriggerIds {
  mint(person: Where): string;
  /** Uses it up: whom and which client it stands for, or why not. */
  exchange(id: string): { readonly ok: true; readonly where: Where } | Refusal;
}

export function openTriggerIds(clock: SandboxClock): TriggerIds {
  const triggers = new Map<string, Trigger>();
  return {
    mint({ slackId, client }) {
      const id = `${clock.now()}.${triggers.size + 1}.${randomBytes(16).toString("hex")}`;
      triggers.set(id, { where: { slackId, client }, madeAt: clock.now(), exchanged: false });
      return id;
    },
    exchange(id) {
      const trigger = triggers.get(id);
      if (!trigger) return refuse("invalid_trigger_id", "no such trigger_id");
      if (trigger.exchanged) return refuse("exchanged_trigger_id", "this trigger_id was used before");
      const ageMs = clock.now() - trigger.madeAt;
      if (ageMs >= limits.triggerMs) return refuse("expired_trigger_id", `this trigger_id is ${ageMs} ms old`);
      trigger.exchanged = true;
      return { ok: true, where: trigger.where };
    },
  };
}
