import type { FileHandle } from "node:fs/promises";
import { z } from "zod";
import type { JoinFilms, JoinProblem } from "../core/film/films.ts";
import type { OpenVideo } from "../core/job/video-file.ts";
import { ok, type Result, refuse } from "../core/result.ts";
import { FILM_MAX_BYTES, fetchFilm } from "./fetch-film.ts";
import { type RunChild, whyNot } from "./run-child.ts";

const joinHead = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("joined"), durationMs: z.int().positive() }),
  z.object({ kind: z.literal("too_large") }),
  z.object({ kind: z.enum(["unreadable", "unequal"]), nth: z.int().nonnegative() }),
]);

/** Fetches the films one after the other, and joins them in a child. All of them are as large as what comes of them. */
export function filmJoiner({ run, openVideo }: { readonly run: RunChild; readonly openVideo: OpenVideo }): JoinFilms {
  return async (films, mostBytes, signal) => {
    const maxBytes = Math.min(mostBytes, FILM_MAX_BYTES);
    const files: FileHandle[] = [];
    try {
      const fetched = await fetchAll(maxBytes);
      return fetched.ok ? await join(maxBytes) : fetched;
    } finally {
      for (const file of files) await file.close();
    }

    async function fetchAll(maxBytes: number): Promise<Result<null, JoinProblem>> {
      let leftBytes = maxBytes + films.length * OVERHEAD_BYTES;
      for (const [nth, film] of films.entries()) {
        const fetched = await fetchFilm(film, { openVideo, maxBytes: leftBytes, signal });
        // Too much for one file is the fault of no single film.
        if (!fetched.ok)
          return refuse(fetched.refusal.kind === "too_large" ? { kind: "too_large" } : { ...fetched.refusal, nth });
        files.push(fetched.value);
        leftBytes -= (await fetched.value.stat()).size;
      }
      return ok(null);
    }

    async function join(maxBytes: number): ReturnType<JoinFilms> {
      const task = ["join", String(maxBytes), String(files.length)];
      const answer = await run({ task, files: files.map(({ fd }) => fd), maxBytes, isConfined: true, signal });
      if (answer.kind !== "said") return refuse({ kind: whyNot(answer.kind, signal) });
      const head = joinHead.safeParse(answer.head);
      if (!head.success) return refuse({ kind: "unreadable" });
      const { data } = head;
      return data.kind === "joined" ? ok({ bytes: answer.bytes, durationMs: data.durationMs }) : refuse(data);
    }
  };
}

/** Of a film besides what is copied, in bytes. */
const OVERHEAD_BYTES = 200_000;
