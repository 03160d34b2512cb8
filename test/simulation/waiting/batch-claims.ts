import { isOpen, type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { checkLastWord, checkLedger, checkListener, type Evidence, isTimeHidden } from "../claims.ts";

const CARDS_MAX = 2;

/** Judges the life of a batch that is over; `jobs`: its own and those of its videos. */
export function checkBatchEnd(jobs: readonly Job[], evidence: Evidence, broken: (claim: string) => void): void {
  const { taken, screen, words, facts } = evidence;
  const parts = jobs.filter(({ partOf }) => partOf);
  const [batch] = jobs.filter(({ partOf }) => !partOf);
  const open = jobs.filter(isOpen);
  for (const { state, partOf } of open)
    broken(`the life did not end: ${partOf ? "a part is" : "a batch is"} ${state.status}`);
  if (taken.charges > parts.length) broken("a batch was charged for more videos than it has");
  const paid = parts.filter((part) => wasSent(part));
  if (taken.charges > paid.length) broken("a video was charged twice, or is not known to be charged");
  if ((facts.saidCannotSave || facts.isAnswerRefused) && taken.charges > 0)
    broken("a batch was charged whose person was told that nothing would be");
  if (batch?.approval && batch.approval.decision?.word !== "approved" && taken.charges > 0)
    broken("a batch was charged that nobody has approved");
  checkLedger(parts, taken, broken);
  if (facts.isUninstalled) {
    const isKept = jobs.some(({ request }) => request.prompt !== "" || request.picture !== null);
    if (isKept) broken("what a person wrote was kept when their workspace had left");
    return;
  }
  if (words.saidNothingCharged() && taken.charges > taken.refunds)
    broken("“nothing was charged” stands beside a charge");
  if (screen.cards() > CARDS_MAX) broken("a card was posted again and again");
  const isDeleted = facts.deleted === "final";
  if (screen.notifications().length > 1 && !isTimeHidden(evidence) && !isDeleted)
    broken("the person was called more than once");
  checkLastWord(evidence, broken);
  checkListener(evidence, broken);
}

/** Its paid call may have reached the service. */
function wasSent(part: Job): boolean {
  const outcome = outcomeOf(part);
  return outcome !== null && outcome.kind !== "not_started" && outcome.kind !== "refused";
}
