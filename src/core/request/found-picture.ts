import type { Owner } from "../job/ids.ts";
import {
  type AspectRatio,
  type Attachment,
  attachmentProblem,
  type JudgeAddress,
  type PictureProblem,
  shapeOf,
  type VideoDraft,
} from "./video-request.ts";

/** A picture in a message that somebody wants to bring to life. */
export type FoundPicture = FoundFile | FoundAddress;

interface FoundFile {
  readonly source: "attachment";
  /** How a person would know it. */
  readonly name: string;
  readonly file: Attachment;
}

/** Nobody says of what kind it is and how large, and its shape is only what a preview showed. */
interface FoundAddress {
  readonly source: "address";
  readonly name: string;
  readonly url: string;
  readonly width: number | null;
  readonly height: number | null;
}

/** What came with a message to the bot. */
export interface FoundFiles {
  readonly pictures: readonly FoundPicture[];
  /** How many files are no pictures. */
  readonly otherFiles: number;
}

/** What looks like a picture to a person and is none that a video can begin with. */
export type NoPicture = "sticker" | "video";

/** Which of the pictures that were kept under that id was chosen; the first is 0. */
export interface ChosenPicture {
  readonly id: string;
  readonly nth: number;
}

/** The pictures that an open form offers, each list under the id that the form carries. */
export interface OfferedPictures {
  /** Forgotten after an hour. */
  keep(owner: Owner, id: string, pictures: readonly FoundPicture[]): Promise<void>;
  /** null: there are none of this person's. */
  find(owner: Owner, id: string): Promise<readonly FoundPicture[] | null>;
  all(owner: Owner): Promise<readonly (readonly FoundPicture[])[]>;
}

/** Why it cannot be used, as far as local data tells; null is good. */
export function problemOf(picture: FoundPicture, judgeAddress: JudgeAddress): PictureProblem | null {
  return picture.source === "attachment" ? attachmentProblem(picture.file) : judgeAddress(picture.url);
}

/** The ratio that all of them ask for; null where they differ or one of them has no known shape. */
export function commonShape(pictures: readonly FoundPicture[]): AspectRatio | null {
  const [first = null, ...others] = pictures.map((each) => shapeOf(sizeOf(each)));
  return others.every((shape) => shape === first) ? first : null;
}

/** Its width and height in pixels, where they are known. */
export function sizeOf(picture: FoundPicture): { readonly width: number | null; readonly height: number | null } {
  const { width, height } = picture.source === "attachment" ? picture.file : picture;
  return { width, height };
}

/** The draft with this picture as if it had been typed. */
export function withPicture(draft: VideoDraft, picture: FoundPicture): VideoDraft {
  return picture.source === "attachment" ? { ...draft, image: picture.file } : { ...draft, image_url: picture.url };
}
