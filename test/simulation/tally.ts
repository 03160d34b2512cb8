/** What was broken, and where. */
export interface Tally {
  note(claim: string, where: string): void;
  /** How many lives broke a claim, each claim for itself. */
  count(): number;
  /** Each claim with how often it broke and the first places. */
  text(): string;
}

const PLACES_SHOWN = 8;

export function tally(): Tally {
  const byClaim = new Map<string, { count: number; readonly where: string[] }>();
  let count = 0;
  return {
    note(claim, where) {
      const known = byClaim.get(claim) ?? { count: 0, where: [] };
      byClaim.set(claim, known);
      count += 1;
      known.count += 1;
      if (known.where.length < PLACES_SHOWN) known.where.push(where);
    },
    count: () => count,
    text: () =>
      [...byClaim].map(([claim, { count, where }]) => [`${claim}: ${count}`, ...where].join("\n  ")).join("\n"),
  };
}
