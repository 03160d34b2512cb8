import { expect, test } from "vitest";
import { masked } from "../../src/sandbox/masked.ts";

const some = (length: number) => "a1B2c3D4e5".repeat(8).slice(0, length);

test.for([
  `vk-sandbox-${some(24)}`,
  `sk_live_${some(24)}`,
  `xoxb-${some(20)}`,
  `xapp-${some(20)}`,
  `ghp_${some(36)}`,
  `${some(24)}.${some(6)}.${some(30)}`,
  `aW50ZXJhY3Rpb24${some(30)}`,
])("%s is masked wherever it stands", (key) => {
  expect(masked({ a: [{ b: `the key ${key}, here` }], c: 1, d: null })).toEqual({
    a: [{ b: "the key •••, here" }],
    c: 1,
    d: null,
  });
});

test.for(["a vk-fond cat in sk_ates", "https://host/videos/0b1c2d3e.mp4", "again:01JABCDEFGHJKMNPQRSTVWXYZ0:2"])(
  "%s is left as it is",
  (words) => {
    expect(masked(words)).toBe(words);
  },
);
