import type { ThreadFile } from "../../../src/core/film/card-files.ts";
import type { ChatFilms, Films, KeptFrames } from "../../../src/core/film/film.ts";
import { continuesOf, hasFilm, isChain } from "../../../src/core/film/film-chain.ts";
import { type Job, outcomeOf } from "../../../src/core/job/job.ts";
import type { VideoRequest } from "../../../src/core/request/video-request.ts";
import { type Call, type Deal, FAULTS } from "../faults.ts";
import { type Random, random } from "../random.ts";
import { simFrames } from "../sim-films.ts";
import type { Screen } from "../world/screen.ts";
import type { SimProcess } from "../world/sim-process.ts";
import type { TeamBooks } from "./team-books.ts";

/** The films of batches: put into their cards, and gone on from. */
export interface TeamFilms {
  of(process: SimProcess): { readonly films: Films; readonly frames: KeptFrames | null; canContinue(): boolean };
  chat(process: SimProcess): ChatFilms;
  /** Adds faults of films and frames to a deal. */
  dealing(deal: Deal): Deal;
  /** A paid call is made for that job. */
  paid(job: Job, request: VideoRequest): void;
  /** `failures`: how many writes failed, or seemed to. */
  checkEnd(failures: number): void;
}

interface TeamFilmsWorld {
  readonly seed: number;
  readonly books: TeamBooks;
  readonly screen: Screen;
  readonly platform: "discord" | "slack";
  trace(line: string): void;
  broken(claim: string): void;
}

/** Returns that deal with faults of films and frames; a quarter of lives get none. */
function dealingFilms(dice: Random, deal: Deal): Deal {
  const rate = dice.pick([0, 0.15, 0.3, 0.5]);

  function faultOf({ kind }: Call): string | null {
    if (!dice.chance(rate)) return null;
    switch (kind) {
      case "frame":
        // What passes comes more often.
        return dice.weighted({ unreachable: 8, "too slow": 8, gone: 1, unreadable: 1 });
      case "showFrame":
      case "attach":
        return dice.pick(FAULTS[kind]);
      default:
        return null;
    }
  }

  return (call) => {
    const isOurs = call.kind === "frame" || call.kind === "showFrame" || call.kind === "attach";
    return isOurs ? { ...deal(call), fault: faultOf(call) } : deal(call);
  };
}

export function teamFilms({ seed, books, screen, platform, trace, broken }: TeamFilmsWorld): TeamFilms {
  const dice: Random = random(seed + 2_000_000_000);
  /** The film of each file in a card. */
  const filmIn = new Map<string, string>();
  /** Films with a fault of their last frame. */
  const troubled = new Set<string>();
  let starts = 0;

  const linkOf = (job: Job | null | undefined) => {
    const outcome = job ? outcomeOf(job) : null;
    return outcome?.kind === "succeeded" ? outcome.videoUrl : null;
  };

  const frames = simFrames({
    random: dice,
    platform,
    trace,
    peril: 0.1,
    filmAt: (address) => filmIn.get(address) ?? address,
    called(_what, fault, film) {
      if (fault) troubled.add(film);
    },
    removed() {},
    screen,
  });
  const { there } = frames;

  function checkChain(parts: readonly Job[]): void {
    const last = parts.findIndex((part) => !hasFilm(part));
    const rest = last === -1 ? [] : parts.slice(last + 1);
    if (rest.some((part) => outcomeOf(part)?.kind !== "not_started"))
      broken("a part of a chain went on although there was nothing to go on from");
    for (const part of parts) {
      const outcome = outcomeOf(part);
      const why = outcome?.kind === "not_started" ? outcome.why : null;
      const film = linkOf(books.jobs.get(continuesOf(part)?.job ?? ""));
      if (why === "broken" && film !== null) broken("a part was given up although there is a film to go on from");
      if (why === "no_frame" && !troubled.has(film ?? "") && starts === 1) broken("a frame was given up for nothing");
    }
  }

  function checkFiles(batch: Job, parts: readonly Job[]): void {
    const there = screen.filesOf(batch.reply, batch.id);
    const cardFiles: readonly { readonly id: string }[] =
      batch.reply.platform === "slack" ? (batch.reply.files ?? []) : there;
    if (there.some(({ id, isFrame }) => isFrame && cardFiles.every((one) => one.id !== id)))
      broken("a frame stands in a thread, and its card does not know of it");
    const frames = there.filter(({ isFrame }) => isFrame).map(({ nth }) => nth);
    if (new Set(frames).size < frames.length) broken("a frame was shown twice");
    const films = there.filter(({ isFrame }) => !isFrame);
    const numbers = films.map(({ nth }) => nth);
    if (new Set(numbers).size < numbers.length) broken("a film stands twice where one belongs");
    for (const { nth, holds } of films)
      if (linkOf(parts[(nth ?? 0) - 1]) !== holds) broken("a film stands in another's place");
    for (const { partOf, video } of parts)
      if (video === "here" && !numbers.includes(partOf?.nth)) broken("a film that was put into its card is not there");
  }

  return {
    of(process) {
      starts += 1;
      return frames.of(process);
    },
    chat: (process) => ({
      ...frames.shown(process),
      filmSender: null,
      filmIn(reply, nth) {
        const cardFiles: readonly ThreadFile[] =
          reply.platform === "discord" ? (reply.files ?? []) : (reply.files ?? []);
        const file = cardFiles.find((one) => !one.isFrame && one.nth === nth);
        const held = file && screen.filesOf(reply).find(({ id }) => id === file.id);
        if (!file || !held) return null;
        filmIn.set(file.id, held.holds);
        return { kind: "address", url: file.id };
      },
    }),
    dealing: (deal) => dealingFilms(dice, deal),
    paid(job, { picture }) {
      const continues = continuesOf(job);
      if (continues === null) return;
      const film = linkOf(books.jobs.get(continues.job));
      const frame = there.get(picture?.url ?? "");
      const card = job.partOf && books.jobs.get(job.partOf.job);
      trace(`${job.request.prompt} begins with ${frame?.film}`);
      if (film === null) broken("a part was paid for before the film before it was there");
      else if (frame?.job !== job.id || frame.film !== film) broken("a part was paid for without its own frame");
      else if (
        platform === "discord" &&
        card &&
        !screen.filesOf(card.reply, card.id).some(({ holds }) => holds === picture?.url)
      )
        broken("a part was paid for whose frame no card shows");
    },
    checkEnd(failures) {
      for (const batch of books.jobs.values()) {
        const parts = (batch.parts ?? []).flatMap((id) => books.jobs.get(id) ?? []);
        if (parts.length === 0) continue;
        if (isChain(parts)) checkChain(parts);
        checkFiles(batch, parts);
      }
      if (platform === "slack" && failures === 0 && starts === 1 && there.size > 0)
        broken("a frame was kept for longer than its job");
    },
  };
}
