import fc from "fast-check";
import { anyText } from "./any-text.ts";

const letter = fc.constantFrom(..."abcxyzABCXYZ0189-._~!$&'()*+,;=:@");
const piece = fc.array(
  fc.oneof(
    { weight: 9, arbitrary: letter },
    { weight: 1, arbitrary: anyText({ maxLength: 1 }).map(encodeURIComponent) },
  ),
  { maxLength: 8 },
);
const words = piece.map((parts) => parts.join(""));

/**
 * URLs with a path, some with a query and a fragment. fast-check's `webUrl` does the same, but it first lists a million
 * characters, which takes almost a second per process.
 */
export function anyUrl(schemes: readonly string[] = ["http", "https"]): fc.Arbitrary<string> {
  return fc
    .record({
      scheme: fc.constantFrom(...schemes),
      domain: fc.domain(),
      path: fc.array(words, { maxLength: 4 }),
      query: fc.option(words),
      fragment: fc.option(words),
    })
    .map(({ scheme, domain, path, query, fragment }) =>
      [
        `${scheme}://${domain}`,
        ...path.map((segment) => `/${segment}`),
        query === null ? "" : `?${query}`,
        fragment === null ? "" : `#${fragment}`,
      ].join(""),
    );
}
