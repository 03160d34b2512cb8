import { ok, type Result, refuse } from "../result.ts";
import {
  filledLength,
  fillStyle,
  findStyle,
  isStyleId,
  NO_STYLE,
  noStyles,
  type OfferedStyle,
  type OfferedStyles,
} from "../style.ts";
import { PAYERS, type PaidBy } from "../team/payer.ts";
import { judgedLength, normalisePrompt } from "../text/prompt-text.ts";
import { readFlags, type SuspectedFlag } from "./flags.ts";
import { plainValue } from "./option-values.ts";
import { DURATIONS, RESOLUTIONS } from "./price.ts";
import {
  attachmentProblem,
  type BadOption,
  type DraftProblem,
  type Picture,
  type PictureRules,
  PROMPT_MAX,
  RATIOS,
  untaken,
  type VideoDefaults,
  type VideoDraft,
  type VideoRequest,
  videoOptions,
  type WholeRequest,
} from "./video-request.ts";

export interface PlannedVideo {
  readonly request: VideoRequest;
  readonly pay: PaidBy | null;
  /** Found in the prompt. The person must confirm them before any payment. */
  readonly suspected: readonly SuspectedFlag[];
  /** The request with the suspected flags left in the prompt, if the person can choose it. */
  readonly flagsAsText: VideoRequest | null;
}

/** Precedence: typed options, the picture's shape (ratio only), the person's defaults, 16:9 / 10 / 480p. */
export function planVideo(
  typed: VideoDraft,
  defaults: VideoDefaults,
  pictures: PictureRules,
  styles: OfferedStyles = noStyles,
): Result<PlannedVideo, DraftProblem> {
  const read = readFlags(normalisePrompt(typed.prompt), { appliesFlags: typed.appliesFlags, styles });
  if (read.problem) return refuse(read.problem);
  const plan = ({ prompt, values }: Pick<typeof read, "prompt" | "values">) => {
    const options = videoOptions((name) => values.get(name) ?? null, typed);
    return planDraft({ ...typed, ...options, prompt }, defaults, pictures, styles);
  };
  const planned = plan(read);
  if (!planned.ok) return planned;
  const { suspected } = read;
  const literal = suspected.length > 0 ? plan(read.literal) : null;
  const flagsAsText = literal?.ok && literal.value.pay === planned.value.pay ? literal.value.request : null;
  return ok({ ...planned.value, suspected, flagsAsText });
}

function planDraft(
  draft: VideoDraft,
  defaults: VideoDefaults,
  pictures: PictureRules,
  styles: OfferedStyles,
): Result<Pick<PlannedVideo, "request" | "pay">, DraftProblem> {
  // Normalize again: removing flags or applying a style joined the text around them.
  const typedPrompt = normalisePrompt(draft.prompt);
  if (typedPrompt === "") return refuse({ kind: "no_prompt" });
  const style = chooseStyle(draft.style?.trim() ?? "", styles);
  if (!style.ok) return style;
  const typedLength = [...typedPrompt].length;
  if (typedLength > PROMPT_MAX) return refuse({ kind: "prompt_too_long", length: typedLength });
  const length = style.value ? filledLength(style.value, typedPrompt) : judgedLength(typedPrompt);
  if (length > PROMPT_MAX) return refuse({ kind: "prompt_too_long", length });
  const prompt = style.value ? normalisePrompt(fillStyle(style.value, typedPrompt)) : typedPrompt;

  const ratio = choiceOf("ratio", draft, RATIOS);
  if (!ratio.ok) return ratio;
  const duration = choiceOf("duration", draft, DURATIONS);
  if (!duration.ok) return duration;
  const resolution = choiceOf("resolution", draft, RESOLUTIONS);
  if (!resolution.ok) return resolution;
  const pay = choiceOf("pay", draft, PAYERS);
  if (!pay.ok) return pay;

  const picture = planPicture(draft, ratio.value === null, pictures);
  if (!picture.ok) return picture;

  const request: WholeRequest = {
    prompt,
    style: style.value ? { name: style.value.name, of: style.value.of, typed: typedPrompt } : undefined,
    aspectRatio: ratio.value ?? defaults.aspectRatio ?? "16:9",
    duration: duration.value ?? defaults.duration ?? 10,
    resolution: resolution.value ?? defaults.resolution ?? "480p",
    picture: picture.value,
  };
  return ok({ request, pay: pay.value ?? draft.paidBefore ?? defaults.pay ?? null });
}

function chooseStyle(chosen: string, styles: OfferedStyles): Result<OfferedStyle | null, DraftProblem> {
  const { all, always } = styles;
  if (chosen === "") return ok(always);
  const style = chosen === NO_STYLE ? null : findStyle(styles, chosen);
  if (chosen !== NO_STYLE && !style) {
    const given = isStyleId(chosen) ? null : chosen;
    return refuse({ kind: "unknown_style", given, names: all.map(({ name }) => name) });
  }
  if (always && style !== always) return refuse({ kind: "other_style", always: always.name });
  return ok(style);
}

function planPicture(
  { image, image_url: imageUrl, earlierPicture }: VideoDraft,
  ratioIsOpen: boolean,
  { judgeAddress, canFit }: PictureRules,
): Result<Picture | null, DraftProblem> {
  const address = imageUrl?.trim() || null;
  if (image && address) return refuse({ kind: "two_pictures" });
  if (image) {
    const problem = attachmentProblem(image, canFit);
    if (problem) return refuse(problem);
    const { url, goneAt, file } = image;
    const found = { source: "attachment", url, ...(goneAt && { goneAt }), ...(file && { file }) } as const;
    return ok({ ...found, isChecked: false, decidesRatio: ratioIsOpen });
  }
  if (address) {
    const problem = judgeAddress(address);
    if (problem) return refuse(problem);
    return ok({ source: "address", url: address, isChecked: false, decidesRatio: ratioIsOpen });
  }
  // A picture's content is checked again even if it passed before.
  return ok(earlierPicture ? untaken({ ...earlierPicture, isChecked: false, decidesRatio: ratioIsOpen }) : null);
}

function choiceOf<Choice extends string | number>(
  option: BadOption["option"],
  { [option]: given }: VideoDraft,
  choices: readonly Choice[],
): Result<Choice | null, BadOption> {
  if (given === null || given.trim() === "") return ok(null);
  const value = plainValue(option, given);
  const choice = choices.find((each) => value === String(each));
  return choice === undefined ? refuse({ kind: "bad_option", option, given }) : ok(choice);
}
