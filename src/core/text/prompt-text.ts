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

/** Everything else of the kind, direction marks too, the Braille letter without dots, and controls. */
const UNSEEN = String.raw`[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]|(?!\n)\p{Cc}`;

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

/** These characters are invisible, and could be put between the letters of a word. U+2800 is a Braille letter without dots. */
const BETWEEN_LETTERS = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** Marks on letters of scripts that can be read without them. In Hindi or Thai, marks are the vowels. */
const ACCENTED =
  /([\p{N}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Han}\p{sc=Hangul}])\p{M}+/gu;
/** These marks belong to no script and go on any letter; two of them make か to が and は to ぱ. */
const SHARED_MARK = /(?![\u3099\u309a])(?=\p{M})\p{sc=Inherited}/gu;

/**
 * Returns the text in which a policy's words are searched, and those words themselves: no capitals, no accents, nothing
 * invisible, and plain letters for full-width or mathematical ones. It may be many times as long as the text.
 */
export function foldForPolicy(text: string): string {
  // To capitals first: only then do "ß" and "SS", or "ı" and "i", become the same.
  const letters = plainLetters(text).toUpperCase().toLowerCase().normalize("NFD");
  if (!/\p{M}/u.test(letters)) return letters.normalize("NFC");
  return letters.replace(ACCENTED, "$1").replace(SHARED_MARK, "").normalize("NFC");
}

/** Removes invisible characters, and turns full-width or mathematical letters into plain ones. */
function plainLetters(text: string): string {
  return text.replace(BETWEEN_LETTERS, "").normalize("NFKC").replace(BETWEEN_LETTERS, "");
}

/** Returns the length of a text in characters as prompts are judged: a character that stands for several letters counts as all of them. */
export function judgedLength(text: string): number {
  return Math.max([...text].length, [...text.normalize("NFKC")].length);
}
