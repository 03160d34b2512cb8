import type { ChatMessage, Sentence } from "../../core/chat.ts";
import type { TaskId } from "../../core/job/ids.ts";
import type { Outcome } from "../../core/job/job.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";

/** Says that the video may have been made and paid for, how much at most, and where to look; `why` nobody knows, where it is not `end` that says so. */
export function maybeCharged(
  end: Omit<Extract<Outcome, { kind: "unknown" }>, "kind">,
  words: Words,
  why = whyUnknown(end, words),
): ChatMessage {
  const { unknown } = words;
  const { taskId, atMost } = end;
  return message({
    tone: "unsure",
    title: unknown.title,
    body: [...paragraphs(why, unknown.mayBeCharged(atMost)), whereToLook(taskId, words), [unknown.secondCosts]],
  });
}

function whyUnknown({ taskId, isError }: Parameters<typeof maybeCharged>[0], { unknown }: Words): string {
  if (taskId !== null) return unknown.silent;
  return isError ? unknown.error : unknown.answerLost;
}

/** Points to the one place that knows more than we do. */
export function whereToLook(taskId: TaskId | null, { unknown }: Words): Sentence {
  return taskId === null ? unknown.whereToLook : unknown.whereToLookFor({ kind: "code", text: taskId });
}
