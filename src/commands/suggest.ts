import type { ActOf, Answer } from "../core/command.ts";
import type { Job } from "../core/job/job.ts";
import type { Choice } from "../core/option-specs.ts";
import { typedPrompt } from "../core/request/video-request.ts";
import { inMenu, styleId } from "../core/style.ts";
import { looksLikeKey } from "../core/text/secret.ts";
import { excerpt } from "../messages/card/card-facts.ts";
import { jobStateText } from "../messages/card/card-state.ts";
import { labelOf } from "../messages/pages/styles-page.ts";
import type { Words } from "../messages/words.ts";
import { stylesHere } from "./saved-styles.ts";
import { promptValue, VALUE_MAX } from "./video/make-video.ts";
import type { Visit } from "./visit.ts";

const JOBS_SEARCHED = 100;
/**
 * Discord's limits of choices, and of characters in each. Source: Discord docs, receiving-and-responding (read 2026-11-21).
 */
const CHOICES_MAX = 25;
const LABEL_MAX = 100;

/** Suggests nothing if the store fails. For prompts, the typed text is the first choice. */
export async function suggest(visit: Visit, { option, typed }: ActOf<"suggest">): Promise<Answer> {
  const { deps, command, ask, words } = visit;
  if (option === "style") return { kind: "suggestions", choices: await styles(visit, typed) };
  const [jobs, own] = await Promise.all([
    ask(() => deps.jobs.jobsOf(command.owner, JOBS_SEARCHED)),
    option === "prompt" ? ownWords(visit, typed.trim()) : [],
  ]);
  if (option === "show") return { kind: "suggestions", choices: videos(jobs, typed, words).slice(0, CHOICES_MAX) };
  const others = prompts(jobs, typed).filter(({ value }) => value !== own[0]?.value);
  return { kind: "suggestions", choices: [...own, ...others].slice(0, CHOICES_MAX) };
}

/** Empty if a choice would cut the text, or if the text contains a key. */
async function ownWords({ deps, command, ask }: Visit, typed: string): Promise<readonly Choice[]> {
  if (typed === "" || typed.length > VALUE_MAX || looksLikeKey(typed)) return [];
  const key = await ask(() => deps.vault.get(command.owner));
  return key?.isIn(typed) ? [] : [{ label: excerpt(typed, LABEL_MAX), value: typed }];
}

async function styles(visit: Visit, typed: string): Promise<readonly Choice[]> {
  const here = await stylesHere(visit);
  const offered = here.always ? [here.always] : here.all;
  return inMenu({ ...here, all: offered.filter(({ name }) => contains(name, typed)) }, CHOICES_MAX)
    .slice(0, CHOICES_MAX)
    .map((style) => ({ label: labelOf(style, visit.words.styles), value: styleId(style) }));
}

function prompts(jobs: readonly Job[], typed: string): readonly Choice[] {
  const newest = new Map<string, Job>();
  // A batch has the prompt of its first part.
  for (const job of jobs)
    if (!job.parts && !newest.has(typedPrompt(job.request))) newest.set(typedPrompt(job.request), job);
  return [...newest]
    .filter(([prompt]) => contains(prompt, typed))
    .map(([prompt, job]) => ({ label: excerpt(prompt, LABEL_MAX), value: promptValue(job) }));
}

function videos(jobs: readonly Job[], typed: string, words: Words): readonly Choice[] {
  return jobs
    .filter(({ partOf }) => partOf === undefined)
    .map((job) => ({
      label: excerpt(`${jobStateText(job, words)}: ${job.request.prompt}`, LABEL_MAX),
      value: job.id,
      job,
    }))
    .filter(({ label, job }) => contains(`${label} ${job.request.prompt}`, typed) || job.id.startsWith(typed.trim()))
    .map(({ label, value }) => ({ label, value }));
}

function contains(text: string, typed: string): boolean {
  return text.toLowerCase().includes(typed.trim().toLowerCase());
}
