import { expect, test } from "vitest";
import { masked, maskedValue } from "../../../src/sandbox/page/core/mask.ts";

test.for<[string, string]>([
  ["/video vk-live-4f9a8b7c6d5e4f3a2b1c", "/video •••"],
  ["use sk_live_a1b2c3d4e5f6 please", "use ••• please"],
  [`xoxb-${"1234567890"}-abcdef here`, "••• here"],
  [`x ${"aB3".repeat(9)} y`, "x ••• y"],
  ["a paper boat in the rain", "a paper boat in the rain"],
  ["task_0123456789abcdef01", "task_0123456789abcdef01"],
  ["http://127.0.0.1:4000/videos/task_1.mp4?hm=0a1b2c3d4e5f60718293a4b5c6d7e8f9", ""],
  ["a-very-long-word-that-somebody-wrote-by-hand", "a-very-long-word-that-somebody-wrote-by-hand"],
])("%j is shown without what looks like a key", ([words, shown]) => {
  expect(masked(words)).toBe(shown || words);
});

test("a field that is named like a secret is hidden wherever it stands", () => {
  expect(maskedValue({ a: [{ token: "short" }], apiKey: "x", task: "boat", n: 1, none: null })).toEqual({
    a: [{ token: "•••" }],
    apiKey: "•••",
    task: "boat",
    n: 1,
    none: null,
  });
});
