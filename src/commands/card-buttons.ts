import { isCardButton, isJobId } from "../core/button.ts";
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
import { type Act, type Answer, firstCard } from "../core/command.ts";
import { JOIN_WITHIN_MS, type JoinNews, nthOf } from "../core/film/film-chain.ts";
import { type JobId, type Owner, ownerName } from "../core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../core/job/job.ts";
import { tellsOthersUntil } from "../core/job/listeners.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { chainOf, partsOf, partsToJoin } from "../jobs/related-jobs.ts";
import {
  alreadyOnItsWay,
  alreadyOver,
  cannotSave,
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
import { cardOf } from "../messages/card/card.ts";
import { confirmCardDeletion, deleting, deletionNews } from "../messages/card/card-deletion.ts";
import { askingForLink, linkNews } from "../messages/card/fresh-link.ts";
import { cannotJoin, joining, joinNews, justJoined } from "../messages/card/join.ts";
import { partWords } from "../messages/card/part.ts";
import { restCancelled } from "../messages/card/several.ts";
import { ID_PART } from "../messages/pages/job-list.ts";
import { alreadyBegun, withdrawnNow } from "../messages/team/approval-answers.ts";
import type { Visit } from "./visit.ts";

/** The job behind a button, where it is the presser's own; else what to tell them. */
export async function ownJob({ deps, command, ask, words }: Visit, jobId: JobId): Promise<Result<Job, ChatMessage>> {
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return refuse(cannotSave(words));
  if (!loaded.value) return refuse(goneCard(words));
  const { job } = loaded.value;
  return ownerName(job.owner) === ownerName(command.owner) ? ok(job) : refuse(notYours(words));
}

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

/** Puts the presser on the list of those who are told of the end. Anybody may, once; the owner is told anyway. */
export async function notifyMe(visit: Visit, jobId: JobId): Promise<Answer> {
  return { kind: "private", message: await noted(visit, jobId) };
}

async function noted({ deps, command, ask, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  const { userId } = command.owner;
  const loaded = await ask(() => deps.jobs.load(jobId));
  if (!loaded.ok) return cannotSave(words);
  if (!loaded.value) return goneCard(words);
  const { job } = loaded.value;
  if (isSettled(job)) return alreadyOver(words);
  if (ownerName(job.owner) === ownerName(command.owner) && !job.isSilent) return toldAnyway(words);
  const until = tellsOthersUntil(job.reply);
  if (deps.clock.now() >= until) return nobodyTold(words);
  if (job.notify.includes(userId)) return toldAlready(words);

  const after = await ask(() => deps.notifyMe(jobId, userId));
  if (!after.ok) return cannotSave(words);
  if (after.value?.notify.includes(userId)) return Number.isFinite(until) ? toldUntil(until, words) : toldToo(words);
  return after.value && !isSettled(after.value) ? listFull(words) : alreadyOver(words);
}

/** Takes the owner's video back that has not begun. */
export async function withdraw(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const said = await ask(() => deps.decide.withdraw(jobId));
  if (!said.ok) return { kind: "private", message: cannotSave(words) };
  if (said.value.ok) return { kind: "private", message: withdrawnNow(words) };
  const isGone = said.value.refusal.kind === "gone";
  return { kind: "private", message: isGone ? goneCard(words) : alreadyBegun(words) };
}

/** Ends what a batch of the owner's has not sent yet. What was sent goes on. */
export async function cancelRest(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, ask, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const cancelled = await ask(() => deps.decide.cancelRest(jobId));
  return { kind: "private", message: cancelled.ok ? restCancelled(cancelled.value, words) : cannotSave(words) };
}

/** Asks the service once for the link of the owner's video, after the answer; a new one replaces the old one on the card. */
export async function freshLink(visit: Visit, jobId: JobId): Promise<Answer> {
  const { deps, words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const outcome = outcomeOf(own.value);
  if (!outcome) return { kind: "private", message: alreadyOnItsWay(words) };
  if (outcome.kind !== "succeeded") return { kind: "private", message: unknownAct(deps.prefix, words) };
  return {
    kind: "working",
    message: askingForLink(words),
    finish: async () => ({ message: await asked(visit, own.value), card: null }),
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

/** Asks its owner once before the card of a finished video goes. A copy of it goes at once: the card stays. */
export async function askCardDeletion(visit: Visit, jobId: JobId, pressed: MessagePlace | null): Promise<Answer> {
  const { words } = visit;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: job } = own;
  if (!outcomeOf(job)) return { kind: "private", message: stillRunning(words) };
  if (pressed && !isLiveCardAt(job.reply, pressed))
    return { kind: "remove_message", otherwise: deletionNews({ kind: "deleted", left: ["card"] }, words) };
  return { kind: "private", message: confirmCardDeletion(job, words) };
}

/** Takes the card away, for its owner, with its notification and the video's file; the question stays until that is done, or says what is waited for. */
export async function deleteCard(visit: Visit, jobId: JobId): Promise<Answer> {
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  if (!outcomeOf(own.value)) return { kind: "private", message: stillRunning(visit.words) };
  return { kind: "replace_later", meanwhile: deleting(visit.words), finish: () => deleted(visit, jobId) };
}

async function deleted({ deps, words }: Visit, jobId: JobId): Promise<ChatMessage> {
  try {
    return deletionNews(await deps.deleteCard(jobId), words);
  } catch (error) {
    deps.log.error("card not deleted", { job: jobId, reason: error instanceof Error ? error.message : "unknown" });
    return somethingWentWrong(words);
  }
}

/** Makes one film of the owner's video and all before it, after the answer; of a batch of all that are made. It costs nothing. */
export async function joinVideos(visit: Visit, jobId: JobId, on: PressedOn): Promise<Answer> {
  const { deps, ask, words } = visit;
  const { clock } = deps;
  const own = await ownJob(visit, jobId);
  if (!own.ok) return { kind: "private", message: own.refusal };
  const { value: card } = own;
  if (!deps.canContinue(card)) return { kind: "private", message: cannotJoin(words) };
  const found = await ask(() => partsToJoin(deps.jobs, card));
  if (!found.ok) return { kind: "private", message: cannotSave(words) };
  const { value: parts } = found;
  const [first] = parts;
  if (!first) return { kind: "private", message: unknownAct(deps.prefix, words) };
  const missing = nthOf(first) - 1;
  if (missing > 0) {
    const news: JoinNews = { kind: "not_joined", why: "gone", nth: missing - 1, maxBytes: 0 };
    return { kind: "private", message: joinNews(news, parts, clock.now(), words) };
  }
  // Of two quick presses one is carried out, whichever process hears them.
  const isFirst = await ask(() => deps.rate(`join:${jobId}`, 1, JOIN_WITHIN_MS));
  if (!isFirst.ok) return { kind: "private", message: cannotSave(words) };
  if (!isFirst.value) return { kind: "private", message: justJoined(words) };
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
