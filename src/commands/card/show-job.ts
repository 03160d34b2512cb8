import { hasCard } from "../../core/chat.ts";
import { type Answer, firstCard } from "../../core/command.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import { cannotSave, noSuchVideo, stillStarting } from "../../messages/ask/notices.ts";
import { cardOf } from "../../messages/card/card.ts";
import { ID_PART } from "../../messages/pages/job-list.ts";
import type { Visit } from "../command-deps.ts";
import { isPlacedPrivately, placeCard } from "../video/place-card.ts";

/** An id is looked for among this many of the person's newest videos. */
const AMONG = 1_000;

/** Brings the card of one's own video here: what is under way goes on in it, what has ended is a copy. */
export async function showJob({ deps, command, ask, words }: Visit, given: string): Promise<Answer> {
  const idPart = given.trim().toLowerCase();
  const found = await ask(() => deps.jobs.jobsOf(command.owner, AMONG));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  const isNamed = ({ id }: Job) => idPart.length >= ID_PART && id.startsWith(idPart);
  const [job, other] = found.value.filter(isNamed);
  if (!job || other) return { kind: "private", message: noSuchVideo(words) };
  if (!isShown(job)) return { kind: "private", message: stillStarting(words) };

  // A private card does not become one that everyone sees.
  const reply = placeCard(command.reply, isPlacedPrivately(job.reply));
  const card = firstCard({ ...job, reply }, cardOf(job, deps.clock.now()));
  return { kind: "card_again", card, isLive: !isSettled(job) };
}

/** Whether it is known that its person has a card, and no paid call is on its way, whose answer must find the job as it was. */
function isShown({ state, reply }: Job): boolean {
  if (state.status === "submitting") return false;
  return state.status !== "accepted" || (state.answer === "given" && hasCard(reply));
}
