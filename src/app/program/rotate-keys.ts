import { join } from "node:path";
import { ok, type Result, refuse } from "../../core/result.ts";
import { notedIn, renewSealed } from "../../engines/sealed-rows.ts";
import { refusalOf } from "../../engines/sqlite-connection.ts";
import type { RowsBeside } from "../../engines/sqlite-folder.ts";
import { exists } from "../../keys/durable-file.ts";
import { parseKeyRing, readKeyFile, renewKeyFile } from "../../keys/key-ring.ts";
import type { KeyRing } from "../../keys/seal.ts";
import { reseal, ringMarks } from "../../keys/seal.ts";
import { RING_NOTE } from "../storage.ts";
import { folderSentence, openBeside, type StoragePlace } from "./open-beside.ts";

export interface Rotation extends StoragePlace {
  /** SECRET_KEYS; null: the keys are in `secret.keys` of the folder. */
  readonly secretKeys: string | null;
  /** Put a new key first in `secret.keys`. */
  readonly isNew: boolean;
}

/** A job that a step is just saving is sealed as before; it is met again in the next round. */
const ROUNDS_MAX = 5;

/** Seals everything with the first master key, while the bot runs or not; either way a few sentences for the operator. */
export async function rotateKeys(rotation: Rotation): Promise<Result<string, string>> {
  const { dir, redisUrl, secretKeys, isNew } = rotation;
  const opened = await openBeside({ dir, redisUrl }, "rotating");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  const rows = opened.value;
  try {
    const ring = await ringFor(rotation);
    if (!ring.ok) return ring;
    const { sealingId } = ring.value;
    const where = secretKeys === null ? join(dir, "secret.keys") : "SECRET_KEYS";
    if (rows.isInUse && !(await knows(rows, ring.value))) {
      const news = isNew ? `The new key ${sealingId} stands first in ${where}.` : "Nothing was changed.";
      return (isNew ? ok : refuse)(
        `${news} The running Reelay does not know ${sealingId} yet: start it again, then run npm run rotate-keys.`,
      );
    }
    return ok(summary(await renewed(rows, ring.value), ring.value, { where, isInUse: rows.isInUse }));
  } catch (error) {
    if (redisUrl !== null) return refuse(`Redis at REDIS_URL was lost (${String(error)}). Run this once more.`);
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    return refuse(folderSentence(dir, refusal));
  } finally {
    await rows.close();
  }
}

async function ringFor({ dir, redisUrl, secretKeys, isNew }: Rotation): Promise<Result<KeyRing, string>> {
  if (secretKeys !== null) {
    if (isNew) {
      return refuse(
        "The master keys are in SECRET_KEYS. Put a new one first there (id:$(openssl rand -base64 32)), start Reelay again, then run npm run rotate-keys.",
      );
    }
    const ring = parseKeyRing(secretKeys);
    return ring.ok ? ring : refuse(`SECRET_KEYS cannot be used. ${ring.refusal}`);
  }
  if (redisUrl !== null) return refuse("SECRET_KEYS is missing. Set it as every Reelay on that Redis has it.");
  const file = join(dir, "secret.keys");
  if (!(await exists(file))) return refuse(`There is no ${file}. Set SECRET_KEYS as Reelay has it.`);
  if (isNew) return renewKeyFile(file);
  const read = await readKeyFile(file);
  return read.ok ? ok(read.value.ring) : read;
}

/** Whether the bot that runs has the key that everything will be sealed with. */
async function knows(rows: RowsBeside, ring: KeyRing): Promise<boolean> {
  const [first = ""] = ringMarks(ring);
  return ((await notedIn(rows, RING_NOTE.namespace, RING_NOTE.key)) ?? "").split(",").includes(first);
}

interface Renewed {
  readonly stored: number;
  readonly refused: number;
  readonly job: number;
  /** Still sealed with another key of the ring, and with none of it, after the last round. */
  readonly others: number;
  readonly shut: number;
}

async function renewed(rows: RowsBeside, ring: KeyRing): Promise<Renewed> {
  const done = { stored: 0, refused: 0, job: 0 };
  for (let round = 1; ; round += 1) {
    const left = { others: 0, shut: 0 };
    const isLast = round > ROUNDS_MAX;
    await renewSealed(rows, ({ kind, owner, sealed }) => {
      const again = reseal(ring, { purpose: kind === "stored" ? "stored" : "job", owner }, sealed);
      // What is noted of a refused key may be no key, and nobody is asked for one that does not open.
      if (again.kind === "shut" && kind !== "refused") left.shut += 1;
      if (again.kind !== "anew") return null;
      left.others += 1;
      if (isLast) return null;
      done[kind] += 1;
      return again.sealed;
    });
    if (left.others === 0 || isLast) return { ...done, ...left };
  }
}

function summary(
  { stored, refused, job, others, shut }: Renewed,
  { sealingId, keys }: KeyRing,
  { where, isInUse }: { readonly where: string; readonly isInUse: boolean },
): string {
  const old = [...keys.keys()].filter((id) => id !== sealingId).join(", ");
  const parts = [
    `Sealed anew with ${sealingId}: stored keys ${stored}, refused keys of teams ${refused}, keys of videos under way ${job}.`,
  ];
  if (shut > 0)
    parts.push(
      `No key in ${where} opens ${shut} more: left as they are; their owners will be asked for their keys again.`,
    );
  if (others > 0) parts.push(`${others} are still sealed with another key: run this once more.`);
  if (others > 0 || old === "") return parts.join(" ");
  parts.push(`Nothing that opens is sealed with another key: ${old} may be dropped from ${where}.`);
  // A paid call lasts a minute at most, and its job is saved as it was sealed when the call began.
  if (isInUse && job > 0) parts.push("Videos were under way: before that, run this once more in two minutes.");
  parts.push(`Backups from before still need ${old}.`);
  return parts.join(" ");
}
