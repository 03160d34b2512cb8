import { expect, onTestFinished, test, vi } from "vitest";
import { type Family, watchParent } from "../../../src/app/program/run-until-signal.ts";

/** A family whose parent can end, as that shows on Linux and macOS or on Windows; and how often its end was told. */
function watched() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const now = { parent: 7, living: new Set([1, 7]) };
  const family: Family = { parentId: () => now.parent, isThere: (id) => now.living.has(id) };
  const gone = vi.fn();
  const stop = watchParent(gone, family, 1_000);
  return { now, gone, stop };
}

test("a program whose parent lives goes on", () => {
  const { gone } = watched();
  vi.advanceTimersByTime(60_000);
  expect(gone).not.toHaveBeenCalled();
});

test("a parent that has ended is told within a second, once", () => {
  const { now, gone } = watched();
  vi.advanceTimersByTime(5_000);
  now.parent = 1;
  vi.advanceTimersByTime(1_000);
  expect(gone).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(60_000);
  expect(gone).toHaveBeenCalledTimes(1);
});

test("on Windows, where the first parent's number stays, it is told as well", () => {
  const { now, gone } = watched();
  now.living.delete(7);
  vi.advanceTimersByTime(1_000);
  expect(gone).toHaveBeenCalledTimes(1);
});

test("nothing is told after it was stopped", () => {
  const { now, gone, stop } = watched();
  stop();
  now.parent = 1;
  vi.advanceTimersByTime(5_000);
  expect(gone).not.toHaveBeenCalled();
});
