import type { Button, ChatMessage } from "../../core/chat.ts";
import type { Trouble } from "../../core/health.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Payer } from "../../core/team/payer.ts";
import { waitKeptButton } from "../card/buttons.ts";
import { message } from "../message.ts";
import type { Words } from "../words.ts";

/**
 * The same question, where the video service has trouble: what that is, and what can be done instead of starting. The request is kept
 * under that id; `pay`: the question offers that payer in the place of the one that it was kept with.
 */
export function withTrouble(
  question: ChatMessage,
  trouble: Trouble,
  jobId: JobId,
  words: Words,
  pay?: Payer,
): ChatMessage {
  const { outage, buttons } = words;
  const isCancel = ({ label }: Button) => label === buttons.cancel;
  const starts = question.buttons
    .filter((button) => !isCancel(button))
    .map((button) => (button.label === buttons.startIt ? anyway(button, words) : button));
  return {
    ...question,
    body: [[troubleText(trouble, words)], ...question.body, [outage.later]],
    buttons: [...starts, waitKeptButton(jobId, words, pay), ...question.buttons.filter(isCancel)],
  };
}

function anyway(button: Button, { outage }: Words): Button {
  return { ...button, label: outage.buttons.startAnyway, style: "secondary" };
}

function troubleText(trouble: Trouble, { outage }: Words): string {
  return trouble.kind === "down" ? outage.downText : outage.failingText(trouble.failed, trouble.ends);
}

/** In the place of the question, where its video waits. */
export function startsLater({ outage }: Words): ChatMessage {
  return message({ tone: "plain", title: outage.willWait });
}
