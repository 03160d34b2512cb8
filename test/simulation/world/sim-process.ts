import type { Clock } from "../../../src/core/clock.ts";
import type { Log } from "../../../src/core/text/log-fields.ts";
import type { Facts } from "../facts.ts";
import { type Call, type CallKind, type Deal, FAULTS, type FaultOf, type Stall } from "../faults.ts";
import type { SimClock } from "./sim-clock.ts";

/** One process of the bot. After a crash its pending promises never settle, and its calls do nothing. */
export interface SimProcess {
  readonly clock: Clock;
  isAlive(): boolean;
  /** The process is stalled: timers and responses reach it only afterwards. */
  isFrozen(): boolean;
  crash(why: string): void;
  /** Ends the process after a request to stop. */
  end(): void;
  /**
   * A call to something outside. `act` takes effect immediately, and its response arrives later. A crash may come before
   * or after `act`. `isLate`: the process stalled after it decided to make the call.
   */
  call<Kind extends CallKind, Value>(
    call: Call<Kind>,
    act: (fault: FaultOf<Kind> | null, isLate: boolean) => Reply<Value>,
  ): Promise<Value>;
}

/** The response after `afterMs`: a value, an error, or the result of an act that runs only then. */
export type Reply<Value> =
  | { readonly afterMs: number; readonly value: Value }
  | { readonly afterMs: number; readonly later: () => Value }
  | { readonly afterMs: number; readonly error: string };

export interface Outside {
  readonly deal: Deal;
  readonly facts: Facts;
  /** The number of videos. Default: 1. */
  readonly videos?: number;
  readonly trace: (line: string) => void;
  broken(claim: string): void;
  onGone(): void;
  onStop(): void;
  onStall?(stall: Stall): void;
}

const HOUR = 3_600_000;
/**
 * More calls of one kind in an hour mean that a step repeats without waiting. The busiest valid hour has a third of this.
 */
const CALLS_MAX = 6_000;
/** The lower limit for calls to other servers. */
const OUTSIDE_CALLS_MAX = 1_000;

/** How often each fault happened since the program started, as “kind: fault”. */
export const faultsDealt = new Map<string, number>();

export function simProcess(world: SimClock, outside: Outside): SimProcess {
  const { deal, facts, trace, videos = 1 } = outside;
  let isAlive = true;
  let frozenUntil = 0;
  const never = new Promise<never>(() => {});

  const isFrozen = () => world.now() < frozenUntil;

  const clock: Clock = {
    now: () => world.wall(),
    after(delayMs, act) {
      function due(): void {
        if (isFrozen()) cancel = world.after(frozenUntil - world.now(), due);
        else if (isAlive) act();
      }
      let cancel = world.after(delayMs, due);
      return () => cancel();
    },
  };

  function stalled(stall: Stall): void {
    if (stall.kind === "locks lost") trace("LOCKS LOST");
    else {
      trace(`STALLS for ${stall.ms / 1_000} s`);
      facts.frozenMs += stall.ms;
      frozenUntil = world.now() + stall.ms;
    }
    facts.stalls += 1;
    outside.onStall?.(stall);
  }

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
    // A batch reads all of its videos whenever one of them changes.
    if (calls === videos ** 2 * (isOurs ? CALLS_MAX : OUTSIDE_CALLS_MAX)) outside.broken(`a storm of calls: ${kind}`);
  }

  function promised<Value>(reply: Reply<Value>): Promise<Value> {
    return new Promise((resolve, reject) => {
      clock.after(reply.afterMs, () => {
        if ("error" in reply) reject(new Error(reply.error));
        else resolve("later" in reply ? reply.later() : reply.value);
      });
    });
  }

  return {
    clock,
    isAlive: () => isAlive,
    isFrozen,
    crash,
    end: () => gone("STOPPED"),
    call(call, act) {
      if (!isAlive) return never;
      count(call.kind);
      const { crash: at, isStopped, fault, stall } = deal(call);
      if (at === "before") {
        crash(`before ${call.name}`);
        return never;
      }
      if (isStopped) outside.onStop();
      if (stall) {
        trace(`at ${call.name}:`);
        stalled(stall);
      }
      if (stall?.kind !== "frozen before") return made(false);
      return new Promise((resolve) => void clock.after(0, () => resolve(made(true))));

      function made(isLate: boolean) {
        const reply = act(faultOf(call.kind, fault), isLate);
        if (at !== "after") return promised(reply);
        crash(`after ${call.name}`);
        return never;
      }
    },
  };
}

function faultOf<Kind extends CallKind>(kind: Kind, name: string | null): FaultOf<Kind> | null {
  if (name === null) return null;
  const faults: readonly FaultOf<Kind>[] = FAULTS[kind];
  const fault = faults.find((each) => each === name);
  if (fault === undefined) throw new Error(`${kind} has no fault “${name}”`);
  faultsDealt.set(`${kind}: ${name}`, (faultsDealt.get(`${kind}: ${name}`) ?? 0) + 1);
  return fault;
}

/** These errors have a cause that was logged before. */
const NO_BUGS = new Set(["no way to the person", "audit not kept"]);

/** A log that treats every error as a bug, unless the store failed. */
export function strictLog(tell: { broken(claim: string): void }): Log {
  const quiet = () => {};
  return {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error(event, fields = {}) {
      if (NO_BUGS.has(event)) return;
      const why = String(fields.error ?? fields.reason);
      if (!/(write|read) failed/.test(why)) tell.broken(`${event}: ${why}`);
    },
  };
}
