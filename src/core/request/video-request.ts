import type { EpochMs } from "../clock.ts";
import type { JobId } from "../job/ids.ts";
import type { PolicyRefusal } from "../prompt-policy.ts";
import type { StyleOf } from "../style.ts";
import type { PaidBy, Payer } from "../team/payer.ts";
import { parseUrl } from "../text/parse-url.ts";
import type { Duration, Resolution } from "./price.ts";

export const RATIOS = ["16:9", "9:16"] as const;
export type AspectRatio = (typeof RATIOS)[number];

/** In code points, the limit of a Slack form. Source: Slack docs, plain_text_input (read 2026-11-21). */
export const PROMPT_MAX = 3_000;

/** Source: the video service's interface, section 8 (read 2026-11-21). */
export const IMAGE_MAX_BYTES = 5_000_000;

/** Larger pictures are not resized. Our choice: phones take pictures of up to 20 MB. */
export const FIT_MAX_BYTES = 25_000_000;

/** Our choice: the largest phone pictures have 50 to 200 million. */
export const PICTURE_MAX_PIXELS = 100_000_000;

/** The side of a resized picture. The service's videos have at most 1280 pixels. */
export const PICTURE_MAX_SIDE = 2_048;

export const IMAGE_TYPES = ["image/png", "image/jpeg", "image/webp", "image/gif"] as const;
export type ImageType = (typeof IMAGE_TYPES)[number];

export interface VideoRequest {
  /** As sent to the service, with the style applied. */
  readonly prompt: string;
  readonly style?: { readonly name: string; readonly of: StyleOf; readonly typed: string } | undefined;
  readonly aspectRatio: AspectRatio;
  readonly duration: Duration;
  readonly resolution: Resolution;
  readonly picture: Picture | null;
}

/** Forces code that builds or forwards a request to handle each new part. */
export type WholeRequest = { readonly [Part in keyof Required<VideoRequest>]: VideoRequest[Part] };

export interface Picture {
  /** Where *Again* fetches the picture from. "film": the last frame of `continues`. */
  readonly source: "address" | "attachment" | "film";
  readonly url: string;
  readonly isChecked: boolean;
  /** True if the person chose no aspect ratio. */
  readonly decidesRatio: boolean;
  /** When `url` stops working, if known. */
  readonly goneAt?: EpochMs;
  /** A file that only members of the platform see. Each job gets its own address for it. */
  readonly file?: PrivateFile;
  readonly continues?: Continued;
  /** The service does not accept the picture as it is. "due": no accepted copy exists yet. */
  readonly fit?: "due" | FittedCopy;
}

export interface FittedCopy {
  readonly url: string;
  readonly width: number;
  readonly height: number;
}

export function sentUrl({ url, fit }: Picture): string {
  return typeof fit === "object" ? fit.url : url;
}

/** `nth`: the new video's position in the chain, from 2. */
export interface Continued {
  readonly job: JobId;
  readonly nth: number;
  readonly isOfCopy?: true;
}

/** Names of command options, form fields and draft properties. Flags use a hyphen for "_". */
export const VIDEO_OPTIONS = ["ratio", "duration", "resolution", "image_url", "pay", "style"] as const;
export type VideoOptionName = (typeof VIDEO_OPTIONS)[number];

/** A style is given by its id, its name or "none". */
export type VideoOptions = { readonly [Name in VideoOptionName]: string | null };

/** `given` returns an option by name; null keeps the value from `before`. */
export function videoOptions(given: (name: VideoOptionName) => string | null, before?: VideoOptions): VideoOptions {
  const options = VIDEO_OPTIONS.map((name) => [name, given(name) ?? before?.[name] ?? null] as const);
  return Object.fromEntries(options) as VideoOptions;
}

export interface VideoDraft extends VideoOptions {
  readonly prompt: string;
  readonly image: Attachment | null;
  readonly earlierPicture?: Picture;
  /** Who paid for the card whose request is edited, and pays again by default. */
  readonly paidBefore?: PaidBy;
  /** Options are given as flags here, so unambiguous flags need no confirmation. */
  readonly appliesFlags: boolean;
}

export type FlagProblem =
  /** The prompt is only flags, and this one cannot be used. */
  | { readonly kind: "unknown_flag"; readonly flag: string }
  | {
      readonly kind: "bad_flag";
      readonly flag: string;
      readonly given: string | null;
      readonly takes: readonly string[];
    }
  | UnknownStyle;

/**
 * Its type and shape are read from its bytes before the paid call, because platforms report them wrong or not at all.
 */
export interface Attachment {
  readonly url: string;
  readonly sizeBytes: number | null;
  readonly goneAt?: EpochMs;
  readonly file?: PrivateFile;
}

export type DraftProblem =
  | FlagProblem
  | { readonly kind: "no_prompt" }
  | { readonly kind: "prompt_too_long"; readonly length: number }
  | BadOption
  | { readonly kind: "two_pictures" }
  | { readonly kind: "other_style"; readonly always: string }
  | PictureProblem;

/** `given`: what was typed. A chosen style that no longer exists has no name. `names`: the existing ones. */
export interface UnknownStyle {
  readonly kind: "unknown_style";
  readonly given: string | null;
  readonly names: readonly string[];
}

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

export type PictureProblem =
  | { readonly kind: "bad_address"; readonly why: "not_a_url" | "not_https" | "too_long" | "has_login" | "not_public" }
  /** `canFit`: true if this bot resizes pictures, so the message states the larger limit. */
  | { readonly kind: "picture_too_large"; readonly sizeBytes: number | null; readonly canFit?: boolean }
  /** `canFit`: true if this bot converts pictures, so the message also lists the types that it can convert. */
  | { readonly kind: "not_a_picture"; readonly canFit?: boolean }
  | { readonly kind: "picture_of_other_kind" }
  | { readonly kind: "picture_too_many_pixels"; readonly width: number; readonly height: number }
  | { readonly kind: "picture_not_fitted" }
  | { readonly kind: "picture_empty" }
  | { readonly kind: "picture_unreadable" }
  | { readonly kind: "picture_unreachable" }
  | { readonly kind: "picture_away" }
  | { readonly kind: "picture_gone" }
  /** Only members of the platform see it, and the bot has no public address to serve it from. */
  | { readonly kind: "picture_private" };

/** Unset ones become 16:9, 10 seconds and 480p. */
export interface VideoDefaults {
  readonly aspectRatio?: AspectRatio;
  readonly duration?: Duration;
  readonly resolution?: Resolution;
  readonly pay?: Payer;
}

export function typedPrompt({ style, prompt }: Pick<VideoRequest, "style" | "prompt">): string {
  return style?.typed ?? prompt;
}

export type JudgeAddress = (url: string) => PictureProblem | null;

export interface PictureRules {
  readonly judgeAddress: JudgeAddress;
  readonly canFit: boolean;
}

export function attachmentProblem({ sizeBytes }: Attachment, canFit: boolean): PictureProblem | null {
  if (sizeBytes === 0) return { kind: "picture_empty" };
  const isTooLarge = sizeBytes !== null && sizeBytes > (canFit ? FIT_MAX_BYTES : IMAGE_MAX_BYTES);
  return isTooLarge ? { kind: "picture_too_large", sizeBytes, ...(canFit && { canFit }) } : null;
}

export function pictureMaxMb(canFit: boolean): number {
  return (canFit ? FIT_MAX_BYTES : IMAGE_MAX_BYTES) / 1_000_000;
}

/** Adds `canFit` to the problems whose message depends on it. */
export function inFull(problem: PictureProblem): PictureProblem {
  const namesLimits = problem.kind === "picture_too_large" || problem.kind === "not_a_picture";
  return namesLimits ? { ...problem, canFit: true } : problem;
}

export function isFittable(problem: PictureProblem): boolean {
  if (problem.kind === "picture_too_large") return (problem.sizeBytes ?? 0) <= FIT_MAX_BYTES;
  return problem.kind === "picture_of_other_kind";
}

/** The picture's address may show another picture or none by now, so it is checked again. */
export function withUncheckedPicture(request: VideoRequest): VideoRequest {
  const { picture } = request;
  return picture ? { ...request, picture: untaken({ ...picture, isChecked: false }) } : request;
}

/** Each job makes its own frame or copy, because the previous one is deleted with its job. */
export function untaken({ fit: _, ...picture }: Picture): Picture {
  return picture.source === "film" ? { ...picture, url: "", isChecked: false } : picture;
}

export function frameOf({ job, nth }: Continued): Picture {
  return { source: "film", url: "", isChecked: false, decidesRatio: false, continues: { job, nth } };
}

export function isGone(picture: Picture | null, now: EpochMs): boolean {
  return picture?.goneAt !== undefined && picture.goneAt <= now;
}

/** A square counts as landscape. */
export function shapeOf(
  size: { readonly width: number | null; readonly height: number | null } | null,
): AspectRatio | null {
  if (!size?.width || !size.height) return null;
  return size.height > size.width ? "9:16" : "16:9";
}

export interface PrivateFile {
  readonly platform: "slack";
  readonly teamId: string;
  readonly enterpriseId: string | null;
  readonly id: string;
}

/** The size is only for display. */
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

export function pictureAt(
  url: string,
  title: string | null,
  width: number | null,
  height: number | null,
): FoundPicture & FoundAddress {
  const host = parseUrl(url)?.hostname;
  return { source: "address", name: title || (host ? `picture from ${host}` : "picture"), url, width, height };
}

export interface ReportedFile {
  readonly type: string | null;
  readonly name: string | null;
  readonly width: number | null;
  readonly height: number | null;
}

/** `mpo` is a JPEG from a camera with two lenses. */
const USUAL_ENDINGS = ["png", "jpg", "jpeg", "webp", "gif"] as const;
export const OTHER_ENDINGS = ["apng", "jfif", "mpo", "heic", "heif", "avif", "bmp", "tif", "tiff"] as const;
export const PICTURE_ENDINGS: readonly string[] = [...USUAL_ENDINGS, ...OTHER_ENDINGS];
const ENDING = /\.(\w{1,8})$/;
const UNKNOWN_TYPES: readonly string[] = ["", "application/octet-stream", "binary/octet-stream"];

/** One hint that it may be a picture is enough, because its bytes are checked later. */
export function mayBePicture({ type, name, width, height }: ReportedFile): boolean {
  if (isVideoType(type)) return false;
  const ending = ENDING.exec(name ?? "")?.[1]?.toLowerCase();
  if (/^image\//i.test(type ?? "") || (ending && PICTURE_ENDINGS.includes(ending))) return true;
  return UNKNOWN_TYPES.includes(type?.toLowerCase() ?? "") && (!ending || Boolean(width && height));
}

export function isVideoType(type: string | null): boolean {
  return /^video\//i.test(type ?? "");
}

export interface FoundFiles {
  readonly pictures: readonly FoundPicture[];
  readonly otherFiles: number;
}

/** They look like pictures to people, but a video cannot start from them. */
export type NoPicture = "sticker" | "video";

/** `nth`: among the pictures stored under `id`, from 0. */
export interface ChosenPicture {
  readonly id: string;
  readonly nth: number;
}

export function problemOf(picture: FoundPicture, { judgeAddress, canFit }: PictureRules): PictureProblem | null {
  return picture.source === "attachment" ? attachmentProblem(picture.file, canFit) : judgeAddress(picture.url);
}

export function withPicture(draft: VideoDraft, picture: FoundPicture): VideoDraft {
  return picture.source === "attachment" ? { ...draft, image: picture.file } : { ...draft, image_url: picture.url };
}

/**
 * Splits a form's combined choice of resolution, duration and optional ratio. `given` and the result return a field by name.
 */
export function withSize(given: (name: string) => string): (name: string) => string {
  const [duration = "", resolution = "", ratio = ""] = given("size").split("-").reverse();
  const packed: Readonly<Record<string, string>> = { ratio, resolution, duration };
  return (name) => given(name) || (packed[name] ?? "");
}
