import fc from "fast-check";
import { expect, test } from "vitest";
import { aligned, shareOut } from "../../../src/core/text/text-layout.ts";

test("a table's columns are aligned for characters of any width", () => {
  const rows = [
    ["", "10秒", "15 s"],
    ["480p", "95", "143"],
    ["720p", "205", "308"],
  ];
  expect(aligned(rows)).toEqual(["       10秒   15 s", "480p   95     143", "720p   205    308"]);
});

test.for([
  ["gives each text what it needs if all texts fit", [10, 10, 10], 100, [10, 10, 10]],
  ["gives the rest to the only long text", [100, 10, 10], 60, [40, 10, 10]],
  ["splits the rest between two long texts", [100, 100, 5], 60, [27, 28, 5]],
  ["gives an empty result if there are no texts", [], 60, []],
] as const)("sharing a line's width between texts %s", ([, needs, available, shares]) => {
  expect(shareOut(needs, available)).toEqual(shares);
});

test("the widths given to the texts in a line add up to the smaller of the line's width and the total needed width", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500), { minLength: 1, maxLength: 8 }), fc.nat(2_000), (needs, available) => {
      const shares = shareOut(needs, available);
      const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0);
      for (const [index, share] of shares.entries()) expect(share).toBeLessThanOrEqual(needs[index] ?? 0);
      expect(sum(shares)).toBe(Math.min(available, sum(needs)));
    }),
  );
});
