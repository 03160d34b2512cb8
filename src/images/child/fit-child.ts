import { Console } from "node:console";
import { readFileSync } from "node:fs";
import { machineClock } from "../../core/clock.ts";
import { errorCode } from "../../core/error-code.ts";

/** Exits after this time in case the parent is gone. Otherwise the parent kills the child earlier. */
const OWN_LIMIT_MS = 60_000;

const DETAIL_MAX_LENGTH = 300;

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
  // The HEIC decoder writes warnings to the console that exists when it is loaded. Keep them out of stdout, which the
  // parent reads.
  globalThis.console = new Console(process.stderr);
  const { fitted } = await import("./fitted.ts");
  return fitted(readFileSync(0));
}

/** Written as one line of JSON, followed by the bytes. */
interface ChildResult {
  readonly kind: string;
  readonly bytes?: Uint8Array;
}

const isFit = process.argv[2] === "fit";
machineClock.after(OWN_LIMIT_MS, () => process.exit(1));
const { bytes = new Uint8Array(), ...head }: ChildResult = isFit ? await makeFit() : await check();
process.stdout.write(`${JSON.stringify(head)}\n`);
process.stdout.write(bytes, () => process.exit(0));
