import { z } from "zod";
import type { Films, TakeFrame } from "../core/film/films.ts";
import type { OpenVideo } from "../core/job/video-file.ts";
import { IMAGE_MAX_BYTES } from "../core/request/video-request.ts";
import { ok, refuse } from "../core/result.ts";
import { FILM_MAX_BYTES, fetchFilm } from "./fetch-film.ts";
import { filmJoiner } from "./join-films.ts";
import { type RunChild, whyNot } from "./run-child.ts";
import { slots } from "./slots.ts";

/** Films that are fetched at once, or wait for a child with what was fetched. */
const FETCHED_AT_ONCE = 4;

const frameHead = z.object({ kind: z.literal("frame"), width: z.int().positive(), height: z.int().positive() });

/** Fetches films, and reads them in processes of their own: what somebody else made may crash its reader, or keep it busy. */
export function filmReader({
  run,
  openVideo,
}: {
  readonly run: RunChild;
  /** Guards every address, see `openVideos`. */
  readonly openVideo: OpenVideo;
}): Films {
  const joinFilms = filmJoiner({ run, openVideo });
  const inTurn = slots(FETCHED_AT_ONCE);

  const takeFrame: TakeFrame = async (film, signal) => {
    const fetched = await fetchFilm(film, { openVideo, maxBytes: FILM_MAX_BYTES, signal });
    if (!fetched.ok) return fetched;
    const maxBytes = IMAGE_MAX_BYTES;
    const files = [fetched.value.fd];
    const answer = await run({ task: ["frame", String(maxBytes)], files, maxBytes, signal });
    await fetched.value.close();
    if (answer.kind !== "said") return refuse({ kind: whyNot(answer.kind, signal) });
    const head = frameHead.safeParse(answer.head);
    if (!head.success) return refuse({ kind: "unreadable" });
    return ok({ bytes: answer.bytes, width: head.data.width, height: head.data.height });
  };

  /** Given up while it waited, it may be tried again. */
  const given = refuse({ kind: "unreachable" } as const);
  return {
    takeFrame: async (film, signal) => (await inTurn(signal, () => takeFrame(film, signal))) ?? given,
    joinFilms: async (films, maxBytes, signal) =>
      (await inTurn(signal, () => joinFilms(films, maxBytes, signal))) ?? given,
  };
}
