import { unreachable } from "../result.ts";
import { PAYERS } from "../team/payer.ts";
import type { VideoOptionName } from "./video-request.ts";

export type ChosenOption = Exclude<VideoOptionName, "image_url" | "style">;

interface Written {
  readonly value: string;
  readonly end: number;
}

/** These match the form of values, even if no such video can be made. */
const SIDES = /(\d{1,5}(?:\.\d{1,3})?)\s?[:x/]\s?(\d{1,5}(?:\.\d{1,3})?)/iy;
const SECONDS =
  /(\d{1,4})(?:\s?(?:秒間?|초|(?:s|secs?|seconds?|sek|sekunden?|segundos?|secondes?)(?![\p{L}\p{N}])))?/iuy;
const LINES = /(\d{3,4})(?:\s?p(?![\p{L}\p{N}]))?/iuy;
const WORD = /[a-z\d]+/iy;

const RATIO_WORDS: ReadonlyMap<string, string> = new Map([
  ["portrait", "9:16"],
  ["vertical", "9:16"],
  ["landscape", "16:9"],
  ["horizontal", "16:9"],
]);
const RESOLUTION_WORDS: ReadonlyMap<string, string> = new Map([
  ["hd", "720p"],
  ["sd", "480p"],
  ["2k", "2k"],
  ["4k", "4k"],
  ["8k", "8k"],
]);
const PAY_WORDS: ReadonlyMap<string, string> = new Map(PAYERS.map((payer) => [payer, payer]));

export function writtenAt(plain: string, at: number, option: ChosenOption): Written | null {
  switch (option) {
    case "ratio":
      return (
        sidesAt(plain, at, ([width, height]) => ratioOf(width, height) ?? `${width}:${height}`) ??
        wordAt(plain, at, RATIO_WORDS)
      );
    case "duration":
      return numberAt(SECONDS, plain, at, "");
    case "resolution":
      return numberAt(LINES, plain, at, "p") ?? wordAt(plain, at, RESOLUTION_WORDS);
    case "pay":
      return wordAt(plain, at, PAY_WORDS);
    default:
      return unreachable(option);
  }
}

/** For example 1280x720, which gives a resolution and a ratio. */
export function pixelsAt(plain: string, at: number): (Written & { readonly ratio: string | null }) | null {
  let ratio: string | null = null;
  const written = sidesAt(plain, at, ([width, height]) => {
    ratio = ratioOf(width, height);
    return `${Math.min(width, height)}p`;
  });
  return written && { ...written, ratio };
}

/** Returns the service's spelling, or the text unchanged if it is not a value of that option. */
export function plainValue(option: ChosenOption, typed: string): string {
  const plain = plainWidths(typed).trim();
  const written = writtenAt(plain, 0, option);
  return written?.end === plain.length ? written.value : plain.toLowerCase();
}

/**
 * Full-width characters become normal ones, and signs for "to" and "times" become ":" and "x". The length stays the same.
 */
export function plainWidths(text: string): string {
  return text
    .replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/\u3000/g, " ")
    .replace(/[\u2236\ufe55]/g, ":")
    .replace(/\u00d7/g, "x");
}

function sidesAt(plain: string, at: number, read: (sides: readonly [number, number]) => string): Written | null {
  const match = matchAt(SIDES, plain, at);
  return match && { value: read([Number(match[1]), Number(match[2])]), end: at + match[0].length };
}

/** 854 × 480 is not exactly 16:9. */
const NEARLY = 0.01;

function ratioOf(width: number, height: number): string | null {
  const is = (across: number, down: number) => Math.abs(width * down - height * across) <= NEARLY * height * across;
  if (width === 0) return null;
  return is(16, 9) ? "16:9" : is(9, 16) ? "9:16" : null;
}

function numberAt(pattern: RegExp, plain: string, at: number, unit: string): Written | null {
  const match = matchAt(pattern, plain, at);
  return match && { value: `${match[1]}${unit}`, end: at + match[0].length };
}

function wordAt(plain: string, at: number, words: ReadonlyMap<string, string>): Written | null {
  const [word = ""] = matchAt(WORD, plain, at) ?? [];
  const value = words.get(word.toLowerCase());
  return value === undefined ? null : { value, end: at + word.length };
}

export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
