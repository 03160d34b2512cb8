/** What has no look of its own, and could stand between the letters of a word. U+2800 is a Braille letter without dots. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/gu;
/** Marks on letters of scripts that can be read without them. In Hindi or Thai, marks are the vowels. */
const ACCENTED =
  /([\p{N}\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Armenian}\p{sc=Georgian}\p{sc=Hebrew}\p{sc=Arabic}\p{sc=Han}\p{sc=Hangul}])\p{M}+/gu;
/** Marks of no script, on any letter; two of them make か to が and は to ぱ. */
const SHARED_MARK = /(?![\u3099\u309a])(?=\p{M})\p{sc=Inherited}/gu;

/**
 * The text as a policy's words are looked for in it, and those words themselves: no capitals, no accents, nothing that is
 * not seen, and plain letters for full-width or mathematical ones. It may be many times as long as the text.
 */
export function foldForPolicy(text: string): string {
  // First to capitals: only so do "ß" and "SS", or "ı" and "i", become the same.
  const letters = plainLetters(text).toUpperCase().toLowerCase().normalize("NFD");
  if (!/\p{M}/u.test(letters)) return letters.normalize("NFC");
  return letters.replace(ACCENTED, "$1").replace(SHARED_MARK, "").normalize("NFC");
}

/** The same with capitals and accents as they are, for patterns that name them. */
export function plainLetters(text: string): string {
  return text.replace(UNSEEN, "").normalize("NFKC").replace(UNSEEN, "");
}
