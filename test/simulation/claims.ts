import { type Job, outcomeOf } from "../../src/core/job.ts";
import type { Fate } from "./fate.ts";
import type { DeskFacts } from "./front-desk.ts";
import type { Screen } from "./screen.ts";
import type { Ledger } from "./sim-service.ts";

interface Tell {
  trace(line: string): void;
  broken(claim: string): void;
}

export interface Words {
  see(kind: string, text: string): void;
  /** Somebody read that nothing was charged, as a last word. */
  saidNothingCharged(): boolean;
  /** Somebody read a last word. */
  saidEnd(): boolean;
}

/** Judges every text at the moment it is seen. */
export function watchWords(ledger: Ledger, { trace, broken }: Tell): Words {
  let saidNothing = false;
  let saidEnd = false;
  let last = "";
  return {
    see(kind, text) {
      const stands = ledger.charges > ledger.refunds;
      const line = `SEEN ${kind}: ${text.slice(0, 60)}`;
      if (line !== last && !text.startsWith("Making")) trace(line);
      last = line;
      if (/nothing (was )?charged/i.test(text) && stands) broken("“nothing charged” was said where a charge stands");
      if (/came back to you/.test(text) && ledger.refunds === 0) broken("a refund was claimed that never was");
      if (/credits used/.test(text) && ledger.charges === 0) broken("a price was named that was never charged");
      if (/Nothing was charged/.test(text)) saidNothing = true;
      if (!/^(Starting|Queued|Making|Still)/.test(text)) saidEnd = true;
    },
    saidNothingCharged: () => saidNothing,
    saidEnd: () => saidEnd,
  };
}

export interface Evidence {
  readonly job: Job | null;
  readonly ledger: Ledger;
  readonly screen: Screen;
  readonly words: Words;
  readonly desk: DeskFacts;
  readonly fate: Fate;
}

/** Judges a life that is over. */
export function checkEnd(evidence: Evidence, { broken }: Tell): void {
  const { job, ledger, screen, words, desk } = evidence;
  const stands = ledger.charges > ledger.refunds;
  if (ledger.charges > 1) broken(`one command was charged ${ledger.charges} times`);
  if (desk.saidCannotSave && ledger.charges > 0) broken("a command that could not be saved was charged");
  if (desk.isAnswerRefused && ledger.charges > 0) broken("a command whose answer was refused was charged");
  if (words.saidNothingCharged() && stands) broken("“nothing was charged” stands beside a charge");
  if (job && job.state.status !== "closed") broken(`the life did not end: ${job.state.status}`);
  const calls = screen.notifications();
  if (calls.length > 1) broken(`the person was called more than once: ${calls.slice(0, 3).join(", ")}`);
  checkLastWord(evidence, broken);
}

function checkLastWord({ job, screen, words, desk, fate }: Evidence, broken: Tell["broken"]): void {
  if (job?.state.status !== "closed") return;
  const outcome = outcomeOf(job);
  const card = screen.cardOf(job.reply);
  // Nothing was charged, and nobody has a card that waits; a post whose fate is not known is not repeated for that.
  const isSilent = outcome?.kind === "not_started" && (outcome.why !== "too_old" || card === null);
  if (isSilent || desk.saidCannotSave) return;
  // A person who takes the card away may take the last word with it.
  if (fate.deletesAfterMs !== null || !fate.isReachable) return;

  const isStale = screen.visible().some((each) => each.id === card && !each.isFinal);
  if (!words.saidEnd()) broken("the person never got the final word");
  else if (!screen.visible().some(({ isFinal }) => isFinal)) broken("the final word is nowhere to be seen");
  if (isStale) broken("the card stands there as if it were still under way");
  if (!job.state.told) broken("a job was closed as untold although its person could be reached");
}
