import { unreachable } from "../core/result.ts";
import type { PictureProblem } from "../core/video-request.ts";
import { excerpt } from "./excerpt.ts";

/** What kinds can be used, in one sentence. */
export const PICTURE_KINDS = "PNG, JPEG, WebP and GIF work.";

/** Why a picture cannot be used and what to use instead, in one paragraph. */
export function pictureProblemText(problem: PictureProblem): string {
  switch (problem.kind) {
    case "bad_address":
      return addressText(problem.why);
    case "picture_too_large":
      return problem.sizeBytes === null
        ? "The picture is larger than 5 MB. Use a smaller one."
        : `The picture has ${megabytes(problem.sizeBytes)} MB, and 5 MB are allowed. Use a smaller one.`;
    case "not_a_picture":
      return problem.found === null
        ? `This is not a picture that Reelay can use. ${PICTURE_KINDS}`
        : `This is not a picture that Reelay can use: it is ${excerpt(problem.found, 60)}. ${PICTURE_KINDS}`;
    case "picture_unreachable":
      return "The picture could not be opened. Check that its address works for everyone, or use another picture.";
    case "picture_private":
      return "Pictures posted here are private, and this bot has no public address at which the video service could fetch them. Use the address of a picture instead, or ask the people who run this bot to set PUBLIC_URL.";
    default:
      return unreachable(problem);
  }
}

function addressText(why: Extract<PictureProblem, { kind: "bad_address" }>["why"]): string {
  switch (why) {
    case "not_a_url":
      return "The address of the picture is not a web address. Use one that begins with https://.";
    case "not_https":
      return "The address of the picture must begin with https://. Use one that does.";
    case "too_long":
      return "The address of the picture is too long. Use a shorter one.";
    case "has_login":
      return "The address of the picture contains a user name or a password. Use one without.";
    case "not_public":
      return "The address of the picture is not public. Use one that works for everyone.";
    default:
      return unreachable(why);
  }
}

/** Rounded up, so that a byte too many never reads "5 MB". */
function megabytes(sizeBytes: number): string {
  return String(Math.ceil(sizeBytes / 100_000) / 10);
}
