import { expect, test } from "vitest";
import type { Entry } from "../src/journal.ts";
import { withPollsGrouped } from "../src/journal.ts";

const at = (seq: number, kind: Entry["kind"], taskId = "a"): Entry => ({
  seq,
  at: seq,
  place: "video",
  kind,
  payload: { taskId },
});

test("polls of a task that nothing else came between are one entry, the newest, with their number", () => {
  const entries = [
    ...[at(1, "submitted"), at(2, "polled"), at(3, "polled", "b"), at(4, "polled"), at(5, "polled", "b")],
    ...[at(6, "settled"), at(7, "polled")],
  ];
  expect(withPollsGrouped(entries).map(({ seq, kind, times }) => [seq, kind, times])).toEqual([
    [1, "submitted", undefined],
    [4, "polled", 2],
    [5, "polled", 2],
    [6, "settled", undefined],
    [7, "polled", 1],
  ]);
});
