const letters = new Intl.Segmenter("en", { granularity: "grapheme" });
/** Here each code unit is a character, and nothing need be taken apart. */
const plain = /^[\x20-\x7e]*$/;

/** The beginning of a text on one line, `most` characters at most; a cut falls between whole characters and shows as "…". */
export function excerpt(text: string, most: number): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (plain.test(line)) return line.length <= most ? line : `${line.slice(0, most - 1)}…`;
  // A character may be many code units long; nothing beyond this can be needed.
  const parts: string[] = [];
  for (const { segment } of letters.segment(line.slice(0, most * 20))) {
    parts.push(segment);
    if (parts.length > most) break;
  }
  const isWhole = parts.length <= most && line.length <= most * 20;
  return isWhole ? line : `${parts.slice(0, most - 1).join("")}…`;
}
