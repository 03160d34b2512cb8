import type { ChatFilms, Films, FrameProblem, KeptFrames, ShareFrame, ShowFrame } from "../../src/core/film/film.ts";
import { continuesOf, hasFilm, isChain } from "../../src/core/film/film-chain.ts";
import { type JobId, partIdFrom } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../../src/core/job/job.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, refuse } from "../../src/core/result.ts";
import { aFrame } from "../fakes/film/frames.ts";
import type { Board } from "./board.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import { fileRefusal, whenGivenUp } from "./platform.ts";
import type { Reply, SimProcess } from "./process.ts";
import type { Random } from "./random.ts";

/** The frames with which videos begin: on Discord they stand in cards, on Slack the bot serves them and shows them in threads. */
export interface SimFilms {
  of(process: SimProcess): { readonly films: Films; readonly frames: KeptFrames | null; canContinue(): boolean };
  chat(process: SimProcess): Omit<ChatFilms, "filmSender">;
  /** Returns whose film is at that address. */
  filmAt(url: string): JobId | null;
  /** A paid call is made for that job. */
  paid(job: Job, request: VideoRequest): void;
  checkEnd(): void;
}

export interface FilmsWorld {
  readonly random: Random;
  readonly facts: Facts;
  readonly board: Board;
  readonly platform: "discord" | "slack";
  /** A frame that is taken for one video is tried so often at most; absent: several may begin with it. */
  readonly triesMost?: number;
  jobs(): readonly Job[];
  trace(line: string): void;
  broken(claim: string): void;
}

const PROBLEMS: Readonly<Record<FaultOf<"frame">, FrameProblem>> = {
  unreachable: { kind: "unreachable" },
  "too slow": { kind: "too_slow" },
  gone: { kind: "gone" },
  unreadable: { kind: "unreadable" },
};

const RELAY = "https://reelay.test/pictures/";

export function simFilms(world: FilmsWorld): SimFilms {
  const { random, facts, board, platform, triesMost, jobs, trace, broken } = world;
  /** What the service finds at an address: whose frame, and of whose film. */
  const there = new Map<string, { readonly job: JobId; readonly film: JobId }>();
  /** Films with whose last frame something went wrong, and those that were said to be gone. */
  const troubled = new Set<JobId>();
  const gone = new Set<JobId>();
  let [starts, tries, shared] = [0, 0, 0];

  const byId = (id: JobId | undefined) => jobs().find((job) => job.id === id) ?? null;
  const linkOf = (job: Job | null | undefined) => {
    const outcome = job ? outcomeOf(job) : null;
    return outcome?.kind === "succeeded" ? outcome.videoUrl : null;
  };
  const expiryOf = (job: Job | null) => {
    const outcome = job ? outcomeOf(job) : null;
    return outcome?.kind === "succeeded" ? outcome.expiresAt : 0;
  };
  const filmAt = (url: string) => jobs().find((job) => linkOf(job) === url)?.id ?? null;

  function takerOf(process: SimProcess): Films["takeFrame"] {
    return (source, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril: 0.2 }, (fault) => {
        tries += 1;
        if (triesMost !== undefined && tries > triesMost) broken("a frame was tried too often");
        const [place] = source;
        const url = place?.kind === "address" ? place.url : "";
        const film = byId(url)?.id ?? filmAt(url) ?? "nobody";
        if (fault) troubled.add(film);
        if (fault === "gone") gone.add(film);
        if (fault) trace(`frame: ${fault}`);
        const value = fault || !place ? refuse(PROBLEMS[fault ?? "gone"]) : ok(aFrame(film));
        return { afterMs: random.between(200, 9_000), value };
      });
      return Promise.race([asked, whenGivenUp(signal, PROBLEMS.unreachable)]);
    };
  }

  function showerOf(process: SimProcess): ShowFrame {
    return (handle, message, { bytes, nth }) =>
      process.call({ kind: "showFrame", name: "show the frame", peril: 0.2 }, (fault): Reply<FrameShown> => {
        const card = message.job ?? "";
        const job = nth === undefined ? card : partIdFrom(card, nth);
        const film = String(bytes);
        if (fault) troubled.add(film);
        if (fault) trace(`show the frame: ${fault}`);
        if (fault === "removed") facts.isWayShut = true;
        const refused = fault === null ? null : fileRefusal(fault);
        if (refused && fault !== "lost but done") return { afterMs: 400, value: refuse(refused) };
        const url = `https://cdn.test/${job}/${there.size}.png`;
        const file = { isFrame: true, holds: url, ...(nth !== undefined && { nth }) } as const;
        // A process that stood still shows it when another has gone on: then its words are old.
        const isLate = byId(job)?.state.status !== "accepted";
        const reply = board.putFile(handle, message, file, isLate);
        if (reply === null) return { afterMs: 400, value: refuse({ kind: "card_gone" }) };
        there.set(url, { job, film });
        return { afterMs: random.between(300, 4_000), value: refused ? refuse(refused) : ok({ reply, url }) };
      });
  }

  /** Its bytes are brought first, where nobody sees them. */
  function sharerOf(process: SimProcess): ShareFrame {
    return async (handle, { bytes, nth, save }) => {
      const asked = (name: string, done: () => boolean) =>
        process.call({ kind: "showFrame", name, peril: 0.2 }, (fault): Reply<FrameShared> => {
          if (fault) trace(`${name}: ${fault}`);
          if (fault === "removed") facts.isWayShut = true;
          const isThere = fault === null || fault === "lost but done" ? done() : true;
          if (!isThere) return { afterMs: 400, value: refuse({ kind: "card_gone" }) };
          return { afterMs: random.between(300, 4_000), value: fault ? refuse(fileRefusal(fault)) : ok(null) };
        });
      if (handle.platform !== "slack" || handle.ts === null) return refuse({ kind: "card_gone" });
      const brought = await asked("bring the frame", () => true);
      if (!brought.ok) return brought;
      shared += 1;
      const file = { id: `frame-${shared}`, isFrame: true, ...(nth !== undefined && { nth }) } as const;
      if (!(await save({ ...handle, files: [...(handle.files ?? []), file] }))) return refuse({ kind: "skipped" });
      return asked("share the frame", () => board.share(handle, { ...file, holds: String(bytes) }));
    };
  }

  const kept: KeptFrames = {
    async keep(job, { bytes }) {
      there.set(`${RELAY}${job}`, { job, film: String(bytes) });
      return `${RELAY}${job}`;
    },
    async forget(job) {
      there.delete(`${RELAY}${job}`);
    },
  };

  const isCalm = () => facts.crashes + facts.stops + facts.stalls + facts.writeFaults === 0 && starts === 1;

  function checkContinuing(job: Job): void {
    const film = continuesOf(job)?.job;
    const outcome = outcomeOf(job);
    if (film === undefined || outcome?.kind !== "not_started") return;
    const isThere = linkOf(byId(film)) !== null;
    if (outcome.why === "film_gone" && expiryOf(byId(film)) === null && !gone.has(film))
      broken("a film was called gone that is there");
    if (outcome.why === "broken" && isThere) broken("a part was given up although there is a film to go on from");
    if (outcome.why === "no_frame" && !troubled.has(film) && isCalm()) broken("a frame was given up for nothing");
  }

  function checkChain(parts: readonly Job[]): void {
    const last = parts.findIndex((part) => !hasFilm(part));
    const rest = last === -1 ? [] : parts.slice(last + 1);
    if (rest.some((part) => outcomeOf(part)?.kind !== "not_started"))
      broken("a part of a chain went on although there was nothing to go on from");
  }

  /** What stands in a card, or on Slack in its thread, is what its job knows of, each once in its place. */
  function checkFiles(card: Job, parts: readonly Job[]): void {
    const { reply } = card;
    const files = board.filesOf(reply, card.id);
    const known = new Set((reply.files ?? []).map(({ id }) => id));
    const frames = files.filter(({ isFrame }) => isFrame);
    if (platform === "slack" && frames.some(({ id }) => !known.has(id)))
      broken("a frame stands in a thread, and its card does not know of it");
    if (new Set(frames.map(({ nth }) => nth)).size < frames.length) broken("a frame was shown twice");
    if (parts.length === 0) return;
    const films = files.filter(({ isFrame }) => !isFrame);
    const numbers = films.map(({ nth }) => nth);
    if (new Set(numbers).size < numbers.length) broken("a film stands twice where one belongs");
    for (const { nth, holds } of films)
      if (parts[(nth ?? 0) - 1]?.id !== holds) broken("a film stands in another's place");
    for (const { partOf, video } of parts)
      if (video === "here" && !numbers.includes(partOf?.nth)) broken("a film that was put into its card is not there");
  }

  return {
    filmAt,
    of(process) {
      starts += 1;
      return {
        films: { takeFrame: takerOf(process), joinFilms: async () => refuse({ kind: "unreadable" }) },
        frames: platform === "slack" ? kept : null,
        canContinue: () => true,
      };
    },
    chat: (process) => ({
      showFrame: platform === "discord" ? showerOf(process) : null,
      shareFrame: platform === "slack" ? sharerOf(process) : null,
      filmIn(reply, nth) {
        const file = board.filesOf(reply).find((one) => !one.isFrame && one.nth === nth);
        const isKnown = file && (reply.files ?? []).some(({ id }) => id === file.id);
        return isKnown ? { kind: "address", url: file.holds } : null;
      },
    }),
    paid(job, { picture }) {
      const continues = continuesOf(job);
      if (continues === null) return;
      const frame = there.get(picture?.url ?? "");
      const card = byId(job.partOf?.job);
      trace(`${job.request.prompt} begins with ${frame?.film}`);
      if (linkOf(byId(continues.job)) === null) broken("a part was paid for before the film before it was there");
      else if (frame?.job !== job.id || frame.film !== continues.job)
        broken("a video was paid for without its own frame");
      else if (
        platform === "discord" &&
        card &&
        !board.filesOf(card.reply, card.id).some(({ holds }) => holds === picture?.url)
      )
        broken("a part was paid for whose frame no card shows");
    },
    checkEnd() {
      for (const job of jobs()) {
        checkContinuing(job);
        const parts = (job.parts ?? []).flatMap((id) => byId(id) ?? []);
        if (parts.length > 0 && isChain(parts)) checkChain(parts);
        if (!job.partOf) checkFiles(job, parts);
      }
      if (platform === "slack" && jobs().every(isSettled) && isCalm() && there.size > 0)
        broken("a frame was kept for longer than its job");
    },
  };
}

type FrameShared = Awaited<ReturnType<ShareFrame>>;
type FrameShown = Awaited<ReturnType<ShowFrame>>;
