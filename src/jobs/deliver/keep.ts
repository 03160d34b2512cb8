import { cardPlace } from "../../core/card-place.ts";
import { TOKEN_MARGIN_MS } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { OpenVideo, VideoProblem } from "../../core/film/film.ts";
import type { KeepProblem, KeptFilm, KeptFilms } from "../../core/film/kept-film.ts";
import { isPastTrying, liveLink, mayPass } from "../../core/job/final-message.ts";
import type { JobId } from "../../core/job/ids.ts";
import type { Keeping, Outcome } from "../../core/job/job.ts";
import type { JobEvent } from "../../core/job/job-event.ts";
import type { StoredJob } from "../../core/job/job-storage.ts";
import type { Result } from "../../core/result.ts";
import { apply, applyTo } from "../apply.ts";
import { type HeldUntil, type JobDeps, limited, NEXT_PROCESS_MS } from "../deps.ts";
import { noneIfUnreadable } from "../related-jobs.ts";
import { workerSlots } from "./attach.ts";
import { drawAgain } from "./job-card.ts";

const AT_ONCE = 4;
const WITHIN_MS = 120_000;

/** Stores the film. The final message is then repeated with its link. */
export type Keep = (stored: StoredJob, state: Keeping) => Promise<HeldUntil>;

export function filmKeeper(deps: JobDeps): Keep {
  const { clock, keptFilms, openVideo, stopping } = deps;
  const inTurn = workerSlots(deps, AT_ONCE);

  return async (stored, state) => {
    const now = clock.now();
    if (!keptFilms || !openVideo || isPastTrying(state, now)) {
      await apply(deps, stored, { kind: "keep_ended" });
      return null;
    }
    if (stopping.aborted) return now + NEXT_PROCESS_MS;
    return inTurn(stored.job.id, () => keepOne(deps, stored, { keptFilms, openVideo }));
  };
}

interface Keeper {
  readonly keptFilms: KeptFilms;
  readonly openVideo: OpenVideo;
}

async function keepOne(deps: JobDeps, stored: StoredJob, keeper: Keeper): Promise<null> {
  const { clock, log } = deps;
  // Save first: a film that crashes the process must not be tried for ever.
  const begun = await apply(deps, stored, { kind: "keep_begun" });
  if (begun?.job.state.status !== "keeping") return null;
  const { id, state } = begun.job;
  const url = liveLink(state.outcome, clock.now());
  if (url === null) return null;
  const { signal, end } = limited(deps, WITHIN_MS);
  const keeping = await keepFrom(url, keeper, signal).finally(end);
  if (!keeping.ok) {
    noteNotKept(deps, id, keeping.refusal);
    await applyTo(deps, id, notKept(deps, keeping.refusal, state.outcome));
    return null;
  }
  const { keptFilms } = keeper;
  const film = keeping.value;
  const isEditable = !cardPlace(begun.job.reply).isPastEditing(clock.now() + TOKEN_MARGIN_MS);
  const isLinkDue = isEditable && keptFilms.addressOf(film) !== null;
  // If the job ended during the download, no job refers to this film.
  const after = await applyTo(deps, id, { kind: "film_kept", film, isLinkDue });
  if (after?.job.film?.name === film.name) log.info("film kept", { job: id });
  else await keptFilms.forget(film);
  return null;
}

type NotKept = VideoProblem | KeepProblem;

async function keepFrom(
  url: string,
  { keptFilms, openVideo }: Keeper,
  signal: AbortSignal,
): Promise<Result<KeptFilm, NotKept>> {
  const opened = await openVideo(url, signal);
  if (!opened.ok) return opened;
  try {
    return await keptFilms.keep(opened.value, signal);
  } finally {
    opened.value.close();
  }
}

/** Only the operator can fix the store, so its faults are warnings. */
function noteNotKept({ log, stopping }: JobDeps, job: JobId, problem: NotKept): void {
  const { kind: why } = problem;
  if ("detail" in problem && !stopping.aborted) log.warn("film not kept", { job, why, detail: problem.detail });
  else log.info("film not kept", { job, why });
}

function notKept({ chance, clock, stopping }: JobDeps, problem: NotKept, outcome: Outcome): JobEvent {
  if (!mayGoBetter(problem, outcome, clock.now())) return { kind: "keep_ended" };
  return { kind: "keep_failed", fraction: chance.fraction(), isCounted: !stopping.aborted };
}

function mayGoBetter(problem: NotKept, outcome: Outcome, now: EpochMs): boolean {
  switch (problem.kind) {
    case "cut_short":
    case "unavailable":
      return true;
    case "full":
    case "too_large":
      return false;
    default:
      return mayPass(problem, outcome, now);
  }
}

/**
 * Removes the film from the job. The returned function redraws a card that shows the link, when it is the card's turn.
 */
export async function endKeeping(deps: JobDeps, id: JobId): Promise<() => Promise<void>> {
  const film = (await deps.jobs.load(id).catch(noneIfUnreadable))?.job.film;
  const after = film && (await applyTo(deps, id, { kind: "film_gone" }));
  return async () => {
    const isLinkShown = film && deps.keptFilms?.addressOf(film) !== null;
    if (after && isLinkShown) await drawAgain(deps, after.job);
  };
}
