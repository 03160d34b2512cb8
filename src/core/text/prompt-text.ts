const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/** England, Scotland and Wales. Only these flags use invisible tag characters. */
const TAGGED_FLAG = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Invisible characters that change their neighbors: within an emoji, and in scripts with joined letters. */
const IN_PLACE = [
  String.raw`(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=(?!\p{DI})[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}])[\u200c\u200d]`,
].join("|");

/** An empty Braille letter, a note without a head, and two blank hieroglyphs. */
const BLANK = String.raw`\u2800\u{1d159}\u{13441}\u{13442}`;

/** Including direction marks and controls. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}${BLANK}\ufff9-\ufffb]|(?!\n)\p{Cc}`;

const UNSEEN_OR_IN_PLACE = new RegExp(`(${TAGGED_FLAG}|${IN_PLACE})|${UNSEEN}`, "gu");

/**
 * The form in which prompts are checked, shown and sent. Idempotent. Invisible characters stay only if an emoji or a joined
 * letter needs them.
 */
export function normalisePrompt(text: string): string {
  const seen = text
    .toWellFormed()
    .replace(LINE_ENDS, "\n")
    .replace(/[\t\v\f]/g, " ")
    .replace(UNSEEN_OR_IN_PLACE, "$1");
  const lines = seen.split("\n").map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/**
 * Letters that only lengthen the line between joined letters. Source: Unicode 16, ArabicShaping.txt, Joining_Type=C (read
 * 2026-11-28).
 */
const LENGTHENING = String.raw`\u0640\u07fa\u0883-\u0885\u180a`;
/** Invisible characters that could hide between the letters of a word. */
const BETWEEN_LETTERS = new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}${BLANK}${LENGTHENING}]`, "gu");
/** In other scripts, such as Hindi or Thai, the marks are vowels. */
const READ_WITHOUT_MARKS = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Han}\p{sc=Hangul}`;
const MARKED_OR_MARK = new RegExp(String.raw`((?![${READ_WITHOUT_MARKS}])\p{L}\p{M}*)|\p{M}+`, "gu");
/** Marks that belong to no script. Two of them change か to が and は to ぱ. */
const SHARED_MARK = /(?![\u3099\u309a])(?=\p{M})\p{sc=Inherited}/gu;

/** Some of these spaces are so narrow that two words look like one. */
const TYPOGRAPHIC_SPACE = /[\u1680\u2000-\u200a\u202f\u205f]/g;
/** Replaces a typographic space, which may separate two words or be inside one. */
export const GAP = "\u001f";

/**
 * Prepares a text for searching words: no capitals, accents, invisible or full-width characters. The result may be many
 * times longer.
 */
export function foldForPolicy(text: string): string {
  const letters = withoutMarks(plainLetters(text.replace(TYPOGRAPHIC_SPACE, GAP)));
  // Capitals first: only then "ß" equals "SS" and "ı" equals "i". The capital of a mark may be a letter.
  return withoutMarks(letters.toUpperCase().toLowerCase()).normalize("NFC");
}

function plainLetters(text: string): string {
  return text.replace(BETWEEN_LETTERS, "").normalize("NFKC").replace(BETWEEN_LETTERS, "");
}

/**
 * Removes accents in scripts that stay readable without them, marks that belong to no script, and marks that follow no
 * letter.
 */
function withoutMarks(text: string): string {
  const letters = text.normalize("NFD");
  return /\p{M}/u.test(letters) ? letters.replace(MARKED_OR_MARK, "$1").replace(SHARED_MARK, "") : letters;
}

/** A character that stands for several letters counts as all of them. */
export function judgedLength(text: string): number {
  return Math.max([...text].length, [...text.normalize("NFKC")].length);
}
