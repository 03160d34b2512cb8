export interface Span {
  readonly start: number;
  readonly end: number;
}

const MARKS = ",.;!?\u2026\u3001\u3002\uff0c\uff1b\uff01\uff1f";
const FIRST_MARKS = new RegExp(`^[${MARKS}]+`);
const LAST_MARKS = new RegExp(`(?<![${MARKS}])[${MARKS}]+$`);
const LAST_MARKS_AND_BRACKETS = new RegExp(`(?<![${MARKS}\\p{Pe}])[${MARKS}\\p{Pe}]+$`, "u");
const LAST_COMMAS = /(?<![,;\u3001\uff0c\uff1b])[,;\u3001\uff0c\uff1b]+$/;

const BRACKETS: ReadonlyMap<string, string> = new Map([
  ["(", ")"],
  ["[", "]"],
  ["{", "}"],
  ["`", "`"],
  ['"', '"'],
  ["\u201c", "\u201d"],
  ["\uff08", "\uff09"],
  ["\u3010", "\u3011"],
]);

/** Removes trailing punctuation, and closing brackets if no bracket is opened. */
export function unmarked(words: string): string {
  return words.replace(/\p{Ps}/u.test(words) ? LAST_MARKS : LAST_MARKS_AND_BRACKETS, "");
}

/** Also removes punctuation and brackets that belonged only to these parts. */
export function cutOut(text: string, parts: readonly Span[]): string {
  const last = parts.at(-1);
  if (!last) return text;
  let left = text.slice(0, parts[0]?.start);
  for (const [index, { end }] of parts.entries()) left = joined(left, text.slice(end, parts[index + 1]?.start));
  const isAtEnd = /^[\s\p{P}]*$/u.test(text.slice(last.end));
  return isAtEnd ? left.replace(LAST_COMMAS, "") : left;
}

function joined(before: string, after: string): string {
  if (after !== "" && BRACKETS.get(before.at(-1) ?? "") === after[0])
    return joined(before.slice(0, -1), after.slice(1));
  const left = before.trimEnd();
  const right = after.trimStart();
  const [marks = ""] = FIRST_MARKS.exec(right) ?? [];
  const rest = right.slice(marks.length).trimStart();
  if (left === "" || rest === "") return left + rest;
  // The punctuation after the removed part moves to the text before it.
  if (marks !== "" && !/\p{P}$/u.test(left)) return left + right;
  const isInside = /\p{Ps}$/u.test(left) || /^[\p{Pe}\p{Pf}"'`]/u.test(after);
  if (isInside) return left + rest;
  const gaps = before.slice(left.length) + after.slice(0, after.length - right.length);
  return left + (gaps.includes("\n") ? "\n" : " ") + rest;
}
