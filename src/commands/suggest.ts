import type { Answer } from "../core/command.ts";
import type { Job } from "../core/job.ts";
import type { Choice, Suggested } from "../core/specs.ts";
import { excerpt } from "../messages/excerpt.ts";
import { jobStateText } from "../messages/job-state.ts";
import type { Words } from "../messages/words.ts";
import type { Visit } from "./command-deps.ts";
import { promptValue } from "./recent-prompt.ts";

/** Choices come from so many of the person's newest videos. */
const AMONG = 100;
/** So many choices are offered, in so many characters each. Source: Discord docs, receiving-and-responding (read 2026-11-21). */
const CHOICES_MAX = 25;
const LABEL_MAX = 100;

/** The person's own recent prompts or videos that contain what was typed; none where the store fails. */
export async function suggest({ deps, command, ask, words }: Visit, option: Suggested, typed: string): Promise<Answer> {
  const found = await ask(() => deps.jobs.jobsOf(command.owner, AMONG));
  const jobs = found.ok ? found.value : [];
  const choices = option === "prompt" ? prompts(jobs, typed) : videos(jobs, typed, words);
  return { kind: "suggestions", choices: choices.slice(0, CHOICES_MAX) };
}

function prompts(jobs: readonly Job[], typed: string): readonly Choice[] {
  const newest = new Map<string, Job>();
  for (const job of jobs) if (!newest.has(job.request.prompt)) newest.set(job.request.prompt, job);
  return [...newest.values()]
    .filter(({ request }) => contains(request.prompt, typed))
    .map((job) => ({ label: excerpt(job.request.prompt, LABEL_MAX), value: promptValue(job) }));
}

function videos(jobs: readonly Job[], typed: string, words: Words): readonly Choice[] {
  return jobs
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
