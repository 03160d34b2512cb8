import { type ButtonAction, isCardButton, isJobId } from "../core/button.ts";
import { cardPlace } from "../core/card-place.ts";
import type { ChatMessage, MessagePlace, PressedOn } from "../core/chat.ts";
import type { Answer } from "../core/command.ts";
import { JOIN_WITHIN_MS, type JoinNews, nthOf, savedVideos, shownJob } from "../core/film/film-chain.ts";
import { type JobId, ownerName } from "../core/job/ids.ts";
import { isCallUnderWay, isSettled, type Job, outcomeOf } from "../core/job/job.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { chainOf, partsOf, partsToJoin } from "../jobs/related-jobs.ts";
import { notifiedUntil, shortReply, unknownAct } from "../messages/ask/short-replies.ts";
import { restCancelled } from "../messages/card/batch-card.ts";
import { cardOf, partMessage } from "../messages/card/card.ts";
import { confirmCardDeletion, deletionNews, joining, joinNews, linkNews } from "../messages/card/card-answers.ts";
import { ID_PART } from "../messages/pages/job-list.ts";
import { afterAnswer, type PressHandlers, privateReply, replaceMessage, type Visit, working } from "./visit.ts";

export const cardPresses = {
  async notify_me(visit, action, on) {
    removeLost(visit, action, on);
    return privateReply(await notifyMe(visit, action));
  },
  fresh_link: ofOwner(freshLink),
  delete: ofOwner(askCardDeletion),
  delete_it: ofOwner((visit, job) => deleteCard(visit, job, "everything")),
  delete_card: ofOwner((visit, job) => deleteCard(visit, job, "card_only")),
  keep: ({ words }) => replaceMessage(shortReply("nothingDeleted", words)),
  join: ofOwner(joinVideos),
  withdraw: ofOwner(withdraw),
  cancel_rest: ofOwner(cancelRest),
  show_job: (visit, { jobId }) => showJob(visit, jobId),
} satisfies Partial<PressHandlers>;

export function ofOwner(answer: (visit: Visit, job: Job, on: PressedOn) => Answer | Promise<Answer>) {
  return async (visit: Visit, { jobId }: { readonly jobId: JobId }, on: PressedOn): Promise<Answer> => {
    const own = await ownJob(visit, jobId);
    return own.ok ? answer(visit, own.value, on) : privateReply(own.refusal);
  };
}

export async function ownJob({ deps, command, ask, words }: Visit, jobId: JobId): Promise<Result<Job, ChatMessage>> {
  const stored = await ask(() => deps.jobs.load(jobId));
  if (!stored) return refuse(shortReply("goneCard", words));
  const { job } = stored;
  return ownerName(job.owner) === ownerName(command.owner) ? ok(job) : refuse(shortReply("notYours", words));
}

/**
 * Refuses a press outside the video's card. If the platform shows us the pressed message's buttons, any message with that
 * button is accepted, because only the bot can have put it there.
 */
export async function refusedPress(
  { deps, ask, words }: Visit,
  action: ButtonAction,
  on: PressedOn,
): Promise<ChatMessage | null> {
  if (on.shows === true) return null;
  // Buttons that belong to no card, such as *Start it*, have no place to check.
  if (!("jobId" in action) || !isCardButton(action)) return on.shows === null ? null : shortReply("strayPress", words);
  // *Notify me* is never in a private message, and Slack always names the place of its cards.
  if (on.place === null)
    return on.shows === null && action.kind !== "notify_me" ? null : shortReply("strayPress", words);
  const { jobId } = action;
  const stored = await ask(() => deps.jobs.load(jobId));
  return stored && isOnCard(stored.job, on.place, on.shows) ? null : shortReply("strayPress", words);
}

function isOnCard({ reply }: Job, place: MessagePlace, shows: boolean | null): boolean {
  return cardPlace(reply).isAt(place) ?? (shows === null && place.channelId === reply.channelId);
}

async function notifyMe(
  { deps, command, ask, words }: Visit,
  { jobId }: { readonly jobId: JobId },
): Promise<ChatMessage> {
  const { userId } = command.owner;
  const stored = await ask(() => deps.jobs.load(jobId));
  if (!stored) return shortReply("goneCard", words);
  const { job } = stored;
  if (isSettled(job)) return shortReply("alreadyOver", words);
  if (ownerName(job.owner) === ownerName(command.owner) && !job.isSilent) return shortReply("notifiedAnyway", words);
  const until = cardPlace(job.reply).notifiesOthersUntil();
  if (deps.clock.now() >= until) return shortReply("nobodyNotified", words);

  const after = await ask(() => deps.notifyMe(jobId, userId));
  if (after?.notify.includes(userId))
    return Number.isFinite(until) ? notifiedUntil(until, words) : shortReply("notifiedToo", words);
  return after && !isSettled(after) ? shortReply("listFull", words) : shortReply("alreadyOver", words);
}

/** The pressed button is only on unfinished cards. If the job has another card, the pressed one was lost. */
function removeLost({ deps }: Visit, { jobId }: { readonly jobId: JobId }, { place }: PressedOn): void {
  if (place) deps.removeLostCard(jobId, place);
}

async function withdraw(visit: Visit, job: Job, on: PressedOn): Promise<Answer> {
  const { deps, ask, words } = visit;
  removeLost(visit, { jobId: job.id }, on);
  const withdrawn = await ask(() => deps.decide.withdraw(job.id));
  if (withdrawn.ok) return privateReply(shortReply("withdrawnNow", words));
  return privateReply(shortReply(withdrawn.refusal.kind === "gone" ? "goneCard" : "alreadyBegun", words));
}

async function cancelRest({ deps, ask, words }: Visit, job: Job): Promise<Answer> {
  return privateReply(restCancelled(await ask(() => deps.decide.cancelRest(job.id)), words));
}

function freshLink(visit: Visit, job: Job): Answer {
  const { deps, words } = visit;
  const outcome = outcomeOf(job);
  if (!outcome) return privateReply(shortReply("alreadyOnItsWay", words));
  if (outcome.kind !== "succeeded") return privateReply(unknownAct(deps.prefix, words));
  return working(visit, shortReply("askingForLink", words), async () => {
    const news = await deps.askLink(job.id);
    const asking = { now: deps.clock.now(), isTeams: job.team !== undefined, canContinue: deps.canContinue(job) };
    return linkNews(news, asking, words);
  });
}

/** A copy of the card is deleted without asking. */
async function askCardDeletion({ deps, ask, words }: Visit, job: Job, { place: pressed }: PressedOn): Promise<Answer> {
  if (!outcomeOf(job)) return privateReply(shortReply("stillRunning", words));
  if (pressed && !cardPlace(job.reply).isLiveAt(pressed)) {
    const stays = { kind: "deleted", left: ["card"], saved: 0 } as const;
    return { kind: "remove_message", otherwise: deletionNews(stays, deps.prefix, words) };
  }
  const parts = await ask(() => partsOf(deps.jobs, job));
  const saved = savedVideos([job, ...parts.map((part) => part.job)], deps.keptFilms, deps.clock.now());
  return privateReply(confirmCardDeletion(job, saved, words));
}

/** The question stays until the deletion is done, or shows what the deletion waits for. */
function deleteCard(visit: Visit, job: Job, what: "everything" | "card_only"): Answer {
  const { deps, words } = visit;
  if (!outcomeOf(job)) return privateReply(shortReply("stillRunning", words));
  const finish = () =>
    afterAnswer(visit, async () => deletionNews(await deps.deleteCard(job.id, what), deps.prefix, words));
  return { kind: "replace_later", meanwhile: shortReply("deleting", words), finish };
}

/** Free of charge. For a batch, joins all its finished videos. */
async function joinVideos(visit: Visit, card: Job, on: PressedOn): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const { clock } = deps;
  if (!deps.canContinue(card)) return privateReply(shortReply("cannotJoin", words));
  const parts = await ask(() => partsToJoin(deps.jobs, card));
  const [first] = parts;
  if (!first) return privateReply(unknownAct(deps.prefix, words));
  const shown = parts.map((part) => shownJob(part, deps.keptFilms, clock.now()));
  const missing = nthOf(first) - 1;
  if (missing > 0) {
    const news: JoinNews = { kind: "not_joined", why: "gone", nth: missing - 1, maxBytes: 0 };
    return privateReply(joinNews(news, shown, clock.now(), words));
  }
  const isFirst = await ask(() => deps.rate(`join:${card.id}`, 1, JOIN_WITHIN_MS));
  if (!isFirst) return privateReply(shortReply("justJoined", words));
  const to = { reply: command.reply, card: on.place, isPrivate: cardPlace(card.reply).isPrivate() };
  const answer = working(visit, joining(parts.length, clock.now(), words), async () =>
    joinNews(await deps.joinParts(card, parts, to), shown, clock.now(), words),
  );
  return { ...answer, isAlwaysShown: true };
}

const JOBS_SEARCHED = 1_000;

/** A running video continues in the new card. An ended one is copied. */
export async function showJob(visit: Visit, given: string): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  const idPart = given.trim().toLowerCase();
  const asShown = (one: Job) => shownJob(one, deps.keptFilms, deps.clock.now());
  const part = isJobId(idPart) ? (await ask(() => deps.jobs.load(idPart)))?.job : null;
  if (part?.partOf && ownerName(part.owner) === ownerName(command.owner)) {
    const chain = await ask(() => chainOf(deps, part));
    return privateReply(partMessage(asShown(part), deps.clock.now(), chain));
  }
  const recent = await ask(() => deps.jobs.jobsOf(command.owner, JOBS_SEARCHED));
  const isNamed = ({ id, partOf }: Job) => !partOf && idPart.length >= ID_PART && id.startsWith(idPart);
  const [job, other] = recent.filter(isNamed);
  if (!job || other) return privateReply(shortReply("noSuchVideo", words));
  if (!isShown(job)) return privateReply(shortReply("stillStarting", words));

  // A private card must not become public.
  const reply = cardPlace(job.reply).isPrivate() ? cardPlace(command.reply).privately() : command.reply;
  const parts = await ask(() => partsOf(deps.jobs, job));
  const chain = await ask(() => chainOf(deps, job));
  const shown = cardOf(
    asShown(job),
    deps.clock.now(),
    parts.map((each) => asShown(each.job)),
    chain,
  );
  const card = { jobId: job.id, reply, message: shown };
  return { kind: "card_again", card, isLive: !isSettled(job) };
}

/** False during a paid call, because its response would overwrite the card's new place. */
function isShown(job: Job): boolean {
  const { state, reply } = job;
  if (isCallUnderWay(job)) return false;
  return state.status !== "accepted" || (state.answer === "given" && cardPlace(reply).isKnown());
}
