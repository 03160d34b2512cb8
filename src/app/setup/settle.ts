import { oneLine, scrub } from "../../ops/log.ts";
import type { Verdict } from "../doctor/check.ts";
import type { Asker } from "./asker.ts";

/** One setting that is asked for where it is missing. */
export interface Setting {
  /** Where to find it, a line each. */
  readonly how: readonly string[];
  /** What it is, with what Enter does. */
  readonly question: string;
  readonly isSecret: boolean;
  /** Each is looked at in turn; the first that is amiss is told. */
  readonly looks: readonly ((value: string) => Promise<Verdict>)[];
}

/** `value` is null where it is left out. "gone": nobody answers any more. */
export type Settled = { readonly value: string | null; readonly isNew: boolean } | "gone";

export interface Talk {
  readonly asker: Asker;
  print(line: string): void;
}

/** Takes what is there, or asks; and asks again for as long as it is refused and not to be taken all the same. */
export async function settle(setting: Setting, present: string | null, talk: Talk): Promise<Settled> {
  if (present === null) for (const line of setting.how) talk.print(`  ${line}`);
  let value = present ?? (await typed(setting, setting.question, talk));
  for (;;) {
    if (value === null) return "gone";
    if (value === "") return { value: present, isNew: false };
    const verdict = await lookedAt(setting, value);
    talk.print(`  ${headOf(verdict)}: ${scrub(oneLine(verdict.ok ? verdict.value : verdict.refusal))}`);
    if (verdict.ok) return { value, isNew: value !== present };
    const next = await typed(setting, questionAfter(verdict, value === present), talk);
    if (next === "keep") return { value, isNew: value !== present };
    // Nobody has said that it is wrong: Enter asks the same once more.
    if (next !== "" || !verdict.isUnanswered || value === present) value = next;
  }
}

function headOf(verdict: Verdict): string {
  if (verdict.ok) return "ok";
  return verdict.isUnanswered ? "NOT CHECKED" : "WRONG";
}

function questionAfter({ isUnanswered }: Verdict, isPresent: boolean): string {
  if (isPresent) return "Type another one (Enter: keep this one)";
  return isUnanswered
    ? "It may be right. Type another one (keep: save it unchecked; Enter: check it again)"
    : "Type another one (keep: save this one anyway; Enter: skip)";
}

async function lookedAt({ looks }: Setting, value: string): Promise<Verdict> {
  const seen: string[] = [];
  for (const look of looks) {
    const verdict = await look(value);
    if (!verdict.ok) return verdict;
    seen.push(verdict.value);
  }
  return { ok: true, value: seen.join("; ") };
}

/** A word without spaces, quotes, `#`, `$` or backslashes. */
export function canStandInEnv(text: string): boolean {
  return /^[^\s"'`#$\\]*$/.test(text);
}

/** A text that can stand in a .env as it is; null: nobody answers any more. */
async function typed({ isSecret }: Setting, question: string, { asker, print }: Talk): Promise<string | null> {
  for (;;) {
    const words = `  ${question}${isSecret ? ", not shown" : ""}: `;
    const answer = await (isSecret ? asker.askSecret(words) : asker.ask(words));
    if (answer === null || canStandInEnv(answer)) return answer;
    print("  It contains a space, a quote, # or $, which is never part of it. Type it again.");
  }
}
