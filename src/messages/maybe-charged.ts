import type { ChatMessage, Sentence } from "../core/chat.ts";
import type { TaskId } from "../core/job.ts";
import type { Credits } from "../core/price.ts";
import { creditsText } from "./credits-text.ts";
import { message } from "./message.ts";

/** Nobody knows whether the video was made and paid for: says so, how much at most, and where to look. */
export function maybeCharged(taskId: TaskId | null, atMost: Credits): ChatMessage {
  return message({
    tone: "unsure",
    title: "We cannot tell what became of this video",
    body: [
      [
        taskId === null
          ? "The answer of the video service was lost, so nobody here knows whether the video was started."
          : "The video was started, but the video service tells no more about it.",
      ],
      [`It may have been charged: ${creditsText(atMost)} at most.`],
      whereToLook(taskId),
      ["Look there before you ask again: a second request may cost a second time."],
    ],
  });
}

/** Points to the one place that knows more than we do. */
export function whereToLook(taskId: TaskId | null): Sentence {
  const place = "Look in the dashboard of your account at the video service";
  return taskId === null ? [`${place}.`] : [`${place}; the task is `, { kind: "code", text: taskId }, "."];
}
