import { requestsOf, type Whole } from "../../core/batch/batch.ts";

/** What it shows in one text: the prompt, or each scene of a batch once. */
export function promptsOf(job: Whole): string {
  return [...new Set(requestsOf(job).map(({ prompt }) => prompt))].join(" / ");
}
