/** A seeded random generator: the same seed gives the same sequence. */
export interface Random {
  /** At least 0, less than 1. */
  fraction(): number;
  chance(probability: number): boolean;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  pick<Value>(values: readonly [Value, ...Value[]]): Value;
  /** One of the names, with a probability in proportion to its weight. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name;
}

/** mulberry32: small, fast, and good enough for simulations. */
export function random(seed: number): Random {
  let state = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) >>> 0;

  function fraction(): number {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  return {
    fraction,
    chance: (probability) => fraction() < probability,
    between: (low, high) => low + Math.floor(fraction() * (high - low + 1)),
    pick: (values) => values[Math.floor(fraction() * values.length)] ?? values[0],
    weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
      const names = namesOf(weights);
      let left = fraction() * names.reduce((sum, name) => sum + weights[name], 0);
      for (const name of names) {
        left -= weights[name];
        if (left < 0) return name;
      }
      throw new Error("all weights are 0");
    },
  };
}

function namesOf<Name extends string>(weights: Readonly<Record<Name, number>>): Name[] {
  const names: Name[] = [];
  for (const name in weights) names.push(name);
  return names;
}
