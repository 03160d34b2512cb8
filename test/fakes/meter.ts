import type { Meter } from "../../src/core/meter.ts";

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
