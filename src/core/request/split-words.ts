/** One word of a text, and where it stands in it. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const DOUBLE = '"\u201c\u201d\u201e';
const SINGLE = "'\u2018\u2019";

/**
 * A word ends at white space. A quotation mark holds words together only where it opens one and is closed at a word's end
 * before the next flag could be swallowed by an apostrophe: double marks anywhere, single marks only around a flag's value.
 */
const WORD = new RegExp(
  [
    `[${DOUBLE}][^${DOUBLE}]*[${DOUBLE}](?=\\s|$)`,
    `[^\\s${DOUBLE}${SINGLE}=]+=[${DOUBLE}][^${DOUBLE}]*[${DOUBLE}](?=\\s|$)`,
    `[^\\s${DOUBLE}${SINGLE}=]+=[${SINGLE}][^${SINGLE}]*[${SINGLE}](?=\\s|$)`,
    "\\S+",
  ].join("|"),
  "gu",
);

/** Splits what a person typed; each word keeps its own spelling. */
export function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const QUOTED = new RegExp(`^(?:[${DOUBLE}]([\\s\\S]*)[${DOUBLE}]|[${SINGLE}]([\\s\\S]*)[${SINGLE}])$`, "u");

/** A flag's value without the quotation marks around it. */
export function unquoted(value: string): string {
  const match = QUOTED.exec(value);
  return match ? (match[1] ?? match[2] ?? "") : value;
}
