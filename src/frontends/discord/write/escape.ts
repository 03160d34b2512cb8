/**
 * Everything that Discord's markdown may take for more than itself: formats, mentions (`@`, `<`), addresses (`:`),
 * small print (`-#`). A backslash before any of them shows it as it is.
 * Source: Discord's help page "Markdown Text 101" and simple-markdown's escape rule (read 2026-11-21).
 */
const SPECIAL = /[\\*_~|>#\-[\]()<@:`]/g;
/** `1.` and `+` are lists only where a line begins. */
const LIST_START = /^([^\S\r\n\u2028\u2029]*)(\d+(?=[.)])|(?=\+))/gm;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
/** Controls, and what turns the direction of the text that follows. */
const UNSEEN = /(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]/gu;

/** The text as Discord shows it letter for letter: nothing in it formats, links, mentions or calls. Keeps line ends. */
export function escapeText(text: string): string {
  return plain(text).replace(SPECIAL, "\\$&").replace(LIST_START, "$1$2\\");
}

/** The same on one line. */
export function escapeLine(text: string): string {
  return escapeText(onOneLine(plain(text)));
}

/** Shown as it is typed. Nothing can be escaped inside of backticks, so there are none. */
export function codeText(text: string): string {
  const inside = onOneLine(plain(text)).replace(/`/g, "'").trim();
  return inside === "" ? "" : `\`${inside}\``;
}

function onOneLine(text: string): string {
  return text.replace(/\s+/g, (blank) => (blank.includes("\n") ? " " : blank));
}

/** Sound Unicode with "\n" for every line end and no unseen controls; still to be escaped. */
export function plain(text: string): string {
  return text.toWellFormed().replace(LINE_ENDS, "\n").replace(/\t/g, " ").replace(UNSEEN, "");
}

/**
 * The longest beginning of the text that is at most `max` long once written; an ellipsis stands for the rest.
 * Cut between code points, before anything is escaped, so that neither a letter nor an escape is cut in two.
 */
export function fitted(text: string, max: number, write: (text: string) => string): string {
  const whole = write(text);
  if (whole.length <= max) return whole;
  const cut = (start: string) => write(`${start}…`);
  const start = beginning(text, max, cut);
  return start === "" ? "" : cut(start);
}

/** The same, not yet written and without the ellipsis; "" where nothing fits. */
export function beginning(text: string, max: number, write: (text: string) => string): string {
  const points = [...text];
  const cut = (count: number) => points.slice(0, count).join("").trimEnd();
  let fits = 0;
  let tooMany = Math.min(points.length, Math.max(0, max)) + 1;
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (write(cut(middle)).length <= max) fits = middle;
    else tooMany = middle;
  }
  return cut(fits);
}
