/** Lets as many work at once as there are slots; the others wait in the order in which they came. */
export type Slots = <Value>(work: () => Promise<Value>) => Promise<Value>;

export function slots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let free = count;
  return async (work) => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
