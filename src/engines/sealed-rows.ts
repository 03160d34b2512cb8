import { z } from "zod";
import { type Owner, ownerFromName, teamFromName } from "../core/job/ids.ts";
import { isOpen } from "../core/job/job.ts";
import type { Facts, Row, Rows } from "../core/rows.ts";
import { holderOf, payerOf } from "../core/team/team.ts";
import { JOBS, jobIn } from "./job-rows.ts";
import { entryKey } from "./rows-keyv.ts";

export interface SealedText {
  /** A stored key, the copy of a team's refused key (or what was noted in its place), or the copy that a job keeps. */
  readonly kind: "stored" | "refused" | "job";
  readonly owner: Owner;
  readonly sealed: string;
}

/** The same sealed anew; null: it stays as it is. */
export type Renew = (text: SealedText) => string | null;

interface KindOfRow {
  readonly prefix: string;
  /** The sealed text in such a row, and the row's value with another in its place; null where there is none, or it cannot be read. */
  textIn(row: Row): { readonly text: SealedText; with(sealed: string): unknown } | null;
}

const entryShape = z.looseObject({ value: z.string() });

function keyvRows(kind: "stored" | "refused", namespace: string, ownerIn: (name: string) => Owner | null): KindOfRow {
  const prefix = entryKey(namespace, "");
  return {
    prefix,
    textIn({ key, value }) {
      const entry = entryShape.safeParse(value).data;
      const owner = ownerIn(key.slice(prefix.length));
      if (!entry || !owner) return null;
      return { text: { kind, owner, sealed: entry.value }, with: (sealed) => ({ ...entry, value: sealed }) };
    },
  };
}

/** Every kind of row that holds a sealed text. Copies of refused keys come first: a key that opens again is known as refused by then. */
const KINDS: readonly KindOfRow[] = [
  keyvRows("refused", "refused-keys", (name) => {
    const team = teamFromName(name);
    return team && holderOf(team);
  }),
  keyvRows("stored", "keys", ownerFromName),
  {
    prefix: JOBS,
    textIn(row) {
      const job = jobIn(row);
      if (typeof job === "string" || !isOpen(job) || job.sealedKey === null) return null;
      const text = { kind: "job", owner: payerOf(job), sealed: job.sealedKey } as const;
      return { text, with: (sealedKey) => ({ ...job, sealedKey }) };
    },
  },
];

/** A running bot waits while a batch is written. */
const ROWS_AT_ONCE = 100;

/**
 * Shows every sealed text to `renew`, and puts what that returns in its place. Each is read again in the transaction that
 * writes it, and the row's version stays: a step of the bot that is under way saves over what it had read.
 */
export async function renewSealed(rows: Rows, renew: Renew): Promise<void> {
  for (const { prefix, textIn } of KINDS)
    for await (const page of rows.walk(prefix)) {
      const keys = page.filter((row) => textIn(row) !== null).map(({ key }) => key);
      for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) await renewAt(keys.slice(at, at + ROWS_AT_ONCE), textIn);
    }

  async function renewAt(keys: readonly string[], textIn: KindOfRow["textIn"]): Promise<void> {
    const anew = new Map<string, string | null>();
    // Asked once for each text, however often the transaction decides.
    const ask = (key: string, text: SealedText) => {
      const id = `${key} ${text.sealed}`;
      const answer = anew.has(id) ? (anew.get(id) ?? null) : renew(text);
      anew.set(id, answer);
      return answer;
    };
    await rows.transact({ keys }, (facts: Facts) => {
      const puts = keys.flatMap((key) => {
        const row = facts.row(key);
        const found = row && textIn(row);
        const sealed = found && ask(key, found.text);
        return row && found && sealed ? [{ ...row, value: found.with(sealed), keepsVersion: true }] : [];
      });
      return { value: null, puts };
    });
  }
}

/** What a keyv holds there as a text; null for nothing. */
export async function notedIn(rows: Rows, namespace: string, name: string): Promise<string | null> {
  const row = await rows.get(entryKey(namespace, name));
  return entryShape.safeParse(row?.value).data?.value ?? null;
}
