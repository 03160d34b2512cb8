import fc from "fast-check";
import { expect, test } from "vitest";
import { dueQueue } from "../../../src/engines/memory-scheduler.ts";
import { runs } from "../../fakes/how-many.ts";

const move = fc.oneof(
  fc.record({ kind: fc.constant("put"), id: fc.integer({ min: 0, max: 12 }), at: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant("take"), id: fc.constant(0), at: fc.integer({ min: 0, max: 30 }) }),
  fc.record({ kind: fc.constant("shift"), id: fc.constant(0), at: fc.integer({ min: 1, max: 3 }) }),
);

test("whatever is put, replaced, shifted and taken: always the earliest comes out, the first put among equals", () => {
  fc.assert(
    fc.property(fc.array(move, { maxLength: 120, size: "max" }), (moves) => {
      const queue = dueQueue();
      /** A plain list that is sorted each time. */
      let plain: { id: string; at: number; order: number }[] = [];
      for (const [order, { kind, id, at }] of moves.entries()) {
        if (kind === "put") {
          queue.put(`job-${id}`, at);
          plain = [...plain.filter((entry) => entry.id !== `job-${id}`), { id: `job-${id}`, at, order }];
        } else if (kind === "shift") {
          queue.shift(at);
          for (const entry of plain) entry.at -= at;
        } else {
          const [due] = plain.filter((entry) => entry.at <= at).toSorted((a, b) => a.at - b.at || a.order - b.order);
          expect(queue.takeDue(at)).toBe(due?.id ?? null);
          plain = plain.filter((entry) => entry !== due);
        }
        expect(queue.size()).toBe(plain.length);
        expect(queue.nextAt()).toBe(plain.length === 0 ? null : Math.min(...plain.map((entry) => entry.at)));
      }
    }),
    { numRuns: runs(300) },
  );
});

test.for([Number.NaN, Number.POSITIVE_INFINITY])("a job cannot be due at %d", (at) => {
  expect(() => dueQueue().put("a", at)).toThrow("job a cannot be due");
});
