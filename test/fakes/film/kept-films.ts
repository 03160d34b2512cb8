import type { Clock } from "../../../src/core/clock.ts";
import type { OpenVideo, VideoProblem } from "../../../src/core/film/film.ts";
import type { KeepProblem, KeptFilm, KeptFilms } from "../../../src/core/film/kept-film.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { TEST_START } from "../jobs.ts";

const DAY_MS = 86_400_000;

/** A film that was stored at `TEST_START` for thirty days. */
export function aKeptFilm(over: Partial<KeptFilm> = {}): KeptFilm {
  return {
    name: "a".repeat(64),
    sealedId: "sealed",
    bytes: 4,
    sha256: "b".repeat(64),
    extension: "mp4",
    keptAt: TEST_START,
    until: TEST_START + 30 * DAY_MS,
    ...over,
  };
}

export interface FakeKeptFilms extends KeptFilms {
  readonly openVideo: OpenVideo;
  /** The names of the stored films, in order of arrival. */
  names(): readonly string[];
  /** Makes the next films fail with these problems, one each. "slow" never responds. */
  failNext(...problems: readonly (KeepProblem | VideoProblem | "slow")[]): void;
  /** The URLs of all films that were opened. */
  readonly opened: readonly string[];
  /** The URLs of the films that were closed again. */
  readonly closed: readonly string[];
  hasLinks: boolean;
}

/** Stores films in memory. A film's content is its URL. */
export function fakeKeptFilms(clock: Pick<Clock, "now">): FakeKeptFilms {
  const films = new Map<string, string>();
  const problems: (KeepProblem | VideoProblem | "slow")[] = [];
  const opened: string[] = [];
  const closed: string[] = [];
  let made = 0;

  const isOfVideo = (problem: KeepProblem | VideoProblem): problem is VideoProblem =>
    !["full", "cut_short", "too_large", "unavailable"].includes(problem.kind);

  const store: FakeKeptFilms = {
    opened,
    closed,
    hasLinks: true,
    keepMs: 30 * DAY_MS,
    names: () => [...films.keys()],
    failNext: (...more) => void problems.push(...more),
    async openVideo(url) {
      opened.push(url);
      const [problem] = problems;
      if (problem && problem !== "slow" && isOfVideo(problem)) {
        problems.shift();
        return refuse(problem);
      }
      return ok({
        bytes: null,
        type: "video/mp4",
        extension: "mp4",
        content: bytesOf(url),
        close: () => void closed.push(url),
      });
    },
    async keep(film, signal) {
      const problem = problems.shift();
      if (problem === "slow") await new Promise((resolve) => signal.addEventListener("abort", resolve));
      if (problem === "slow") return refuse({ kind: "unavailable", detail: "no answer in time" });
      if (problem && !isOfVideo(problem)) return refuse(problem);
      const chunks: Uint8Array[] = [];
      for await (const chunk of film.content) chunks.push(chunk);
      made += 1;
      const name = `film-${made}`;
      const content = Buffer.concat(chunks);
      films.set(name, content.toString());
      const keptAt = clock.now();
      return ok(aKeptFilm({ name, bytes: content.length, keptAt, until: keptAt + store.keepMs }));
    },
    open:
      ({ name }) =>
      async () => {
        const content = films.get(name);
        return content === undefined ? refuse({ kind: "gone" }) : ok(bytesOf(content));
      },
    addressOf: ({ name }) => (store.hasLinks ? `https://reelay.test/films/${name}` : null),
    async forget({ name }) {
      films.delete(name);
    },
  };
  return store;
}

/** Stands for a film: its URL or another unique text, as bytes. */
export async function* bytesOf(content: string): AsyncGenerator<Uint8Array, void> {
  yield Buffer.from(content);
}
