import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { PolicyRefusal } from "../prompt-policy.ts";
import type { StyleOf } from "../style.ts";
import type { PaidBy, Payer } from "../team/payer.ts";
import { parseUrl } from "../text/parse-url.ts";
import type { Duration, Resolution } from "./price.ts";

export const RATIOS = ["16:9", "9:16"] as const;
export type AspectRatio = (typeof RATIOS)[number];

/**
 * A prompt has this many characters (code points) at most, also for whoever judges it; a Slack form takes as many. Source:
 * Slack docs, plain_text_input (read 2026-11-21).
 */
export const PROMPT_MAX = 3_000;

/** Largest picture the service takes, in bytes. Source: the video service's interface, section 8 (read 2026-11-21). */
export const IMAGE_MAX_BYTES = 5_000_000;

/** The largest picture that Reelay makes fit, in bytes. The limit is ours: phones make pictures of up to 20 MB. */
export const FIT_MAX_BYTES = 25_000_000;

/** A picture of more pixels is refused, however few bytes it has. The limit is ours: the largest of phones have 50 to 200 million. */
export const PICTURE_MAX_PIXELS = 100_000_000;

/** The longest side of a picture that was made fit, in pixels: the service's videos have 1280 at most. */
export const PICTURE_MAX_SIDE = 2_048;

/** The kinds of picture that Reelay passes on. */
export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface VideoRequest {
  /** The prompt as it is sent, with the style put on it. */
  readonly prompt: string;
  /** The style on it, by its name and owner, and the prompt as typed; absent: none. */
  readonly style?: { readonly name: string; readonly of: StyleOf; readonly typed: string } | undefined;
  readonly aspectRatio: AspectRatio;
  readonly duration: Duration;
  readonly resolution: Resolution;
  readonly picture: Picture | null;
}

/** Names every part of a request: wherever one is made or sent on, a new part does not compile until it is there. */
export type WholeRequest = { readonly [Part in keyof Required<VideoRequest>]: VideoRequest[Part] };

export interface Picture {
  /** The picture's origin, so that *Again* can take it afresh; "film": it is the last frame of `continues`. */
  readonly source: "address" | "attachment" | "film";
  /** The address of the picture itself; empty until a frame is taken. */
  readonly url: string;
  /** True once its content was judged, which happens before the paid call. */
  readonly isChecked: boolean;
  /** True if its shape decides the aspect ratio, because the person named none. */
  readonly decidesRatio: boolean;
  /** Its address stops working then; absent if nobody says. */
  readonly goneAt?: EpochMs;
  /** The file, if the platform shows it only to its own people; each job then has an address of its own for it. */
  readonly file?: PrivateFile;
  readonly continues?: Continued;
  /** The service does not take the picture as it is: "due" until the bot has brought a copy that it takes. */
  readonly fit?: "due" | FittedCopy;
}

/** The copy of a picture that was made to fit; sizes in pixels. */
export interface FittedCopy {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

/** Returns the address that the service gets. */
export function sentUrl({ url, fit }: Picture): string {
  return typeof fit === "object" ? fit.url : url;
}

/** Another video goes on from this one; `nth` is the new one's part of the chain, from 2. */
export interface Continued {
  readonly job: JobId;
  readonly nth: number;
  /** It begins with a frame of a smaller copy: the original was gone. */
  readonly isOfCopy?: true;
}

/** A command's option, a form's field and a draft's part have these names; a flag has a hyphen for "_". */
export const VIDEO_OPTIONS = ["ratio", "duration", "resolution", "image_url", "pay", "style"] as const;
export type VideoOptionName = (typeof VIDEO_OPTIONS)[number];

/** Options are typed or chosen besides the prompt; null: not given. A style is given by its id or its name, or as "none". */
export type VideoOptions = { readonly [Name in VideoOptionName]: string | null };

/** Reads the options that a command, its flags or a form give; `given` returns each by its name, and null leaves what was there `before`. */
export function videoOptions(given: (name: VideoOptionName) => string | null, before?: VideoOptions): VideoOptions {
  const options = VIDEO_OPTIONS.map((name) => [name, given(name) ?? before?.[name] ?? null] as const);
  return Object.fromEntries(options) as VideoOptions;
}

/** A draft is what a person typed, before anything is judged. */
export interface VideoDraft extends VideoOptions {
  readonly prompt: string;
  readonly image: Attachment | null;
  readonly earlierPicture?: Picture;
  /** This payer paid for the card that it was edited from, and pays if none is named. */
  readonly paidBefore?: PaidBy;
  /** Flags are the way to give options where this was typed: those whose meaning is certain apply without a question. */
  readonly appliesFlags: boolean;
}

export type FlagProblem =
  /** The prompt is nothing but flags, and this one cannot be used. */
  | { readonly kind: "unknown_flag"; readonly flag: string }
  /** The flag takes one of these values; null: it was given none. */
  | {
      readonly kind: "bad_flag";
      readonly flag: string;
      readonly given: string | null;
      readonly takes: readonly string[];
    }
  | UnknownStyle;

/**
 * A file given to the platform itself. Its kind and shape are read from its bytes before the paid call: a platform
 * reports them wrong or not at all.
 */
export interface Attachment {
  readonly url: string;
  readonly sizeBytes: number | null;
  readonly goneAt?: EpochMs;
  readonly file?: PrivateFile;
}

/** A draft cannot become a request for one of these reasons. All are known without asking anybody. */
export type DraftProblem =
  | FlagProblem
  | { readonly kind: "no_prompt" }
  | { readonly kind: "prompt_too_long"; readonly length: number }
  | BadOption
  | { readonly kind: "two_pictures" }
  /** Every video here has its team's style of that name. */
  | { readonly kind: "other_style"; readonly always: string }
  | PictureProblem;

/** There is no style here with that name, or the chosen one no longer exists (null); `names` are the names there are. */
export interface UnknownStyle {
  readonly kind: "unknown_style";
  readonly given: string | null;
  readonly names: readonly string[];
}

/** The option has no such value. */
export interface BadOption {
  readonly kind: "bad_option";
  readonly option: Exclude<VideoOptionName, "image_url" | "style">;
  readonly given: string;
}

export interface Denied {
  readonly kind: "denied";
  readonly by: PolicyRefusal;
}

export type RequestProblem = DraftProblem | Denied;

/** A picture cannot be used for one of these reasons; some are learned only by fetching it. */
export type PictureProblem =
  | { readonly kind: "bad_address"; readonly why: "not_a_url" | "not_https" | "too_long" | "has_login" | "not_public" }
  /** `canFit`: larger ones are made to fit here, and this one is larger than that. */
  | { readonly kind: "picture_too_large"; readonly sizeBytes: number | null; readonly canFit?: boolean }
  /** `canFit`: pictures of more kinds are made to fit here, and it is none of them. */
  | { readonly kind: "not_a_picture"; readonly canFit?: boolean }
  /** The service does not take pictures of this kind, such as HEIC. */
  | { readonly kind: "picture_of_other_kind" }
  | { readonly kind: "picture_too_many_pixels"; readonly width: number; readonly height: number }
  /** No copy that the service takes could be made, or be brought to it. */
  | { readonly kind: "picture_not_fitted" }
  | { readonly kind: "picture_empty" }
  | { readonly kind: "picture_unreadable" }
  | { readonly kind: "picture_unreachable" }
  /** The place that has the picture does not answer right now. */
  | { readonly kind: "picture_away" }
  /** The file was deleted where it was. */
  | { readonly kind: "picture_gone" }
  /** The platform shows it only to its own people, and the bot has no address where others could fetch it. */
  | { readonly kind: "picture_private" };

/** A person's own defaults; what is absent becomes 16:9, 10 seconds, 480p. */
export interface VideoDefaults {
  readonly aspectRatio?: AspectRatio;
  readonly duration?: Duration;
  readonly resolution?: Resolution;
  /** Absent: their own key if they have one, else their team's if they may spend. */
  readonly pay?: Payer;
}

export function typedPrompt({ style, prompt }: Pick<VideoRequest, "style" | "prompt">): string {
  return style?.typed ?? prompt;
}

/** Judges the form of an address without touching the network; null is good. */
export type JudgeAddress = (url: string) => PictureProblem | null;

/** How pictures are judged before anybody is asked. */
export interface PictureRules {
  readonly judgeAddress: JudgeAddress;
  /** A picture that the service does not take as it is can be made to fit. */
  readonly canFit: boolean;
}

/** Returns why a file cannot be used whatever its content is; null: its content decides. */
export function attachmentProblem({ sizeBytes }: Attachment, canFit: boolean): PictureProblem | null {
  if (sizeBytes === 0) return { kind: "picture_empty" };
  const isTooLarge = sizeBytes !== null && sizeBytes > (canFit ? FIT_MAX_BYTES : IMAGE_MAX_BYTES);
  return isTooLarge ? { kind: "picture_too_large", sizeBytes, ...(canFit && { canFit }) } : null;
}

/** Returns the size of the largest picture that can be used, in megabytes. */
export function pictureMaxMb(canFit: boolean): number {
  return (canFit ? FIT_MAX_BYTES : IMAGE_MAX_BYTES) / 1_000_000;
}

/** Returns the problem with what works where pictures are made to fit. */
export function inFull(problem: PictureProblem): PictureProblem {
  const saysWhatWorks = problem.kind === "picture_too_large" || problem.kind === "not_a_picture";
  return saysWhatWorks ? { ...problem, canFit: true } : problem;
}

/** Returns whether a picture with this problem may be made to fit. */
export function isFittable(problem: PictureProblem): boolean {
  if (problem.kind === "picture_too_large") return (problem.sizeBytes ?? 0) <= FIT_MAX_BYTES;
  return problem.kind === "picture_of_other_kind";
}

/** Returns the request for another try: its address may show another picture by now, or none, so it is judged again before anything is paid. */
export function judgedAnew(request: VideoRequest): VideoRequest {
  const { picture } = request;
  return picture ? { ...request, picture: untaken({ ...picture, isChecked: false }) } : request;
}

/** Clears the address of a frame or of a fitted copy: each job brings its own, because the last one goes away with its job. */
export function untaken({ fit: _, ...picture }: Picture): Picture {
  return picture.source === "film" ? { ...picture, url: "", isChecked: false } : picture;
}

export function frameOf({ job, nth }: Continued): Picture {
  return { source: "film", url: "", isChecked: false, decidesRatio: false, continues: { job, nth } };
}

export function isGone(picture: Picture | null, now: EpochMs): boolean {
  return picture?.goneAt !== undefined && picture.goneAt <= now;
}

/** Returns the ratio that a picture's own shape asks for; a square counts as landscape. */
export function shapeOf(
  size: { readonly width: number | null; readonly height: number | null } | null,
): AspectRatio | null {
  if (!size?.width || !size.height) return null;
  return size.height > size.width ? "9:16" : "16:9";
}

/** A private file: a platform gives it only to its own people, and to the bot. */
export interface PrivateFile {
  readonly platform: "slack";
  readonly teamId: string;
  readonly enterpriseId?: string | null;
  readonly id: string;
}

/** A picture in a message, as a person knows it. Its shape is the platform's, and only for the eye. */
export type FoundPicture = {
  readonly name: string;
  readonly width: number | null;
  readonly height: number | null;
} & (FoundFile | FoundAddress);

interface FoundFile {
  readonly source: "attachment";
  readonly file: Attachment;
}

interface FoundAddress {
  readonly source: "address";
  readonly url: string;
}

/** A picture at that address; one without a title is called by its host. */
export function pictureAt(
  url: string,
  title: string | null,
  width: number | null,
  height: number | null,
): FoundPicture & FoundAddress {
  const host = parseUrl(url)?.hostname;
  return { source: "address", name: title || (host ? `picture from ${host}` : "picture"), url, width, height };
}

/** What a platform reports about a file of a message. */
export interface ReportedFile {
  readonly type: string | null | undefined;
  readonly name: string | null | undefined;
  readonly width?: number | null | undefined;
  readonly height?: number | null | undefined;
}

/** How the names of the most usual pictures end, and of those that are less usual; `mpo` is a JPEG of a camera with two lenses. */
const USUAL_ENDINGS = ["png", "jpg", "jpeg", "webp", "gif"] as const;
export const OTHER_ENDINGS = ["apng", "jfif", "mpo", "heic", "heif", "avif", "bmp", "tif", "tiff"] as const;
/** People can choose all of them; where a picture is not made to fit, they then read which kinds work. */
export const PICTURE_ENDINGS: readonly string[] = [...USUAL_ENDINGS, ...OTHER_ENDINGS];
const ENDING = /\.(\w{1,8})$/;
const UNKNOWN_TYPES: readonly string[] = ["", "application/octet-stream", "binary/octet-stream"];

/**
 * Returns whether a file that nobody chose is offered as a picture. One report in favour is enough, because its bytes
 * are judged later; a file that nothing is known about is offered, too.
 */
export function mayBePicture({ type, name, width, height }: ReportedFile): boolean {
  if (isVideoType(type)) return false;
  const ending = ENDING.exec(name ?? "")?.[1]?.toLowerCase();
  if (/^image\//i.test(type ?? "") || (ending && PICTURE_ENDINGS.includes(ending))) return true;
  return UNKNOWN_TYPES.includes(type?.toLowerCase() ?? "") && (!ending || Boolean(width && height));
}

export function isVideoType(type: string | null | undefined): boolean {
  return /^video\//i.test(type ?? "");
}

export interface FoundFiles {
  readonly pictures: readonly FoundPicture[];
  readonly otherFiles: number;
}

/** These look like a picture to a person, but no video can begin with them. */
export type NoPicture = "sticker" | "video";

/** The chosen one of the pictures stored under that id; the first is 0. */
export interface ChosenPicture {
  readonly id: string;
  readonly nth: number;
}

/** Returns why it cannot be used, as far as local data tells; null: it can. */
export function problemOf(picture: FoundPicture, { judgeAddress, canFit }: PictureRules): PictureProblem | null {
  return picture.source === "attachment" ? attachmentProblem(picture.file, canFit) : judgeAddress(picture.url);
}

export function withPicture(draft: VideoDraft, picture: FoundPicture): VideoDraft {
  return picture.source === "attachment" ? { ...draft, image: picture.file } : { ...draft, image_url: picture.url };
}

/** Takes a form's single choice of resolution, length and perhaps shape apart. `given` returns a field of the form by its name, and so does the result. */
export function withSize(given: (name: string) => string): (name: string) => string {
  const [duration = "", resolution = "", ratio = ""] = given("size").split("-").reverse();
  const packed: Readonly<Record<string, string>> = { ratio, resolution, duration };
  return (name) => given(name) || (packed[name] ?? "");
}
