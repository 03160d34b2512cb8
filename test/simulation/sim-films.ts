import type { CardFile } from "../../src/core/film/card-files.ts";
import type {
  AttachRefusal,
  ChatFilms,
  Films,
  FrameProblem,
  KeptFrames,
  ShareFrame,
  ShowFrame,
  TakeFrame,
} from "../../src/core/film/film.ts";
import { continuationId, continuesOf, continuing } from "../../src/core/film/film-chain.ts";
import { type JobId, jobIdFrom, partIdFrom } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf } from "../../src/core/job/job.ts";
import type { JobStore } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import { frameOf, type VideoRequest } from "../../src/core/request/video-request.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { aFrame } from "../fakes/film/frames.ts";
import { aClosedJob, aJobId, aRequest } from "../fakes/jobs.ts";
import type { Facts } from "./facts.ts";
import { type Call, type Deal, FAULTS, type FaultOf } from "./faults.ts";
import type { Random } from "./random.ts";
import { promptOf } from "./world/sim-front-end.ts";
import type { Reply, SimProcess } from "./world/sim-process.ts";

const FRAME_PROBLEMS: Readonly<Record<FaultOf<"frame">, FrameProblem>> = {
  unreachable: { kind: "unreachable" },
  "too slow": { kind: "too_slow" },
  gone: { kind: "gone" },
  unreadable: { kind: "unreadable" },
};

export const frameProblem = (fault: FaultOf<"frame">): FrameProblem => FRAME_PROBLEMS[fault];

const lost: AttachRefusal = { kind: "unavailable", unclear: true, detail: "away" };

const FILE_REFUSALS: Readonly<Record<FaultOf<"showFrame"> | FaultOf<"attach">, AttachRefusal>> = {
  "rate limited": { kind: "rate_limited", retryAfterMs: 20_000 },
  "rate limited for long": { kind: "rate_limited", retryAfterMs: 300_000 },
  "clear error": { kind: "unavailable", unclear: false, detail: "away" },
  lost,
  "lost but done": lost,
  "lands late": lost,
  slow: lost,
  "too large": { kind: "too_large" },
  "not taken": { kind: "not_taken", detail: "no files here" },
  "no video": { kind: "no_file", problem: { kind: "not_a_video" } },
  "no file now": { kind: "no_file", problem: { kind: "unreachable" } },
  removed: { kind: "unreachable", detail: "removed" },
};

export const fileRefusal = (fault: FaultOf<"showFrame"> | FaultOf<"attach">): AttachRefusal => FILE_REFUSALS[fault];

/** Returns that deal with faults of films and frames; a quarter of lives get none. */
export function dealingFilms(dice: Random, deal: Deal): Deal {
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

/** Resolves with the refusal once nobody waits any more. */
export function whenGivenUp<Refusal>(signal: AbortSignal, refusal: Refusal): Promise<Result<never, Refusal>> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(refuse(refusal))));
}

/** A finished video, and the work on its film for the video that continues it. */
export interface SimFilms {
  order(): Partial<Pick<Order, "id" | "request">>;
  /** The store, with the earlier video in it. */
  beside(jobs: JobStore): JobStore;
  of(process: SimProcess): { readonly films: Films; readonly frames: KeptFrames | null; canContinue(): boolean };
  /** Shows frames to people: in the card, or beside it. */
  shown(process: SimProcess): Pick<ChatFilms, "showFrame" | "shareFrame">;
  /** A paid call is made. */
  paid(request: VideoRequest): void;
  checkEnd(job: Job): void;
}

export type FilmsOf = (world: {
  readonly random: Random;
  readonly facts: Facts;
  readonly platform: "discord" | "slack";
  trace(line: string): void;
  broken(claim: string): void;
}) => SimFilms;

const LINK = "https://videos.test/earlier.mp4";
/** Ours, as in src/core/job/advance.ts. */
const TRIES_MAX = 4;

/** On Discord frames stand in the card; on Slack the bot serves them, and they are shown in the card's thread. */
export const simFilms: FilmsOf = ({ random, facts, platform, trace, broken }) => {
  const earlier = earlierVideo();
  /** The frame that the service gets at each address: its job and its film. */
  const there = new Map<string, { readonly job: JobId | undefined; readonly film: string }>();
  const dealt = new Set<string>();
  const ordered = new Set<JobId>();
  let tries = 0;
  let shown = 0;
  const inThread: string[] = [];

  const takeFrame =
    (process: SimProcess): TakeFrame =>
    (film, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril: 0.2 }, (fault) => {
        tries += 1;
        if (tries > TRIES_MAX) broken("a frame was tried too often");
        if (fault) dealt.add(fault);
        if (fault) trace(`frame: ${fault}`);
        const [place] = film;
        const says = place?.kind === "address" ? place.url : "nothing";
        return {
          afterMs: random.between(200, 9_000),
          value: fault ? refuse(frameProblem(fault)) : place ? ok(aFrame(says)) : refuse(frameProblem("gone")),
        };
      });
      return Promise.race([asked, whenGivenUp(signal, frameProblem("unreachable"))]);
    };

  /** Puts the frame where the service gets it, whatever is answered. */
  function put(card: { readonly job: JobId | undefined; readonly bytes: Uint8Array }): string {
    shown += 1;
    const url = `https://cdn.test/${card.job}/${shown}.png`;
    there.set(url, { job: card.job, film: String(card.bytes) });
    return url;
  }

  const inCard =
    (process: SimProcess): ShowFrame =>
    (handle, message, { bytes }) =>
      process.call({ kind: "showFrame", name: "show the frame", peril: 0.2 }, (fault): Reply<Shown> => {
        if (fault) trace(`show the frame: ${fault}`);
        if (fault) dealt.add(fault);
        const refused = (refusal: AttachRefusal) => ({ afterMs: 400, value: refuse(refusal) });
        if (fault === "removed") facts.isWayShut = true;
        if (fault !== null && fault !== "lost but done") return refused(fileRefusal(fault));
        const url = put({ job: message.job, bytes });
        if (fault) return refused(fileRefusal(fault));
        const frame: CardFile = { id: `frame-${shown}`, name: "frame.png", isFrame: true };
        const others = handle.platform === "discord" ? (handle.files ?? []).filter(({ isFrame }) => !isFrame) : [];
        const reply = handle.platform === "discord" ? { ...handle, files: [...others, frame] } : handle;
        return { afterMs: random.between(300, 4_000), value: ok({ reply, url }) };
      });

  /** Uploads the frame first, where nobody sees it, and then shares it. */
  const besideCard =
    (process: SimProcess): ShareFrame =>
    async (handle, { save }) => {
      const asked = (name: string, done: () => void) =>
        process.call({ kind: "showFrame", name, peril: 0.2 }, (fault): Reply<Shared> => {
          if (fault) trace(`${name}: ${fault}`);
          if (fault === "removed") facts.isWayShut = true;
          if (fault === null || fault === "lost but done") done();
          const value = fault ? refuse(fileRefusal(fault)) : ok(null);
          return { afterMs: random.between(300, 4_000), value };
        });
      if (handle.platform !== "slack" || handle.ts === null) return refuse({ kind: "card_gone" });
      const brought = await asked("bring the frame", () => {});
      if (!brought.ok) return brought;
      shown += 1;
      const id = `F${shown}`;
      const files = [...(handle.files ?? []), { id, isFrame: true } as const];
      if (!(await save({ ...handle, files }))) return refuse({ kind: "skipped" });
      return asked("share the frame", () => {
        inThread.push(id);
        if (inThread.length > 1) broken("a frame was shown twice");
      });
    };

  const relayedFrames: KeptFrames = {
    async keep(id, { bytes }) {
      const url = `https://reelay.test/pictures/${id}`;
      there.set(url, { job: id, film: String(bytes) });
      return url;
    },
    async forget(id) {
      there.delete(`https://reelay.test/pictures/${id}`);
    },
  };

  return {
    order() {
      const id = continuationId(earlier.id, 0);
      ordered.add(id);
      return { id, request: aRequest({ picture: frameOf(continuing(earlier)) }) };
    },
    beside: (jobs) => ({
      ...jobs,
      load: async (id) => (id === earlier.id ? { job: earlier, version: 1 } : jobs.load(id)),
    }),
    of: (process) => ({
      films: {
        takeFrame: takeFrame(process),
        joinFilms: async () => refuse({ kind: "unreadable" }),
        copyFilm: async () => ok(new Uint8Array(1)),
      },
      frames: platform === "slack" ? relayedFrames : null,
      canContinue: () => true,
    }),
    shown: (process) =>
      platform === "discord"
        ? { showFrame: inCard(process), shareFrame: null }
        : { showFrame: null, shareFrame: besideCard(process) },
    paid({ picture }) {
      const frame = there.get(picture?.url ?? "");
      if (!frame) broken("a video was paid for before its frame was there");
      else if (!ordered.has(frame.job ?? "") || frame.film !== LINK) broken("a video was paid for with another frame");
    },
    checkEnd(job) {
      const outcome = outcomeOf(job);
      const why = outcome?.kind === "not_started" ? outcome.why : null;
      const ownFiles = job.reply.platform === "slack" ? (job.reply.files ?? []).map(({ id }) => id) : [];
      if (inThread.some((id) => !ownFiles.includes(id)))
        broken("a frame stands in a thread, and its card does not know of it");
      const troubles = facts.crashes + facts.stops + facts.stalls + facts.writeFaults;
      if (why === "film_gone" && !dealt.has("gone")) broken("a film was called gone that is there");
      if (why === "no_frame" && dealt.size + troubles === 0) broken("a frame was given up for nothing");
      if (platform === "slack" && isSettled(job) && troubles === 0 && there.size > 0)
        broken("a frame was kept for longer than its job");
    },
  };
};

type Shown = Awaited<ReturnType<ShowFrame>>;
type Shared = Awaited<ReturnType<ShareFrame>>;

/** Makes a finished video whose card nobody can edit any more. */
function earlierVideo(): Job {
  const job = aClosedJob({ id: aJobId(7) });
  const outcome = outcomeOf(job);
  if (job.state.status !== "closed" || outcome?.kind !== "succeeded") throw new Error("no finished video");
  return { ...job, state: { ...job.state, outcome: { ...outcome, videoUrl: LINK, expiresAt: null } } };
}

/** The films of a batch of which each goes on from the one before: on Discord frames stand in its card, on Slack the bot serves them. */
export const batchFilms: FilmsOf = ({ random, platform, trace, broken }) => {
  /** The video of the frame that the service gets at each address. */
  const there = new Map<string, JobId>();
  let shown = 0;

  const takeFrame =
    (process: SimProcess): TakeFrame =>
    (film, signal) => {
      const asked = process.call({ kind: "frame", name: "frame", peril: 0.1 }, (fault) => {
        if (fault) trace(`frame: ${fault}`);
        const [place] = film;
        const value =
          fault || place?.kind !== "address" ? refuse(frameProblem(fault ?? "gone")) : ok(aFrame(place.url));
        return { afterMs: random.between(200, 9_000), value };
      });
      return Promise.race([asked, whenGivenUp(signal, frameProblem("unreachable"))]);
    };

  const inCard =
    (process: SimProcess): ShowFrame =>
    (handle, message, { nth = 0 }) =>
      process.call({ kind: "showFrame", name: "show the frame", peril: 0.1 }, (fault): Reply<Shown> => {
        if (fault) trace(`show the frame: ${fault}`);
        if (fault !== null && fault !== "lost but done") return { afterMs: 400, value: refuse(fileRefusal(fault)) };
        shown += 1;
        const url = `https://cdn.test/${message.job}/${shown}.png`;
        there.set(url, partIdFrom(message.job ?? "", nth));
        if (fault) return { afterMs: 400, value: refuse(fileRefusal(fault)) };
        const frame = { id: `frame-${shown}`, name: "frame.png", nth, isFrame: true } as const;
        const reply = handle.platform === "discord" ? { ...handle, files: [...(handle.files ?? []), frame] } : handle;
        return { afterMs: random.between(300, 4_000), value: ok({ reply, url }) };
      });

  const relayedFrames: KeptFrames = {
    async keep(id) {
      const url = `https://reelay.test/pictures/${id}`;
      there.set(url, id);
      return url;
    },
    async forget(id) {
      there.delete(`https://reelay.test/pictures/${id}`);
    },
  };

  return {
    order: () => ({}),
    beside: (jobs) => jobs,
    of: (process) => ({
      films: {
        takeFrame: takeFrame(process),
        joinFilms: async () => refuse({ kind: "unreadable" }),
        copyFilm: async () => refuse({ kind: "unreadable" }),
      },
      frames: platform === "slack" ? relayedFrames : null,
      canContinue: () => true,
    }),
    // How a frame is shown beside a card is lived where one video goes on from another.
    shown: (process) => ({ showFrame: platform === "discord" ? inCard(process) : null, shareFrame: null }),
    paid(request) {
      const from = continuesOf({ request });
      if (from === null) return;
      const id = there.get(request.picture?.url ?? "");
      const isOwn = id !== undefined && id === partIdFrom(jobIdFrom(platform, "event-1"), nthOf(request.prompt));
      if (!isOwn) broken("a part was paid for without its own frame");
    },
    checkEnd() {},
  };
};

function nthOf(prompt: string): number {
  return [1, 2, 3, 4].find((nth) => promptOf(nth) === prompt) ?? 0;
}
