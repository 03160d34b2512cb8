import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FilmMissing, FilmPlace, FilmSource } from "../core/film/source.ts";
import type { OpenVideo } from "../core/job/video-file.ts";
import { ok, type Result, refuse } from "../core/result.ts";

/** Of a film that is fetched, in bytes: 15 s of 720p have a fifth of it at most, and some may stand on the disk at once. */
export const FILM_MAX_BYTES = 100_000_000;

interface FetchHow {
  /** Guards every address, see `openVideos`. */
  readonly openVideo: OpenVideo;
  /** Of the film. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Brings a film from the first place that has it into a file without a name, which is gone with its last reader. Where no
 * place gives it, the one that may give it later counts.
 */
export async function fetchFilm(
  film: FilmSource,
  how: FetchHow,
): Promise<Result<FileHandle, FilmMissing | { readonly kind: "unreadable" }>> {
  const rank = ["gone", "unreadable", "too_large", "unreachable"] as const;
  let worst: (typeof rank)[number] = "gone";
  for (const place of film) {
    const fetched = await fetchFrom(place, how);
    if (fetched.ok) return fetched;
    if (rank.indexOf(fetched.refusal.kind) > rank.indexOf(worst)) worst = fetched.refusal.kind;
  }
  return refuse({ kind: worst });
}

async function fetchFrom(place: FilmPlace, how: FetchHow) {
  const opened = await openPlace(place, how);
  if (!opened.ok) return opened;
  const file = await namelessFile().catch(() => null);
  // A full disk may have room again.
  if (file === null) return refuse({ kind: "unreachable" as const });
  try {
    let sizeBytes = 0;
    for await (const part of opened.value) {
      sizeBytes += part.length;
      // Leaving the loop ends the flow, and the connection with it.
      if (sizeBytes > how.maxBytes) break;
      await file.writeFile(part);
    }
    if (sizeBytes <= how.maxBytes) return ok(file);
    await file.close();
    return refuse({ kind: "too_large" as const });
  } catch {
    await file.close();
    return refuse({ kind: "unreachable" as const });
  }
}

async function openPlace(place: FilmPlace, { openVideo, maxBytes, signal }: FetchHow) {
  if (place.kind === "platform") return place.open(signal);
  const opened = await openVideo(place.url, signal);
  if (!opened.ok) return refuse({ kind: KINDS[opened.refusal.kind] });
  const { bytes, content, close } = opened.value;
  if (bytes === null || bytes <= maxBytes) return ok(content);
  close();
  return refuse({ kind: "too_large" as const });
}

/** An address that is not public has nothing for us, and never will. */
const KINDS = {
  expired: "gone",
  not_public: "gone",
  not_a_video: "unreadable",
  unreachable: "unreachable",
} as const;

/** Nobody else can open it, and a crash leaves nothing behind. */
async function namelessFile(): Promise<FileHandle> {
  const dir = await mkdtemp(join(tmpdir(), "reelay-film-"));
  try {
    return await open(join(dir, "film"), "wx+", 0o600);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
