import { machineClock } from "../../core/clock.ts";
import { copied } from "./copy-film.ts";
import { joined } from "./join-films.ts";
import { lastFrame } from "./last-frame.ts";
import { png } from "./raster.ts";

/** A child ends itself after this time, in milliseconds, if its parent is gone: a parent ends it sooner. */
const OWN_LIMIT_MS = 10_000;
const COPY_OWN_LIMIT_MS = 60_000;

/** The first of the files that its parent hands it open. */
const FIRST_FILE = 3;

/** The most characters of the error of a decoder that cannot be loaded. */
const DETAIL_MAX_LENGTH = 300;

/** One line with the result, and the bytes that belong to it. */
interface ChildAnswer {
  readonly head: object;
  readonly bytes?: Uint8Array;
}

/** Says whether the decoder works with this machine and this Node. */
async function check(): Promise<ChildAnswer> {
  try {
    await import("@napi-rs/webcodecs");
    return { head: { kind: "ready" } };
  } catch (error) {
    const isAbsent = error instanceof Error && "code" in error && error.code === "ERR_MODULE_NOT_FOUND";
    if (isAbsent) return { head: { kind: "absent" } };
    return { head: { kind: "broken", detail: String(error).slice(0, DETAIL_MAX_LENGTH) } };
  }
}

async function frame(): Promise<ChildAnswer> {
  const raster = await lastFrame(FIRST_FILE);
  if (raster === null) return { head: { kind: "unreadable" } };
  return { head: { kind: "frame", width: raster.width, height: raster.height }, bytes: png(raster) };
}

async function join(maxBytes: number, count: number): Promise<ChildAnswer> {
  const files = Array.from({ length: count }, (_, nth) => FIRST_FILE + nth);
  const joining = await joined(files, maxBytes);
  if (joining.kind !== "joined") return { head: joining };
  const { bytes, ...head } = joining;
  return { head, bytes };
}

async function copy(maxBytes: number): Promise<ChildAnswer> {
  const copying = await copied(FIRST_FILE, maxBytes);
  if (copying.kind !== "copied") return { head: copying };
  const { bytes, ...head } = copying;
  return { head, bytes };
}

async function work([task, maxBytes, count]: readonly string[]): Promise<ChildAnswer> {
  switch (task) {
    case "frame":
      return frame();
    case "join":
      return join(Number(maxBytes), Number(count));
    case "copy":
      return copy(Number(maxBytes));
    default:
      return check();
  }
}

const [task = "check", ...more] = process.argv.slice(2);
machineClock.after(task === "copy" ? COPY_OWN_LIMIT_MS : OWN_LIMIT_MS, () => process.exit(1));
const { head, bytes } = await work([task, ...more]);
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(bytes ?? new Uint8Array(), () => process.exit(0));
