import type { FlagProblem, VideoDraft } from "../../core/video-request.ts";
import { splitWords, unquoted, type Word } from "./split-words.ts";

const FLAGS = ["ratio", "duration", "resolution", "image"] as const;
type Flag = (typeof FLAGS)[number];

/**
 * Dashes that begin a flag: a keyboard makes an em or en dash of two hyphens. A flag has nothing before it, so
 * "high-resolution" and "the sea—image of peace" stay text.
 */
const KNOWN = /^[-\u2010-\u2015\u2212]{1,3}([a-z]+)(?:=([\s\S]*))?$/i;
const UNKNOWN = /^--[a-z][^=\s]*/i;

/** What was typed behind the command: the four flags, and the rest in its own spelling as the prompt. Never throws. */
export function readFlags(text: string): VideoDraft {
  const words = splitWords(text);
  const values = new Map<Flag, string>();
  const flagProblems: FlagProblem[] = [];
  const prompt: Word[][] = [[]];

  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined) break;
    const known = knownFlag(word);
    if (known) {
      prompt.push([]);
      const next = words[at + 1];
      const takesNext = known.inline === null && next !== undefined && !knownFlag(next) && !unknownFlag(next);
      const value = takesNext ? next.text : known.inline;
      if (takesNext) at += 1;
      const plain = value === null ? "" : withoutBrackets(unquoted(value)).trim();
      if (plain === "") flagProblems.push({ kind: "flag_without_value", flag: `--${known.flag}` });
      else values.set(known.flag, plain);
      continue;
    }
    const unknown = unknownFlag(word);
    if (unknown) flagProblems.push({ kind: "unknown_flag", flag: unknown });
    else prompt.at(-1)?.push(word);
  }

  return {
    prompt: prompt
      .map((run) => text.slice(run[0]?.start ?? 0, run.at(-1)?.end ?? 0))
      .filter((run) => run !== "")
      .join(" "),
    ratio: values.get("ratio") ?? null,
    duration: values.get("duration") ?? null,
    resolution: values.get("resolution") ?? null,
    image: null,
    imageUrl: values.get("image") ?? null,
    flagProblems,
  };
}

function knownFlag({ text }: Word): { readonly flag: Flag; readonly inline: string | null } | null {
  const [, name, inline] = KNOWN.exec(text) ?? [];
  const flag = FLAGS.find((one) => one === name?.toLowerCase());
  return flag === undefined ? null : { flag, inline: inline ?? null };
}

function unknownFlag({ text }: Word): string | null {
  return UNKNOWN.exec(text)?.[0] ?? null;
}

/** Slack writes an address as `<https://…>` or `<https://…|label>` where a command asks for escaping. */
function withoutBrackets(value: string): string {
  return /^<(https?:[^|>]*)(?:\|[^>]*)?>$/i.exec(value)?.[1] ?? value;
}
