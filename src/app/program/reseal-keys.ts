import { join } from "node:path";
import { z } from "zod";
import { exists } from "../../core/durable-file.ts";
import { type Owner, ownerFromName, teamFromName } from "../../core/job/ids.ts";
import { isOpen } from "../../core/job/job.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Facts, Row, Rows } from "../../core/rows.ts";
import { holderOf, payerOf } from "../../core/team/team.ts";
import { JOBS, jobIn, MONTH_KEYS, monthKeyShape } from "../../engines/job-rows.ts";
import { entryKey } from "../../engines/rows-keyv.ts";
import { openRefusalOf } from "../../engines/sqlite-connection.ts";
import type { ProgramRows } from "../../engines/sqlite-folder.ts";
import { parseKeyRing, readKeyFile, renewKeyFile } from "../../keys/key-ring.ts";
import { type KeyRing, reseal, ringMarks, type SealedFor } from "../../keys/seal.ts";
import { openForProgram, programRefusalText, type StoragePlace } from "../open-engine.ts";
import { RING_NOTE } from "../storage.ts";
import { PROGRAM } from "./program-name.ts";

export interface Rotation extends StoragePlace {
  /** SECRET_KEYS, which is used instead of the folder's `secret.keys`. */
  readonly secretKeys: string | null;
  readonly isNew: boolean;
}

/** A concurrent step may save a job with the old encryption. The next round handles it. */
const ROUNDS_MAX = 5;

export async function rotateKeys(rotation: Rotation): Promise<Result<string, string>> {
  const { dir, redisUrl, secretKeys, isNew } = rotation;
  const opened = await openForProgram({ dir, redisUrl }, "rotating");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  const rows = opened.value;
  try {
    const ring = await ringFor(rotation);
    if (!ring.ok) return ring;
    const { sealingId } = ring.value;
    const where = secretKeys === null ? join(dir, "secret.keys") : "SECRET_KEYS";
    if (rows.isInUse && !(await knows(rows, ring.value))) {
      const news = isNew ? `The new key ${sealingId} is now the first in ${where}.` : "Nothing was changed.";
      return (isNew ? ok : refuse)(
        `${news} The running Reelay does not know ${sealingId} yet. Restart it, then run ${PROGRAM} rotate-keys.`,
      );
    }
    return ok(summary(await renewed(rows, ring.value), ring.value, { where, isInUse: rows.isInUse }));
  } catch (error) {
    if (redisUrl !== null)
      return refuse(`The connection to Redis at REDIS_URL was lost (${String(error)}). Run this command again.`);
    const refusal = openRefusalOf(error);
    if (refusal === null) throw error;
    return refuse(programRefusalText(dir, refusal));
  } finally {
    await rows.close();
  }
}

async function ringFor({ dir, redisUrl, secretKeys, isNew }: Rotation): Promise<Result<KeyRing, string>> {
  if (secretKeys !== null) {
    if (isNew) {
      return refuse(
        `The master keys are in SECRET_KEYS. Add a new one in first place (id:$(openssl rand -base64 32)), restart Reelay, then run ${PROGRAM} rotate-keys.`,
      );
    }
    const ring = parseKeyRing(secretKeys);
    return ring.ok ? ring : refuse(`SECRET_KEYS cannot be used. ${ring.refusal}`);
  }
  if (redisUrl !== null)
    return refuse("SECRET_KEYS is missing. Set it to the same value as for every Reelay on this Redis.");
  const file = join(dir, "secret.keys");
  if (!(await exists(file))) return refuse(`There is no ${file}. Set SECRET_KEYS to the same value as for Reelay.`);
  if (isNew) return renewKeyFile(file);
  const read = await readKeyFile(file);
  return read.ok ? ok(read.value.ring) : read;
}

async function knows(rows: ProgramRows, ring: KeyRing): Promise<boolean> {
  const [first = ""] = ringMarks(ring);
  const note = await rows.get(entryKey(RING_NOTE.namespace, RING_NOTE.key));
  return entryShape.safeParse(note?.value).data?.value.split(",").includes(first) ?? false;
}

/** `others`: still encrypted with another key after the last round. `unopened`: no key decrypts them. */
async function renewed(rows: ProgramRows, ring: KeyRing) {
  const done = { ...none };
  for (let round = 1; ; round += 1) {
    const { resealed, unopened } = await resealAll(rows, ring);
    for (const { kind } of KINDS) done[kind] += resealed[kind];
    const others = Object.values(resealed).reduce((sum, count) => sum + count, 0);
    if (others === 0 || round === ROUNDS_MAX) return { ...done, others, unopened };
  }
}

function summary(
  { stored, refused, job, film, month, others, unopened }: Awaited<ReturnType<typeof renewed>>,
  { sealingId, keys }: KeyRing,
  { where, isInUse }: { readonly where: string; readonly isInUse: boolean },
): string {
  const old = [...keys.keys()].filter((id) => id !== sealingId).join(", ");
  const films = film > 0 ? `, addresses of kept videos: ${film}` : "";
  const months = month > 0 ? `, keys of deleted people's monthly totals: ${month}` : "";
  const hasNothing = [stored, refused, job, film, month, unopened, others].every((count) => count === 0);
  if (hasNothing) {
    const more = old === "" ? "" : ` You can remove ${old} from ${where}. Older backups still need ${old}.`;
    return `Nothing to do: everything is already encrypted with ${sealingId}.${more}`;
  }
  const parts = [
    `Re-encrypted with ${sealingId}. Stored keys: ${stored}, rejected team keys: ${refused}, keys of videos in progress: ${job}${films}${months}.`,
  ];
  if (unopened > 0)
    parts.push(
      `Not decrypted by any key in ${where}, and not changed: ${unopened}. Their owners will be asked for their keys again.`,
    );
  if (others > 0) parts.push(`${others} are still encrypted with another key. Run this command again.`);
  if (others > 0 || old === "") return parts.join(" ");
  parts.push(`You can remove ${old} from ${where}.`);
  // A paid call takes at most a minute. Afterwards the job is saved with the old encryption.
  if (isInUse && job > 0)
    parts.push("Before that, run this command again in two minutes, because videos are in progress.");
  parts.push(`Older backups still need ${old}.`);
  return parts.join(" ");
}

const none = { stored: 0, refused: 0, job: 0, film: 0, month: 0 };

interface KindOfRow {
  /** "job": a job's copy of a key. "film": the id of a kept film. "month": the key of deleted people's names. */
  readonly kind: keyof typeof none;
  readonly prefix: string;
  sealedIn(row: Row): { readonly bound: SealedFor; readonly text: string; with(text: string): unknown } | null;
}

const entryShape = z.looseObject({ value: z.string() });

function keyvRows(kind: "stored" | "refused", namespace: string, ownerIn: (name: string) => Owner | null): KindOfRow {
  const prefix = entryKey(namespace, "");
  return {
    kind,
    prefix,
    sealedIn({ key, value }) {
      const entry = entryShape.safeParse(value).data;
      const owner = ownerIn(key.slice(prefix.length));
      if (!entry || !owner) return null;
      const bound = { owner, purpose: kind === "stored" ? "stored" : "job" } as const;
      return { bound, text: entry.value, with: (text) => ({ ...entry, value: text }) };
    },
  };
}

/** Refused keys come first. When a team's key can be opened again, the bot then knows that it was refused. */
const KINDS: readonly KindOfRow[] = [
  keyvRows("refused", "refused-keys", (name) => {
    const team = teamFromName(name);
    return team && holderOf(team);
  }),
  keyvRows("stored", "keys", ownerFromName),
  {
    kind: "job",
    prefix: JOBS,
    sealedIn(row) {
      const job = jobIn(row);
      if (!job || !isOpen(job) || job.sealedKey === null) return null;
      const bound = { owner: payerOf(job), purpose: "job" } as const;
      return { bound, text: job.sealedKey, with: (sealedKey) => ({ ...job, sealedKey }) };
    },
  },
  {
    kind: "film",
    prefix: JOBS,
    sealedIn(row) {
      const job = jobIn(row);
      if (!job?.film) return null;
      const { film } = job;
      const bound = { purpose: "film", name: film.name } as const;
      return { bound, text: film.sealedId, with: (sealedId) => ({ ...job, film: { ...film, sealedId } }) };
    },
  },
  {
    kind: "month",
    prefix: MONTH_KEYS,
    sealedIn({ value }) {
      const read = monthKeyShape.safeParse(value).data;
      if (!read) return null;
      const { month, sealed } = read;
      const bound = { purpose: "month", month } as const;
      return { bound, text: sealed, with: (text) => ({ month, sealed: text }) };
    },
  },
];

/** A running bot waits while a batch is written. */
const ROWS_AT_ONCE = 100;

/**
 * Each row is read again in the transaction that writes it. Its version stays the same, so a step of the bot that read the
 * row earlier can still save over it.
 */
export async function resealAll(rows: Rows, ring: KeyRing) {
  const resealed = { ...none };
  let unopened = 0;
  for (const { kind, prefix, sealedIn } of KINDS)
    for await (const page of rows.walk(prefix)) {
      const keys = page.filter((row) => sealedIn(row) !== null).map(({ key }) => key);
      for (let at = 0; at < keys.length; at += ROWS_AT_ONCE) {
        const batch = keys.slice(at, at + ROWS_AT_ONCE);
        const counts = await rows.transact({ keys: batch }, (facts) => resealRows(batch, { facts, sealedIn, ring }));
        resealed[kind] += counts.resealed;
        // Count only these: a refused key or a film's address need not be entered again.
        if (kind === "stored" || kind === "job") unopened += counts.unopened;
      }
    }
  return { resealed, unopened };
}

function resealRows(
  keys: readonly string[],
  { facts, sealedIn, ring }: { readonly facts: Facts; readonly ring: KeyRing } & Pick<KindOfRow, "sealedIn">,
) {
  let unopened = 0;
  const puts = keys.flatMap((key) => {
    const row = facts.row(key);
    const sealed = row && sealedIn(row);
    if (!row || !sealed) return [];
    const again = reseal(ring, sealed.bound, sealed.text);
    if (again.kind === "unopened") unopened += 1;
    return again.kind === "resealed" ? [{ ...row, value: sealed.with(again.sealed), keepsVersion: true }] : [];
  });
  return { value: { resealed: puts.length, unopened }, puts };
}
