import { isCardButton } from "../../core/button.ts";
import type { ChatMessage } from "../../core/chat.ts";
import { isCardAt, type MessagePlace } from "../../core/chat.ts";
import type { Act } from "../../core/command.ts";
import type { Job } from "../../core/job/job.ts";
import { cannotSave, strayPress } from "../../messages/ask/notices.ts";
import type { Visit } from "../command-deps.ts";

type Press = Extract<Act, { readonly kind: "press" }>;

/**
 * Why a press is refused whose button does not stand where it was pressed; null lets it through. A button stands on its
 * video's card, and on each message in which the platform itself shows it: nobody but the bot has put it there.
 */
export async function refusedPress({ deps, ask, words }: Visit, { action, on }: Press): Promise<ChatMessage | null> {
  if (on.shows === true) return null;
  // A button that stands on no card, such as a question's Start it, has no place of its own to be held against.
  if (!("jobId" in action) || !isCardButton(action)) return on.shows === null ? null : strayPress(words);
  // Of a card's buttons this one stands in no private word, and Slack describes its cards.
  if (on.place === null) return on.shows === null && action.kind !== "notify_me" ? null : strayPress(words);
  const { jobId } = action;
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return cannotSave(words);
  return loaded.value && isOnCard(loaded.value.job, on.place, on.shows) ? null : strayPress(words);
}

function isOnCard({ reply }: Job, place: MessagePlace, shows: boolean | null): boolean {
  return isCardAt(reply, place) ?? (shows === null && place.channelId === reply.channelId);
}
