import type { PictureProblem } from "../../core/request/video-request.ts";
import { unreachable } from "../../core/result.ts";
import { fileKindOf } from "../file-kind.ts";
import type { Words } from "../words.ts";

/** Why a picture cannot be used and what to use instead, in one paragraph. */
export function pictureProblemText(problem: PictureProblem, { picture }: Words): string {
  switch (problem.kind) {
    case "bad_address":
      return picture.address[problem.why];
    case "picture_too_large":
      return problem.sizeBytes === null ? picture.tooLarge : picture.tooLargeBy(megabytes(problem.sizeBytes));
    case "not_a_picture":
      return notAPictureText(problem.found, picture);
    case "picture_empty":
      return picture.empty;
    case "picture_unreadable":
      return picture.unreadable;
    case "picture_unreachable":
      return picture.unreachable;
    case "picture_private":
      return picture.private;
    default:
      return unreachable(problem);
  }
}

function notAPictureText(mimeType: string | null, picture: Words["picture"]): string {
  const kind = mimeType === null ? null : fileKindOf(mimeType);
  return kind === null ? picture.notAPicture : picture.notAPictureBut(picture.found[kind]);
}

/** Rounded up, so that a byte too many never reads "5 MB". */
function megabytes(sizeBytes: number): number {
  return Math.ceil(sizeBytes / 100_000) / 10;
}
