export type ChildAnswer =
  | { readonly kind: "answered"; readonly head: unknown; readonly bytes: Uint8Array }
  | { readonly kind: "too_slow" }
  /** The child ended before its answer, by itself, by a limit or because `signal` aborted. */
  | { readonly kind: "ended" };

/**
 * Runs a program in a process of its own, once, and kills it where it takes too long or answers too much. Never rejects.
 */
export type RunChild = (how: {
  readonly task: readonly string[];
  /** The open files, which the child has as 3 and so on; absent: none. */
  readonly files?: readonly number[];
  /** The child reads it as its standard input; absent: nothing. */
  readonly input?: Uint8Array;
  /** The most bytes of its answer. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}) => Promise<ChildAnswer>;

/** Runs at most `count` children at once. */
export function limitedRun(run: RunChild, count: number): RunChild {
  const inTurn = slots(count);
  return async (how) => (await inTurn(how.signal, () => run(how))) ?? { kind: "ended" };
}

/**
 * Runs as many at once as there are slots; the others wait in the order in which they came. null: `signal` aborted
 * before its turn.
 */
type Slots = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value | null>;

export function slots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

  /** Resolves with true when its turn comes, or with false when it never will. */
  function turn(signal: AbortSignal): Promise<boolean> {
    if (signal.aborted) return Promise.resolve(false);
    if (free > 0) {
      free -= 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const leave = () => {
        waiting.splice(waiting.indexOf(settle), 1);
        resolve(false);
      };
      const settle = () => {
        signal.removeEventListener("abort", leave);
        resolve(true);
      };
      waiting.push(settle);
      signal.addEventListener("abort", leave, { once: true });
    });
  }

  return async (signal, work) => {
    if (!(await turn(signal))) return null;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
