/** `npm test` runs only a part of the slow random or large tests. `.ci/run` sets TESTS=full to run more. */
export const isFull = process.env.TESTS === "full";

/** Chooses `part` in `npm test`, or else `all`. */
export const howMany = <Tried>(all: Tried, part: Tried): Tried => (isFull ? all : part);

/** `npm run mutate` runs each test with each mutant, so a test must not take a second. */
const isMutating = process.env.TESTS === "mutate";

/**
 * How often a property is tried: as often as asked, a tenth in `npm test`, or a sixtieth in `npm run mutate`. Its seeds are
 * new in each run, except in `npm run mutate`.
 */
export const runs = (all: number): number => (isMutating ? Math.ceil(all / 60) : howMany(all, Math.ceil(all / 10)));
