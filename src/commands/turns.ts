/** Waits until nobody else of that name has the turn; the value ends it. */
export type TakeTurn = (name: string) => Promise<() => void>;

/** One at a time by name, first come first served: what is counted in a turn stays true until its end. */
export function turns(): TakeTurn {
  const lastOf = new Map<string, Promise<void>>();

  return async (name) => {
    const before = lastOf.get(name);
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    lastOf.set(name, ended);
    await before;
    return () => {
      if (lastOf.get(name) === ended) lastOf.delete(name);
      end();
    };
  };
}
