import { BATCH_MAX, type BatchProblem } from "../../core/batch/plan-batch.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { unreachable } from "../../core/result.ts";
import { message, paragraphs, told } from "../message.ts";
import type { Words } from "../words.ts";
import { type DraftProblemWords, draftProblemOf } from "./draft-problem.ts";

/** The words for a batch that cannot be made: at its form's field, or as a private message, which repeats what was typed. */
export function batchProblemOf(
  problem: BatchProblem,
  typed: string,
  words: Words,
): Omit<DraftProblemWords, "field"> & { readonly field: string } {
  const { field, text } = fieldWords(problem, words);
  const body = paragraphs(text, words.draft.nothingCharged);
  return { field, text, message: message({ tone: "bad", title: words.draft.title, quote: typed || null, body }) };
}

function fieldWords(problem: BatchProblem, words: Words): { readonly field: string; readonly text: string } {
  const { several } = words;
  switch (problem.kind) {
    case "draft": {
      const { field, text } = draftProblemOf(problem.problem, words);
      // What a line says of its own options is mended in that line.
      return problem.line === null ? { field, text } : { field: "prompt", text: several.inLine(problem.line, text) };
    }
    case "too_many":
      return { field: "prompt", text: several.tooMany(problem.scenes, BATCH_MAX) };
    case "one_prompt":
      return { field: "prompt", text: several.onePrompt };
    default:
      return unreachable(problem);
  }
}

interface NoRoom {
  readonly videos: number;
  /** How many more would fit. */
  readonly left: number;
  readonly rules: { readonly maxJobsPerUser: number; readonly maxWaitingPerUser: number };
}

/** A batch that does not fit is not started at all. */
export function noRoomFor({ videos, left, rules }: NoRoom, { several, draft }: Words): ChatMessage {
  const { title, text, limits } = several.noRoom;
  const body = [text(videos, left), limits(rules.maxJobsPerUser, rules.maxWaitingPerUser), draft.nothingCharged];
  return told("bad", { title, body });
}
