import type { ChatMessage } from "../../core/chat.ts";
import type { PolicyRefusal } from "../../core/policy/policy.ts";
import { flagNames } from "../../core/request/flags.ts";
import { DURATIONS, RESOLUTIONS } from "../../core/request/price.ts";
import { PROMPT_MAX, RATIOS, type RequestProblem, type VideoOptionName } from "../../core/request/video-request.ts";
import { unreachable } from "../../core/result.ts";
import { PAYERS } from "../../core/team/payer.ts";
import { excerpt } from "../card/excerpt.ts";
import { pictureProblemText } from "../card/picture-problem.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";

/** What to say about a draft that cannot become a video: at a form's field, or as a private message. */
export interface DraftProblemWords {
  readonly field: "prompt" | VideoOptionName;
  readonly text: string;
  readonly message: ChatMessage;
}

const GIVEN_MAX = 40;
/** Styles that are named, at most. */
const KNOWN_MAX = 10;

/** The words for a draft's problem; nothing was charged. */
export function draftProblemOf(problem: RequestProblem, words: Words): DraftProblemWords {
  const { field, text } = fieldWords(problem, words);
  const body = paragraphs(text, words.draft.nothingCharged);
  return { field, text, message: message({ tone: "bad", title: words.draft.title, body }) };
}

function fieldWords(problem: RequestProblem, words: Words): Pick<DraftProblemWords, "field" | "text"> {
  const { draft } = words;
  const choices = (allowed: readonly (string | number)[]) => allowed.join(draft.or);
  switch (problem.kind) {
    case "no_prompt":
      return { field: "prompt", text: draft.noPrompt };
    case "prompt_too_long":
      return { field: "prompt", text: draft.promptTooLong(problem.length, PROMPT_MAX) };
    case "bad_ratio":
      return { field: "ratio", text: draft.badRatio(excerpt(problem.given, GIVEN_MAX), choices(RATIOS)) };
    case "bad_duration":
      return { field: "duration", text: draft.badDuration(excerpt(problem.given, GIVEN_MAX), choices(DURATIONS)) };
    case "bad_resolution":
      return {
        field: "resolution",
        text: draft.badResolution(excerpt(problem.given, GIVEN_MAX), choices(RESOLUTIONS)),
      };
    case "two_pictures":
      return { field: "image_url", text: draft.twoPictures };
    case "bad_pay":
      return {
        field: "pay",
        text: words.settings.bad(excerpt(problem.given, GIVEN_MAX), PAYERS.join(words.settings.or)),
      };
    case "unknown_flag":
      return { field: "prompt", text: draft.unknownFlag(excerpt(problem.flag, GIVEN_MAX), flagsIn(words)) };
    case "flag_without_value":
      return { field: "prompt", text: draft.flagWithoutValue(excerpt(problem.flag, GIVEN_MAX), flagsIn(words)) };
    case "bad_address":
    case "picture_too_large":
    case "not_a_picture":
    case "picture_empty":
    case "picture_unreadable":
    case "picture_unreachable":
    case "picture_private":
      return { field: "image_url", text: pictureProblemText(problem, words) };
    case "unknown_style":
      return { field: "style", text: unknownStyleText(problem, words) };
    case "other_style":
      return { field: "style", text: words.denied.otherStyle(problem.always) };
    case "denied":
      return { field: "prompt", text: deniedText(problem.by, words) };
    default:
      return unreachable(problem);
  }
}

/** All flags: "--ratio, --duration and --image". British, for it has no comma before the last. */
function flagsIn({ locale }: Words): string {
  return new Intl.ListFormat(locale === "en" ? "en-GB" : locale, { type: "conjunction" }).format(flagNames);
}

function unknownStyleText(
  { given, known }: { readonly given: string | null; readonly known: readonly string[] },
  { styles }: Words,
): string {
  const named = known.slice(0, KNOWN_MAX).map(styles.named);
  if (given === null) return styles.goneText;
  const name = excerpt(given, GIVEN_MAX);
  return named.length === 0 ? styles.unknownAny(name) : styles.unknown(name, named.join(styles.gap));
}

/** Names the rule, and repeats nothing of the prompt. */
function deniedText(by: PolicyRefusal, { denied }: Words): string {
  switch (by.kind) {
    case "rule":
      return denied.rule(by.name);
    case "team_words":
      return denied.teamWords;
    case "service":
      return by.reason === null ? denied.service : denied.serviceSays(by.reason);
    case "other_style":
      return denied.otherStyle(by.name);
    case "unanswered":
    case "blocked":
    case "paused":
    case "unread":
    case "not_age_restricted":
    case "age_unknown":
      return denied[by.kind];
    default:
      return unreachable(by);
  }
}
