import { copyFileSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { ledgerOf } from "../../src/core/job/ledger.ts";
import { JOBS, jobIn, jobKey } from "../../src/engines/job-rows.ts";
import { type Connection, connectSqlite } from "../../src/engines/sqlite-connection.ts";
import { adopt, agrees, evidence, isOver, MARK, type Trial } from "./claims.ts";
import { filmsIn } from "./films.ts";
import { tellStory } from "./kills.ts";
import { type Bot, startBot, startServers } from "./processes.ts";
import { type Arming, type Fate, type Platform, platforms, type Report, report, UNBOUND } from "./protocol.ts";
import type { Tally } from "./tally.ts";

/** At most half of a task's duration, so that one poll sees it running. */
export const POLL_MIN_MS = "200";
export const LOOK_EVERY_MS = 20;
/** A busy machine needs long to start a bot. */
export const CONNECTED_WITHIN_MS = 90_000;
const OVER_WITHIN_MS = 120_000;
const QUIET_MS = 250;

interface Typed {
  readonly platform: Platform;
  readonly prompt: string;
  typedAt: number;
  interactionId: string | null;
}

/** Servers and a data folder, and the bots that run and are killed in them one after another. */
export interface World {
  readonly dir: string;
  /** Starts a bot and waits until it is connected to both platforms, or only for `afterMs` if given. */
  start(how: "as built" | "mortal", afterMs?: number): Promise<void>;
  /** Makes the bot kill itself at that durable write. */
  arm(arming: Arming): Promise<void>;
  kill(): Promise<void>;
  /** Waits until the bot has killed itself. Returns false if every command is over and the bot is still running. */
  dies(): Promise<boolean>;
  /** Types a command, which the platform delivers when a bot is connected. The prompt contains `mark`. */
  type(platform: Platform, mark?: string): void;
  fate(fate: Fate): Promise<void>;
  /** The end of the latest bot's output. */
  logged(): string;
  /** Waits until every command is over. Returns false if that takes longer than `withinMs`. */
  isSettled(withinMs: number): Promise<boolean>;
  /** Waits until every command is over, checks each, and removes everything. */
  finish(): Promise<void>;
}

interface Opening {
  readonly name: string;
  readonly tally: Tally;
  /** Additional environment variables of the bots. */
  readonly bounds?: Readonly<Record<string, string>>;
  /** Makes all answers private, and limits their files on Discord to this size. */
  readonly smallFiles?: number;
}

/** Opens a world with a first bot that is connected and has Ada's key. Its prompts contain `name`. */
export async function openWorld({ name, tally, bounds = {}, smallFiles }: Opening): Promise<World> {
  const seen = evidence();
  const servers = await startServers(seen.take);
  const dir = scratchFolder();
  const own = { DATA_DIR: dir, PORT: "0", POLL_MIN_MS, LOG_LEVEL: "warn", KEEP_VIDEOS_DAYS: "30" };
  const env = { ...servers.env, ...UNBOUND, ...bounds, ...own };
  const typed: Typed[] = [];
  const pending = new Set<Promise<void>>();
  const stored = new Map<string, Job>();
  const killsAt: number[] = [];
  let bot: Bot | null = null;

  const failure = () => new Error(`the bot of world ${name} has ended by itself: ${bot?.stderr()}`);

  function living(): Bot {
    if (!bot?.isAlive()) throw failure();
    return bot;
  }

  async function start(how: "as built" | "mortal", afterMs?: number): Promise<void> {
    const before = platforms.map(seen.connections);
    bot = startBot(env, how);
    if (afterMs !== undefined) return sleep(machineClock, afterMs);
    const isConnected = () => living() && platforms.every((each, at) => seen.connections(each) > (before[at] ?? 0));
    if (!(await until(isConnected, CONNECTED_WITHIN_MS)))
      throw new Error(`the bot of world ${name} did not connect: ${bot.stderr()}`);
  }

  async function noteDeath(): Promise<void> {
    if (bot?.hasExited()) throw failure();
    tally.kills += 1;
    killsAt.push(Date.now());
    await noteStored();
  }

  async function noteStored(): Promise<void> {
    for (const job of await inCopy(dir, jobsIn)) stored.set(job.request.prompt, job);
    tally.films(await filmsIn(dir));
  }

  const trialOf = ({ platform, prompt, typedAt, interactionId }: Typed, tasks: Report["tasks"] = []): Trial => ({
    platform,
    prompt,
    typedAt,
    killsAt,
    isPrivate: smallFiles !== undefined,
    answer: interactionId === null ? null : seen.answerTo(interactionId),
    isStored: stored.has(prompt),
    stored: storedFacts(stored.get(prompt)),
    isUndecided: seen.isAsked(prompt),
    shown: seen.about(prompt),
    tasks: tasks.filter((task) => task.prompt === prompt),
  });

  const isAllOver = () => pending.size === 0 && typed.every((each) => isOver(trialOf(each), Date.now()));
  const isQuiet = () => Date.now() - seen.lastAt() > QUIET_MS;

  async function judge(): Promise<void> {
    const { tasks, visible, ledger } = report.parse(await servers.ask({ kind: "report" }));
    const trials = adopt(
      typed.map((each) => trialOf(each, tasks)),
      seen.orphans(),
    );
    for (const trial of trials) {
      if (!agrees(trial.shown, visible)) throw new Error(`the journal and the channel disagree on ${trial.prompt}`);
      const broken = tally.judge(trial);
      if (broken.length > 0) process.stdout.write(tellStory(trial, broken));
    }
    const countedTasks = trials.reduce((sum, trial) => sum + trial.tasks.length, 0);
    if (ledger.tasks !== countedTasks)
      throw new Error(`the service counts ${ledger.tasks} tasks, the commands ${countedTasks}`);
  }

  await start("mortal");
  await servers.ask({ kind: "seeded" });
  if (smallFiles !== undefined) await servers.ask({ kind: "small_files", maxBytes: smallFiles });
  await until(isQuiet, OVER_WITHIN_MS);

  return {
    dir,
    start,
    arm: (arming) => living().arm(arming),
    async kill() {
      await living().kill();
      await noteDeath();
    },
    async dies() {
      const hasEnded = () => !bot?.isAlive() || (isAllOver() && isQuiet());
      await until(hasEnded, OVER_WITHIN_MS);
      if (bot?.isAlive()) return false;
      await noteDeath();
      return true;
    },
    type(platform, mark = name) {
      const prompt = `${MARK}${mark} n${String(typed.length).padStart(4, "0")}`;
      const entry: Typed = { platform, prompt, typedAt: Date.now(), interactionId: null };
      typed.push(entry);
      const typing = servers.ask({ kind: "type", platform, prompt }).then((id) => {
        entry.interactionId = String(id);
        entry.typedAt = Date.now();
        pending.delete(typing);
      });
      // A failed one stays in `pending`, and `finish` throws its error.
      typing.catch(() => {});
      pending.add(typing);
    },
    async fate(fate) {
      await servers.ask({ kind: "fate", fate });
    },
    logged: () => bot?.stderr() ?? "",
    isSettled: (withinMs) => until(() => living() && isAllOver() && isQuiet(), withinMs),
    async finish() {
      await Promise.all(pending);
      await until(() => living() && isAllOver() && isQuiet(), OVER_WITHIN_MS);
      await living().kill();
      await noteStored();
      await judge();
      await servers.end();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** Polls until `fact` is true. Returns false after `withinMs`. */
export async function until(fact: () => boolean, withinMs: number): Promise<boolean> {
  const end = Date.now() + withinMs;
  while (!fact()) {
    if (Date.now() > end) return false;
    await sleep(machineClock, LOOK_EVERY_MS);
  }
  return true;
}

const row = z.object({ value: z.string() });

/** Reads a copy of a killed bot's database, because opening the original would repair it. */
export async function inCopy<Value>(dataDir: string, read: (connection: Connection) => Value): Promise<Value> {
  const copy = scratchFolder();
  try {
    for (const name of ["reelay.db", "reelay.db-wal"]) {
      const file = join(dataDir, name);
      if (existsSync(file)) copyFileSync(file, join(copy, name));
    }
    const connection = await connectSqlite(join(copy, "reelay.db"));
    const value = read(connection);
    connection.close();
    return value;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

/** The values of all rows whose keys match this GLOB prefix. */
export function storedValues(connection: Connection, prefix: string): readonly unknown[] {
  return connection
    .prepare("SELECT value FROM rows WHERE key GLOB ?")
    .all(`${prefix}*`)
    .map((each) => JSON.parse(row.parse(each).value));
}

export function jobsIn(connection: Connection): readonly Job[] {
  const keyOf = (value: unknown) => jobKey(String(Object(value).id));
  return storedValues(connection, JOBS).flatMap((value) => jobIn({ key: keyOf(value), value }) ?? []);
}

function storedFacts(job: Job | undefined): Trial["stored"] {
  const outcome = job ? outcomeOf(job) : null;
  return job && outcome ? { outcome: outcome.kind, costs: ledgerOf(job) } : null;
}

const root = mkdtempSync(join(tmpdir(), "reelay-crash-"));
process.on("exit", () => rmSync(root, { recursive: true, force: true, maxRetries: 5 }));

/** Creates a folder that is removed at the end of this process. */
export function scratchFolder(): string {
  return mkdtempSync(join(root, "world-"));
}
