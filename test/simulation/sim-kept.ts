import type { OpenVideo } from "../../src/core/film/film.ts";
import type { KeepProblem, KeptFilm, KeptFilms } from "../../src/core/film/kept-film.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { ok, type Result, refuse } from "../../src/core/result.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import type { Facts } from "./facts.ts";
import type { FaultOf } from "./faults.ts";
import type { Random } from "./random.ts";
import { whenGivenUp } from "./refusals.ts";
import type { SimProcess } from "./world/sim-process.ts";

/** The store of finished films, which survives its processes. */
export interface SimKept {
  of(process: SimProcess): { readonly keptFilms: KeptFilms; readonly openVideo: OpenVideo };
  /** Judges the films that are there at the end, by all jobs of the command. */
  checkEnd(jobs: readonly Job[]): void;
}

interface KeptWorld {
  readonly random: Random;
  readonly facts: Facts;
  /** People can fetch films from the bot. */
  readonly hasAddress: boolean;
  trace(line: string): void;
  broken(claim: string): void;
}

const PROBLEMS: Readonly<Record<FaultOf<"keep">, KeepProblem>> = {
  full: { kind: "full" },
  "cut short": { kind: "cut_short" },
  unavailable: { kind: "unavailable" },
  "kept, and no answer": { kind: "unavailable" },
};

/** Ours, as in src/core/job/final-word.ts. */
const TRIES_MAX = 3;

export function simKept({ random, facts, hasAddress, trace, broken }: KeptWorld): SimKept {
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
      return { afterMs: random.between(200, 9_000), value: fault ? refuse(PROBLEMS[fault]) : ok(film) };
    });
    return Promise.race([asked, whenGivenUp(signal, PROBLEMS.unavailable)]);
  }

  return {
    of: (process) => ({
      openVideo: async () => ok({ bytes: null, type: "video/mp4", extension: "mp4", content: noBytes(), close() {} }),
      keptFilms: {
        keep: (_film, signal) => keepBy(process, signal),
        open: () => async () => refuse({ kind: "gone" }),
        addressOf: ({ name }) => (hasAddress ? `https://reelay.test/films/${name}` : null),
        async forget({ name }) {
          there.delete(name);
        },
      },
    }),
    checkEnd(jobs) {
      const videos = jobs.filter(({ parts }) => !parts);
      const named = videos.flatMap(({ film }) => film?.name ?? []);
      const troubles = facts.crashes + facts.stops + facts.stalls + facts.writeFaults + facts.readFaults;
      if (named.some((name) => !there.has(name))) broken("a job names a film that is not there");
      if (troubles + faults === 0 && there.size > named.length) broken("a film was left behind for nothing");
      if (facts.isUninstalled && named.length > 0) broken("a film was kept when its workspace had left");
      if (tries > TRIES_MAX * videos.length + facts.stops) broken("a film was tried too often");
      const isGivenUp = videos.some((job) => job.keep === "over" && !job.film && outcomeOf(job)?.kind === "succeeded");
      const isTaken = facts.isFilmForgotten || facts.isUninstalled;
      if (isGivenUp && !isTaken && troubles + faults === 0) broken("a film was given up for nothing");
    },
  };
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {}
