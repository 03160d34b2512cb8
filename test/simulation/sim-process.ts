import type { Clock } from "../../src/core/clock.ts";
import type { Random } from "./random.ts";
import type { SimClock } from "./sim-clock.ts";

/** One process of the bot: once it has crashed, nothing it waited for ever comes, and nothing it asks for happens. */
export interface SimProcess {
  readonly clock: Clock;
  isAlive(): boolean;
  crash(why: string): void;
  /** A call to the outside: `act` takes effect at once, its answer comes later; a crash may fall before or after it. */
  call<Value>(what: Call, act: () => Reply<Value>): Promise<Value>;
}

export interface Call {
  readonly name: string;
  /** How likely a crash is here, where the life has one left. */
  readonly peril: number;
}

/** What comes back after `afterMs`: a value, or an error. */
export type Reply<Value> =
  | { readonly afterMs: number; readonly value: Value }
  | { readonly afterMs: number; readonly error: string };

export interface Perils {
  readonly random: Random;
  readonly trace: (line: string) => void;
  /** How many crashes this life has left; counted down here. */
  crashesLeft: number;
}

export function simProcess(world: SimClock, perils: Perils, onCrash: () => void): SimProcess {
  let isAlive = true;
  const never = new Promise<never>(() => {});

  const clock: Clock = {
    now: () => world.now(),
    after: (delayMs, act) =>
      world.after(delayMs, () => {
        if (isAlive) act();
      }),
  };

  function crash(why: string): void {
    if (!isAlive) return;
    isAlive = false;
    perils.trace(`CRASH ${why}`);
    onCrash();
  }

  function isFatal(peril: number): boolean {
    if (perils.crashesLeft === 0 || !perils.random.chance(peril)) return false;
    perils.crashesLeft -= 1;
    return true;
  }

  return {
    clock,
    isAlive: () => isAlive,
    crash,
    async call({ name, peril }, act) {
      if (!isAlive) return never;
      if (isFatal(peril / 2)) {
        crash(`before ${name}`);
        return never;
      }
      const reply = act();
      if (isFatal(peril / 2)) {
        crash(`after ${name}`);
        return never;
      }
      await new Promise<void>((resolve) => clock.after(reply.afterMs, resolve));
      if ("error" in reply) throw new Error(reply.error);
      return reply.value;
    },
  };
}
