import type { FilmMissing, LinkNews, NoNewLink, OpenFilm } from "../../core/film/film.ts";
import { keptFilmOf } from "../../core/film/film-chain.ts";
import type { KeptFilm } from "../../core/film/kept-film.ts";
import { isLinkNew } from "../../core/job/final-message.ts";
import type { JobId, TaskId } from "../../core/job/ids.ts";
import { isOpen, type Job, type Outcome, outcomeOf } from "../../core/job/job.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { PollRefusal, Task } from "../../core/video-service.ts";
import { apply, applyTo } from "../apply.ts";
import { type JobDeps, limited } from "../deps.ts";
import { isKeyRefused, keysToTry, pollWith } from "../poll.ts";
import { signOfAttempt } from "./attach.ts";
import { drawCard, showInTurn } from "./job-card.ts";

/** Somebody waits for the response, so the card must show the new link within this time. */
const SHOWN_WITHIN_MS = 5_000;

/** If the service has no new link but the bot stores the film, puts the film into the card. */
export async function askLink(deps: JobDeps, id: JobId): Promise<LinkNews> {
  const { clock, jobs, keptFilms } = deps;
  const stored = await jobs.load(id);
  const outcome = stored && outcomeOf(stored.job);
  if (!stored || outcome?.kind !== "succeeded") return { kind: "no_link" };
  const film = keptFilmOf(stored.job, keptFilms, clock.now());
  if (film && keptFilms?.addressOf(film) != null) return { kind: "same", expiresAt: film.until };
  const news = await askService(deps, stored, outcome);
  if (!film || news.kind === "new" || isLinkNew(outcome, clock.now())) return news;
  const attached = await attachKeptFilm(deps, stored.job, film);
  if (attached === "in_card") return { kind: attached };
  return attached === "kept" ? { ...news, keptUntil: film.until } : news;
}

async function askService(
  deps: JobDeps,
  stored: StoredJob,
  outcome: Extract<Outcome, { kind: "succeeded" }>,
): Promise<Extract<LinkNews, { kind: "new" }> | NoNewLink> {
  const { id } = stored.job;
  const answer = await pollOnce(deps, stored.job, outcome.taskId);
  if (answer === null) return { kind: "no_key" };
  if (!answer.ok) return { kind: REFUSED[answer.refusal.kind] };
  const videoUrl = linkIn(answer);
  if (videoUrl === null) return { kind: "no_link" };
  if (videoUrl === outcome.videoUrl) return { kind: "same", expiresAt: outcome.expiresAt };

  const after = await applyTo(deps, id, { kind: "link_asked", videoUrl });
  if (!after) return { kind: "no_link" };
  const { job } = after;
  const isShown = await showSoon(deps, job.partOf?.job ?? id);
  deps.log.info("link replaced", { job: id, isShown });
  return { kind: "new", videoUrl, isShown };
}

async function showSoon(deps: JobDeps, id: JobId): Promise<boolean> {
  const card = (await deps.jobs.load(id))?.job;
  // While a batch is open, only its own step edits its card.
  if (card?.parts && isOpen(card)) {
    deps.wake(id);
    return true;
  }
  const since = deps.clock.now();
  return showInTurn(deps, id, { turnMs: (one) => deps.traffic.promisedMs(one, since), withinMs: SHOWN_WITHIN_MS });
}

const REFUSED: Readonly<Record<PollRefusal["kind"], "bad_key" | "no_credits" | "no_link" | "no_answer">> = {
  no_key: "bad_key",
  bad_key: "bad_key",
  no_credits: "no_credits",
  bad_request: "no_link",
  unknown_task: "no_link",
  rate_limited: "no_answer",
  busy: "no_answer",
  wrong_address: "no_answer",
  unavailable: "no_answer",
};

const ATTACH_MAX_BYTES = 100_000_000;
const ATTACH_WITHIN_MS = 120_000;

/** "kept": the film is stored, but cannot be put into the card. "gone": the film is no longer stored. */
async function attachKeptFilm(deps: JobDeps, job: Job, film: KeptFilm): Promise<"in_card" | "kept" | "gone"> {
  const { chatOf, jobs, keptFilms, log, traffic } = deps;
  if (job.video === "here") return "in_card";
  const card = job.partOf ? (await jobs.load(job.partOf.job))?.job : job;
  const attach = card && !isOpen(card) && !card.restored ? chatOf(card).attach : null;
  if (!card || !attach || !keptFilms || film.bytes > ATTACH_MAX_BYTES) return "kept";
  const { signal, end } = limited(deps, ATTACH_WITHIN_MS);
  try {
    const copy = await readWhole(keptFilms.open(film), signal);
    if (!copy.ok) return copy.refusal.kind === "gone" ? "gone" : "kept";
    const message = await drawCard(deps, job.partOf ? card : { ...job, video: "here" });
    const video = { url: "", copy: copy.value, nth: job.partOf?.nth, triedAt: null, signal };
    const put = await attach(card.reply, message, video);
    traffic.note(card, "edit", put.ok ? null : signOfAttempt(put.refusal));
    log.info("kept film attached", { job: job.id, outcome: put.ok ? "ok" : put.refusal.kind });
    if (!put.ok) return "kept";
    await applyTo(deps, card.id, { kind: "kept_film_attached", reply: put.value.reply });
    if (job.partOf) await applyTo(deps, job.id, { kind: "kept_film_attached", reply: job.reply });
    return "in_card";
  } finally {
    end();
  }
}

async function readWhole(open: OpenFilm, signal: AbortSignal): Promise<Result<Uint8Array, FilmMissing>> {
  const opened = await open(signal);
  if (!opened.ok) return opened;
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of opened.value) chunks.push(chunk);
  } catch {
    return refuse({ kind: "unreachable" });
  }
  return ok(Buffer.concat(chunks));
}

export async function askForLink(deps: JobDeps, stored: StoredJob, taskId: TaskId): Promise<null> {
  const videoUrl = linkIn(await pollOnce(deps, stored.job, taskId));
  deps.log.info("link asked again", { job: stored.job.id, isThere: videoUrl !== null });
  await apply(deps, stored, { kind: "link_asked", videoUrl });
  return null;
}

/** Polls again with the payer's current key if the original one is refused. */
async function pollOnce(deps: JobDeps, job: Job, taskId: TaskId): Promise<Result<Task, PollRefusal> | null> {
  let answer: Result<Task, PollRefusal> | null = null;
  for await (const { key } of keysToTry(deps, job)) {
    const next = await pollWith(deps, job, { key, taskId });
    // Another account does not know this task.
    if (answer !== null && !next.ok && next.refusal.kind === "unknown_task") break;
    answer = next;
    if (answer.ok || !isKeyRefused(answer.refusal)) break;
  }
  return answer;
}

function linkIn(answer: Result<Task, PollRefusal> | null): string | null {
  return answer?.ok && answer.value.status === "succeeded" ? answer.value.videoUrl : null;
}
