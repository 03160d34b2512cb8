import { constants } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { ok, refuse } from "../../core/result.ts";
import type { Disk, DoctorDeps, Verdict } from "./check.ts";

/** With less room the bot soon refuses new videos, in bytes. */
const LEAST_FREE_BYTES = 100_000_000;

/** The files that others may not read, as far as they exist. */
const OWN_FILES = ["reelay.db", "reelay.db-wal", "reelay.db-shm", "reelay.spare", "secret.keys"] as const;

export const machineDisk: Disk = {
  async freeBytes(path) {
    const { bavail, bsize } = await statfs(path);
    return bavail * bsize;
  },
  rights: (path) =>
    stat(path).then(
      ({ mode }) => mode & 0o777,
      () => null,
    ),
  isWritable: (dir) =>
    access(dir, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
};

/** Whether DATA_DIR can be written, and has room. */
export async function lookAtFolder({ config, disk }: DoctorDeps): Promise<Verdict> {
  const dir = resolve(config.DATA_DIR);
  const there = await nearest(dir, disk);
  if (!(await disk.isWritable(there)))
    return refuse(`${there} cannot be written. Give this user permission, or set DATA_DIR to another folder.`);
  const freeBytes = await disk.freeBytes(there);
  const room = `${sizeText(freeBytes)} free`;
  if (freeBytes < LEAST_FREE_BYTES)
    return refuse(`${there} has ${room}. Free some space: on a full disk new videos are refused.`);
  return ok(there === dir ? `${dir}, ${room}` : `${dir} will be created at the first start, ${room}`);
}

/** Whether others on this machine can read what is stored. */
export async function lookAtRights({ config, disk, envFile }: DoctorDeps): Promise<Verdict> {
  // Windows has no such bits: it reports all of them, always.
  if (process.platform === "win32") return ok("not checked on Windows");
  const files = [envFile, ...OWN_FILES.map((name) => join(config.DATA_DIR, name))];
  const rights = await Promise.all(files.map((file) => disk.rights(file)));
  const open = files.filter((_, index) => ((rights[index] ?? 0) & 0o077) !== 0);
  return open.length === 0
    ? ok("only you can read them")
    : refuse(`Others on this machine can read them. Run: chmod 600 ${open.join(" ")}`);
}

/** The folder itself, or the nearest one above it that is there. */
async function nearest(dir: string, disk: Disk): Promise<string> {
  for (let at = dir; ; at = dirname(at)) {
    if ((await disk.rights(at)) !== null || at === dirname(at)) return at;
  }
}

function sizeText(bytes: number): string {
  return bytes < 1_000_000_000 ? `${Math.floor(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
