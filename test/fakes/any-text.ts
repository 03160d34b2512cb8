import fc from "fast-check";

/** Any Unicode code point except surrogates, assigned or not. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

/**
 * Text with any characters. fast-check's `unit: "binary"` does the same, but it first lists a million characters, which
 * takes almost a second and 65 MB per process.
 */
export function anyText(size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(character, size).map((parts) => parts.join(""));
}
