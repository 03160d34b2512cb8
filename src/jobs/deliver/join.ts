import type { ChatMessage } from "../../core/chat.ts";
import { type EpochMs, sleep, within } from "../../core/clock.ts";
import type { AttachRefusal, FilmDestination, FilmSource } from "../../core/film/film.ts";
import { JOIN_WITHIN_MS, type JoinNews, type JoinParts } from "../../core/film/film-chain.ts";
import type { Job } from "../../core/job/job.ts";
import { errorForLog } from "../../core/text/log-fields.ts";
import { cardWhileJoining, joinedFilm } from "../../messages/card/card-answers.ts";
import { applyTo } from "../apply.ts";
import { type JobDeps, limited } from "../deps.ts";
import { filmSourcesOf } from "../related-jobs.ts";
import { drawCard, editCard } from "./job-card.ts";
import { isUnclear } from "./traffic.ts";

/** Each film is in this process's memory and in a child process's. */
const AT_ONCE = 2;

/** Applies even if the platform allows more, because the films are in memory. */
const JOINED_MAX_BYTES = 100_000_000;

const SHOWN_WITHIN_MS = 2_000;
const TAKEN_BACK_WITHIN_MS = 120_000;
const AGAIN_MS = 5_000;

/**
 * Nothing is paid or saved, except what the card's *Delete* must remove. A join interrupted by a shutdown is not resumed.
 */
export function filmJoiner(deps: JobDeps): JoinParts {
  const { chatOf, clock, log, stopping, traffic } = deps;
  let underWay = 0;

  async function join({ card, parts, to }: Joining, signal: AbortSignal): Promise<JoinNews> {
    const { filmSender } = chatOf(to);
    const maxBytes = Math.min(filmSender?.maxBytes(to) ?? 0, JOINED_MAX_BYTES);
    const refused = (why: Refused["why"], nth?: number): JoinNews => {
      const isCut = signal.aborted && why !== "too_large" && why !== "unequal" && why !== "copy_unequal";
      const reason = isCut ? (stopping.aborted ? "stopped" : "too_slow") : why;
      return { kind: "not_joined", why: reason, maxBytes, ...(nth !== undefined && !isCut && { nth }) };
    };
    const { films } = deps;
    if (!films || !filmSender) return refused("not_taken");
    if (underWay >= AT_ONCE) return refused("busy");
    underWay += 1;
    try {
      const sources: FilmSource[] = [];
      for (const { id } of parts) sources.push(await filmSourcesOf(deps, id));
      const gone = sources.findIndex((places) => places.length === 0);
      if (gone >= 0) return refused("gone", gone);
      const joined = await films.joinFilms(sources, maxBytes, signal);
      if (!joined.ok) return refused(joined.refusal.kind, joined.refusal.nth);
      const { bytes } = joined.value;
      const message = joinedFilm(parts, joined.value, card);
      const save = (fileId: string) => applyTo(deps, card.id, { kind: "film_joined", fileId });
      const sent = await filmSender.send(to, message, { bytes, signal, save });
      if (sent.ok) return { kind: "joined" };
      return isUnclear(sent.refusal) ? { kind: "unclear" } : refused(unsent(sent.refusal));
    } finally {
      underWay -= 1;
    }
  }

  async function edit(card: Job, draw: () => Promise<ChatMessage>, until: EpochMs): Promise<boolean> {
    const since = clock.now();
    let isTried = false;
    try {
      for (;;) {
        const turnMs = await traffic.promisedMs(card, since);
        if (turnMs === 0) {
          const message = await draw();
          isTried = true;
          const shown = await editCard(deps, card, message);
          if (shown.ok) return true;
          if (shown.refusal.kind === "card_gone" || shown.refusal.kind === "unreachable") return false;
        }
        const waitMs = turnMs || AGAIN_MS;
        if (stopping.aborted || clock.now() + waitMs > until) return isTried;
        await sleep(clock, waitMs, stopping);
      }
    } catch (error) {
      log.warn("a card was not drawn again", { job: card.id, ...errorForLog(error) });
      return isTried;
    }
  }

  /**
   * Shows the progress on the pressed card if no private response can be edited later. The returned function removes it.
   */
  function showOnCard({ card, parts, to }: Joining): () => Promise<void> {
    const reply = chatOf(to).filmSender?.progressCard?.(to) ?? null;
    if (!reply) return async () => {};
    const pressed = { ...card, reply };
    const now = clock.now();
    const plain = async () => drawCard(deps, (await deps.jobs.load(card.id))?.job ?? card);
    const joining = async () => cardWhileJoining(await plain(), parts.length, { job: card, now });
    const shown = edit(pressed, joining, now + SHOWN_WITHIN_MS);
    return async () => {
      if (await shown) await edit(pressed, plain, clock.now() + TAKEN_BACK_WITHIN_MS);
    };
  }

  return async (card, parts, to) => {
    const { signal, end } = limited(deps, JOIN_WITHIN_MS);
    const takeBack = showOnCard({ card, parts, to });
    try {
      const news = await join({ card, parts, to }, signal);
      const why = news.kind === "not_joined" ? news.why : null;
      log.info("films joined", { job: card.id, count: parts.length, outcome: news.kind, why });
      return news;
    } finally {
      end();
      await within(clock, SHOWN_WITHIN_MS, takeBack());
    }
  };
}

interface Joining {
  readonly card: Job;
  readonly parts: readonly Job[];
  readonly to: FilmDestination;
}

type Refused = Extract<JoinNews, { kind: "not_joined" }>;

function unsent({ kind }: AttachRefusal): Refused["why"] {
  if (kind === "too_large") return kind;
  return kind === "rate_limited" || kind === "unavailable" ? "not_sent" : "not_taken";
}
