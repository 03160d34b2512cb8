/** Words in a picture by which another program opens it as a page or a script. */
const WORDS: readonly (readonly [word: RegExp, type: string])[] = [
  [/<(?:script|html|iframe|!doctype html)[\s>/]/i, "text/html"],
  [/<\?php\s/i, "application/x-php"],
];

/** A file's head in an archive names the version that is needed; with it, no picture has these bytes by chance. */
const ZIP_VERSIONS = [10, 11, 20, 21, 25, 27, 45, 46, 50, 51, 52, 61, 62, 63];

/** Bytes in a picture by which another program opens it as an archive. */
const BYTES: readonly (readonly [bytes: string, type: string])[] = [
  ...ZIP_VERSIONS.map((version) => [`PK\x03\x04${String.fromCharCode(version)}\0`, "application/zip"] as const),
  ["PK\x05\x06\0\0\0\0", "application/zip"],
  ["Rar!\x1a\x07", "application/vnd.rar"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
];

/** Readers look for a PDF's beginning this far into a file. */
const PDF_WITHIN_BYTES = 1_024;

/** A script goes on behind the first letters, where a picture has a width or a length; no picture is 8,192 and more wide. */
const SCRIPT = /^(?:GIF8[79]a(?:\/\*|=[ -~])|\xff\xd8\xff[\xe0-\xef]\/\*|RIFF\/\*)/;

/** What a picture is besides a picture; null where it is nothing else. */
export function polyglotIn(picture: Uint8Array): string | null {
  const text = Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength).toString("latin1");
  if (SCRIPT.test(text)) return "text/javascript";
  if (text.slice(0, PDF_WITHIN_BYTES).includes("%PDF-")) return "application/pdf";
  const found = WORDS.find(([word]) => word.test(text)) ?? BYTES.find(([bytes]) => text.includes(bytes));
  return found?.[1] ?? null;
}
