import { expect, test } from "vitest";
import { life } from "./life.ts";

test("x", { timeout: 100000 }, async () => {
  const bad: Record<string, number[]> = {};
  const t = Date.now();
  for (let s = 1; s <= 5000; s++) for (const b of new Set((await life(s)).broken)) (bad[b] ??= []).push(s);
  console.log(
    Date.now() - t,
    Object.entries(bad)
      .map(([k, v]) => `${k}: ${v.length} ${v.slice(0, 6)}`)
      .join("\n"),
  );
});
