import type { ChatMessage } from "../core/chat.ts";
import { DURATIONS, RESOLUTIONS } from "../core/price.ts";
import { unreachable } from "../core/result.ts";
import { type DraftProblem, PROMPT_MAX, RATIOS } from "../core/video-request.ts";
import { countText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { message, paragraphs } from "./message.ts";
import { pictureProblemText } from "./picture-problem.ts";

/** What to say about a draft that cannot become a video: at a form's field, or as a private message. */
export interface DraftProblemWords {
  readonly field: "prompt" | "ratio" | "duration" | "resolution" | "image_url";
  readonly text: string;
  readonly message: ChatMessage;
}

const FLAGS = "The flags are --ratio, --duration, --resolution and --image.";
const GIVEN_MAX = 40;

/** The words for a draft's problem; nothing was charged. */
export function draftProblemOf(problem: DraftProblem): DraftProblemWords {
  const { field, text } = fieldWords(problem);
  const body = paragraphs(text, "Nothing was charged.");
  return { field, text, message: message({ tone: "bad", title: "This video was not started", body }) };
}

function fieldWords(problem: DraftProblem): Pick<DraftProblemWords, "field" | "text"> {
  switch (problem.kind) {
    case "no_prompt":
      return { field: "prompt", text: "Say in a few words what should happen in the video." };
    case "prompt_too_long":
      return {
        field: "prompt",
        text: `The prompt has ${countText(problem.length, "character")}, and ${countText(PROMPT_MAX, "character")} are allowed. Shorten it.`,
      };
    case "bad_ratio":
      return { field: "ratio", text: notOneOf("a ratio", problem.given, choices(RATIOS)) };
    case "bad_duration":
      return { field: "duration", text: notOneOf("a duration", problem.given, `${choices(DURATIONS)} seconds`) };
    case "bad_resolution":
      return { field: "resolution", text: notOneOf("a resolution", problem.given, choices(RESOLUTIONS)) };
    case "two_pictures":
      return { field: "image_url", text: "There are two pictures: a file and an address. Give one of them." };
    case "unknown_flag":
      return { field: "prompt", text: `${excerpt(problem.flag, GIVEN_MAX)} is not known here. ${FLAGS}` };
    case "flag_without_value":
      return { field: "prompt", text: `${excerpt(problem.flag, GIVEN_MAX)} has no value behind it. ${FLAGS}` };
    case "bad_address":
    case "picture_too_large":
    case "not_a_picture":
    case "picture_unreachable":
    case "picture_private":
      return { field: "image_url", text: pictureProblemText(problem) };
    default:
      return unreachable(problem);
  }
}

function notOneOf(thing: string, given: string, allowed: string): string {
  return `“${excerpt(given, GIVEN_MAX)}” is not ${thing} that can be made. Choose ${allowed}.`;
}

function choices(words: readonly (string | number)[]): string {
  return words.join(" or ");
}
