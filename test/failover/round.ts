import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { startSandbox } from "../../sandbox/src/sandbox.ts";
import { jobKey } from "../../src/engines/job-rows.ts";
import {
  brokenCrashClaims,
  type CrashClaim,
  evidence,
  isAccepted,
  isOver,
  MARK,
  reportOf,
  sightOf,
  type Trial,
} from "../crash/claims.ts";
import { tellStory } from "../crash/kills.ts";
import { startBot } from "../crash/processes.ts";
import { UNBOUND } from "../crash/protocol.ts";
import type { Random } from "../simulation/random.ts";
import { handsOn } from "../story/hands.ts";
import { asked, type RedisSet } from "./redis-set.ts";

/** Commands are typed within this time, by Ada with her own key and by people whose team pays. */
const BURST_MS = 15_000;
/** The other commands are typed after the last failover. */
const BEFORE_SHARE = 0.9;
const SPENDERS = ["guest-0001", "guest-0002", "guest-0003"];
const TASK_MS = 2_000;
/** The price of one of these videos, in credits. */
const PRICE = 95;
/** The share of all videos that the team's cap allows: a third of the team's own. */
const CAP_SHARE = 1 / 6;
const READY_WITHIN_MS = 120_000;
/** A paid call of a process that was cut off counts as unknown after 75 s. The rest takes less than another minute. */
const OVER_WITHIN_MS = 130_000;
const LOOK_EVERY_MS = 1_000;

/** The result of one burst of commands. */
export interface RoundResult {
  readonly typed: number;
  /** Videos whose card was shown, and how many of them were paid for. */
  readonly accepted: number;
  readonly paid: number;
  readonly failovers: number;
  /** The longest time from a kill until a bot saved a new video. */
  readonly backAfterMs: number;
  /** Jobs that a bot has logged as saved, and that Redis does not have at the end. */
  readonly lost: number;
  readonly paidTwice: number;
  readonly isCapPassed: boolean;
  /** Each broken claim with the number of commands that broke it, and their stories. */
  readonly broken: ReadonlyMap<CrashClaim | "not over", number>;
  readonly stories: readonly string[];
}

interface Typed {
  readonly prompt: string;
  readonly typedAt: number;
  interactionId: string | null;
}

/**
 * Runs a front and two workers over a Redis that fails over while people type. Half of the `videos` commands are for a team
 * whose cap is too small for all. Ends when everything is over, or after a time limit.
 */
export async function failoverRound(
  set: RedisSet,
  { replicas, videos, failovers, chance }: FailoverPlan,
): Promise<RoundResult> {
  const sandbox = await startSandbox({ taskMs: TASK_MS });
  sandbox.video.setCredits(1_000_000_000);
  const seen = evidence();
  sandbox.journal.listen((entry) => {
    const sight = sightOf(entry);
    if (sight) seen.take(sight);
  });
  const dir = mkdtempSync(join(tmpdir(), "reelay-failover-"));
  const common = {
    ...sandbox.env,
    ...UNBOUND,
    REDIS_URL: set.url,
    REDIS_REPLICAS: String(replicas),
    SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`,
    DATA_DIR: dir,
    PORT: "0",
    POLL_MIN_MS: "500",
    ATTACH_VIDEOS: "off",
    LOG_LEVEL: "info",
    LOG_FORMAT: "json",
  };
  const printed = new Map<string, string>();
  const savedAt = new Map<string, number>();
  const bots = (["front", "worker", "worker"] as const).map((ROLE, nth) => {
    const name = `${ROLE} ${nth}`;
    let line = "";
    return startBot({ ...common, ROLE }, "as built", undefined, (text) => {
      printed.set(name, `${printed.get(name) ?? ""}${text}`);
      const lines = `${line}${text}`.split("\n");
      line = lines.pop() ?? "";
      for (const each of lines) {
        const job = /"job":"(\w+)".*"job accepted"|"job accepted".*"job":"(\w+)"/.exec(each);
        const id = job?.[1] ?? job?.[2];
        if (id !== undefined) savedAt.set(id, Date.now());
      }
    });
  });
  const typed: Typed[] = [];
  const killsAt: number[] = [];

  async function type(personId: string): Promise<void> {
    const prompt = `${MARK}f n${String(typed.length).padStart(4, "0")}`;
    const entry: Typed = { prompt, typedAt: Date.now(), interactionId: null };
    typed.push(entry);
    entry.interactionId = await sandbox.discord.command(personId, "video", { prompt });
  }

  const trialOf = ({ prompt, typedAt, interactionId }: Typed): Trial => ({
    platform: "discord",
    prompt,
    typedAt,
    killsAt,
    isStored: false,
    stored: null,
    answer: interactionId === null ? null : seen.answerTo(interactionId),
    shown: seen.about(prompt),
    tasks: [],
  });

  /** Returns what Redis and the bots' logs contain about that video, for a story. */
  function recordOf(prompt: string): Promise<string> {
    return asked(set.primary().url, async (client) => {
      for (const id of savedAt.keys()) {
        const row = await client.hgetall(`reelay:row:${jobKey(id)}`);
        if (!row.value?.includes(prompt)) continue;
        const alarm = await client.zscore("reelay:alarms", id);
        const holder = await client.hget("reelay:alarms-held", id);
        const logged = [...printed].flatMap(([name, text]) =>
          text.split("\n").flatMap((line) => (line.includes(id) ? [`  ${name}: ${line}`] : [])),
        );
        const stored = `  ${Date.now()} stored: ${JSON.stringify(row)}; alarm ${alarm}, held by ${holder}`;
        return [stored, ...logged, ""].join("\n");
      }
      return "  no bot has logged that it saved it\n";
    });
  }

  try {
    const areReady = () => [...printed.values()].filter((text) => text.includes('"ready"')).length === bots.length;
    if (!(await until(areReady, READY_WITHIN_MS)))
      throw new Error(`not every bot was ready in time: ${JSON.stringify([...printed], null, 2)}`);
    await sandbox.seeded();
    await openTeam(sandbox, Math.floor(videos * CAP_SHARE) * PRICE);
    for (const personId of ["ada", ...SPENDERS])
      await sandbox.discord.command(personId, "video-settings", { ping: "off" });

    const killing = (async () => {
      for (let n = 0; n < failovers; n += 1) {
        await sleep(chance.between(500, BURST_MS / failovers));
        killsAt.push(Date.now());
        await set.failOver();
      }
    })();
    for (let n = 0; n < videos; n += 1) {
      if (n === Math.floor(videos * BEFORE_SHARE)) await killing;
      void type(n % 2 === 0 ? "ada" : (SPENDERS[chance.between(0, SPENDERS.length - 1)] ?? "ada"));
      await sleep(BURST_MS / videos);
    }

    // Each check reads every message, and would slow down the sandbox if it included finished commands.
    let open: readonly Typed[] = typed;
    const isInTime = await until(() => {
      open = open.filter((each) => !isOver(trialOf(each), Date.now()));
      return open.length === 0;
    }, OVER_WITHIN_MS);
    const { tasks } = reportOf(sandbox);
    const trials = typed.map((each) => ({
      ...trialOf(each),
      tasks: tasks.filter(({ prompt }) => prompt === each.prompt),
    }));
    const broken = new Map<CrashClaim | "not over", number>();
    const stories: string[] = [];
    const note = (claim: CrashClaim | "not over") => broken.set(claim, (broken.get(claim) ?? 0) + 1);
    for (const trial of trials) {
      // Notifications are turned off.
      const claims = brokenCrashClaims(trial).filter((claim) => claim !== "no notification");
      claims.forEach(note);
      const isLeft = !isInTime && !isOver(trial, Date.now());
      if (isLeft) note("not over");
      if (claims.length > 0 || isLeft) stories.push(`${tellStory(trial, claims)}${await recordOf(trial.prompt)}`);
    }
    const teamTasks = trials.filter((_, nth) => nth % 2 === 1).flatMap((trial) => trial.tasks);
    const spent = teamTasks.filter(({ status }) => status !== "failed").length * PRICE;
    const ids = [...savedAt.keys()];
    const there = await asked(set.primary().url, (client) =>
      Promise.all(ids.map((id) => client.exists(`reelay:row:${jobKey(id)}`))),
    );
    return {
      typed: typed.length,
      accepted: trials.filter(isAccepted).length,
      paid: tasks.length,
      failovers: killsAt.length,
      backAfterMs: Math.max(
        ...killsAt.map((at) => Math.min(...[...savedAt.values()].filter((saved) => saved > at + 100)) - at),
      ),
      lost: there.filter((count) => count === 0).length,
      paidTwice: trials.filter((trial) => trial.tasks.length > 1).length,
      isCapPassed: spent > Math.floor(videos * CAP_SHARE) * PRICE,
      broken,
      stories,
    };
  } finally {
    for (const bot of bots) await bot.kill();
    await sandbox.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

export interface FailoverPlan {
  readonly replicas: 0 | 1;
  readonly videos: number;
  readonly failovers: number;
  readonly chance: Random;
}

/** Ben gives the team a key that everybody may spend, up to a cap. */
async function openTeam(sandbox: Awaited<ReturnType<typeof startSandbox>>, cap: number): Promise<void> {
  const hands = handsOn(sandbox, "discord", { after: 0, withinMs: 20_000 });
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key: sandbox.video.key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
  await hands.types("ben", "setup");
  await hands.presses("ben", "Who may spend");
  await hands.fills("ben", "Who may spend", { everyone: "yes" });
  await hands.reads("ben", /May spend: everyone here/);
  await hands.presses("ben", "Rules");
  await hands.fills("ben", "Rules", { team_caps: String(cap) });
  await hands.finds("ben", new RegExp(cap.toLocaleString("en-US")));
}

/** Polls until `isSo` is true. Returns false after `withinMs`. */
async function until(isSo: () => boolean, withinMs: number): Promise<boolean> {
  const giveUp = Date.now() + withinMs;
  while (!isSo()) {
    if (Date.now() > giveUp) return false;
    await sleep(LOOK_EVERY_MS);
  }
  return true;
}
