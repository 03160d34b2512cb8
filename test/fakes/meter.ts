import type { Meter } from "../../src/core/ports.ts";

/** Counts nothing. */
export const uncounted: Meter = {
  answered() {},
  accepted() {},
  submitted() {},
  mispriced() {},
  polled() {},
  delivered() {},
  arrived() {},
  settled() {},
  cost() {},
  denied() {},
  watch() {},
};
