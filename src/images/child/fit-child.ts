import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { machineClock } from "../../core/clock.ts";
import { errorCode } from "../../core/error-code.ts";

/** A child ends itself after this time if its parent is gone, in milliseconds; a living parent ends it sooner. */
const OWN_LIMIT_MS = 60_000;

/** The longest error of a package that cannot be loaded, in characters. */
const DETAIL_MAX_LENGTH = 300;

/** Reports whether both packages work with this machine and this Node. */
async function check() {
  try {
    await Promise.all([import("sharp"), import("heic-decode")]);
    return { kind: "ready" };
  } catch (error) {
    return errorCode(error) === "ERR_MODULE_NOT_FOUND"
      ? { kind: "absent" }
      : { kind: "broken", detail: String(error).slice(0, DETAIL_MAX_LENGTH) };
  }
}

async function makeFit() {
  // Move the console to stderr before loading the HEIC decoder: it keeps the console that it finds then for its warnings, and
  // the parent reads stdout.
  globalThis.console = new Console(process.stderr);
  const { fitted } = await import("./fitted.ts");
  return fitted(readFileSync(0));
}

/** The parent reads one line of JSON, and then the bytes. */
interface ChildResult {
  readonly kind: string;
  readonly bytes?: Uint8Array;
}

const isFit = process.argv[2] === "fit";
machineClock.after(OWN_LIMIT_MS, () => process.exit(1));
const { bytes = new Uint8Array(), ...head }: ChildResult = isFit ? await makeFit() : await check();
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(bytes, () => process.exit(0));
