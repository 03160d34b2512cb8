import { expect, test } from "vitest";
import { masked, maskedValue, withoutKeys } from "../src/masked.ts";

const some = (length: number) => "a1B2c3D4e5".repeat(8).slice(0, length);

test.for([
  `vk-sandbox-${some(24)}`,
  `sk_live_${some(24)}`,
  `xoxb-${some(20)}`,
  `xapp-${some(20)}`,
  `ghp_${some(36)}`,
  `${some(24)}.${some(6)}.${some(30)}`,
  `aW50ZXJhY3Rpb24${some(30)}`,
])("the secret %s is masked in text inside a nested object", (key) => {
  expect(maskedValue({ a: [{ b: `the key ${key}, here` }], c: 1, d: null }, withoutKeys)).toEqual({
    a: [{ b: "the key •••, here" }],
    c: 1,
    d: null,
  });
});

test.for(["a vk-fond cat in sk_ates", "https://host/videos/0b1c2d3e.mp4", "again:01JABCDEFGHJKMNPQRSTVWXYZ0:2"])(
  'the text "%s" is not masked as a secret',
  (words) => {
    expect(withoutKeys(words)).toBe(words);
  },
);

test.for<[string, string]>([
  ["/video vk-live-4f9a8b7c6d5e4f3a2b1c", "/video •••"],
  ["use sk_live_a1b2c3d4e5f6 please", "use ••• please"],
  [`xoxb-${"1234567890"}-abcdef here`, "••• here"],
  [`x ${"aB3".repeat(9)} y`, "x ••• y"],
])("the sandbox page shows the text %j as %j", ([words, shown]) => {
  expect(masked(words)).toBe(shown);
});

test.for([
  "a paper boat in the rain",
  "task_0123456789abcdef01",
  "http://127.0.0.1:4000/videos/task_1.mp4?hm=0a1b2c3d4e5f60718293a4b5c6d7e8f9",
  "a-very-long-word-that-somebody-wrote-by-hand",
])("the sandbox page shows the text %j unchanged", (words) => {
  expect(masked(words)).toBe(words);
});

test("the value of a field named token or apiKey is masked even if the value does not look like a secret", () => {
  expect(maskedValue({ a: [{ token: "short" }], apiKey: "x", task: "boat", n: 1, none: null })).toEqual({
    a: [{ token: "•••" }],
    apiKey: "•••",
    task: "boat",
    n: 1,
    none: null,
  });
});
