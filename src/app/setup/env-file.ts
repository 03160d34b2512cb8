import { readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { readEnvLine } from "../../config/read-env.ts";
import { type Environment, readEnvFile } from "../../config.ts";
import { draftOf, removeDrafts, syncFolder, writeDurably } from "../../core/durable-file.ts";
import { fileErrorCode } from "../../core/error-code.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Log } from "../../core/text/log-fields.ts";

export interface EnvFile {
  readonly text: string;
  readonly settings: Environment;
  readonly isOpen: boolean;
}

export type EnvSettings = Readonly<Record<string, string>>;

const HEAD = "# Written by reelay setup. See .env.example for all settings.\n";

export async function openEnvFile(file: string): Promise<Result<EnvFile, string>> {
  const read = readEnvFile(file);
  if (!read.ok) return read;
  const settings = read.value;
  try {
    const { mode } = await stat(file);
    // Windows has no such bits and always reports all of them.
    const isOpen = process.platform !== "win32" && (mode & 0o077) !== 0;
    return ok({ text: await readFile(file, "utf8"), settings, isOpen });
  } catch (error) {
    const code = codeOf(error);
    return code === "ENOENT" ? ok({ text: "", settings, isOpen: false }) : refuse(`${file} cannot be read (${code}).`);
  }
}

/** Replaces the file with a new one for its owner alone. A link stays a link. */
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

/** Left by an interrupted setup. Never rejects. */
export function removeEnvDrafts(log: Log): Promise<void> {
  return removeDrafts(".env", log);
}

/** Every line of the text must be valid. No value may contain a double quotation mark or a line break. */
export function withSettings(text: string, settings: EnvSettings): string {
  const lines = text === "" ? HEAD : `${text}${text.endsWith("\n") ? "" : "\n"}`;
  return Object.entries(settings).reduce(withSetting, lines);
}

function withSetting(text: string, [name, value]: readonly [string, string]): string {
  const written = /[ #']/.test(value) ? `"${value}"` : value;
  const lines = text.split("\n");
  // If a name occurs twice, the last line counts.
  for (const [index, line] of [...lines.entries()].reverse()) {
    const read = readEnvLine(line);
    if (!read?.ok || read.value.name !== name) continue;
    const { from, until } = read.value;
    // Without a space, the comment after it would become part of the value.
    const space = line[until] === "#" ? " " : "";
    return lines.with(index, `${line.slice(0, from)}${written}${space}${line.slice(until)}`).join("\n");
  }
  return `${text}${name}=${written}\n`;
}

function codeOf(error: unknown): string {
  const code = fileErrorCode(error);
  if (code === null) throw error;
  return code;
}
