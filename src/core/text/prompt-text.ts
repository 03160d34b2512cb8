const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;

/** England's, Scotland's and Wales's flags: the only ones whose letters are tags, which nobody sees. */
const TAGGED_FLAG = String.raw`\u{1f3f4}\u{e0067}\u{e0062}(?:\u{e0065}\u{e006e}\u{e0067}|\u{e0073}\u{e0063}\u{e0074}|\u{e0077}\u{e006c}\u{e0073})\u{e007f}`;

/** Invisible marks in these places change how their neighbours look: within an emoji, and in scripts whose letters join. */
const IN_PLACE = [
  String.raw`(?<=[\p{ExtPict}\p{EMod}]\ufe0f?)\u200d(?=\p{ExtPict})`,
  String.raw`(?<=\p{ExtPict})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=(?!\p{DI})[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}\p{scx=Myanmar}])[\u200c\u200d]`,
].join("|");

/**
 * Characters that show nothing although they are letters or symbols: a Braille letter without dots, a note without a head, and
 * two blank hieroglyphs.
 */
const BLANK = String.raw`\u2800\u{1d159}\u{13441}\u{13442}`;

/** Everything else of the kind, direction marks too, and controls. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}${BLANK}\ufff9-\ufffb]|(?!\n)\p{Cc}`;

const UNSEEN_OR_IN_PLACE = new RegExp(`(${TAGGED_FLAG}|${IN_PLACE})|${UNSEEN}`, "gu");

/**
 * Returns a prompt as it is judged, shown and sent: sound Unicode, "\n" for every line end, no space at an end, at most one
 * empty line between two that are not, and no invisible characters unless an emoji or a joined letter needs them. A prompt
 * already in this form stays as it is.
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
 * These letters only lengthen the line between two joined ones, and disappear between others, such as the Arabic tatweel.
 * Source: Unicode 16, ArabicShaping.txt, Joining_Type=C (read 2026-11-28).
 */
const LENGTHENING = String.raw`\u0640\u07fa\u0883-\u0885\u180a`;
/** These could stand between the letters of a word without being seen. */
const BETWEEN_LETTERS = new RegExp(String.raw`[\p{Default_Ignorable_Code_Point}\p{Cf}${BLANK}${LENGTHENING}]`, "gu");
/** Scripts whose letters can be read without the marks on them. In others, such as Hindi or Thai, marks are the vowels. */
const READ_WITHOUT_MARKS = String.raw`\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Han}\p{sc=Hangul}`;
const MARKED_OR_MARK = new RegExp(String.raw`((?![${READ_WITHOUT_MARKS}])\p{L}\p{M}*)|\p{M}+`, "gu");
/** These marks belong to no script and go on any letter; two of them make か to が and は to ぱ. */
const SHARED_MARK = /(?![\u3099\u309a])(?=\p{M})\p{sc=Inherited}/gu;

/** Spaces of other widths than the ordinary one's: some are so narrow that letters on both sides look like one word. */
const TYPOGRAPHIC_SPACE = /[\u1680\u2000-\u200a\u202f\u205f]/g;
/** Stands for such a space in a folded text: it may separate two words, or stand inside one. */
export const GAP = "\u001f";

/**
 * Returns the text in which a policy's words are searched, and those words themselves: no capitals, no accents, nothing
 * invisible, plain letters for full-width or mathematical ones, and a `GAP` for each space of another width. It may be many
 * times as long as the text.
 */
export function foldForPolicy(text: string): string {
  const letters = withoutMarks(plainLetters(text.replace(TYPOGRAPHIC_SPACE, GAP)));
  // To capitals first: only then do "ß" and "SS", or "ı" and "i", become the same. A mark may have a letter for its capital.
  return withoutMarks(letters.toUpperCase().toLowerCase()).normalize("NFC");
}

/** Removes invisible characters, and turns full-width or mathematical letters into plain ones. */
function plainLetters(text: string): string {
  return text.replace(BETWEEN_LETTERS, "").normalize("NFKC").replace(BETWEEN_LETTERS, "");
}

/** Removes the marks that a text can be read without, and those that stand on no letter. */
function withoutMarks(text: string): string {
  const letters = text.normalize("NFD");
  return /\p{M}/u.test(letters) ? letters.replace(MARKED_OR_MARK, "$1").replace(SHARED_MARK, "") : letters;
}

/** Returns the length of a text in characters as prompts are judged: a character that stands for several letters counts as all of them. */
export function judgedLength(text: string): number {
  return Math.max([...text].length, [...text.normalize("NFKC")].length);
}
