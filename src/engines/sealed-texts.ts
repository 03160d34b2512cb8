import { z } from "zod";
import { type Owner, ownerFromName, teamFromName } from "../core/job/ids.ts";
import type { Job } from "../core/job/job.ts";
import { holderOf, payerOf } from "../core/team/team.ts";

/** Where keyv holds sealed texts. The copies of refused keys come first: a key that opens again is known as refused by then. */
export const SEALED_NAMESPACES = ["refused-keys", "keys"] as const;
export type SealedNamespace = (typeof SEALED_NAMESPACES)[number];

export interface SealedText {
  /** A stored key, the copy of a team's refused key (or what was noted in its place), or the copy that a job keeps. */
  readonly kind: "stored" | "refused" | "job";
  readonly owner: Owner;
  readonly sealed: string;
}

/** The same sealed anew; null: it stays as it is. */
export type Renew = (text: SealedText) => string | null;

/** What is sealed in an engine's store, whether or not a bot runs on it. Its methods fail where the store does. */
export interface SealedTexts {
  readonly isInUse: boolean;
  /** What keyv holds there as a text; null for nothing. */
  noted(namespace: string, key: string): Promise<string | null>;
  /** Shows every sealed text to `renew`, and puts what that returns in its place, unless it changed meanwhile. */
  renewAll(renew: Renew): Promise<void>;
  close(): Promise<void>;
}

const entryShape = z.looseObject({ value: z.string() });

/** The text that keyv wrote as an entry's value; null where it is none. */
export function notedIn(entry: string): string | null {
  return readEntry(entry)?.value ?? null;
}

/** The entry of a stored or refused key as it shall be; null where it stays as it is. */
export function renewedEntry(
  { namespace, name, entry }: { readonly namespace: SealedNamespace; readonly name: string; readonly entry: string },
  renew: Renew,
): string | null {
  const held = readEntry(entry);
  const bound = namespace === "keys" ? storedUnder(name) : refusedUnder(name);
  const next = bound && held && renew({ ...bound, sealed: held.value });
  return next ? JSON.stringify({ ...held, value: next }) : null;
}

type Bound = Pick<SealedText, "kind" | "owner">;

function storedUnder(name: string): Bound | null {
  const owner = ownerFromName(name);
  return owner && { kind: "stored", owner };
}

function refusedUnder(name: string): Bound | null {
  const team = teamFromName(name);
  return team && { kind: "refused", owner: holderOf(team) };
}

/** An open job with its copy of the key as it shall be; null where it stays as it is. */
export function renewedJob(job: Job, renew: Renew): Job | null {
  if (job.sealedKey === null) return null;
  const next = renew({ kind: "job", owner: payerOf(job), sealed: job.sealedKey });
  return next === null ? null : { ...job, sealedKey: next };
}

function readEntry(text: string): z.infer<typeof entryShape> | null {
  try {
    const read = entryShape.safeParse(JSON.parse(text));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
