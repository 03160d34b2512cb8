import { expect, test } from "vitest";
import { howMany } from "../../fakes/how-many.ts";
import { promptLife } from "./prompt-life.ts";

test("what may be no video becomes none in any life, on any way, and what is sent is what the card says", {
  timeout: 120_000,
}, async () => {
  const lives = await Promise.all(Array.from({ length: howMany(400, 10) }, (_, index) => promptLife(index + 1)));
  const sum = (count: (life: (typeof lives)[number]) => number) => lives.reduce((all, life) => all + count(life), 0);
  process.stdout.write(
    `${lives.length} lives: ${sum(({ made }) => made)} videos made, ${sum(({ denied }) => denied)} denied\n`,
  );
  expect(lives.flatMap(({ broken }) => broken)).toEqual([]);
  expect(sum(({ made }) => made)).toBeGreaterThan(lives.length);
  expect(sum(({ denied }) => denied)).toBeGreaterThan(lives.length);
});
