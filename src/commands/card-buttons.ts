import { type ButtonAction, isCardButton, isJobId } from "../core/button.ts";
import {
  type ChatMessage,
  hasCard,
  isCardAt,
  isLiveCardAt,
  isPlacedPrivately,
  type MessagePlace,
  type PressedOn,
  placeCard,
} from "../core/chat.ts";
import { type Answer, firstCard } from "../core/command.ts";
import { JOIN_WITHIN_MS, type JoinNews, nthOf } from "../core/film/film-chain.ts";
import { type JobId, type Owner, ownerName } from "../core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../core/job/job.ts";
import { tellsOthersUntil } from "../core/job/listeners.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { chainOf, partsOf, partsToJoin } from "../jobs/related-jobs.ts";
import {
  alreadyOnItsWay,
  alreadyOver,
  goneCard,
  listFull,
  nobodyTold,
  noSuchVideo,
  notYours,
  somethingWentWrong,
  stillRunning,
  stillStarting,
  strayPress,
  toldAlready,
  toldAnyway,
  toldToo,
  toldUntil,
  unknownAct,
} from "../messages/ask/notices.ts";
import { restCancelled } from "../messages/card/batch-card.ts";
import { cardOf, partWords } from "../messages/card/card.ts";
import {
  askingForLink,
  cannotJoin,
  cardKept,
  confirmCardDeletion,
  deleting,
  deletionNews,
  joining,
  joinNews,
  justJoined,
  linkNews,
} from "../messages/card/card-answers.ts";
import { ID_PART } from "../messages/pages/job-list.ts";
import { alreadyBegun, withdrawnNow } from "../messages/team/approval-messages.ts";
import { type PressHandlers, tell, tellInPlace, type Visit } from "./visit.ts";

export const cardPresses = {
  notify_me: notifyMe,
  fresh_link: ofOwner(freshLink),
  delete: ofOwner(askCardDeletion),
  delete_it: ofOwner(deleteCard),
  keep_card: ({ words }) => tellInPlace(cardKept(words)),
  join: ofOwner(joinVideos),
  withdraw: ofOwner(withdraw),
  cancel_rest: ofOwner(cancelRest),
  show_job: (visit, { jobId }) => showJob(visit, jobId),
} satisfies Partial<PressHandlers>;

/** Restricts a button to the owner of its video. */
export function ofOwner(answer: (visit: Visit, job: Job, on: PressedOn) => Answer | Promise<Answer>) {
  return async (visit: Visit, { jobId }: { readonly jobId: JobId }, on: PressedOn): Promise<Answer> => {
    const own = await ownJob(visit, jobId);
    return own.ok ? answer(visit, own.value, on) : tell(own.refusal);
  };
}

/** Returns the job behind a button, if it is the presser's own; else the message that refuses it. */
export async function ownJob({ deps, command, ask, words }: Visit, jobId: JobId): Promise<Result<Job, ChatMessage>> {
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return loaded;
  if (!loaded.value) return refuse(goneCard(words));
  const { job } = loaded.value;
  return ownerName(job.owner) === ownerName(command.owner) ? ok(job) : refuse(notYours(words));
}

/**
 * Refuses a press of a button that does not belong where it was pressed; null lets it through. A button belongs to its
 * video's card, and to each message in which the platform itself shows it: only the bot can have put it there.
 */
export async function refusedPress(
  { deps, ask, words }: Visit,
  action: ButtonAction,
  on: PressedOn,
): Promise<ChatMessage | null> {
  if (on.shows === true) return null;
  // A button that belongs to no card, such as a question's *Start it*, has no place to be checked against.
  if (!("jobId" in action) || !isCardButton(action)) return on.shows === null ? null : strayPress(words);
  // This is the one card button that no private message has, and Slack describes its cards.
  if (on.place === null) return on.shows === null && action.kind !== "notify_me" ? null : strayPress(words);
  const { jobId } = action;
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return loaded.refusal;
  return loaded.value && isOnCard(loaded.value.job, on.place, on.shows) ? null : strayPress(words);
}

function isOnCard({ reply }: Job, place: MessagePlace, shows: boolean | null): boolean {
  return isCardAt(reply, place) ?? (shows === null && place.channelId === reply.channelId);
}

/** Adds the presser to those who are notified of the end. Anybody may, once; the owner is notified anyway. */
async function notifyMe(visit: Visit, { jobId }: { readonly jobId: JobId }): Promise<Answer> {
  return tell(await noted(visit, jobId));
}

async function noted({ deps, command, ask, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  const { userId } = command.owner;
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return loaded.refusal;
  if (!loaded.value) return goneCard(words);
  const { job } = loaded.value;
  if (isSettled(job)) return alreadyOver(words);
  if (ownerName(job.owner) === ownerName(command.owner) && !job.isSilent) return toldAnyway(words);
  const until = tellsOthersUntil(job.reply);
  if (deps.clock.now() >= until) return nobodyTold(words);
  if (job.notify.includes(userId)) return toldAlready(words);

  const after = await ask(() => deps.notifyMe(jobId, userId));
  if (!after.ok) return after.refusal;
  if (after.value?.notify.includes(userId)) return Number.isFinite(until) ? toldUntil(until, words) : toldToo(words);
  return after.value && !isSettled(after.value) ? listFull(words) : alreadyOver(words);
}

/** Withdraws the owner's video, which has not begun. */
async function withdraw({ deps, ask, words }: Visit, job: Job): Promise<Answer> {
  const withdrawn = await ask(() => deps.decide.withdraw(job.id));
  if (!withdrawn.ok) return tell(withdrawn.refusal);
  if (withdrawn.value.ok) return tell(withdrawnNow(words));
  const isGone = withdrawn.value.refusal.kind === "gone";
  return tell(isGone ? goneCard(words) : alreadyBegun(words));
}

/** Cancels the videos of the owner's batch that were not submitted yet. Those that were submitted go on. */
async function cancelRest({ deps, ask, words }: Visit, job: Job): Promise<Answer> {
  const cancelled = await ask(() => deps.decide.cancelRest(job.id));
  return tell(cancelled.ok ? restCancelled(cancelled.value, words) : cancelled.refusal);
}

/**
 * Asks the service once for the link of the owner's video, after the answer; a new link replaces the old one on the
 * card.
 */
function freshLink(visit: Visit, job: Job): Answer {
  const { deps, words } = visit;
  const outcome = outcomeOf(job);
  if (!outcome) return tell(alreadyOnItsWay(words));
  if (outcome.kind !== "succeeded") return tell(unknownAct(deps.prefix, words));
  return {
    kind: "working",
    message: askingForLink(words),
    finish: async () => ({ message: await asked(visit, job), card: null }),
  };
}

async function asked({ deps, words }: Visit, { id, team }: Job): Promise<ChatMessage> {
  const { askLink, clock, log } = deps;
  try {
    return linkNews(await askLink(id), { now: clock.now(), isTeams: team !== undefined }, words);
  } catch (error) {
    log.error("link not asked", { job: id, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}

/**
 * Asks the owner once before the card of a finished video is deleted. A copy of it is deleted at once: the card stays.
 */
function askCardDeletion({ words }: Visit, job: Job, { place: pressed }: PressedOn): Answer {
  if (!outcomeOf(job)) return tell(stillRunning(words));
  if (pressed && !isLiveCardAt(job.reply, pressed))
    return { kind: "remove_message", otherwise: deletionNews({ kind: "deleted", left: ["card"] }, words) };
  return tell(confirmCardDeletion(job, words));
}

/**
 * Deletes the card for its owner, with its notification and the video's file; the question stays until that is done, or
 * says what it waits for.
 */
function deleteCard(visit: Visit, job: Job): Answer {
  if (!outcomeOf(job)) return tell(stillRunning(visit.words));
  return { kind: "replace_later", meanwhile: deleting(visit.words), finish: () => deleted(visit, job.id) };
}

async function deleted({ deps, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  try {
    return deletionNews(await deps.deleteCard(jobId), words);
  } catch (error) {
    deps.log.error("card not deleted", { job: jobId, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}

/**
 * Joins the owner's video and all before it into one film, after the answer; for a batch, all of its finished videos.
 * It costs nothing.
 */
async function joinVideos(visit: Visit, card: Job, on: PressedOn): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { clock } = deps;
  if (!deps.canContinue(card)) return tell(cannotJoin(words));
  const toJoin = await ask(() => partsToJoin(deps.jobs, card));
  if (!toJoin.ok) return tell(toJoin.refusal);
  const { value: parts } = toJoin;
  const [first] = parts;
  if (!first) return tell(unknownAct(deps.prefix, words));
  const missing = nthOf(first) - 1;
  if (missing > 0) {
    const news: JoinNews = { kind: "not_joined", why: "gone", nth: missing - 1, maxBytes: 0 };
    return tell(joinNews(news, parts, clock.now(), words));
  }
  // Only one of two quick presses is carried out, whichever process receives them.
  const isFirst = await ask(() => deps.rate(`join:${card.id}`, 1, JOIN_WITHIN_MS));
  if (!isFirst.ok) return tell(isFirst.refusal);
  if (!isFirst.value) return tell(justJoined(words));
  const finish = async () => ({ message: await joined(visit, { card, parts, on }), card: null });
  return { kind: "working", message: joining(parts.length, clock.now(), words), isSaid: true, finish };
}

interface Pressed {
  readonly card: Job;
  readonly parts: readonly Job[];
  readonly on: PressedOn;
}

async function joined({ deps, command, words }: Visit, { card, parts, on }: Pressed): Promise<ChatMessage> {
  const { clock, log } = deps;
  const to = { reply: command.reply, card: on.place, isPrivate: isPlacedPrivately(card.reply) };
  try {
    return joinNews(await deps.joinParts(card, parts, to), parts, clock.now(), words);
  } catch (error) {
    log.error("videos not joined", { job: card.id, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}

/** This many of the person's newest videos are searched for an id. */
const AMONG = 1_000;

/** Brings the card of the person's own video here: a running video goes on in it, an ended one is copied. */
export async function showJob(visit: Visit, given: string): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const idPart = given.trim().toLowerCase();
  // A part of a batch is named by its whole id, from the menu of its card.
  const part = isJobId(idPart) ? await ask(() => deps.jobs.load(idPart)) : ok(null);
  if (!part.ok) return tell(part.refusal);
  if (part.value?.job.partOf && isOwn(part.value.job, command.owner)) return privatePart(visit, part.value.job);
  const recent = await ask(() => deps.jobs.jobsOf(command.owner, AMONG));
  if (!recent.ok) return tell(recent.refusal);
  const isNamed = ({ id, partOf }: Job) => !partOf && idPart.length >= ID_PART && id.startsWith(idPart);
  const [job, other] = recent.value.filter(isNamed);
  if (!job || other) return tell(noSuchVideo(words));
  if (!isShown(job)) return tell(stillStarting(words));

  // A private card does not become one that everyone sees.
  const reply = placeCard(command.reply, isPlacedPrivately(job.reply));
  const parts = await ask(() => partsOf(deps.jobs, job));
  const chain = await ask(() => chainOf(deps, job));
  if (!parts.ok) return tell(parts.refusal);
  if (!chain.ok) return tell(chain.refusal);
  const shown = cardOf(
    job,
    deps.clock.now(),
    parts.value.map((one) => one.job),
    chain.value,
  );
  const card = firstCard({ ...job, reply }, shown);
  return { kind: "card_again", card, isLive: !isSettled(job) };
}

async function privatePart({ deps, ask }: Visit, part: Job): Promise<Answer> {
  const chain = await ask(() => chainOf(deps, part));
  if (!chain.ok) return tell(chain.refusal);
  return tell(partWords(part, deps.clock.now(), chain.value));
}

function isOwn(job: Job, owner: Owner): boolean {
  return ownerName(job.owner) === ownerName(owner);
}

/**
 * Says whether the person is known to have a card, and no paid call is running, whose answer must find the job
 * unchanged.
 */
function isShown({ state, reply }: Job): boolean {
  if (state.status === "submitting") return false;
  return state.status !== "accepted" || (state.answer === "given" && hasCard(reply));
}
