import { partsOf } from "../../core/batch/parts-of.ts";
import { isJobId } from "../../core/button.ts";
import { hasCard } from "../../core/chat.ts";
import { type Answer, firstCard } from "../../core/command.ts";
import { chainOf } from "../../core/film/chain.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { isSettled, type Job } from "../../core/job/job.ts";
import { ok } from "../../core/result.ts";
import { cannotSave, noSuchVideo, stillStarting } from "../../messages/ask/notices.ts";
import { cardOf } from "../../messages/card/card.ts";
import { partWords } from "../../messages/card/part.ts";
import { ID_PART } from "../../messages/pages/job-list.ts";
import type { Visit } from "../command-deps.ts";
import { isPlacedPrivately, placeCard } from "../video/place-card.ts";

/** An id is looked for among this many of the person's newest videos. */
const AMONG = 1_000;

/** Brings the card of one's own video here: what is under way goes on in it, what has ended is a copy. */
export async function showJob(visit: Visit, given: string): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const idPart = given.trim().toLowerCase();
  // A part of a batch is named whole, by the menu of its card.
  const part = isJobId(idPart) ? await ask(() => deps.jobs.load(idPart)) : ok(null);
  if (!part.ok) return { kind: "private", message: cannotSave(words) };
  if (part.value?.job.partOf && isOwn(part.value.job, command.owner)) return privatePart(visit, part.value.job);
  const found = await ask(() => deps.jobs.jobsOf(command.owner, AMONG));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  const isNamed = ({ id, partOf }: Job) => !partOf && idPart.length >= ID_PART && id.startsWith(idPart);
  const [job, other] = found.value.filter(isNamed);
  if (!job || other) return { kind: "private", message: noSuchVideo(words) };
  if (!isShown(job)) return { kind: "private", message: stillStarting(words) };

  // A private card does not become one that everyone sees.
  const reply = placeCard(command.reply, isPlacedPrivately(job.reply));
  const parts = await ask(() => partsOf(deps.jobs, job));
  const chain = await ask(() => chainOf(deps, job));
  if (!parts.ok || !chain.ok) return { kind: "private", message: cannotSave(words) };
  const shown = cardOf(
    job,
    deps.clock.now(),
    parts.value.map((one) => one.job),
    chain.value,
  );
  const card = firstCard({ ...job, reply }, shown);
  return { kind: "card_again", card, isLive: !isSettled(job) };
}

async function privatePart({ deps, ask, words }: Visit, part: Job): Promise<Answer> {
  const chain = await ask(() => chainOf(deps, part));
  if (!chain.ok) return { kind: "private", message: cannotSave(words) };
  return { kind: "private", message: partWords(part, deps.clock.now(), chain.value) };
}

function isOwn(job: Job, owner: Owner): boolean {
  return ownerName(job.owner) === ownerName(owner);
}

/** Whether it is known that its person has a card, and no paid call is on its way, whose answer must find the job as it was. */
function isShown({ state, reply }: Job): boolean {
  if (state.status === "submitting") return false;
  return state.status !== "accepted" || (state.answer === "given" && hasCard(reply));
}
