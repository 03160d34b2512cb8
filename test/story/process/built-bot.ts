import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { startSandbox } from "../../../sandbox/src/sandbox.ts";
import { leaksOf, secretsIn } from "../leaks/leaks.ts";
import type { Place } from "../world.ts";
import { compileOnce, root } from "./compile-once.ts";

/** A program in its own process. `out` and `stderr` return its output, and `ended` resolves with its exit code. */
export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<number | null>;
  out(): string;
  stderr(): string;
  /** Resolves when `out` contains these words. */
  receives(words: string): Promise<void>;
}

/** Everything that the test's programs have printed. */
let printed: { out: string; stderr: string }[] = [];

/**
 * Returns true if the build is newer than all sources. Folders are compared too, because their time changes if a file is
 * removed.
 */
function isBuilt(): boolean {
  const timeOf = (path: string) => statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs;
  const builtAt = timeOf("dist/main.js") ?? 0;
  const sources = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" });
  const inputs = [
    "package.json",
    "node_modules/.package-lock.json",
    "src",
    ...sources.map((name) => join("src", name)),
  ];
  return inputs.every((path) => (timeOf(path) ?? Number.POSITIVE_INFINITY) < builtAt);
}

export async function buildBot() {
  const dir = isBuilt()
    ? root
    : await compileOnce("bot", (folder) => {
        return ["vite/bin/vite.js", "build", join(root, "src"), "--outDir", join(folder, "dist")];
      });

  function run(
    subcommand: string,
    args: readonly string[],
    env: Readonly<Record<string, string>>,
    how: "alone" | "in a shell" = "alone",
    cwd = tmpdir(),
  ): Running {
    const words = [join(dir, "dist/main.js"), subcommand, ...args];
    // The second command prevents the shell from replacing itself with the program.
    const [program, given] =
      how === "alone" ? [process.execPath, words] : ["sh", ["-c", '"$0" "$@"; true', process.execPath, ...words]];
    const child = spawn(program, given, {
      cwd,
      env: { LOG_LEVEL: "warn", LOG_FORMAT: "json", ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const own = { out: "", stderr: "" };
    printed.push(own);
    const waiting: (() => void)[] = [];
    child.stdout.on("data", (part) => {
      own.out += String(part);
      for (const look of waiting) look();
    });
    child.stderr.on("data", (part) => {
      own.stderr += String(part);
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const ended = new Promise<number | null>((done) => child.once("close", done));
    const receives = (words: string) =>
      new Promise<void>((resolve) => {
        const look = () => own.out.includes(words) && resolve();
        waiting.push(look);
        look();
      });
    return { process: child, ended, receives, out: () => own.out, stderr: () => own.stderr };
  }
  return { run, dir };
}

const isOfPlatform = (name: string) => /^(?:DISCORD|SLACK)_/.test(name);

/**
 * A sandbox with a data folder and the environment for a bot. Fails at the end if a secret was left behind. A process starts
 * half a second faster on only one platform.
 */
export async function aBotsWorld(places: readonly Place[] = ["discord", "slack"]) {
  const [sandbox, { run }] = await Promise.all([startSandbox({ taskMs: 60_000 }), buildBot()]);
  const dir = mkdtempSync(join(tmpdir(), "reelay-bot-"));
  printed = [];
  onTestFinished(async () => {
    const leaks = leaksOf(sandbox, dir, { texts: { printed: JSON.stringify(printed) }, more: secretsIn(env) });
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
    if (leaks.length > 0) throw new Error(`a secret leaked: ${leaks.join("; ")}`);
  });
  const isFor = (name: string) => places.some((place) => name.startsWith(place.toUpperCase())) || !isOfPlatform(name);
  const env: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(sandbox.env).filter(([name]) => isFor(name))),
    DATA_DIR: dir,
    PORT: "0",
    POLL_MIN_MS: "40",
  };
  /** Resolves when a bot that is started after this call has connected to every platform. */
  const connected = async () => {
    const after = sandbox.journal.since(0).at(-1)?.seq ?? 0;
    // Takes one second on an idle machine.
    const withinMs = 30_000;
    const isUp = (place: string) =>
      sandbox.journal.find((entry) => entry.place === place && entry.kind === "connected", { after, withinMs });
    await Promise.all(places.map(isUp));
  };
  return { sandbox, dir, env, connected, run };
}
