import { readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { isDeepStrictEqual, parseEnv } from "node:util";
import { fileErrorCode } from "../../core/error-code.ts";
import type { Log } from "../../core/ports.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import { draftOf, removeDrafts, syncFolder, writeDurably } from "../../keys/durable-file.ts";

export interface EnvFile {
  /** Empty where there is no file yet. */
  readonly text: string;
  /** True where others on this machine can read it. */
  readonly isOpen: boolean;
}

export type Settings = Readonly<Record<string, string>>;

const HEAD = "# Written by npx reelay setup. .env.example has all that can be set.\n";

export async function readEnvFile(file: string): Promise<Result<EnvFile, string>> {
  try {
    const { mode } = await stat(file);
    // Windows has no such bits: it always reports all of them.
    const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
    return ok({ text: await readFile(file, "utf8"), isOpen });
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" ? ok({ text: "", isOpen: false }) : refuse(`${file} cannot be read (${code}).`);
  }
}

/** Replaces the file by a new one for its owner alone, or leaves it as it was and says why. A link stays a link. */
export async function writeEnvFile(file: string, text: string): Promise<Result<null, string>> {
  const target = await realpath(file).catch(() => file);
  const draft = draftOf(target);
  try {
    await writeDurably(draft, text);
    await rename(draft, target);
    await syncFolder(dirname(target));
    return ok(null);
  } catch (error) {
    const code = codeOf(error);
    await rm(draft, { force: true });
    return refuse(`${file} cannot be written (${code}) and was not changed.`);
  }
}

/** Removes the drafts of an interrupted setup from this folder. Never rejects. */
export function removeEnvDrafts(log: Log): Promise<void> {
  return removeDrafts(".env", log);
}

/**
 * Returns the text with these values, otherwise unchanged. The values are words without spaces, quotes or `#`. Returns
 * null where nothing can be added: on Node 20 a line that is no `NAME=value` swallows the next one (tried on 20.20.2,
 * 2026-11-21).
 */
export function withSettings(text: string, settings: Settings): string | null {
  const entries = Object.entries(settings);
  // Node takes a comment without a line break at its end for a setting.
  const lines = text === "" ? HEAD : `${text}${text.endsWith("\n") ? "" : "\n"}`;
  return entries.reduce<string | null>((all, entry) => all && withSetting(all, entry), lines);
}

function withSetting(text: string, [name, value]: readonly [string, string]): string | null {
  const wanted = { ...parseEnv(text), [name]: value };
  const isRight = (after: string) => isDeepStrictEqual({ ...parseEnv(after) }, wanted);
  // Behind the equals sign of its last line: of two lines the last one counts.
  const place = new RegExp(`^([ \\t]*(?:export[ \\t]+)?${name}[ \\t]*=)[^#\\r\\n]*?([ \\t]+#.*|[ \\t]*)$`, "gm");
  const lastMatch = [...text.matchAll(place)].at(-1);
  if (lastMatch) {
    const [line, before = "", after = ""] = lastMatch;
    const end = lastMatch.index + line.length;
    const edited = `${text.slice(0, lastMatch.index)}${before}${value}${after}${text.slice(end)}`;
    // Not where that line was a piece of a longer value.
    if (isRight(edited)) return edited;
  }
  const longer = `${text}${name}=${value}\n`;
  return isRight(longer) ? longer : null;
}

/** Returns the code of a file system's error; throws any other error again. */
function codeOf(error: unknown): string {
  const code = fileErrorCode(error);
  if (code === null) throw error;
  return code;
}
