import type { ChatMessage, Sentence } from "../core/chat.ts";
import type { TaskId } from "../core/job.ts";
import type { Credits } from "../core/price.ts";
import { message, paragraphs } from "./message.ts";
import type { Words } from "./words.ts";

/** Nobody knows whether the video was made and paid for: says so, how much at most, and where to look. */
export function maybeCharged(taskId: TaskId | null, atMost: Credits, words: Words): ChatMessage {
  const { unknown } = words;
  return message({
    tone: "unsure",
    title: unknown.title,
    body: [
      ...paragraphs(taskId === null ? unknown.answerLost : unknown.silent, unknown.mayBeCharged(atMost)),
      whereToLook(taskId, words),
      [unknown.lookFirst],
    ],
  });
}

/** Points to the one place that knows more than we do. */
export function whereToLook(taskId: TaskId | null, { unknown }: Words): Sentence {
  return taskId === null ? unknown.whereToLook : unknown.whereToLookFor({ kind: "code", text: taskId });
}
