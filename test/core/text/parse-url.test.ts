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
  ["a complete address is that address", "https://a.example/b", undefined, "https://a.example/b"],
  ["a relative address is resolved against the base", "../c?d", "https://a.example/b/", "https://a.example/c?d"],
  ["a text without a scheme is missing", "no address", undefined, undefined],
  ["an address without a host is missing", "https://", undefined, undefined],
] as const)("the URL of %s", ([, text, base, href]) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
