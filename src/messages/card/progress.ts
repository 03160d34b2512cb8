import type { Bar } from "../../core/chat.ts";
import type { EpochMs } from "../../core/clock.ts";
import type { Job, Running } from "../../core/job/job.ts";
import { expectedLeftMs } from "../../core/pace/time-left.ts";
import type { Words } from "../words.ts";
import { coarseTime } from "./coarse-time.ts";

/** How far a running video is, and how long it still takes where a guess at that is worth something. */
export function progressOf({ deadlineAt }: Job, state: Running, now: EpochMs, words: Words): Bar {
  const { card } = words;
  const { percent } = state;
  const isGuessed = now < deadlineAt && state.waitingFor !== "key";
  const leftMs = isGuessed ? expectedLeftMs(state, now) : null;
  const said = [
    percent === null ? card.noPercentage : card.percentDone(percent),
    ...(leftMs === null ? [] : [card.left(coarseTime(leftMs, words))]),
  ];
  return { percent, words: said.join(card.comma) };
}
