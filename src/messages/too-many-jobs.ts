import type { ChatMessage, Sentence } from "../core/chat.ts";
import type { EpochMs } from "../core/clock.ts";
import { expectedLeftMs } from "../core/foresight.ts";
import type { Job } from "../core/job.ts";
import { coarseTime } from "./coarse-time.ts";
import { countText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { message } from "./message.ts";

const NAMED_MAX = 5;
const PROMPT_PART = 60;

/** The person has as many videos on their way as they may: which ones, and when the first may end. */
export function tooManyJobs(open: readonly Job[], most: number, now: EpochMs): ChatMessage {
  const left = open.map((job) => leftMs(job, now)).filter((ms) => ms !== null);
  const first =
    left.length === 0
      ? "Nobody knows yet when the first of them ends."
      : `The first of them may end in ${coarseTime(Math.min(...left))}.`;
  const more = open.length > NAMED_MAX ? [[`… and ${open.length - NAMED_MAX} more`]] : [];
  return message({
    tone: "waiting",
    title: "Your other videos come first",
    body: [
      [`You can have ${countText(most, "video")} on the way at once. This one was not started. Nothing was charged.`],
      ...open.slice(0, NAMED_MAX).map(named),
      ...more,
      [`${first} Ask again then.`],
    ],
  });
}

function named(job: Job): Sentence {
  return [`“${excerpt(job.request.prompt, PROMPT_PART)}”: ${stageText(job)}`];
}

function stageText(job: Job): string {
  if (job.state.status !== "running") return "starting";
  return job.state.percent === null ? "no percentage yet" : `${job.state.percent}% done`;
}

function leftMs({ state }: Job, now: EpochMs): number | null {
  return state.status === "running" ? expectedLeftMs(state, now) : null;
}
