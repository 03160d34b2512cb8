export type ChildAnswer =
  | { readonly kind: "answered"; readonly head: unknown; readonly bytes: Uint8Array }
  | { readonly kind: "too_slow" }
  /** The child ended without a response: it crashed, exceeded a limit, or `signal` aborted. */
  | { readonly kind: "ended" };

/** Kills the child if it takes too long or its output is too large. Never rejects. */
export type RunChild = (how: {
  readonly task: readonly string[];
  /** The child gets them as descriptors 3 and up. */
  readonly files?: readonly number[];
  readonly input?: Uint8Array;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}) => Promise<ChildAnswer>;

export function limitedRun(run: RunChild, count: number): RunChild {
  const inTurn = slots(count);
  return async (how) => (await inTurn(how.signal, () => run(how))) ?? { kind: "ended" };
}

/** Work waits in order of arrival. Null: `signal` aborted before its turn. */
type Slots = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value | null>;

export function slots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;

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
