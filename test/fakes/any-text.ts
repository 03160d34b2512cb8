import fc from "fast-check";

/** Any character but half ones, whether or not it is assigned. */
const character = fc
  .integer({ min: 0, max: 0x10ffff - 0x800 })
  .map((point) => String.fromCodePoint(point < 0xd800 ? point : point + 0x800));

/**
 * Text of any characters. fast-check's own `unit: "binary"` makes the same, but first lists all million of them, which
 * takes each process most of a second and 65 MB.
 */
export function anyText(size: { readonly maxLength?: number } = {}): fc.Arbitrary<string> {
  return fc.array(character, size).map((parts) => parts.join(""));
}
