import { videoOptionSpecs } from "../option-specs.ts";
import { findStyle, noStyles, type OfferedStyles } from "../style.ts";
import { cutOut, type Span, unmarked } from "../text/cut-out.ts";
import { editDistance } from "../text/edit-distance.ts";
import { asksForHelp } from "./one-word.ts";
import { type ChosenOption, matchAt, pixelsAt, plainWidths, writtenAt } from "./option-values.ts";
import { type FlagProblem, PROMPT_MAX, VIDEO_OPTIONS, type VideoOptionName } from "./video-request.ts";

const FLAGS: ReadonlyMap<VideoOptionName, string> = new Map(
  VIDEO_OPTIONS.map((option) => [option, option === "image_url" ? "image" : option.replaceAll("_", "-")]),
);

export const flagValues: readonly (readonly [flag: string, values: readonly string[]])[] = VIDEO_OPTIONS.map(
  (option) => {
    const { choices, value = "VALUE" } = videoOptionSpecs[option];
    return [`--${FLAGS.get(option)}`, choices.length === 0 ? [value] : choices.map((choice) => choice.value)];
  },
);

/** For example "--ratio 16:9|9:16 --style NAME". */
export const flagUsage = flagValues.map(([flag, values]) => `${flag} ${values.join("|")}`).join(" ");

type Values = ReadonlyMap<VideoOptionName, string>;

/** A flag to be confirmed. If not usable, it is unknown or has an invalid value. */
export interface SuspectedFlag {
  readonly typed: string;
  readonly isUsable: boolean;
}

export interface ReadText {
  readonly prompt: string;
  readonly values: Values;
  readonly suspected: readonly SuspectedFlag[];
  /** The reading that keeps the suspected flags as text of the prompt. */
  readonly literal: { readonly prompt: string; readonly values: Values };
  readonly problem: FlagProblem | null;
}

interface How {
  readonly appliesFlags: boolean;
  readonly styles?: OfferedStyles;
}

/** In UTF-16 units. The longest prompt takes two thirds of them. The rest is for flags. */
const TYPED_MAX = 3 * PROMPT_MAX;

export function readFlags(text: string, { appliesFlags, styles = noStyles }: How): ReadText {
  const flags = text.length > TYPED_MAX || asksForHelp(text) ? [] : flagsIn(text, { appliesFlags, styles });
  const usable = flags.filter((flag) => flag.kind === "usable");
  const applied = usable.filter(({ isCertain }) => appliesFlags && isCertain);
  const suspected = flags
    .filter((flag) => flag.kind === "unusable" || (flag.kind === "usable" && !applied.includes(flag)))
    .map(({ start, end, kind }) => ({ typed: text.slice(start, end), isUsable: kind === "usable" }));
  const refused = flags.find((flag) => flag.kind === "refused");
  const prompt = cutOut(text, flags);
  return {
    prompt,
    values: valuesOf(usable),
    suspected,
    literal: { prompt: cutOut(text, applied), values: valuesOf(applied) },
    problem: refused?.problem ?? (prompt === "" ? onlyFlags(suspected) : null),
  };
}

function valuesOf(flags: readonly UsableFlag[]): Values {
  return new Map(flags.flatMap(({ values }) => values));
}

function onlyFlags(suspected: readonly SuspectedFlag[]): FlagProblem | null {
  const unusable = suspected.find(({ isUsable }) => !isUsable);
  return unusable ? { kind: "unknown_flag", flag: unusable.typed } : null;
}

interface UsableFlag extends Span {
  readonly kind: "usable";
  readonly values: readonly (readonly [VideoOptionName, string])[];
  /** True if the text cannot mean anything else. */
  readonly isCertain: boolean;
}

type Flag =
  | UsableFlag
  | (Span & { readonly kind: "unusable" })
  | (Span & { readonly kind: "refused"; readonly problem: FlagProblem });

/**
 * Characters that keyboards substitute for hyphens: dashes, minus signs, box-drawing lines, the Japanese long vowel mark.
 */
const DASH = String.raw`\p{Pd}\u2212\u02d7\u2043\u23af\u2500\u2501\u30fc\uff70`;
const DASHES = new RegExp(`[${DASH}]{1,4}(?![${DASH}])`, "uy");
/** A double dash starts a flag only if one of its dashes is this short: two long dashes are punctuation in Chinese. */
const HYPHEN = /[-\u2010\u2011\u2212\ufe63]/;
const BEFORE = /[\s\p{Ps}\p{Pe}\p{Pi}\p{Pf}"'`.,;!?\u2026\u3001\u3002\p{So}\p{Cs}]/u;

const DOUBLE = '"\u201c\u201d\u201e';
const SINGLE = "'\u2018\u2019";

/**
 * Matches one word, or a phrase in double quotation marks. Such a phrase is plain text. Two to four dashes before a
 * letter or digit begin a new word, even with no space before them.
 */
const WORD = new RegExp(
  [
    `[${DOUBLE}](?![${DASH}])[^${DOUBLE}]*[${DOUBLE}](?![\\p{L}\\p{N}])`,
    "\u00ab[^\u00ab\u00bb]*\u00bb",
    "\u300c[^\u300c\u300d]*\u300d",
    "\u300e[^\u300e\u300f]*\u300f",
    "[\\p{Ps}\\p{Pi}]",
    `[${DASH}]+(?:(?![${DASH}]{2,4}[\\p{L}\\p{N}])[^\\s\\p{Ps}\\p{Pi}])*`,
    `(?:(?![${DASH}]{2,4}[\\p{L}\\p{N}])[^\\s\\p{Ps}\\p{Pi}])+`,
  ].join("|"),
  "gu",
);
const WHOLE_QUOTE = new RegExp(`^[${DOUBLE}][^${DOUBLE}]*[${DOUBLE}]$`);

/** A name with an apostrophe, or followed by a combining mark, is not the name of a flag. */
const NAME = /\p{L}[\p{L}\p{M}\p{N}_'\u2019\u2010\u2011-]*/uy;
const NAME_END = /(?=[\s:=.,;!?\u2026\p{Pe}\p{Pf}"`\u3001\u3002]|$)/uy;
const BEFORE_VALUE = /\s*[:=]\s*|\s+/y;
/**
 * A value ends here unless a letter, a digit or more of a number follows. Letters of scripts without spaces may follow.
 */
const VALUE_END = /(?![\p{Lu}\p{Ll}\p{N}%])(?![.,:/-]\p{N})/uy;
const OPENING = /["'`\u2018-\u201e\u00ab\u300c]/;
const CLOSING = /["'`\u2018-\u201e\u00bb\u300d]/;
const NUMBER = /[-+]?(?:\d{1,12}(?:[.,]\d{1,6})?|\.\d{1,6})(?![\p{L}\p{N}])/uy;
const ADDRESS = /<?https?:/iy;

interface Named {
  readonly option: VideoOptionName;
  readonly name: string;
  /** False for names from other services. */
  readonly isOwn: boolean;
}

const OTHER_NAMES: Readonly<Partial<Record<VideoOptionName, readonly string[]>>> = {
  ratio: ["ar", "aspect", "aspectratio"],
  duration: ["dur", "length", "sec", "secs", "seconds", "time"],
  resolution: ["res", "size", "quality"],
};
const NAMES: readonly Named[] = VIDEO_OPTIONS.flatMap((option) => [
  ...[FLAGS.get(option) ?? option, option].map((name) => ({ option, name: bare(name), isOwn: true })),
  ...(OTHER_NAMES[option] ?? []).map((name) => ({ option, name, isOwn: false })),
]);

const VALUE_FLAGS: ReadonlyMap<string, readonly [VideoOptionName, string]> = new Map([
  ["portrait", ["ratio", "9:16"]],
  ["landscape", ["ratio", "16:9"]],
  ["hd", ["resolution", "720p"]],
  ["sd", ["resolution", "480p"]],
]);

/**
 * Other services' flags that take a number. Sources: Midjourney docs, "Parameter list" and "Video"; pikalabs.org, "Pika bot
 * optional parameters" (read 2026-11-28).
 */
const WITH_NUMBER: ReadonlySet<string> = new Set(
  "v version niji s stylize c chaos w weird q seed iw sw cw ow exp stop repeat bs motion fps gs".split(" "),
);
/** Several words may follow these. Pika's have a single hyphen. */
const WITH_WORDS: ReadonlySet<string> = new Set(["no", "neg", "negative", "negativeprompt", "camera"]);
const OF_PIKA: ReadonlySet<string> = new Set(["neg", "camera"]);

interface Place extends Required<How> {
  readonly text: string;
  readonly plain: string;
  readonly words: readonly Span[];
  readonly nearest: Nearest;
}

function flagsIn(text: string, how: Required<How>): readonly Flag[] {
  const plain = plainWidths(text);
  const place = { ...how, text, plain, words: wordsIn(plain), nearest: nearestNames() };
  const flags: Flag[] = [];
  let end = 0;
  let isBehindFlag = false;
  for (const [index, word] of place.words.entries()) {
    const flag: Flag | null = word.start < end ? null : flagAt(place, index, isBehindFlag);
    if (flag) {
      flags.push(flag);
      end = flag.end;
    }
    const rest = plain.slice(Math.max(word.start, end), word.end);
    isBehindFlag = (flag !== null || isBehindFlag) && /^[\p{Po}\p{Pe}]*$/u.test(rest);
  }
  return flags;
}

function wordsIn(plain: string): readonly Span[] {
  // Quotation marks around the whole text are ignored.
  const from = WHOLE_QUOTE.test(plain) ? 1 : 0;
  const found = [...plain.slice(from).matchAll(WORD)];
  return found.map(({ 0: word, index }) => ({ start: from + index, end: from + index + word.length }));
}

function flagAt(place: Place, index: number, isBehindFlag: boolean): Flag | null {
  const dashed = dashedAt(place, index, isBehindFlag);
  if (!dashed) return null;
  const named = nameAt(place, dashed);
  if (!named) return dashed.isFlag ? valueAlone(place.plain, dashed) : null;
  return valueFlag(place, named) ?? optionFlag(place, named) ?? unknownFlag(place, named);
}

interface Dashed {
  readonly index: number;
  readonly start: number;
  readonly at: number;
  /** If false, only a known name with a valid value makes it a flag. */
  readonly isFlag: boolean;
  /** True if a word begins with the dashes, and no space follows a double dash. */
  readonly isFree: boolean;
  readonly isLong: boolean;
}

function dashedAt({ plain, words }: Place, index: number, isBehindFlag: boolean): Dashed | null {
  const start = words[index]?.start ?? 0;
  const [dashes] = matchAt(DASHES, plain, start) ?? [];
  if (dashes === undefined) return null;
  const isDouble = dashes.length > 1;
  const beginsWord = BEFORE.test(plain[start - 1] ?? " ");
  const isSpaced = isDouble && /\s/.test(plain[start + dashes.length] ?? "");
  const isFree = beginsWord && !isSpaced;
  return {
    index,
    start,
    at: start + dashes.length + (isSpaced ? 1 : 0),
    isFlag: isFree && ((isDouble && HYPHEN.test(dashes)) || isBehindFlag),
    isFree,
    isLong: dashes !== "-",
  };
}

interface DashedName extends Dashed {
  readonly typed: string;
  readonly end: number;
  /** Empty if the name does not end where a name must. Then it is not the name of a flag. */
  readonly name: string;
  readonly valueAt: number;
}

function nameAt({ plain }: Place, dashed: Dashed): DashedName | null {
  const [typed] = matchAt(NAME, plain, dashed.at) ?? [];
  if (typed === undefined) return null;
  const end = dashed.at + typed.length;
  const name = matchAt(NAME_END, plain, end) ? bare(typed) : "";
  return { ...dashed, typed, end, name, valueAt: matchAt(BEFORE_VALUE, plain, end) ? BEFORE_VALUE.lastIndex : end };
}

/** For example `--720p`, `--9:16` or `--15s`. A number without a unit may mean anything: "--5 degrees". */
function valueAlone(plain: string, { start, at, isFree }: Dashed): Flag | null {
  for (const option of ["ratio", "resolution", "duration"] as const) {
    const written = /\d/.test(plain[at] ?? "") ? writtenAt(plain, at, option) : null;
    const isWhole = written && (option === "ratio" || !/\d/.test(plain[written.end - 1] ?? ""));
    if (!isWhole || !matchAt(VALUE_END, plain, written.end)) continue;
    const { value, end } = written;
    if (!canTake(option, value)) return { kind: "unusable", start, end };
    return { kind: "usable", start, end, values: [[option, value]], isCertain: isFree };
  }
  return null;
}

/** For example `--portrait` or `--hd`. Prose can contain the same: "—portrait of a king". */
function valueFlag(place: Place, { index, start, end, name, isFlag, isFree, isLong }: DashedName): Flag | null {
  const value = VALUE_FLAGS.get(name);
  if (!value) return null;
  const { plain, words } = place;
  const next = words[index + 1];
  const isLast = next === undefined || beginsFlag(plain, next.start);
  const mayStand = isFree || /\p{Lo}/u.test(plain[start - 1] ?? "");
  if (!isFlag && !(mayStand && isLong && isLast)) return null;
  const valueEnd = switchEnd(plain, end);
  if (valueEnd === null) return null;
  const isCertain = isFlag && (isLast || value[0] === "resolution");
  return { kind: "usable", start, end: valueEnd, values: [value], isCertain };
}

/** The end of `--hd`, `--hd:` or `--hd=true`. */
function switchEnd(plain: string, nameEnd: number): number | null {
  if (!/[:=]/.test(plain[nameEnd] ?? "")) return nameEnd;
  const [on] = matchAt(/(?:true|yes|on|1)(?![\p{L}\p{N}])/iuy, plain, nameEnd + 1) ?? [];
  if (on !== undefined) return nameEnd + 1 + on.length;
  return /\s/.test(plain[nameEnd + 1] ?? " ") ? nameEnd + 1 : null;
}

/** A misspelled name counts if its value is valid. */
function optionFlag(place: Place, dashed: DashedName): Flag | null {
  const { start, at, end, name, typed, valueAt, isFlag, isFree, isLong } = dashed;
  const named = NAMES.find((each) => each.name === name);
  const joined = named ? null : joinedName(typed);
  const exact = named ?? joined?.named;
  const meant = exact ?? place.nearest(name);
  const taken = meant && takenValue(place, joined ? at + joined.length : valueAt, meant);
  if (taken) {
    // After a single hyphen, another service's name may be an ordinary word.
    const isCertain = isFree && exact !== undefined && (exact.isOwn || isLong);
    return { kind: "usable", start, isCertain, ...taken };
  }
  if (!named || !isFlag) return null;
  const refused = refusedValue(place, valueAt, { ...named, typed: place.text.slice(start, end) });
  return refused && { kind: "refused", start, ...refused };
}

function joinedName(typed: string): { readonly named: Named; readonly length: number } | null {
  const [letters = ""] = /^[a-z_-]+/i.exec(typed) ?? [];
  const named = NAMES.find(({ name }) => name === bare(letters));
  return named ? { named, length: letters.length } : null;
}

function takenValue(place: Place, at: number, { option }: Named): Pick<UsableFlag, "values" | "end"> | null {
  if (option === "image_url" || option === "style") {
    const { text, end } = typedValue(place, at);
    const fits = option === "style" ? findStyle(place.styles, text) !== null : matchAt(ADDRESS, text, 0) !== null;
    return fits ? { values: [[option, text]], end } : null;
  }
  const shaped = shapedValue(place.plain, at, option);
  if (!shaped || !canTake(option, shaped.value)) return null;
  const { value, end, ratio } = shaped;
  return { values: [[option, value], ...(ratio ? [["ratio", ratio] as const] : [])], end };
}

function shapedValue(plain: string, at: number, option: ChosenOption) {
  const isQuoted = OPENING.test(plain[at] ?? "");
  const from = isQuoted ? at + 1 : at;
  const pixels = option === "resolution" ? pixelsAt(plain, from) : null;
  const written = pixels ?? writtenAt(plain, from, option);
  if (!written) return null;
  const end = isQuoted && CLOSING.test(plain[written.end] ?? "") ? written.end + 1 : written.end;
  return matchAt(VALUE_END, plain, end) ? { value: written.value, ratio: pixels?.ratio ?? null, end } : null;
}

function canTake(option: ChosenOption, value: string): boolean {
  return videoOptionSpecs[option].choices.some((choice) => choice.value === value);
}

/** Null: it may be another service's flag. */
function refusedValue(
  place: Place,
  at: number,
  { option, isOwn, typed: flag }: Named & { readonly typed: string },
): { readonly problem: FlagProblem; readonly end: number } | null {
  const { text, end } = typedValue(place, at);
  const given = text === "" ? null : text;
  if (option === "image_url") return { end, problem: { kind: "bad_flag", flag, given, takes: ["https://…"] } };
  if (option === "style") {
    const names = place.styles.all.map(({ name }) => name);
    // Without styles, "--style raw" is probably Midjourney's, unless options can only be set by flags here.
    if (names.length === 0 && (given === null || !place.appliesFlags)) return null;
    if (given === null) return { end, problem: { kind: "bad_flag", flag, given, takes: names } };
    return { end, problem: { kind: "unknown_style", given, names } };
  }
  if (!isOwn && !shapedValue(place.plain, at, option)) return null;
  const takes = videoOptionSpecs[option].choices.map(({ value }) => value);
  return { end, problem: { kind: "bad_flag", flag, given, takes } };
}

function unknownFlag(place: Place, dashed: DashedName): Flag | null {
  if (!dashed.isFlag && !isUnmistakable(place, dashed)) return null;
  return { kind: "unusable", start: dashed.start, end: unknownEnd(place, dashed) };
}

/** True if the name and the form of the value make this a flag, however many dashes it has. */
function isUnmistakable({ plain }: Place, { name, valueAt, isFree, isLong }: DashedName): boolean {
  if (OF_PIKA.has(name) && isFree && !isLong) return true;
  if (WITH_NUMBER.has(name)) return matchAt(NUMBER, plain, valueAt) !== null;
  const named = isFree && NAMES.find((each) => each.name === name);
  if (!named || named.option === "image_url" || named.option === "style") return false;
  return (named.isOwn || named.option === "ratio") && shapedValue(plain, valueAt, named.option) !== null;
}

function unknownEnd(place: Place, { index, start, name, end: nameEnd, valueAt }: DashedName): number {
  const { plain, words } = place;
  const isJoined = /[:=]/.test(plain[nameEnd] ?? "");
  if (isJoined && valueAt === nameEnd + 1) return Math.max(valueAt, typedValue(place, valueAt).end);
  const end = isJoined ? nameEnd + 1 : Math.max(nameEnd, unmarkedEnd(plain, start, words[index]?.end ?? nameEnd));
  const behind = wordsBehind(place, index, isJoined ? valueAt : end);
  const [first] = behind;
  const last = behind.at(-1);
  if (!first || !last) return end;
  if (matchAt(NUMBER, plain, first.start) && matchAt(VALUE_END, plain, NUMBER.lastIndex)) return NUMBER.lastIndex;
  if (WITH_WORDS.has(name) || behind.length === 1) return unmarkedEnd(plain, first.start, last.end);
  const begins = plain[first.start] ?? "";
  const isValue = /\d/.test(begins) || OPENING.test(begins) || matchAt(ADDRESS, plain, first.start) !== null;
  return isValue ? unmarkedEnd(plain, first.start, first.end) : end;
}

/** The words up to the next flag or the end of the line. Empty if punctuation comes right after the flag. */
function wordsBehind({ plain, words }: Place, index: number, at: number): readonly Span[] {
  const behind: Span[] = [];
  let end = at;
  for (let next = index + 1; next < words.length; next += 1) {
    const word = words[next];
    if (!word || beginsFlag(plain, word.start)) break;
    const gap = plain.slice(end, word.start);
    if (gap.includes("\n") || (behind.length === 0 && !/^\s*$/.test(gap))) break;
    behind.push(word);
    end = word.end;
  }
  return behind;
}

function beginsFlag(plain: string, at: number): boolean {
  return matchAt(DASHES, plain, at) !== null && /\p{L}/u.test(plain[DASHES.lastIndex] ?? "");
}

const TYPED_VALUE = new RegExp(
  `[${DOUBLE}]([^${DOUBLE}]*)[${DOUBLE}](?![\\p{L}\\p{N}])|[${SINGLE}]([^${SINGLE}]*)[${SINGLE}](?=\\s|$)|\\S+`,
  "uy",
);
/** Empty if a flag or nothing follows. */
function typedValue({ text, plain }: Place, at: number): { readonly text: string; readonly end: number } {
  const match = beginsFlag(plain, at) ? null : matchAt(TYPED_VALUE, text, at);
  if (!match) return { text: "", end: at };
  const [whole, double, single] = match;
  const quoted = double ?? single;
  const word = quoted ?? unmarked(whole);
  return { text: withoutBrackets(word).trim(), end: at + (quoted === undefined ? word : whole).length };
}

function unmarkedEnd(plain: string, start: number, end: number): number {
  return start + unmarked(plain.slice(start, end)).length;
}

/**
 * Slack writes addresses as `<https://…>` or `<https://…|label>`; people on Discord type the brackets to suppress the
 * preview.
 */
function withoutBrackets(value: string): string {
  return /^<(https?:[^|>]*)(?:\|[^>]*)?>$/i.exec(value)?.[1] ?? value;
}

/** "--image-url", "--image_url" and "--imageUrl" are the same name. A hyphen at the end stays. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[-_\u2010\u2011](?=.)/g, "");
}

type Nearest = (name: string) => Named | null;

/** Shorter names must be spelled exactly. */
const NEAR_NAME = 3;
/** Names up to this length may have one wrong letter, longer ones two. */
const SHORT_NAME = 5;
const SLIPS_MAX = 2;
const NAME_MAX = Math.max(...NAMES.map(({ name }) => name.length)) + SLIPS_MAX;

function nearestNames(): Nearest {
  const known = new Map<string, Named | null>();
  return (typed) => {
    const before = known.get(typed);
    if (before !== undefined) return before;
    const nearest = typed.length > NAME_MAX ? null : (NAMES.find(({ name }) => isNear(name, typed)) ?? null);
    known.set(typed, nearest);
    return nearest;
  };
}

function isNear(name: string, typed: string): boolean {
  if (name.length < NEAR_NAME) return false;
  const slips = name.length <= SHORT_NAME ? 1 : SLIPS_MAX;
  return Math.abs(name.length - typed.length) <= slips && editDistance(name, typed) <= slips;
}
