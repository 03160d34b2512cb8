import type { ChatMessage } from "../../core/chat.ts";
import { takesPlace } from "../../core/job/job.ts";
import { waitsForTurnToo } from "../../messages/ask/confirm.ts";
import type { Visit } from "../command-deps.ts";

/** A question about a video with the word that it will wait for its turn, where its person's running places are taken. */
export async function withWait({ deps, command, ask, words }: Visit, question: ChatMessage): Promise<ChatMessage> {
  const open = await ask(() => deps.jobs.openJobsOf(command.owner));
  const isFull = open.ok && open.value.filter(takesPlace).length >= deps.rules.maxJobsPerUser;
  return isFull ? waitsForTurnToo(question, words) : question;
}
