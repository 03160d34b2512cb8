import { buttonId } from "../../core/button.ts";
import type { Button, ChatMessage, Select, Sentence } from "../../core/chat.ts";
import { continuesOf, isChain } from "../../core/film/film-chain.ts";
import { type Job, outcomeOf, type Whole } from "../../core/job/job.ts";
import type { Ledger, Spending } from "../../core/job/ledger.ts";
import { excerpt, payerText, promptsOf } from "../card/card-facts.ts";
import { quotedReason, timeAt } from "../card/card-outcome.ts";
import { jobStateText } from "../card/card-state.ts";
import { message, paragraphs } from "../message.ts";
import type { Words } from "../words.ts";

export const JOBS_ON_PAGE = 5;
const PROMPT_PART = 60;
/**
 * Slack's limit of characters in a menu option. Source: Slack's documentation, composition objects (read 2026-11-21).
 */
const OPTION_MAX = 75;
export const ID_PART = 6;

export interface JobListFacts {
  readonly page: number;
  /** One more than shown if there are older ones. */
  readonly jobs: readonly Whole[];
  readonly spent: Spending;
}

export function jobList({ page, jobs, spent }: JobListFacts, words: Words): ChatMessage {
  const { list } = words;
  const shown = jobs.slice(0, JOBS_ON_PAGE);
  if (shown.length === 0) {
    return message({
      tone: "plain",
      title: list.title,
      body: paragraphs(page === 0 ? list.none : list.noOlder),
      facts: [[spendingText(spent, words)]],
      buttons: pages(page, false, words),
    });
  }
  return message({
    tone: "plain",
    title: page === 0 ? list.title : list.page(page + 1),
    body: shown.map((job) => line(job, words)),
    facts: [[spendingText(spent, words)]],
    select: { label: list.choose, options: shown.map((job) => optionOf(job, words)) },
    buttons: pages(page, jobs.length > JOBS_ON_PAGE, words),
  });
}

function line(job: Whole, words: Words): Sentence {
  const continues = continuesOf(job);
  const prompt = words.amounts.quoted(excerpt(promptsOf(job), PROMPT_PART));
  const payer = payerText(job, job.videos ?? [], words);
  const reason = quotedReason(outcomeOf(job), words);
  return [
    { kind: "strong", text: jobStateText(job, words) },
    ...(reason === null ? [] : [` · ${reason}`]),
    ` · ${prompt} · ${words.amounts.credits(job.price)} · `,
    timeAt(job.acceptedAt, words),
    ...(continues
      ? [
          ` · ${words.chain.part(continues.nth, null)} ← `,
          { kind: "code", text: shortId({ id: continues.job }) } as const,
        ]
      : []),
    ...(job.videos && isChain(job.videos) ? [` · ${words.several.chained}`] : []),
    ...(payer === null ? [] : [` · ${payer}`]),
    ...keptUntil(job, words),
    " · ",
    { kind: "code", text: shortId(job) },
  ];
}

/** Shows the earliest expiry of several videos. */
function keptUntil({ film, videos = [] }: Whole, words: Words): Sentence {
  const ends = [film, ...videos.map((part) => part.film)].flatMap((one) => (one ? [one.until] : []));
  return ends.length === 0 ? [] : [" · ", ...words.list.kept(timeAt(Math.min(...ends), words))];
}

function optionOf(job: Whole, words: Words): Select["options"][number] {
  const label = excerpt(`${jobStateText(job, words)}: ${promptsOf(job)}`, OPTION_MAX);
  return { label, value: buttonId({ kind: "show_job", jobId: job.id }) };
}

function shortId({ id }: Pick<Job, "id">): string {
  return id.slice(0, ID_PART);
}

function pages(page: number, hasOlder: boolean, { buttons }: Words): readonly Button[] {
  const to = (label: string, at: number): Button => ({
    label,
    id: buttonId({ kind: "jobs", page: at }),
    style: "secondary",
  });
  return [...(page > 0 ? [to(buttons.newer, page - 1)] : []), ...(hasOlder ? [to(buttons.older, page + 1)] : [])];
}

/** "This month: 95 credits used." Last month is mentioned only if it had costs. */
export function spendingText({ thisMonth, lastMonth }: Spending, words: Words): string {
  const { spending, amounts } = words;
  const now = spending.thisMonth(ledgerText(thisMonth, words));
  const isQuiet = lastMonth.charged === 0 && lastMonth.unknown === 0;
  return isQuiet ? now : [now, spending.lastMonth(ledgerText(lastMonth, words))].join(amounts.sentenceGap);
}

/** "95 credits used (190 charged, 95 refunded), plus up to 143 unconfirmed" */
export function ledgerText({ charged, refunded, unknown }: Ledger, { spending }: Words): string {
  const spent = charged === refunded ? spending.none : spending.spent(charged - refunded);
  const refunds = refunded === 0 ? "" : spending.refunds(charged, refunded);
  const maybe = unknown === 0 ? "" : spending.maybe(unknown);
  return `${spent}${refunds}${maybe}`;
}
