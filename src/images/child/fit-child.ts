import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { machineClock } from "../../core/clock.ts";
import { errorCode } from "../../core/error-code.ts";

/**
 * A child ends itself after this time, in milliseconds, if its parent is gone: a parent ends it sooner.
 */
const OWN_LIMIT_MS = 60_000;

/** The most characters of the error of a package that cannot be loaded. */
const DETAIL_MAX_LENGTH = 300;

/** Says whether both packages work with this machine and this Node. */
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
  // The decoder of HEIC writes its warnings to the console as it was when the decoder was loaded; the parent reads the output.
  globalThis.console = new Console(process.stderr);
  const { fitted } = await import("./fitted.ts");
  return fitted(readFileSync(0));
}

/** The parent reads one line of JSON; the bytes come behind it. */
interface ChildResult {
  readonly kind: string;
  readonly bytes?: Uint8Array;
}

const isFit = process.argv[2] === "fit";
machineClock.after(OWN_LIMIT_MS, () => process.exit(1));
const { bytes = new Uint8Array(), ...head }: ChildResult = isFit ? await makeFit() : await check();
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(bytes, () => process.exit(0));
