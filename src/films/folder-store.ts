import { type FileHandle, mkdir, open, readdir, rename, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { syncFolder } from "../core/durable-file.ts";
import { errorCode } from "../core/error-code.ts";
import type { StoredFile } from "../core/film/films-to-delete.ts";
import { ok, refuse } from "../core/result.ts";
import { type FilmStore, storeProblem } from "./film-store.ts";

/** Films beside the database leave this much of the disk free for new videos. */
export const FLOOR_BYTES = 200_000_000;

const DRAFT = ".part";
const OWN_FILE = /^[0-9a-f]{64}(?:\.part)?$/;

/** Free space is checked again after this many bytes. */
const CHECK_EVERY_BYTES = 8_000_000;

/** Several machines may share the folder. */
export function folderStore({
  dir,
  leaveFreeBytes,
  freeBytes = freeBytesAt,
}: {
  readonly dir: string;
  readonly leaveFreeBytes: number;
  readonly freeBytes?: (dir: string) => Promise<number>;
}): FilmStore {
  const pathOf = (name: string) => {
    if (!OWN_FILE.test(name)) throw new Error(`not a film's name: ${name}`);
    return join(dir, name);
  };

  async function checkFreeSpace(neededBytes: number): Promise<void> {
    if ((await freeBytes(dir)) - neededBytes < leaveFreeBytes) throw new DiskFull();
  }

  async function fill(file: FileHandle, content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    let unseenBytes = 0;
    for await (const part of content) {
      signal.throwIfAborted();
      unseenBytes += part.length;
      if (unseenBytes > CHECK_EVERY_BYTES) {
        await checkFreeSpace(part.length);
        unseenBytes = 0;
      }
      await file.writeFile(part);
    }
    await file.sync();
  }

  return {
    async write(name, { bytes, content }, signal) {
      const draft = pathOf(`${name}${DRAFT}`);
      try {
        await mkdir(dir, { recursive: true, mode: 0o700 });
        await checkFreeSpace(bytes ?? 0);
        const file = await open(draft, "wx", 0o600);
        try {
          await fill(file, content, signal);
        } finally {
          await file.close();
        }
        await rename(draft, pathOf(name));
        await syncFolder(dir);
        return ok(null);
      } catch (error) {
        await rm(draft, { force: true }).catch(() => {});
        return refuse(
          error instanceof DiskFull ? { kind: "full", detail: "the disk is nearly full" } : storeProblem(error),
        );
      }
    },
    async read(name, signal, range) {
      try {
        const file = await open(pathOf(name), "r");
        return ok(file.createReadStream({ signal, ...(range && { start: range.from, end: range.to }) }));
      } catch (error) {
        return refuse({ kind: errorCode(error) === "ENOENT" ? "gone" : "unreachable" });
      }
    },
    async delete(name) {
      await rm(pathOf(name), { force: true });
    },
    async list() {
      const names = await readdir(dir).catch((error: unknown) => {
        if (errorCode(error) === "ENOENT") return [];
        throw error;
      });
      const files: StoredFile[] = [];
      for (const name of names.filter((each) => OWN_FILE.test(each))) {
        const stats = await stat(join(dir, name)).catch(() => null);
        if (stats) files.push({ name, bytes: stats.size, at: Math.floor(stats.mtimeMs) });
      }
      return files;
    },
    addressFor: null,
  };
}

class DiskFull extends Error {}

export async function freeBytesAt(dir: string): Promise<number> {
  const { bavail, bsize } = await statfs(dir);
  return bavail * bsize;
}
