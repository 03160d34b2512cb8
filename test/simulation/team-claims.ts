import type { EpochMs } from "../../src/core/clock.ts";
import type { Act, Answer } from "../../src/core/command.ts";
import type { Team, UserId } from "../../src/core/job/ids.ts";
import { APPROVAL_MS, type Job, outcomeOf } from "../../src/core/job/job.ts";
import type { Vault } from "../../src/core/ports.ts";
import { isNoticeId } from "../../src/core/team/notice.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { en } from "../../src/messages/words/en.ts";
import type { Board } from "./board.ts";
import type { Bot } from "./bot.ts";
import type { Entry, SimService } from "./service.ts";
import { monthOfJob, type Taken, type TeamBooks, takenBy } from "./team-books.ts";
import { PEOPLE } from "./team-fate.ts";

export interface TeamEvidence {
  readonly team: Team;
  readonly books: TeamBooks;
  readonly service: SimService;
  readonly board: Board;
  readonly bot: Bot;
  readonly vault: Vault;
  /** Returns whether the bot has noted that the service refuses the team's present key. */
  isOutOfUse(): Promise<boolean>;
  /** When a manager last entered the team's key. */
  readonly keyEnteredAt: EpochMs;
  /** From then on nothing went wrong. */
  readonly healedAt: EpochMs;
  /** Lets everything that was asked for come. */
  run(): Promise<void>;
  ask(act: Act): Promise<Answer | null>;
}

type Broken = (claim: string) => void;

const BEFORE_ASKED = ["too_old", "restart", "answer_lost", "answer_refused", "store"] as const;
/** What is not being decided about: two hours of a queue, and what the longest video takes. */
const ENDS_WITHIN_MS = 5 * 3_600_000;

/** Judges a team's days that are over: everything is drained, and the books are the service's own to the credit. */
export async function checkTeamEnd(evidence: TeamEvidence, broken: Broken): Promise<void> {
  const { books, service, board, healedAt } = evidence;
  for (const job of books.jobs.values()) {
    const { state, approval } = job;
    if (state.status !== "closed") broken(`a video did not end: ${state.status}`);
    if (state.status === "closed" && state.closedAt > Math.max(healedAt, decidedBy(job, books)) + ENDS_WITHIN_MS)
      broken("a video ended late although nothing stood in its way");
    if (approval?.decision === null && !isUnseen(job)) broken("an approval ended without a word");
    if (job.parts) checkBatch(job, evidence, broken);
    else checkEntry(job, service.ledger.find(({ prompt }) => prompt === job.request.prompt) ?? null, broken);
  }
  for (const { prompt } of service.ledger) if (!books.byPrompt(prompt)) broken("credits were taken for no job");
  const notices = board.visible().flatMap(({ message: { job } }) => (job && isNoticeId(job) ? [job] : []));
  if (new Set(notices).size < notices.length) broken("managers were told the same twice");
  await checkMonths(evidence, broken);
  await checkKey(evidence, broken);
}

/** When its managers, or those of its batch, had decided or could not any longer. */
function decidedBy({ approval, partOf }: Job, { jobs }: TeamBooks): EpochMs {
  const asked = approval ?? (partOf && jobs.get(partOf.job)?.approval);
  return asked ? asked.askedAt + APPROVAL_MS : 0;
}

/** Its person never saw its card, so nobody was asked. */
function isUnseen(job: Job): boolean {
  const outcome = outcomeOf(job);
  return outcome?.kind === "not_started" && BEFORE_ASKED.some((why) => why === outcome.why);
}

/** What the service took for one video is what its job says, and what it cannot say is a perhaps. */
function checkEntry(job: Job, entry: Entry | null, broken: Broken): void {
  if (job.state.status !== "closed") return;
  const { outcome } = job.state;
  const { credits, refunded } = entry ?? { credits: 0, refunded: 0 };
  const isTold =
    outcome.kind === "unknown" ||
    (outcome.kind === "succeeded" && credits === outcome.credits && refunded === 0) ||
    (outcome.kind === "failed" && credits === outcome.refunded && refunded === credits) ||
    ((outcome.kind === "refused" || outcome.kind === "not_started") && entry === null);
  if (!isTold) broken("a job does not tell what the service took");
}

/** The engine's sums, and what managers read in their report, by person and month. */
async function checkMonths({ team, books, bot, run, ask }: TeamEvidence, broken: Broken): Promise<void> {
  for (const month of new Set([...books.jobs.values()].map(monthOfJob))) {
    const { all, people } = await bot.stores.teams.month(team, month);
    if (all.held !== 0) broken("credits stayed held when nothing was under way any more");
    if (!isSame(all, books.takenIn(month, null))) broken("a month's sum is not what its videos took");
    for (const userId of PEOPLE) {
      const account = people.get(userId);
      const right = books.takenIn(month, userId);
      if (account ? !isSame(account, right) : right.charged + right.unknown > 0)
        broken("a person's sum is not what their videos took");
    }
  }
  if (!bot.process.isAlive()) return;
  const answering = ask({ kind: "team_report" });
  await run();
  const answer = await Promise.race([answering, Promise.resolve(null)]);
  if (answer?.kind !== "working") return;
  const reading = answer.finish().then(async ({ file }) => {
    const read = await file?.within(1_000_000);
    return read ? Buffer.from(read.content).toString() : "";
  });
  await run();
  for (const line of (await reading).trim().split("\r\n").slice(1)) {
    const [month = "", userId = "", , , charged, refunded, unknown] = line.slice(1, -1).split('","');
    const right = takenOf(books, month, userId);
    if (!isSame({ charged: Number(charged), refunded: Number(refunded), unknown: Number(unknown) }, right))
      broken("the report is not what a person's videos took");
  }
}

function takenOf(books: TeamBooks, month: string, userId: UserId): Omit<Taken, "held"> {
  const sums = { charged: 0, refunded: 0, unknown: 0 };
  for (const job of books.jobs.values()) {
    if (monthOfJob(job) !== month || job.owner.userId !== userId) continue;
    const taken = takenBy(job);
    for (const name of ["charged", "refunded", "unknown"] as const) sums[name] += taken[name];
  }
  return sums;
}

/** A late no to a key that was replaced says nothing about the present one. */
export async function checkKey(
  {
    team,
    vault,
    service,
    keyEnteredAt,
    isOutOfUse,
  }: Omit<TeamEvidence, "board" | "books" | "bot" | "healedAt" | "run" | "ask">,
  broken: Broken,
): Promise<void> {
  const present = await vault.get(holderOf(team));
  if (!present || !(await isOutOfUse())) return;
  if (!service.hasRefused(present.reveal(), keyEnteredAt)) broken("a key that was not refused is out of use");
}

function isSame(one: Omit<Taken, "held">, other: Omit<Taken, "held">): boolean {
  return one.charged === other.charged && one.refunded === other.refunded && one.unknown === other.unknown;
}

/**
 * On Slack one card is posted once more where its answer was lost and nobody can look for it. Where the answer was lost for
 * good, and a restart came too late, the word that nothing was started is a message of its own.
 */
function cardsMost({ state, reply }: Job): number {
  const isToldAnew = state.status === "closed" && state.outcome.kind === "not_started";
  return (reply.platform === "slack" ? 2 : 1) + (isToldAnew ? 1 : 0);
}

/** One card for all, one notification, and a sum line that is what the service took. */
function checkBatch(batch: Job, { books, service, board }: TeamEvidence, broken: Broken): void {
  const parts = books.partsOf(batch);
  const cardsOf = ({ id }: Job) => board.visible().filter(({ message }) => message.job === id);
  if (parts.length !== batch.parts?.length) broken("a batch has lost a video");
  if (parts.some((part) => cardsOf(part).length > 0)) broken("one video of several has a card of its own");
  if (board.calls(batch).length > 1) broken("a batch rang more than once");
  const cards = cardsOf(batch);
  if (cards.length > cardsMost(batch)) broken("a batch has card after card");
  if (batch.state.status !== "closed") return;
  const { outcome, told } = batch.state;
  const wasSent = (part: Job) => !["not_started", "refused", undefined].includes(outcomeOf(part)?.kind);
  if (outcome.kind === "not_started" && parts.some(wasSent)) broken("a batch that was not started paid for a video");
  if (outcome.kind !== "several" || !told) return;
  const shown = cards.map(({ message }) => (message.body[0] ?? []).join(""));
  const sum = sumLine(parts, service);
  const isShown = sum === "" ? !shown.some((text) => /\d/.test(text)) : shown.includes(sum);
  if (!isShown) broken(`the sum line is not what the service took: ${shown.join(" / ")}`);
}

/** By the service's own ledger; what it took of a video that nobody can tell of stands as a perhaps. */
function sumLine(parts: readonly Job[], { ledger }: SimService): string {
  let [charged, refunded, perhaps] = [0, 0, 0];
  for (const part of parts) {
    const entry = ledger.find(({ prompt }) => prompt === part.request.prompt);
    const outcome = outcomeOf(part);
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
