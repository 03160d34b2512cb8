import { videoOptionSpecs } from "../option-specs.ts";
import { editDistance } from "../text/edit-distance.ts";
import {
  type FlagProblem,
  PROMPT_MAX,
  VIDEO_OPTIONS,
  type VideoDraft,
  type VideoOptionName,
  videoOptions,
} from "./video-request.ts";

/**
 * These dashes begin a flag: a keyboard makes an em or en dash of two hyphens. A flag has nothing before it, so
 * "high-resolution" and "the sea—image of peace" stay text.
 */
const DASHED = /^([-\u2010-\u2015\u2212]{1,3})([a-z\d][^=\s]*)(?:=([\s\S]*))?$/i;

/** People are shown these flags, here without their dashes. */
const FLAGS: ReadonlyMap<VideoOptionName, string> = new Map(
  VIDEO_OPTIONS.map((option) => [option, option === "image_url" ? "image" : option.replaceAll("_", "-")]),
);
export const flagNames: readonly string[] = [...FLAGS.values()].map((name) => `--${name}`).sort();

/** Shows every flag with its values: "--ratio 16:9|9:16 --style NAME". */
export const flagUsage = VIDEO_OPTIONS.map((option) => {
  const { choices, value = "VALUE" } = videoOptionSpecs[option];
  const values = choices.length === 0 ? value : choices.map((choice) => choice.value).join("|");
  return `--${FLAGS.get(option)} ${values}`;
}).join(" ");

/** Each option also goes by its own name: --image and --image-url are one flag. */
const NAMES = VIDEO_OPTIONS.flatMap((option) =>
  [FLAGS.get(option) ?? option, option].map((name) => ({ option, name: bare(name) })),
);

/** One letter of a short name may be wrong, two of a long one. */
const SHORT_NAME = 5;
const SLIPS_MAX = 2;
const NAME_MAX = Math.max(...NAMES.map(({ name }) => name.length)) + SLIPS_MAX;

/** The longest prompt in UTF-16 units, and as much again for its flags; a longer text is too long for a prompt, and is not searched for flags. */
const TYPED_MAX = 3 * PROMPT_MAX;

interface Dashed {
  readonly dashes: string;
  readonly name: string;
  /** The value behind its "="; null: there is none. */
  readonly inline: string | null;
  /** The option with that name; `near`: the option that the name may have been meant for. */
  readonly exact: VideoOptionName | null;
  readonly near: VideoOptionName | null;
}

/** Returns what a dashed word is, given the value that it would have. */
type Judge = (dashed: Dashed, value: string) => VideoOptionName | "unknown" | "text";

/** Splits the text behind a command into the values of its flags and the prompt, which keeps its spelling. Never throws. */
export function readFlags(text: string): VideoDraft {
  const { prompt, values, problems } = readWords(text, ({ exact, near, dashes }, value) => {
    if (exact) return exact;
    // A typing mistake is left in the prompt, where it is noticed and asked about.
    if (dashes !== "--" || (near && fits(near, value))) return "text";
    return "unknown";
  });
  const options = videoOptions((name) => values.get(name) ?? null);
  return { ...options, prompt, image: null, flagProblems: problems };
}

/**
 * Returns the draft as it was meant, if its prompt has what looks like flags: they are taken out of it and come before what
 * was chosen besides. `noticed` are those words as typed; nobody has confirmed yet that they were meant so.
 */
export function asMeant(draft: VideoDraft): { readonly draft: VideoDraft; readonly noticed: readonly string[] } {
  const { prompt, values, noticed, problems } = readWords(draft.prompt, ({ exact, near, dashes }, value) => {
    const flag = exact ?? near;
    if (flag && fits(flag, value)) return flag;
    // After a single dash, a word without a fitting value is just a word.
    if (flag === null || dashes.length < 2) return "text";
    return exact ?? "unknown";
  });
  if (noticed.length === 0 && problems.length === 0) return { draft, noticed: [] };
  const meant = {
    ...draft,
    ...videoOptions((name) => values.get(name) ?? null, draft),
    prompt,
    flagProblems: [...draft.flagProblems, ...problems],
  };
  return { draft: meant, noticed };
}

function readWords(text: string, judge: Judge) {
  const values = new Map<VideoOptionName, string>();
  const noticed: string[] = [];
  const problems: FlagProblem[] = [];
  if (text.length > TYPED_MAX) return { prompt: text, values, noticed, problems };
  const prompt: Word[][] = [[]];
  const words = splitWords(text);
  const dashedWord = dashedWords();
  /** Returns the next word, if it is no flag itself. */
  const valueBehind = (next: Word | undefined) => {
    const dashed = next && dashedWord(next);
    return next && !dashed?.exact && dashed?.dashes !== "--" ? next : null;
  };

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const dashed = dashedWord(word);
    const behind = dashed?.inline === null ? valueBehind(words[at + 1]) : null;
    const value = plainValue(behind?.text ?? dashed?.inline ?? "");
    const judged = dashed ? judge(dashed, value) : "text";
    if (judged === "text") {
      prompt.at(-1)?.push(word);
      continue;
    }
    if (judged === "unknown") {
      problems.push({ kind: "unknown_flag", flag: `${dashed?.dashes}${dashed?.name}` });
      continue;
    }
    prompt.push([]);
    if (behind) at += 1;
    if (value === "") problems.push({ kind: "flag_without_value", flag: `--${FLAGS.get(judged)}` });
    else {
      values.set(judged, value);
      noticed.push(behind ? `${word.text} ${behind.text}` : word.text);
    }
  }

  const runs = prompt.map((run) => text.slice(run[0]?.start ?? 0, run.at(-1)?.end ?? 0));
  return { prompt: runs.filter((run) => run !== "").join(" "), values, noticed, problems };
}

/** Reads one word after another, and compares each name with those of the options once. */
function dashedWords(): (word: Word) => Dashed | null {
  const near = new Map<string, VideoOptionName | null>();
  return ({ text }) => {
    const [, dashes, given, inline] = DASHED.exec(text) ?? [];
    if (dashes === undefined || given === undefined) return null;
    const typed = bare(given);
    const exact = NAMES.find(({ name }) => name === typed)?.option ?? null;
    if (!near.has(typed)) near.set(typed, exact ?? nearTo(typed));
    return { dashes, name: given, inline: inline ?? null, exact, near: near.get(typed) ?? null };
  };
}

/** Returns a name in one spelling for "--image-url", "--image_url" and "--imageUrl". A mark at its end is not part of the name. */
function bare(name: string): string {
  return name.toLowerCase().replace(/[-_\u2010\u2011](?=.)/g, "");
}

function nearTo(typed: string): VideoOptionName | null {
  if (typed.length > NAME_MAX) return null;
  const isNear = (name: string) => {
    const slips = name.length <= SHORT_NAME ? 1 : SLIPS_MAX;
    return Math.abs(name.length - typed.length) <= slips && editDistance(name, typed) <= slips;
  };
  return NAMES.find(({ name }) => isNear(name))?.option ?? null;
}

function fits(flag: VideoOptionName, value: string): boolean {
  return videoOptionSpecs[flag].flag.test(value);
}

function plainValue(value: string): string {
  return withoutBrackets(unquoted(value)).trim();
}

/** Returns an address without angle brackets. Slack writes it as `<https://…>` or `<https://…|label>`; on Discord people type it so, to get no preview. */
function withoutBrackets(value: string): string {
  return /^<(https?:[^|>]*)(?:\|[^>]*)?>$/i.exec(value)?.[1] ?? value;
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const DOUBLE = '"\u201c\u201d\u201e';
const SINGLE = "'\u2018\u2019";

/**
 * Matches one word, which ends at white space. A quotation mark holds words together only if it opens one and is closed at a
 * word's end before an apostrophe could swallow the next flag: double marks anywhere, single marks only around a flag's
 * value.
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
function splitWords(text: string): readonly Word[] {
  return [...text.matchAll(WORD)].map((match) => ({
    text: match[0],
    start: match.index,
    end: match.index + match[0].length,
  }));
}

const QUOTED = new RegExp(`^(?:[${DOUBLE}]([\\s\\S]*)[${DOUBLE}]|[${SINGLE}]([\\s\\S]*)[${SINGLE}])$`, "u");

function unquoted(value: string): string {
  const match = QUOTED.exec(value);
  return match ? (match[1] ?? match[2] ?? "") : value;
}
