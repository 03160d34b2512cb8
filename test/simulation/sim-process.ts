import type { Clock } from "../../src/core/clock.ts";
import type { Facts } from "./facts.ts";
import { type Call, type CallKind, type Deal, FAULTS, type FaultOf } from "./faults.ts";
import type { SimClock } from "./sim-clock.ts";

/** One process of the bot: once it has crashed, nothing it waited for ever comes, and nothing it asks for happens. */
export interface SimProcess {
  readonly clock: Clock;
  isAlive(): boolean;
  crash(why: string): void;
  /** It ends because it was asked to. */
  end(): void;
  /** A call to the outside: `act` takes effect at once, its answer comes later; a crash may fall before or after it. */
  call<Kind extends CallKind, Value>(
    call: Call<Kind>,
    act: (fault: FaultOf<Kind> | null) => Reply<Value>,
  ): Promise<Value>;
}

/** What comes back after `afterMs`: a value, or an error. */
export type Reply<Value> =
  | { readonly afterMs: number; readonly value: Value }
  | { readonly afterMs: number; readonly error: string };

export interface Outside {
  readonly deal: Deal;
  readonly facts: Facts;
  readonly trace: (line: string) => void;
  broken(claim: string): void;
  onGone(): void;
  /** The operator asks the process to end. */
  onStop(): void;
}

const HOUR = 3_600_000;
/** More calls of one kind in an hour are a storm: a step that never waits. The busiest hour of a good life has a third. */
const CALLS_MAX = 6_000;
/** The same for calls to others' servers. */
const OUTSIDE_CALLS_MAX = 1_000;

export function simProcess(world: SimClock, outside: Outside): SimProcess {
  const { deal, facts, trace } = outside;
  let isAlive = true;
  const never = new Promise<never>(() => {});

  const clock: Clock = {
    now: () => world.now(),
    after: (delayMs, act) =>
      world.after(delayMs, () => {
        if (isAlive) act();
      }),
  };

  function gone(how: string): void {
    if (!isAlive) return;
    isAlive = false;
    trace(how);
    outside.onGone();
  }

  function crash(why: string): void {
    if (isAlive) facts.crashes += 1;
    gone(`CRASH ${why}`);
  }

  function count(kind: CallKind): void {
    const hour = Math.floor(world.now() / HOUR);
    if (facts.hour !== hour) {
      facts.hour = hour;
      facts.calls.clear();
    }
    const calls = (facts.calls.get(kind) ?? 0) + 1;
    facts.calls.set(kind, calls);
    const isOurs = kind === "load" || kind === "save" || kind === "insert" || kind === "openJobs";
    if (calls === (isOurs ? CALLS_MAX : OUTSIDE_CALLS_MAX)) outside.broken(`a storm of calls: ${kind}`);
  }

  return {
    clock,
    isAlive: () => isAlive,
    crash,
    end: () => gone("STOPPED"),
    call(call, act) {
      if (!isAlive) return never;
      count(call.kind);
      const { crash: at, isStopped, fault } = deal(call);
      if (at === "before") {
        crash(`before ${call.name}`);
        return never;
      }
      if (isStopped) outside.onStop();
      const reply = act(faultOf(call.kind, fault));
      if (at === "after") {
        crash(`after ${call.name}`);
        return never;
      }
      return new Promise((resolve, reject) => {
        clock.after(reply.afterMs, () => {
          if ("error" in reply) reject(new Error(reply.error));
          else resolve(reply.value);
        });
      });
    },
  };
}

function faultOf<Kind extends CallKind>(kind: Kind, name: string | null): FaultOf<Kind> | null {
  if (name === null) return null;
  const known: readonly FaultOf<Kind>[] = FAULTS[kind];
  const found = known.find((each) => each === name);
  if (found === undefined) throw new Error(`${kind} knows no fault “${name}”`);
  return found;
}
