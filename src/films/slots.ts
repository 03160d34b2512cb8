/**
 * Lets as many work at once as there are slots; the others wait in the order in which they came. null: `signal` aborted
 * before its turn.
 */
export type Slots = <Value>(signal: AbortSignal, work: () => Promise<Value>) => Promise<Value | null>;

export function slots(count: number): Slots {
  const waiting: ((hasTurn: boolean) => void)[] = [];
  let free = count;

  /** Resolves when it is its turn, or with false when it will not be. */
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
      if (next) next(true);
      else free += 1;
    }
  };
}
