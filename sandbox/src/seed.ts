import { machineClock } from "./clock.ts";
import type { Entry, Journal } from "./journal.ts";

/** Real milliseconds that the whole of it may take, and that a command of Ada's waits for it. */
const PATIENCE_MS = 15_000;

/** Ada's key on one platform: given once in the sandbox's life, tried again at the next connection where it failed. */
export interface Seed {
  /** Resolves once the key is given; rejects with the reason where that failed or nothing happens for 15 s. */
  given(): Promise<void>;
  /** The same for somebody who waits their turn: what failed before they came is not held against them. */
  passed(): Promise<void>;
  stop(): void;
}

/** Calls `give` as soon as the platform's bot is connected; `give` acts as Ada does, on the wire alone. */
export function seed(deps: {
  readonly place: "discord" | "slack";
  readonly journal: Journal;
  give(signal: AbortSignal): Promise<void>;
  readonly patienceMs?: number;
}): Seed {
  const { place, journal, patienceMs = PATIENCE_MS } = deps;
  const stopped = new AbortController();
  const waiting = new Set<{ resolve(): void; reject(error: Error): void }>();
  let state: "before" | "under way" | "given" | Error = "before";

  function turn(to: "given" | Error): void {
    state = to;
    for (const one of waiting) {
      if (to === "given") one.resolve();
      else one.reject(to);
    }
    waiting.clear();
  }

  const unlisten = journal.listen((entry) => {
    if (entry.place !== place || entry.kind !== "connected" || state === "given" || state === "under way") return;
    state = "under way";
    const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(patienceMs)]);
    deps.give(signal).then(
      () => turn("given"),
      (error: unknown) => turn(new Error(`Ada could not give her key on ${place}: ${wordsOf(error)}`)),
    );
  });

  async function given(): Promise<void> {
    if (state === "given") return;
    if (state instanceof Error) throw state;
    await new Promise<void>((resolve, reject) => {
      const giveUp = machineClock.after(patienceMs, () => {
        waiting.delete(one);
        const why = state === "before" ? "no bot has connected" : "the bot has not finished";
        reject(new Error(`Ada has no key on ${place} yet: ${why} within ${patienceMs / 1_000} s.`));
      });
      const done = (act: () => void) => {
        giveUp();
        act();
      };
      const one = { resolve: () => done(resolve), reject: (error: Error) => done(() => reject(error)) };
      waiting.add(one);
    });
  }

  return {
    given,
    passed: async () => (state instanceof Error ? undefined : given()),
    stop() {
      unlisten();
      stopped.abort(new Error("the sandbox was stopped"));
      if (state !== "given") turn(new Error("the sandbox was stopped"));
    },
  };
}

/** The first entry after `after` that fits, past or to come; rejects when the signal fires. */
export function heard(
  journal: Journal,
  fits: (entry: Entry) => boolean,
  { after, signal, what }: { after: number; signal: AbortSignal; what: string },
): Promise<Entry> {
  const past = journal.since(after).find(fits);
  if (past) return Promise.resolve(past);
  return new Promise((resolve, reject) => {
    const end = () => {
      unlisten();
      reject(new Error(`${what} (${wordsOf(signal.reason)})`));
    };
    const unlisten = journal.listen((entry) => {
      if (!fits(entry)) return;
      unlisten();
      signal.removeEventListener("abort", end);
      resolve(entry);
    });
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
  });
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
