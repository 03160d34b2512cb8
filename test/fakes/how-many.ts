/** `npm test` tries the part of what is random or many that takes seconds; `.ci/run` sets TESTS=full and tries more of it. */
export const isFull = process.env.TESTS === "full";

/** Chooses how many, or which, are tried: all, or in `npm test` the part. */
export const howMany = <Tried>(all: Tried, part: Tried): Tried => (isFull ? all : part);

/** `npm run mutate` tries each test with each mistake. What takes a second there leaves no time for the others. */
const isMutating = process.env.TESTS === "mutate";

/** Chooses how often a property is tried: as often as asked, or in `npm test` a tenth of it. Its seeds are new in each run. `npm run mutate` tries it for each mistake. */
export const runs = (all: number): number => (isMutating ? Math.ceil(all / 60) : howMany(all, Math.ceil(all / 10)));
