import { expect, test } from "vitest";
import { parseUrl } from "../../../src/core/text/parse-url.ts";

test("an address with a non-ASCII letter is valid every time it is parsed", () => {
  const isUrl = (text: string) => parseUrl(text) !== null;
  let missed = 0;
  for (let n = 0; n < 20_000; n += 1) {
    isUrl(`https://plain.example/${n}`);
    if (!isUrl("https://bücher.example/ü.png")) missed += 1;
  }
  expect(missed).toBe(0);
});

test.for([
  ["https://a.example/b", undefined, "https://a.example/b"],
  ["../c?d", "https://a.example/b/", "https://a.example/c?d"],
  ["no address", undefined, undefined],
  ["https://", undefined, undefined],
] as const)("the URL of %j relative to %j is %j", ([text, base, href]) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
