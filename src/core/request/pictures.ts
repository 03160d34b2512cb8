import type { MadePicture } from "../film/film.ts";
import type { JobId } from "../job/ids.ts";
import type { Result } from "../result.ts";
import type { AspectRatio, Picture, PictureProblem, PrivateFile } from "./video-request.ts";

/** The ratio is null if the picture's shape is unknown. */
export type InspectPicture = (
  url: string,
) => Promise<Result<{ readonly aspectRatio: AspectRatio | null }, PictureProblem>>;

/** Makes a copy that the video service accepts. Never rejects. */
export type FitPicture = (
  picture: Pick<Picture, "url" | "file">,
  signal: AbortSignal,
) => Promise<Result<MadePicture, PictureProblem>>;

export type OpenFile = (
  file: PrivateFile,
  how: { readonly maxBytes: number; readonly signal?: AbortSignal },
) => Promise<Result<Uint8Array, FileProblem>>;

export type FileProblem =
  | { readonly kind: "gone" | "unreachable" }
  | { readonly kind: "too_large"; readonly sizeBytes: number | null };

/** For pictures that a platform shows only to its members. */
export interface PrivateFiles {
  /** Cannot be guessed, and works while the job is in progress. */
  addressFor(id: JobId): string;
  open(
    file: PrivateFile,
  ): Promise<Result<{ readonly bytes: Uint8Array; readonly type: string }, { readonly kind: string }>>;
  isGone(file: PrivateFile): Promise<boolean>;
}
