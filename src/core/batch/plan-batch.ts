import type { SuspectedFlag } from "../request/flags.ts";
import { type PlannedVideo, planVideo } from "../request/plan-video.ts";
import type { DraftProblem, PictureRules, VideoDefaults, VideoDraft, VideoRequest } from "../request/video-request.ts";
import { ok, type Result, refuse } from "../result.ts";
import { noStyles, type OfferedStyles } from "../style.ts";
import type { PaidBy } from "../team/payer.ts";
import { normalisePrompt } from "../text/prompt-text.ts";

export const BATCH_MAX = 6;

const FLAWLESS_PROMPT = "a cat surfing";

/**
 * "scenes": one video per line; "chain": each line continues the previous one; a number: that many versions of one prompt.
 */
export const BATCH_KINDS = ["scenes", "chain", "2", "3", "4"] as const;
export type BatchKind = (typeof BATCH_KINDS)[number];

export interface PlannedBatch {
  readonly each: readonly [VideoRequest, ...VideoRequest[]];
  readonly pay: PaidBy | null;
  readonly suspected: readonly SuspectedFlag[];
  readonly flagsAsText: PlannedBatch["each"] | null;
}

/** `line`: from 1, if the problem is about one line. */
export type BatchProblem =
  | { readonly kind: "draft"; readonly problem: DraftProblem; readonly line: number | null }
  | { readonly kind: "too_many"; readonly scenes: number }
  | { readonly kind: "one_prompt" };

interface Line {
  readonly text: string;
  readonly nth: number;
}

/** Each non-empty line is a scene. Versions use the only line as their prompt. All other options are shared. */
export function planBatch(
  { draft, make }: { readonly draft: VideoDraft; readonly make: BatchKind },
  defaults: VideoDefaults,
  pictures: PictureRules,
  styles: OfferedStyles = noStyles,
): Result<PlannedBatch, BatchProblem> {
  const lines = linesOf(draft.prompt);
  const [first] = lines;
  if (!first) return refuse({ kind: "draft", problem: { kind: "no_prompt" }, line: null });
  const isOfLines = make === "scenes" || make === "chain";
  if (!isOfLines && lines.length > 1) return refuse({ kind: "one_prompt" });
  if (lines.length > BATCH_MAX) return refuse({ kind: "too_many", scenes: lines.length });

  const plan = (prompt: string) => planVideo({ ...draft, prompt }, defaults, pictures, styles);
  const plans: PlannedVideo[] = [];
  for (const { text, nth } of lines) {
    const planned = plan(text);
    if (!planned.ok) {
      // A problem with something that all lines share, such as the picture, belongs to no line.
      const shared = plan(FLAWLESS_PROMPT);
      if (!shared.ok) return refuse({ kind: "draft", problem: shared.refusal, line: null });
      return refuse({ kind: "draft", problem: planned.refusal, line: lines.length > 1 ? nth : null });
    }
    plans.push(planned.value);
  }
  // A confirmation names a single payer.
  const [pay = null, ...others] = new Set(plans.map((plan) => plan.pay));
  if (others.length > 0)
    return refuse({
      kind: "draft",
      problem: { kind: "bad_option", option: "pay", given: [pay, ...others].join(", ") },
      line: null,
    });
  const copies = isOfLines ? 1 : Number(make);
  const copied = (requests: readonly VideoRequest[]) =>
    requests.flatMap((request) => Array.from({ length: copies }, () => request));
  const [request, ...more] = copied(plans.map((plan) => plan.request));
  if (!request) throw new Error("a batch was planned without a video");
  const suspected = [...new Map(plans.flatMap((plan) => plan.suspected.map((flag) => [flag.typed, flag]))).values()];
  const typed = plans.flatMap((plan) => (plan.suspected.length > 0 ? plan.flagsAsText : plan.request) ?? []);
  const [typedFirst, ...typedMore] = copied(typed);
  const flagsAsText: PlannedBatch["flagsAsText"] =
    typedFirst && suspected.length > 0 && typed.length === plans.length ? [typedFirst, ...typedMore] : null;
  return ok({ each: [request, ...more], pay, suspected, flagsAsText });
}

function linesOf(text: string): readonly Line[] {
  const typed = text.split(/\r\n?|[\n\u0085\u2028\u2029]/);
  const lines = typed.map((line, index) => ({ text: normalisePrompt(line), nth: index + 1 }));
  return lines.filter((line) => line.text !== "");
}
