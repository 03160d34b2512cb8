import { madeId } from "../../src/core/button.ts";
import type { ChatFilms, Films, KeptFrames, ShareFrame, ShowFrame } from "../../src/core/film/film.ts";
import { continuesOf, continuing } from "../../src/core/film/film-chain.ts";
import { type JobId, jobIdFrom, partIdFrom } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../../src/core/job/job.ts";
import { frameOf, type VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, refuse } from "../../src/core/result.ts";
import type { Put } from "../../src/core/rows.ts";
import { jobPut } from "../../src/engines/job-rows.ts";
import type { Order } from "../../src/jobs/start/accept.ts";
import { aFrame } from "../fakes/film/frames.ts";
import { aClosedJob, aJobId, aRequest } from "../fakes/jobs.ts";
import type { Facts } from "./facts.ts";
import type { Random } from "./random.ts";
import { fileRefusal, frameProblem, whenGivenUp } from "./refusals.ts";
import type { Screen } from "./world/screen.ts";
import { promptOf } from "./world/sim-front-end.ts";
import type { Reply, SimProcess } from "./world/sim-process.ts";

/** The frame that the service gets at an address: the job that it is for, and its film. */
export interface FrameThere {
  readonly job: JobId;
  readonly film: string;
}

export interface FrameWorld {
  readonly random: Random;
  readonly platform: "discord" | "slack";
  /** The probability of a crash at each of its calls. */
  readonly peril: number;
  /** Returns the film that is read at this address. */
  filmAt(address: string): string;
  /** A frame of that film is taken, or shown in its card, and meets this fault. */
  called(what: "frame" | "showFrame", fault: string | null, film: string): void;
  /** The bot was removed. */
  removed(): void;
  /** The cards that show frames. */
  readonly screen: Pick<Screen, "putFile" | "share">;
  trace(line: string): void;
}

const RELAY = "https://reelay.test/pictures/";

/** Frames of videos: on Discord they stand in the card; on Slack the bot serves them, and they are shown in the card's thread. */
export function simFrames(world: FrameWorld) {
  const { random, platform, peril, screen, trace } = world;
  const there = new Map<string, FrameThere>();
  let shown = 0;

  const takerOf =
    (process: SimProcess): Films["takeFrame"] =>
    (film, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril }, (fault) => {
        const [place] = film;
        const link = place?.kind === "address" ? world.filmAt(place.url) : null;
        if (fault) trace(`frame: ${fault}`);
        world.called("frame", fault, link ?? "");
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
        world.called("showFrame", fault, String(bytes));
        if (fault === "removed") world.removed();
        const refused = fault && fileRefusal(fault);
        if (refused && fault !== "lost but done") return { afterMs: 400, value: refuse(refused) };
        shown += 1;
        const { job: card = "" } = message;
        const job = nth === undefined ? card : partIdFrom(card, nth);
        const url = `https://cdn.test/${job}/${shown}.png`;
        // Its card is judged as it stands at the end.
        const file = { ...(nth !== undefined && { nth }), isFrame: true, holds: url, isLate: true } as const;
        const reply = screen.putFile(handle, message, file);
        if (reply === null) return { afterMs: 400, value: refuse({ kind: "card_gone" }) };
        there.set(url, { job, film: String(bytes) });
        if (refused) return { afterMs: 400, value: refuse(refused) };
        return { afterMs: random.between(300, 4_000), value: ok({ reply, url }) };
      });

  /** Uploads the frame first, where nobody sees it, and then shares it. */
  const besideCard =
    (process: SimProcess): ShareFrame =>
    async (handle, { bytes, nth, save }) => {
      const asked = (name: string, done: () => boolean) =>
        process.call({ kind: "showFrame", name, peril }, (fault): Reply<Shared> => {
          if (fault) trace(`${name}: ${fault}`);
          if (fault === "removed") world.removed();
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

  return {
    there,
    of: (process: SimProcess) => ({
      films: {
        takeFrame: takerOf(process),
        joinFilms: async () => refuse({ kind: "unreadable" as const }),
        copyFilm: async () => refuse({ kind: "unreadable" as const }),
      } satisfies Films,
      frames: platform === "slack" ? relayedFrames : null,
      canContinue: () => true,
    }),
    shown: (process: SimProcess): Pick<ChatFilms, "showFrame" | "shareFrame"> =>
      platform === "discord"
        ? { showFrame: inCard(process), shareFrame: null }
        : { showFrame: null, shareFrame: besideCard(process) },
  };
}

type Shown = Awaited<ReturnType<ShowFrame>>;
type Shared = Awaited<ReturnType<ShareFrame>>;

/** The work on films for a video that goes on from an earlier one, or for the parts of a chain. */
export interface SimFilms {
  order(): Partial<Pick<Order, "id" | "request">>;
  /** Rows that were there before: the earlier video. */
  readonly rows: readonly Put[];
  of(process: SimProcess): { readonly films: Films; readonly frames: KeptFrames | null; canContinue(): boolean };
  /** Shows frames to people: in the card, or beside it. */
  shown(process: SimProcess): Pick<ChatFilms, "showFrame" | "shareFrame">;
  /** A paid call is made. */
  paid(request: VideoRequest): void;
  checkEnd(job: Job): void;
}

interface FilmsWorld {
  readonly random: Random;
  readonly facts: Facts;
  readonly platform: "discord" | "slack";
  readonly screen: Screen;
  /** One video goes on from an earlier one; else each part of a batch goes on from the one before. */
  readonly isSequel: boolean;
  trace(line: string): void;
  broken(claim: string): void;
}

const LINK = "https://videos.test/earlier.mp4";
/** Ours, as in src/core/job/advance.ts. */
const TRIES_MAX = 4;

export function simFilms({ random, facts, platform, screen, isSequel, trace, broken }: FilmsWorld): SimFilms {
  const earlier = earlierVideo();
  const id = madeId("continue", earlier.id, 0);
  const met = new Set<string>();
  let tries = 0;
  const frames = simFrames({
    random,
    platform,
    trace,
    peril: isSequel ? 0.2 : 0.1,
    filmAt: (address) => address,
    called(what, fault) {
      if (what === "frame") tries += 1;
      if (isSequel && tries > TRIES_MAX) broken("a frame was tried too often");
      if (fault) met.add(fault);
    },
    removed() {
      if (isSequel) facts.isWayShut = true;
    },
    screen,
  });
  const { there } = frames;

  /** The job whose frame this request begins with. */
  const jobOf = (request: VideoRequest): JobId =>
    isSequel ? id : partIdFrom(jobIdFrom(platform, "event-1"), nthOf(request.prompt));

  return {
    order: () => (isSequel ? { id, request: aRequest({ picture: frameOf(continuing(earlier)) }) } : {}),
    rows: isSequel ? [jobPut(earlier)] : [],
    of(process) {
      const { films, ...others } = frames.of(process);
      return { ...others, films: isSequel ? { ...films, copyFilm: async () => ok(new Uint8Array(1)) } : films };
    },
    // How a frame is shown beside a card is lived where one video goes on from another.
    shown: (process) => ({ ...frames.shown(process), ...(!isSequel && { shareFrame: null }) }),
    paid(request) {
      if (!isSequel && continuesOf({ request }) === null) return;
      const frame = there.get(request.picture?.url ?? "");
      if (frame?.job !== jobOf(request)) broken("a video was paid for without its own frame");
      else if (isSequel && frame.film !== LINK) broken("a video was paid for with another film's frame");
    },
    checkEnd(job) {
      if (!isSequel) return;
      const outcome = outcomeOf(job);
      const why = outcome?.kind === "not_started" ? outcome.why : null;
      const cardFiles: readonly { readonly id: string }[] = job.reply.files ?? [];
      const shown = screen.filesOf(job.reply).filter(({ isFrame }) => isFrame);
      if (shown.length > 1) broken("a frame was shown twice");
      if (platform === "slack" && shown.some(({ id }) => cardFiles.every((one) => one.id !== id)))
        broken("a frame stands in a thread, and its card does not know of it");
      const troubles = facts.crashes + facts.stops + facts.stalls + facts.writeFaults;
      if (why === "film_gone" && !met.has("gone")) broken("a film was called gone that is there");
      if (why === "no_frame" && met.size + troubles === 0) broken("a frame was given up for nothing");
      if (platform === "slack" && isSettled(job) && troubles === 0 && there.size > 0)
        broken("a frame was kept for longer than its job");
    },
  };
}

/** Makes a finished video whose card nobody can edit any more. */
function earlierVideo(): Job {
  const job = aClosedJob({ id: aJobId(7) });
  const outcome = outcomeOf(job);
  if (job.state.status !== "closed" || outcome?.kind !== "succeeded") throw new Error("no finished video");
  return { ...job, state: { ...job.state, outcome: { ...outcome, videoUrl: LINK, expiresAt: null } } };
}

function nthOf(prompt: string): number {
  return [1, 2, 3, 4].find((nth) => promptOf(nth) === prompt) ?? 0;
}
