import { expect, test } from "vitest";
import { random } from "../simulation/random.ts";
import { interleave } from "./slices.ts";

test("every arm works once in each round, in changing order, after a round that does not count", async () => {
  const order: string[] = [];
  const arm = (name: string, count: number) => ({
    name,
    async run(forMs: number) {
      order.push(`${name} ${forMs}`);
      return count;
    },
  });
  await interleave([arm("a", 200), arm("b", 100)], { rounds: 40, sliceMs: 5, random: random(1) });
  expect(order.splice(0, 2)).toEqual(["a 15", "b 15"]);
  const rounds = Array.from({ length: 40 }, (_, round) => order.slice(2 * round, 2 * round + 2));
  expect(rounds.every((round) => round.toSorted().join() === "a 5,b 5")).toBe(true);
  expect(new Set(rounds.map((round) => round.join())).size).toBe(2);
});
