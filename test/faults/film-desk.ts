import dns from "node:dns";
import { readFileSync } from "node:fs";
import type { Clock } from "../../src/core/clock.ts";
import type { Films } from "../../src/core/film/film.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { filmReader } from "../../src/films/film-reader.ts";
import type { RunChild } from "../../src/films/run-child.ts";
import { machineNetwork, type Network } from "../../src/images/guarded-fetch.ts";
import { openVideos } from "../../src/images/open-video.ts";
import { aFrame } from "../fakes/film/frames.ts";
import { aClosedJob, aDiscordReply, aJobId } from "../fakes/jobs.ts";
import type { Desk } from "./answer.ts";
import type { Around } from "./life.ts";

export const EARLIER = aJobId(7);
const ID = "film-1";
/** The answer is JSON and begins as an MP4 does: a quotation mark, three bytes, and "ftyp". */
const FILM = `---ftypisom ${ID} ${"-".repeat(5_000)}`;

/** Serves the finished film. */
export function filmDesk(): Desk {
  const no = { status: 404, json: "gone" };
  return () => ({ json: FILM, id: ID, no });
}

/** The video that is gone on from: made, and its link works. */
export function earlierVideo(videoUrl: string): Job {
  const job = aClosedJob({ id: EARLIER });
  const outcome = outcomeOf(job);
  if (job.state.status !== "closed" || outcome?.kind !== "succeeded") throw new Error("no finished video");
  // Its card cannot be edited any more, so nothing links it.
  const reply = aDiscordReply({ editableUntil: 0 });
  return { ...job, reply, state: { ...job.state, outcome: { ...outcome, videoUrl, expiresAt: null } } };
}

/** Films as the bot reads them, but for the process that decodes: it takes a frame of the whole film alone. */
export function watchedFilms(filmUrl: string, { clock, around }: { clock: Clock; around: Around }): Films {
  const run: RunChild = async ({ files: [file] }) => {
    if (file === undefined || readFileSync(`/proc/self/fd/${file}`, "utf8") !== JSON.stringify(FILM))
      return { kind: "ended" };
    const { bytes, ...size } = aFrame();
    return { kind: "said", head: { kind: "frame", ...size }, bytes };
  };
  const trustedOrigins = new Set([new URL(filmUrl).origin]);
  const openVideo = openVideos({ trustedOrigins, clock, network: { ...machineNetwork, resolve } });
  const { takeFrame, ...others } = filmReader({ run, runCopy: run, openVideo });
  return { takeFrame: (...asked) => around("film", () => takeFrame(...asked)), ...others };
}

/** By the `lookup` that is there when it is asked: a life may have its own, see `toldNames`. */
const resolve: Network["resolve"] = (hostname) =>
  new Promise((resolve, failed) => {
    dns.lookup(hostname, { all: true }, (error, addresses) => (error ? failed(error) : resolve(addresses)));
  });
