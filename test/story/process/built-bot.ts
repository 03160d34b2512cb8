import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { onTestFinished, vi } from "vitest";
import { startSandbox } from "../../../src/sandbox/start.ts";
import { leaksOf, secretsIn } from "../leaks/left-behind.ts";
import type { Place } from "../world.ts";
import { builtFolder } from "./built-folder.ts";

const root = resolve(import.meta.dirname, "../../..");

/** A program as a process of its own; what it prints is in `out` and `said`, and `ended` is its exit code. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  out(): string;
  said(): string;
  /** Resolves when it prints those words to `out`, past or to come. */
  hears(words: string): Promise<void>;
}

/** All that the test's programs have printed. */
let printed: { out: string; said: string }[] = [];

const BUILD_MS = 50_000;

/** Builds the bot into a folder of its own; false where another file of this run of the tests has begun to. */
function buildFirst(dir: string, whole: string): boolean {
  if (mkdirSync(dir, { recursive: true }) === undefined) return false;
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  // Types are checked by `npm run check`.
  execFileSync(process.execPath, [tsc, "-p", root, "--noCheck", "--outDir", join(dir, "dist")], { stdio: "pipe" });
  writeFileSync(join(dir, "package.json"), JSON.stringify({ type: "module" }));
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  writeFileSync(whole, "");
  return true;
}

export type BuiltBot = Awaited<ReturnType<typeof buildBot>>;

/** The bot as it is built, once for all files of a run of the tests; none sees it half-built. */
export async function buildBot() {
  // The workers of one run have one parent, which removes the folder in the end.
  const dir = builtFolder(process.ppid);
  const whole = join(dir, "whole");
  if (!buildFirst(dir, whole)) await vi.waitUntil(() => existsSync(whole), { timeout: BUILD_MS });

  function run(
    script: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    how: "alone" | "in a shell" = "alone",
  ): Running {
    const words = ["--disable-warning=ExperimentalWarning", join(dir, "dist", script), ...args];
    // With a second command behind it no shell puts the program in its own place.
    const [program, given] =
      how === "alone" ? [process.execPath, words] : ["sh", ["-c", '"$0" "$@"; true', process.execPath, ...words]];
    const child = spawn(program, given, {
      cwd: tmpdir(),
      env: { LOG_LEVEL: "warn", LOG_FORMAT: "json", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const own = { out: "", said: "" };
    printed.push(own);
    const waiting: (() => void)[] = [];
    child.stdout.on("data", (part) => {
      own.out += String(part);
      for (const look of waiting) look();
    });
    child.stderr.on("data", (part) => {
      own.said += String(part);
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = new Promise<number | null>((done) => child.once("close", done));
    const hears = (words: string) =>
      new Promise<void>((resolve) => {
        const look = () => own.out.includes(words) && resolve();
        waiting.push(look);
        look();
      });
    return { process: child, ended, hears, out: () => own.out, said: () => own.said };
  }
  return { run, dir };
}

const isOfPlatform = (name: string) => /^(?:DISCORD|SLACK)_/.test(name);

/**
 * A sandbox with a folder for a bot's data, and what a bot beside it is started with. No secret may be left behind in the
 * end. On one platform alone a process is up in half a second less.
 */
export async function aBotsWorld(places: readonly Place[] = ["discord", "slack"]) {
  const sandbox = await startSandbox({ taskMs: 60_000 });
  const dir = mkdtempSync(join(tmpdir(), "reelay-bot-"));
  printed = [];
  onTestFinished(async () => {
    const found = await leaksOf(sandbox, dir, { texts: { printed: JSON.stringify(printed) }, more: secretsIn(env) });
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
    if (found.length > 0) throw new Error(`a secret leaked: ${found.join("; ")}`);
  });
  const isFor = (name: string) => places.some((place) => name.startsWith(place.toUpperCase())) || !isOfPlatform(name);
  const env: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => isFor(name))),
    DATA_DIR: dir,
    PORT: "0",
    POLL_MIN_MS: "40",
  };
  /** Resolves when a bot that is started after this call is connected on every platform. */
  const connected = async () => {
    const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
    const isUp = (place: string) =>
      sandbox.journal.find((entry) => entry.place === place && entry.kind === "connected", { after });
    await Promise.all(places.map(isUp));
  };
  return { sandbox, dir, env, connected };
}
