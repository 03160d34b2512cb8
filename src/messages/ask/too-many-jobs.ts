import type { ChatMessage } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Job } from "../../core/job/job.ts";
import { expectedLeftMs } from "../../core/pace/foresight.ts";
import { coarseTime } from "../card/coarse-time.ts";
import { excerpt } from "../card/excerpt.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";

const NAMED_MAX = 5;
const PROMPT_PART = 60;

/** Of the person's videos on their way. */
export interface OpenJobs {
  readonly open: readonly Job[];
  /** How many are allowed. */
  readonly most: number;
  readonly now: EpochMs;
}

/** The person has as many videos on their way as they may: which ones, and when the first may end. */
export function tooManyJobs({ open, most, now }: OpenJobs, words: Words): ChatMessage {
  const { tooMany } = words;
  const left = open.map((job) => leftMs(job, now)).filter((ms) => ms !== null);
  const first = left.length === 0 ? tooMany.nobodyKnows : tooMany.first(coarseTime(Math.min(...left), words));
  const named = open
    .slice(0, NAMED_MAX)
    .map((job) => tooMany.named(excerpt(job.request.prompt, PROMPT_PART), stageText(job, words)));
  const more = open.length > NAMED_MAX ? [tooMany.more(open.length - NAMED_MAX)] : [];
  return message({
    tone: "bad",
    title: tooMany.title,
    body: paragraphs(tooMany.most(most), ...named, ...more, first),
  });
}

function stageText({ state }: Job, { tooMany }: Words): string {
  if (state.status !== "running") return tooMany.starting;
  return state.percent === null ? tooMany.noPercentage : tooMany.percentDone(state.percent);
}

function leftMs({ state }: Job, now: EpochMs): number | null {
  return state.status === "running" ? expectedLeftMs(state, now) : null;
}
