import { expect, test } from "vitest";
import { parseUrl } from "../../../src/core/text/parse-url.ts";

test("an address with non-ASCII letters can be parsed 20,000 times in a row", () => {
  const isUrl = (text: string) => parseUrl(text) !== null;
  let missed = 0;
  for (let n = 0; n < 20_000; n += 1) {
    isUrl(`https://plain.example/${n}`);
    if (!isUrl("https://bücher.example/ü.png")) missed += 1;
  }
  expect(missed).toBe(0);
});

test.for([
  ["a complete address is parsed unchanged", "https://a.example/b", undefined, "https://a.example/b"],
  [
    "a relative address is resolved against the base address",
    "../c?d",
    "https://a.example/b/",
    "https://a.example/c?d",
  ],
  ["a text without a scheme is not an address", "no address", undefined, undefined],
  ["an address without a host is not valid", "https://", undefined, undefined],
] as const)("%s", ([, text, base, href]) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
