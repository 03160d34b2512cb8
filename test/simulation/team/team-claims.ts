import type { EpochMs } from "../../../src/core/clock.ts";
import type { Team } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { APPROVAL_MS } from "../../../src/core/job/job.ts";
import { monthOf } from "../../../src/core/job/ledger.ts";
import type { Vault } from "../../../src/core/ports.ts";
import { emptyAccount, usedOf } from "../../../src/core/team/account.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { en } from "../../../src/messages/words/en.ts";
import type { Accounts } from "../world/accounts.ts";
import type { Bot } from "../world/boot.ts";
import type { Screen } from "../world/screen.ts";
import type { Entry } from "../world/sim-service.ts";
import type { TeamBooks } from "./team-books.ts";
import { PEOPLE } from "./team-people.ts";

export interface TeamEvidence {
  readonly team: Team;
  readonly books: TeamBooks;
  readonly accounts: Accounts;
  /** Lists each task with the credits that the service took for it. */
  readonly ledger: readonly Entry[];
  readonly screen: Screen;
  readonly bot: Bot;
  readonly vault: Vault;
  /** A manager last entered the team's key then. */
  readonly keyEnteredAt: EpochMs;
  /** From then on nothing went wrong. */
  readonly healedAt: EpochMs;
}

const BEFORE_ASKED = ["too_old", "answer_lost", "answer_refused", "store"] as const;

/** A video without an open approval ends within two hours in the queue and the time of the longest video. */
const ENDS_WITHIN_MS = 5 * 3_600_000;

type KeyEvidence = Pick<TeamEvidence, "team" | "vault" | "bot" | "accounts" | "keyEnteredAt">;
type Broken = (claim: string) => void;

/** Judges a team's life that is over: everything is drained, and the books are the service's own to the credit. */
export async function checkTeamEnd(evidence: TeamEvidence, broken: Broken): Promise<void> {
  const { books, ledger, screen, healedAt } = evidence;
  const jobs = [...books.jobs.values()];
  for (const job of jobs) {
    if (job.state.status !== "closed") broken(`a video did not end: ${job.state.status}`);
    if (
      job.state.status === "closed" &&
      job.state.closedAt > Math.max(healedAt, decidedBy(job, books)) + ENDS_WITHIN_MS
    )
      broken("a video ended late although nothing stood in its way");
    if (job.approval?.decision === null && !isUnseen(job)) broken("an approval ended without a word");
    if (job.parts) checkBatch(job, evidence, broken);
    else checkEntry(job, ledger.find(({ prompt }) => prompt === job.request.prompt) ?? null, broken);
  }
  const notices = screen.visible().flatMap(({ kind, message }) => (kind === "notice" && message.job) || []);
  if (new Set(notices).size < notices.length) broken("managers were told the same twice");
  await checkMonths(evidence, broken);
  await checkKey(evidence, broken);
}

/** Returns when the approval, its own or its batch's, was decided or had expired. */
function decidedBy({ approval, partOf }: Job, { jobs }: TeamBooks): EpochMs {
  const asked = approval ?? (partOf && jobs.get(partOf.job)?.approval);
  return asked ? asked.askedAt + APPROVAL_MS : 0;
}

/** Returns whether the person never saw the card, so that nobody was asked. */
function isUnseen({ state }: Job): boolean {
  const outcome = "outcome" in state ? state.outcome : null;
  return outcome?.kind === "not_started" && BEFORE_ASKED.some((why) => why === outcome.why);
}

/** Judges that the job says what the service took, or that its outcome is unknown. */
function checkEntry(job: Job, entry: Entry | null, broken: Broken): void {
  if (job.state.status !== "closed") return;
  const { outcome } = job.state;
  const credits = entry?.credits ?? 0;
  const refunded = entry?.refunded ?? 0;
  const isTold =
    outcome.kind === "unknown" ||
    (outcome.kind === "succeeded" && credits === outcome.credits && refunded === 0) ||
    (outcome.kind === "failed" && credits === outcome.refunded && refunded === credits) ||
    ((outcome.kind === "refused" || outcome.kind === "not_started") && entry === null);
  if (!isTold) broken("a job does not tell what the service took");
}

/** Judges the sums by which the caps are judged, by person and month. */
async function checkMonths({ team, books, bot }: TeamEvidence, broken: Broken): Promise<void> {
  const months = new Set([...books.jobs.values()].map(({ acceptedAt }) => monthOf(acceptedAt)));
  for (const month of months) {
    const { all, people } = await bot.stores.teams.month(team, month);
    if (all.held !== 0) broken("credits stayed held when nothing was under way any more");
    if (usedOf(all) !== usedOf(books.takenIn(month, null))) broken("a month's sum is not what its videos took");
    for (const userId of PEOPLE)
      if (usedOf(people.get(userId) ?? emptyAccount) !== usedOf(books.takenIn(month, userId)))
        broken("a person's sum is not what their videos took");
  }
}

/** Judges that a late refusal of a replaced key does not count against the present one. */
export async function checkKey(
  { team, vault, bot, accounts, keyEnteredAt }: KeyEvidence,
  broken: Broken,
): Promise<void> {
  const present = await vault.get(holderOf(team));
  if (!present || !(await bot.refused.has(team, present))) return;
  if (!accounts.hasRefused(present.reveal(), keyEnteredAt)) broken("a key that was not refused is out of use");
}

/**
 * On Slack one card is posted once more where its answer was lost and nobody can look for it. Where the answer was lost for
 * good, and a restart came too late, the word that nothing was started is a message of its own.
 */
function cardsMost({ state, reply }: Job): number {
  const isToldAnew = state.status === "closed" && state.outcome.kind === "not_started";
  return (reply.platform === "slack" ? 2 : 1) + (isToldAnew ? 1 : 0);
}

function partsIn({ jobs }: TeamBooks, { parts = [] }: Job): readonly Job[] {
  return parts.flatMap((id) => jobs.get(id) ?? []);
}

/** One card for all, one notification, and a sum line that is what the service took. */
function checkBatch(batch: Job, { books, ledger, screen }: TeamEvidence, broken: (claim: string) => void): void {
  const parts = partsIn(books, batch);
  if (parts.length !== batch.parts?.length) broken("a batch has lost a video");
  const cardsOf = (job: Job) =>
    screen.visible().filter(({ kind, message }) => kind !== "post" && message.job === job.id);
  if (parts.some((part) => cardsOf(part).length > 0)) broken("one video of several has a card of its own");
  const card = screen.cardOf(batch.reply, batch.id);
  const rings = screen.visible().filter(({ kind, about }) => kind === "post" && about !== null && about === card);
  if (rings.length > 1) broken("a batch rang more than once");
  const cards = cardsOf(batch);
  if (cards.length > cardsMost(batch)) broken("a batch has card after card");
  if (batch.state.status !== "closed") return;
  const { outcome, isNotified } = batch.state;
  if (outcome.kind === "not_started" && parts.some(({ state }) => state.status === "closed" && wasSent(state.outcome)))
    broken("a batch that was not started paid for a video");
  if (outcome.kind !== "several" || !isNotified) return;
  const sumTexts = cards.map(({ message }) => (message.body[0] ?? []).join(""));
  const sum = sumLine(parts, ledger);
  const isRight = sum === "" ? !sumTexts.some((text) => /\d/.test(text)) : sumTexts.includes(sum);
  if (!isRight) broken(`the sum line is not what the service took: ${sumTexts.join(" / ")}`);
}

function wasSent({ kind }: { readonly kind: string }): boolean {
  return kind !== "not_started" && kind !== "refused";
}

/** Returns the sum line by the service's own ledger; an unknown outcome counts as a possible charge. */
function sumLine(parts: readonly Job[], ledger: readonly Entry[]): string {
  let [charged, refunded, perhaps] = [0, 0, 0];
  for (const { request, state } of parts) {
    const entry = ledger.find(({ prompt }) => prompt === request.prompt);
    const outcome = state.status === "closed" ? state.outcome : null;
    if (outcome?.kind === "unknown") perhaps += outcome.atMost;
    else charged += entry?.credits ?? 0;
    if (outcome?.kind !== "unknown") refunded += entry?.refunded ?? 0;
  }
  const { several } = en;
  return [
    ...(charged > 0 ? [several.charged(charged)] : []),
    ...(refunded > 0 ? [several.cameBack(refunded), several.net(charged - refunded)] : []),
    ...(perhaps > 0 ? [several.perhaps(perhaps)] : []),
  ].join(" · ");
}
