import { machineClock } from "../../core/clock.ts";
import { errorCode } from "../../core/error-code.ts";
import { copied } from "./copy-film.ts";
import { joinFiles } from "./join-films.ts";
import { lastFrame } from "./last-frame.ts";
import { png } from "./raster.ts";

/** Ends this process in case the parent is gone. The timer also keeps Node running: the decoder's work does not. */
const OWN_LIMIT_MS = 60_000;

const FIRST_FILE = 3;

const DETAIL_MAX_LENGTH = 300;

/** Written as one line of JSON, followed by the bytes. */
interface ChildResult {
  readonly kind: string;
  readonly bytes?: Uint8Array;
}

async function check() {
  try {
    await import("@napi-rs/webcodecs");
    return { kind: "ready" };
  } catch (error) {
    return errorCode(error) === "ERR_MODULE_NOT_FOUND"
      ? { kind: "absent" }
      : { kind: "broken", detail: String(error).slice(0, DETAIL_MAX_LENGTH) };
  }
}

async function frame() {
  const raster = await lastFrame(FIRST_FILE);
  if (raster === null) return { kind: "unreadable" };
  return { kind: "frame", width: raster.width, height: raster.height, bytes: png(raster) };
}

async function work([task, maxBytes, count]: readonly string[]): Promise<ChildResult> {
  switch (task) {
    case "frame":
      return frame();
    case "join":
      return joinFiles(
        Array.from({ length: Number(count) }, (_, index) => FIRST_FILE + index),
        Number(maxBytes),
      );
    case "copy":
      return copied(FIRST_FILE, Number(maxBytes));
    default:
      return check();
  }
}

machineClock.after(OWN_LIMIT_MS, () => process.exit(1));
const { bytes = new Uint8Array(), ...head } = await work(process.argv.slice(2));
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(bytes, () => process.exit(0));
