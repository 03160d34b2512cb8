import { z } from "zod";
import type { Platform } from "../core/platform.ts";
import type { PolicyRefusal } from "../core/policy/policy.ts";
import type { FetchWhole } from "../core/ports.ts";

/** How long the operator's service may take for one prompt, in milliseconds, and how much it may say, in bytes. */
export const ANSWER_WITHIN_MS = 800;
const ANSWER_MAX_BYTES = 10_000;
/** A longer reason is cut, in characters. */
const REASON_MAX = 200;

const verdict = z.object({ allow: z.boolean(), reason: z.string().nullish() });

/** What the service is sent of one prompt: no key, and nothing of its person. */
export interface Question {
  readonly text: string;
  readonly platform: Platform;
  readonly team: string | null;
}

/** Asks the operator's service about one prompt; null: it allows it. Never rejects, and follows no redirect. */
export type AskService = (question: Question) => Promise<PolicyRefusal | null>;

/** The service at that address. Where it gives no answer, its prompt is refused, or with `failsOpen` allowed. */
export function policyService(deps: {
  readonly url: string;
  readonly failsOpen: boolean;
  readonly fetch: FetchWhole;
  /** Hears why there was no answer. */
  failed(error: unknown): void;
}): AskService {
  const { url, failsOpen, fetch, failed } = deps;
  return async (question) => {
    try {
      const body = JSON.stringify(question);
      const init = { method: "POST", headers: { "content-type": "application/json" }, body };
      const answer = await fetch(url, init, ANSWER_WITHIN_MS, ANSWER_MAX_BYTES);
      if (answer.status !== 200) throw new Error(`status ${answer.status}`);
      const { allow, reason } = verdict.parse(JSON.parse(await answer.text()));
      return allow ? null : { kind: "service", reason: said(reason ?? "") };
    } catch (error) {
      failed(error);
      return failsOpen ? null : { kind: "unanswered" };
    }
  };
}

/** In one line; null where nothing is left. */
function said(reason: string): string | null {
  const line = reason
    .toWellFormed()
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim();
  const [...characters] = line;
  return characters.length > REASON_MAX ? `${characters.slice(0, REASON_MAX - 1).join("")}…` : line || null;
}
