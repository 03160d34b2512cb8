import type { ThreadFile } from "../../src/core/film/card-files.ts";
import type { ChatFilms, Films, KeptFrames, OpenVideo, ShareFrame, ShowFrame } from "../../src/core/film/film.ts";
import { continuesOf, hasFilm, isChain } from "../../src/core/film/film-chain.ts";
import type { KeepProblem, KeptFilm, KeptFilms } from "../../src/core/film/kept-film.ts";
import { type JobId, partIdFrom } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../../src/core/job/job.ts";
import type { VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { jobKey } from "../../src/engines/job-rows.ts";
import { aFrame } from "../fakes/film/frames.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import { type Facts, troublesOf } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Random } from "./random.ts";
import { fileRefusal, frameProblem, whenGivenUp } from "./refusals.ts";
import type { Screen } from "./world/screen.ts";
import type { SimDisk } from "./world/sim-disk.ts";
import type { Reply, SimProcess } from "./world/sim-process.ts";

export interface FilmsWorld {
  readonly random: Random;
  readonly facts: Facts;
  readonly platform: "discord" | "slack";
  readonly screen: Screen;
  readonly disk: Pick<SimDisk, "jobs" | "rows">;
  /** The probability of a crash at each call about a frame. */
  readonly peril: number;
  /** Nobody deletes or moves a card, so the files in it stay there. */
  readonly areCardsLeft: boolean;
  trace(line: string): void;
  broken(claim: string): void;
}

const RELAY = "https://reelay.test/pictures/";
/** Ours, as in src/core/job/advance.ts. */
const FRAME_TRIES_MAX = 6;

/**
 * Simulates the films of videos that continue other videos, and checks the claims about them. On Discord a frame is in the
 * card. On Slack the bot serves the frame, and people see it in the card's thread.
 */
export function simFilms({ random, facts, platform, screen, disk, peril, areCardsLeft, trace, broken }: FilmsWorld) {
  /** The job and the film of the frame behind each URL. */
  const there = new Map<string, { readonly job: JobId; readonly film: string }>();
  /** The film behind each file in a card. */
  const filmOfFile = new Map<string, string>();
  /** For each film, the faults that happened while the bot read its frame, and how often the bot tried. */
  const met = new Map<string, Set<string>>();
  const tries = new Map<string, number>();
  let shown = 0;

  function meets(film: string, fault: string | null): void {
    if (fault) met.set(film, new Set([...(met.get(film) ?? []), fault]));
    if (fault === "removed") facts.isWayShut = true;
  }

  function madeBy(id: JobId | undefined) {
    const job = disk.rows.get(jobKey(id ?? ""))?.value as Job | undefined;
    const outcome = job ? outcomeOf(job) : null;
    return outcome?.kind === "succeeded" ? outcome : null;
  }

  const linkOf = (id: JobId | undefined) => madeBy(id)?.videoUrl ?? null;

  const takerOf =
    (process: SimProcess): Films["takeFrame"] =>
    (film, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril }, (fault) => {
        const place = film.find(({ kind }) => kind === "address");
        // A film that the bot keeps also has another place. Otherwise it counts as gone here.
        const link = place?.kind === "address" ? (filmOfFile.get(place.url) ?? place.url) : null;
        if (fault) trace(`frame: ${fault}`);
        meets(link ?? "", fault ?? (link === null ? "gone" : null));
        const taken = (tries.get(link ?? "") ?? 0) + 1;
        tries.set(link ?? "", taken);
        if (taken > FRAME_TRIES_MAX) broken("a frame was tried too often");
        const isThere = fault === null && link !== null;
        const value = isThere ? ok(aFrame(link)) : refuse(frameProblem(fault ?? "gone"));
        return { afterMs: random.between(200, 9_000), value };
      });
      return Promise.race([asked, whenGivenUp(signal, frameProblem("unreachable"))]);
    };

  const inCard =
    (process: SimProcess): ShowFrame =>
    (handle, message, { bytes, nth }) =>
      process.call({ kind: "showFrame", name: "show the frame", peril }, (fault): Reply<Shown> => {
        if (fault) trace(`show the frame: ${fault}`);
        meets(String(bytes), fault);
        const refused = fault && fileRefusal(fault);
        if (refused && fault !== "lost but done") return { afterMs: 400, value: refuse(refused) };
        shown += 1;
        const { job: card = "" } = message;
        const job = nth === undefined ? card : partIdFrom(card, nth);
        const url = `https://cdn.test/${job}/${shown}.png`;
        // This card is checked at the end.
        const file = { ...(nth !== undefined && { nth }), isFrame: true, holds: url, isLate: true } as const;
        const reply = screen.putFile(handle, message, file);
        if (reply === null) return { afterMs: 400, value: refuse({ kind: "card_gone" }) };
        there.set(url, { job, film: String(bytes) });
        if (refused) return { afterMs: 400, value: refuse(refused) };
        return { afterMs: random.between(300, 4_000), value: ok({ reply, url }) };
      });

  /** Uploads the frame, which nobody sees yet, then shares it in the thread. */
  const besideCard =
    (process: SimProcess): ShareFrame =>
    async (handle, { bytes, nth, save }) => {
      const asked = (name: string, done: () => boolean) =>
        process.call({ kind: "showFrame", name, peril }, (fault): Reply<Shared> => {
          if (fault) trace(`${name}: ${fault}`);
          meets(String(bytes), fault);
          const isThere = fault === null || fault === "lost but done" ? done() : true;
          if (!isThere) return { afterMs: 400, value: refuse({ kind: "card_gone" }) };
          return { afterMs: random.between(300, 4_000), value: fault ? refuse(fileRefusal(fault)) : ok(null) };
        });
      if (handle.platform !== "slack" || handle.ts === null) return refuse({ kind: "card_gone" });
      const brought = await asked("bring the frame", () => true);
      if (!brought.ok) return brought;
      shown += 1;
      const file = { id: `F${shown}`, isFrame: true, ...(nth !== undefined && { nth }) } as const;
      if (!(await save({ ...handle, files: [...(handle.files ?? []), file] }))) return refuse({ kind: "skipped" });
      return asked("share the frame", () => screen.share(handle, { ...file, holds: String(bytes) }));
    };

  const relayedFrames: KeptFrames = {
    async keep(job, { bytes }) {
      there.set(`${RELAY}${job}`, { job, film: String(bytes) });
      return `${RELAY}${job}`;
    },
    async forget(job) {
      there.delete(`${RELAY}${job}`);
    },
  };

  /** Checks a paid call: its frame belongs to this job, and shows the film that the job continues. */
  function paid({ prompt, picture }: VideoRequest): void {
    const job = [...disk.jobs.values()].find(({ request, parts }) => request.prompt === prompt && !parts);
    const continues = job ? continuesOf(job) : null;
    if (!job || continues === null) return;
    const film = linkOf(continues.job);
    const frame = there.get(picture?.url ?? "");
    const card = job.partOf && disk.jobs.get(job.partOf.job);
    trace(`${prompt} begins with ${frame?.film}`);
    if (film === null) broken("a part was paid for before the previous film existed");
    else if (frame?.job !== job.id) broken("a video was paid for without its own frame");
    else if (frame.film !== film && !facts.isLinkAsked) broken("a video was paid for with another film's frame");
    else if (platform === "discord" && areCardsLeft && card) {
      const isShown = screen.filesOf(card.reply, card.id).some(({ holds }) => holds === picture?.url);
      if (!isShown) broken("a part was paid for without its frame on a card");
    }
  }

  function checkFrame(job: Job, troubles: number): void {
    // The job no longer names the film that it continues, or the link of that film has changed.
    if (job.isForgotten || facts.isLinkAsked) return;
    const outcome = outcomeOf(job);
    const why = outcome?.kind === "not_started" ? outcome.why : null;
    const film = linkOf(continuesOf(job)?.job);
    const faults = met.get(film ?? "");
    // A bot that was down for long gives up jobs that have waited too long.
    if (why === "broken" && film !== null && areCardsLeft)
      broken("a part was given up although the previous film exists");
    const isThere = madeBy(continuesOf(job)?.job)?.expiresAt === null;
    if (why === "film_gone" && isThere && !faults?.has("gone") && !met.has(""))
      broken("an existing film was reported as gone");
    if (why === "no_frame" && !faults && troubles === 0 && facts.deleted === null)
      broken("a frame was given up without a reason");
  }

  function checkChain(parts: readonly Job[]): void {
    const last = parts.findIndex((part) => !hasFilm(part));
    if (last !== -1 && parts.slice(last + 1).some((part) => outcomeOf(part)?.kind !== "not_started"))
      broken("a part of a chain started without a previous video");
  }

  /** Checks the files that people see in a card. */
  function checkFiles(card: Job, parts: readonly Job[]): void {
    const files = screen.filesOf(card.reply, card.id);
    const known: readonly { readonly id: string }[] = platform === "slack" ? (card.reply.files ?? []) : files;
    const [frames, films] = [files.filter(({ isFrame }) => isFrame), files.filter(({ isFrame }) => !isFrame)];
    if (frames.some(({ id }) => known.every((one) => one.id !== id)))
      broken("a frame is in a thread, but not in the card's reply handle");
    if (isTwice(frames)) broken("a frame was shown twice");
    if (!areCardsLeft || !card.parts) return;
    if (isTwice(films)) broken("a film is shown twice");
    for (const { nth, holds } of films)
      if (linkOf(parts[(nth ?? 0) - 1]?.id) !== holds) broken("a film is in another video's place");
    for (const { partOf, video } of parts)
      if (video === "here" && films.every(({ nth }) => nth !== partOf?.nth))
        broken("an attached film is missing from its card");
  }

  return {
    of: (process: SimProcess) => ({
      films: {
        takeFrame: takerOf(process),
        joinFilms: async () => refuse({ kind: "unreadable" as const }),
        copyFilm: async () => ok(new Uint8Array(1)),
      } satisfies Films,
      frames: platform === "slack" ? relayedFrames : null,
      canContinue: () => true,
    }),
    /** Shows frames to people, in the card or in its thread. */
    chat: (process: SimProcess): Pick<ChatFilms, "showFrame" | "shareFrame" | "filmIn"> => ({
      showFrame: platform === "discord" ? inCard(process) : null,
      shareFrame: platform === "slack" ? besideCard(process) : null,
      filmIn(reply, nth) {
        const files: readonly ThreadFile[] = reply.files ?? [];
        const file = files.find((one) => !one.isFrame && one.nth === nth);
        const held = file && screen.filesOf(reply).find(({ id }) => id === file.id);
        if (!file || !held) return null;
        filmOfFile.set(file.id, held.holds);
        return { kind: "address", url: file.id };
      },
    }),
    paid,
    checkEnd(): void {
      const jobs = [...disk.jobs.values()];
      const troubles = troublesOf(facts);
      for (const job of jobs) {
        if (!job.parts) checkFrame(job, troubles);
        if (job.partOf) continue;
        const parts = (job.parts ?? []).flatMap((id) => disk.jobs.get(id) ?? []);
        if (isChain(parts)) checkChain(parts);
        checkFiles(job, parts);
      }
      if (platform === "slack" && jobs.every(isSettled) && troubles === 0 && there.size > 0)
        broken("a frame was kept longer than its job");
    },
  };
}

type Shown = Awaited<ReturnType<ShowFrame>>;
type Shared = Awaited<ReturnType<ShareFrame>>;

function isTwice(files: readonly { readonly nth?: number }[]): boolean {
  return new Set(files.map(({ nth }) => nth)).size < files.length;
}

const KEEP_PROBLEMS: Readonly<Record<FaultOf<"keep">, KeepProblem>> = {
  full: { kind: "full", detail: "no room" },
  "cut short": { kind: "cut_short" },
  unavailable: { kind: "unavailable", detail: "away" },
  "kept, and no answer": { kind: "unavailable", detail: "away" },
};

/** Ours, as in src/core/job/final-message.ts. */
const KEEP_TRIES_MAX = 3;

/** The store of finished films, which outlives the processes. */
export function simKept(
  { random, facts, disk, trace, broken }: Pick<FilmsWorld, "random" | "facts" | "disk" | "trace" | "broken">,
  hasLinks: boolean,
) {
  const there = new Set<string>();
  let tries = 0;
  let made = 0;
  let faults = 0;

  function keepBy(process: SimProcess, signal: AbortSignal): Promise<Result<KeptFilm, KeepProblem>> {
    const name = `film-${made}`;
    made += 1;
    const asked = process.call({ kind: "keep", name: "keep", peril: 0.2 }, (fault) => {
      tries += 1;
      if (fault) {
        faults += 1;
        trace(`keep: ${fault}`);
      }
      if (fault === null || fault === "kept, and no answer") there.add(name);
      const film = aKeptFilm({ name, keptAt: process.clock.now(), until: process.clock.now() + 30 * 86_400_000 });
      return { afterMs: random.between(200, 9_000), value: fault ? refuse(KEEP_PROBLEMS[fault]) : ok(film) };
    });
    return Promise.race([asked, whenGivenUp(signal, KEEP_PROBLEMS.unavailable)]);
  }

  return {
    of: (process: SimProcess): { readonly keptFilms: KeptFilms; readonly openVideo: OpenVideo } => ({
      openVideo: async () => ok({ bytes: null, type: "video/mp4", extension: "mp4", content: noBytes(), close() {} }),
      keptFilms: {
        keepMs: 30 * 86_400_000,
        hasLinks,
        keep: (_film, signal) => keepBy(process, signal),
        open: () => async () => refuse({ kind: "gone" }),
        addressOf: ({ name }) => (hasLinks ? `https://reelay.test/films/${name}` : null),
        async forget({ name }) {
          there.delete(name);
        },
      },
    }),
    /** Checks which films are stored at the end. */
    checkEnd(): void {
      const videos = [...disk.jobs.values()].filter(({ parts }) => !parts);
      const named = videos.flatMap(({ film }) => film?.name ?? []);
      const troubles = troublesOf(facts) + facts.readFaults;
      if (named.some((name) => !there.has(name))) broken("a job names a film that is not stored");
      if (troubles + faults === 0 && there.size > named.length) broken("a film without a job was left behind");
      if (facts.isUninstalled && named.length > 0)
        broken("a film was kept after the bot was removed from its workspace");
      if (tries > KEEP_TRIES_MAX * videos.length + facts.stops) broken("a film was tried too often");
      const isGivenUp = videos.some((job) => job.keep === "over" && !job.film && outcomeOf(job)?.kind === "succeeded");
      const isTaken = facts.isFilmForgotten || facts.isUninstalled;
      if (isGivenUp && !isTaken && troubles + faults === 0) broken("a film was given up without a reason");
    },
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {}
