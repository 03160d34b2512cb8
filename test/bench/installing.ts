import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { botReady } from "./answering-bot.ts";
import { startBot } from "./children.ts";
import type { Scale } from "./scale.ts";
import type { Line } from "./table/row.ts";
import { numberText } from "./table/table.ts";

/** As it is cloned: what is installed and built there. */
const CLONED = ["package.json", "package-lock.json", "tsconfig.json", "src"];
/** Without these two no bot of both platforms is written. */
const BARE = ["discord.js", "@slack/bolt"];

const run = promisify(execFile);
const manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

interface Installed {
  readonly seconds: number;
  readonly megabytes: number;
}

/** What a first `npm ci` takes until the sandbox's page is there, and what it downloads, beside a project of the two libraries alone. */
export async function installing({ installs }: Scale): Promise<readonly Line[]> {
  if (!installs) return [];
  const what = "npm ci with nothing cached, build and start until the sandbox's page is there";
  const dir = await mkdtemp(join(tmpdir(), "reelay-install-"));
  try {
    const ours = await cloned(join(dir, "ours"));
    const whole = await installed(ours, []);
    const begun = performance.now();
    await run("npm", ["run", "build"], { cwd: ours });
    const builtS = secondsSince(begun);
    const startS = await startedIn(ours);
    const slim = await installed(await cloned(join(dir, "slim")), ["--omit=dev"]);
    const bare = await installed(await bareProject(join(dir, "bare")), []);
    const once = (value: number) => ({ figure: { value, low: value, high: value }, target: null });
    return [
      {
        ...once(whole.seconds + builtS + startS),
        what,
        unit: "s",
        beside: `${numberText(whole.seconds)} s of npm ci, ${numberText(builtS)} of building, ${numberText(startS)} of starting; npm ci of discord.js and Bolt alone: ${numberText(bare.seconds)} s`,
      },
      {
        ...once(whole.megabytes),
        what: "downloaded by npm ci",
        unit: "MB",
        beside: `packed; ${numberText(bare.megabytes)} MB for discord.js and Bolt alone`,
      },
      {
        ...once(slim.megabytes),
        what: "downloaded by npm ci --omit=dev",
        unit: "MB",
        beside: `packed, in ${numberText(slim.seconds)} s; ${numberText(bare.megabytes)} MB for discord.js and Bolt alone`,
      },
    ];
  } catch (error) {
    return [{ what, skipped: `npm could not install: ${String(error).split("\n", 1)[0]}` }];
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

async function cloned(dir: string): Promise<string> {
  await mkdir(dir);
  for (const name of CLONED) await cp(name, join(dir, name), { recursive: true });
  return dir;
}

/** Its lock file is there before the clock runs, as ours is. */
async function bareProject(dir: string): Promise<string> {
  await mkdir(dir);
  const { dependencies } = manifest.parse(JSON.parse(await readFile("package.json", "utf8")));
  const own = Object.fromEntries(BARE.map((name) => [name, dependencies[name]]));
  await writeFile(join(dir, "package.json"), JSON.stringify({ name: "bare", private: true, dependencies: own }));
  await run("npm", ["install", "--package-lock-only", "--cache", join(dir, "asked")], { cwd: dir });
  return dir;
}

async function installed(cwd: string, flags: readonly string[]): Promise<Installed> {
  const cache = join(cwd, "downloaded");
  const begun = performance.now();
  await run("npm", ["ci", "--no-audit", "--no-fund", "--cache", cache, ...flags], { cwd });
  const seconds = secondsSince(begun);
  return { seconds, megabytes: (await sizeOf(join(cache, "_cacache", "content-v2"))) / 1e6 };
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((sum, { size }) => sum + size, 0);
}

async function startedIn(cwd: string): Promise<number> {
  const begun = performance.now();
  const bot = startBot({ SANDBOX: "on", PORT: "0" }, cwd);
  await bot.hear(botReady);
  const seconds = secondsSince(begun);
  await bot.stop();
  return seconds;
}

function secondsSince(begun: number): number {
  return (performance.now() - begun) / 1_000;
}
