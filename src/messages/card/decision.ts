import type { Piece, Sentence } from "../../core/chat.ts";
import type { Decision, Job } from "../../core/job/job.ts";
import { NOTE_MAX } from "../../core/job/job.ts";
import type { Words } from "../words.ts";
import { excerpt } from "./excerpt.ts";

/** Says who declined the video, and why where they wrote it. */
export function declinedWords({ approval }: Job, words: Words): readonly Sentence[] {
  const decision = approval?.decision ?? null;
  return [words.approvals.declinedBy(deciderOf(decision, words)), ...reasonOf(decision, words)];
}

/** Who decided; "your team's managers" where that is not known. */
export function deciderOf(decision: Decision | null, { approvals }: Words): Piece {
  return decision?.by ? { kind: "person", userId: decision.by } : approvals.managers;
}

/** What was written with a decision, on one line; none where nothing was. */
export function reasonOf(decision: Decision | null, { approvals }: Words): readonly Sentence[] {
  const note = excerpt(decision?.note ?? "", NOTE_MAX);
  return note === "" ? [] : [[approvals.reason(note)]];
}
