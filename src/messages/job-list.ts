import { buttonId } from "../core/button.ts";
import type { Button, ChatMessage, Sentence } from "../core/chat.ts";
import type { Job, Owner } from "../core/job.ts";
import type { Spending } from "../core/ledger.ts";
import { creditsText } from "./credits-text.ts";
import { excerpt } from "./excerpt.ts";
import { jobStateText } from "./job-state.ts";
import { message, paragraphs } from "./message.ts";
import { spendingText } from "./spending.ts";

/** So many videos stand on one page. */
export const JOBS_ON_PAGE = 5;
const PROMPT_PART = 60;
/** So much of a job's id is shown and is enough to name it. */
export const ID_PART = 6;

export interface JobListFacts {
  readonly prefix: string;
  readonly platform: Owner["platform"];
  /** 0 is the newest. */
  readonly page: number;
  /** The page's, newest first, and one more where there are older ones. */
  readonly jobs: readonly Job[];
  readonly spent: Spending;
}

/** One page of somebody's own videos, a line each, with what the month has cost. */
export function jobList({ prefix, platform, page, jobs, spent }: JobListFacts): ChatMessage {
  const shown = jobs.slice(0, JOBS_ON_PAGE);
  const [sample] = shown;
  if (!sample) {
    const none = page === 0 ? "You have not asked for a video yet." : "There are no older videos.";
    const body = paragraphs(none);
    return message({
      tone: "plain",
      title: "Your videos",
      body,
      facts: [[spendingText(spent)]],
      buttons: pages(page, false),
    });
  }
  const word = platform === "discord" ? "show:" : "show";
  const how: Sentence = [
    "To bring a card here: ",
    { kind: "code", text: `/${prefix}-jobs ${word} ${shortId(sample)}` },
  ];
  return message({
    tone: "plain",
    title: page === 0 ? "Your videos" : `Your videos, page ${page + 1}`,
    body: shown.map(line),
    facts: [[spendingText(spent)], how],
    buttons: pages(page, jobs.length > JOBS_ON_PAGE),
  });
}

function line(job: Job): Sentence {
  return [
    { kind: "strong", text: jobStateText(job) },
    ` · “${excerpt(job.request.prompt, PROMPT_PART)}” · ${creditsText(job.price)} · `,
    { kind: "time", at: job.acceptedAt },
    " · ",
    { kind: "code", text: shortId(job) },
  ];
}

function shortId({ id }: Job): string {
  return id.slice(0, ID_PART);
}

function pages(page: number, hasOlder: boolean): readonly Button[] {
  const to = (label: string, at: number): Button => ({
    label,
    id: buttonId({ kind: "jobs", page: at }),
    style: "secondary",
  });
  return [...(page > 0 ? [to("Newer", page - 1)] : []), ...(hasOlder ? [to("Older", page + 1)] : [])];
}
