import type { Clock } from "../../core/clock.ts";
import type { Owner } from "../../core/job/ids.ts";
import type { Shared } from "../../core/shared.ts";
import { ownRate } from "./own-rate.ts";

/** A process that shares its people with no other. */
export function alone(clock: Clock): Shared {
  let changed = (_owner: Owner) => {};
  return {
    rate: ownRate(clock),
    // The front end itself knows the events that this process heard of.
    events: { begin: async () => null, answered() {}, forget() {} },
    pages: {
      tell: (owner) => changed(owner),
      hear(act) {
        changed = act;
      },
    },
    signs: { tell() {}, hear() {} },
    // This process counts itself what it has sent.
    limits: { take: async () => 0, giveBack() {}, pause() {} },
    isMyTurn: async () => true,
  };
}
