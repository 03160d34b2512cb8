import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";
import { startSandbox } from "../../sandbox/src/sandbox.ts";
import {
  adopt,
  brokenCrashClaims,
  type CrashClaim,
  evidence,
  isOver,
  MARK,
  pingsOf,
  reportOf,
  sightOf,
  type Trial,
} from "../crash/claims.ts";
import { tellStory } from "../crash/kills.ts";
import { UNBOUND } from "../crash/protocol.ts";
import { type RedisServer, startRedis } from "../engines/redis-server.ts";
import { buildBot, type Running } from "../story/process/built-bot.ts";

type Role = "all" | "front" | "worker";

/** Each check reads everything that was ever seen of every command. */
const LOOK_EVERY_MS = 500;
const NOBODY = "no process received it";

/** One process of the fleet. It keeps its name after a restart. */
interface Member {
  readonly role: Role;
  readonly env: Readonly<Record<string, string>>;
  running: Running;
}

interface Typed {
  readonly prompt: string;
  readonly typedAt: number;
  readonly isSilent: boolean;
  interactionId: string | null;
}

function hasVideo({ shown }: Trial): boolean {
  return shown.some(({ texts, isGone }) => !isGone && /The video is ready/.test(texts.at(-1)?.text ?? ""));
}

/** The sandbox, a Redis, and processes of the real bot that share them. */
export async function aFleet({
  taskMs,
  redis: given,
}: {
  readonly taskMs: number;
  /** An existing Redis, if each process uses its own connection to it. Otherwise the fleet starts one. */
  readonly redis?: RedisServer;
}) {
  const bot = await buildBot();
  const redis: RedisServer = given ?? (await startRedis());
  const sandbox = await startSandbox({ taskMs });
  sandbox.video.setCredits(1_000_000_000);
  onTestFinished(async () => {
    await sandbox.stop();
    await redis.stop();
  });
  const seen = evidence();
  sandbox.journal.listen((entry) => {
    const sight = sightOf(entry);
    if (sight) seen.take(sight);
  });
  const common = {
    ...sandbox.env,
    ...UNBOUND,
    REDIS_URL: redis.url,
    PORT: "0",
    POLL_MIN_MS: "500",
    ATTACH_VIDEOS: "off",
    SECRET_KEYS: `a:${randomBytes(32).toString("base64")}`,
  };
  const members = new Map<string, Member>();
  const typed: Typed[] = [];
  let isSilent = false;
  const killsAt: number[] = [];

  function memberOf(name: string): Member {
    const member = members.get(name);
    if (!member) throw new Error(`unknown process: ${name}`);
    return member;
  }

  function start(name: string, role: Role, env: Readonly<Record<string, string>> = {}): void {
    const running = bot.run("start", [], { ...common, ...env, ROLE: role, LOG_LEVEL: "info" });
    members.set(name, { role, env, running });
  }

  /** Kills the process with SIGKILL without a restart. */
  async function fell(name: string): Promise<void> {
    const { running } = memberOf(name);
    running.process.kill("SIGKILL");
    await running.ended;
    killsAt.push(Date.now());
  }

  const answerTo = ({ interactionId: id }: Typed) =>
    id === null ? null : id === NOBODY ? "unanswered" : seen.answerTo(id);

  const trialOf = (each: Typed): Trial => ({
    platform: "discord",
    prompt: each.prompt,
    typedAt: each.typedAt,
    killsAt,
    isStored: false,
    stored: null,
    answer: answerTo(each),
    shown: seen.about(each.prompt),
    tasks: [],
  });

  /** In a crowd, notifications wait because of the channel's rate limit. */
  function isDone(each: Typed): boolean {
    const trial = trialOf(each);
    return isOver(trial, Date.now()) && (each.isSilent || trial.answer === "unanswered" || pingsOf(trial) > 0);
  }

  return {
    redis,
    sandbox,
    start,
    ready: (name: string) => memberOf(name).running.receives('"ready"'),
    isUp: (name: string) => memberOf(name).running.out().includes('"ready"'),
    /** Returns the URL at which the process serves HTTP, once it is ready. */
    originOf: (name: string) => /"at":"(http:[^"]+)"/.exec(memberOf(name).running.out())?.[1] ?? "",
    fell,
    /** Kills the process with SIGKILL and starts it again. */
    async killed(name: string): Promise<void> {
      const { role, env } = memberOf(name);
      await fell(name);
      start(name, role, env);
    },
    /** Suspends the process for this long, as if its event loop were blocked. */
    async stalled(name: string, forMs: number): Promise<void> {
      const { process } = memberOf(name).running;
      process.kill("SIGSTOP");
      await sleep(forMs);
      process.kill("SIGCONT");
      killsAt.push(Date.now());
    },
    /** Types a command as Ada. Resolves when the platform has its response, or has given up. */
    async type(channelId?: string): Promise<void> {
      const prompt = `${MARK}f n${String(typed.length).padStart(4, "0")}`;
      const entry: Typed = { prompt, typedAt: Date.now(), isSilent, interactionId: null };
      typed.push(entry);
      // While no gateway is connected, a person cannot type the command.
      entry.interactionId = await sandbox.discord
        .command("ada", "video", { prompt }, channelId === undefined ? {} : { channelId })
        .catch(() => NOBODY);
    },
    /** Turns off Ada's notifications for all later commands. */
    async silence(): Promise<void> {
      await sandbox.discord.command("ada", "video-settings", { ping: "off" });
      isSilent = true;
    },
    async allOver(withinMs: number): Promise<void> {
      const giveUp = Date.now() + withinMs;
      const isLeft = () => typed.filter((each) => !isDone(each));
      while (isLeft().length > 0) {
        if (Date.now() > giveUp) throw new Error(`not over: ${isLeft().map((each) => tellStory(trialOf(each), []))}`);
        await sleep(LOOK_EVERY_MS);
      }
    },
    /** The number of commands with that answer so far. Null: no answer yet. */
    count: (answer: Trial["answer"]) => typed.filter((each) => answerTo(each) === answer).length,
    videos: () => typed.filter((each) => hasVideo(trialOf(each))).length,
    /** Commands that were typed after the last kill and got no answer. */
    unheardAfterAll: () => typed.filter((each) => each.typedAt > Math.max(...killsAt) && answerTo(each) !== "answered"),
    /** The number of kills after which no command was answered. */
    unheardKills: () =>
      killsAt.filter(
        (killedAt) => !typed.some((each) => each.typedAt > killedAt && trialOf(each).answer === "answered"),
      ).length,
    /** Describes each broken claim that is not expected. */
    broken(expected: readonly CrashClaim[] = []): readonly string[] {
      const { tasks, ledger } = reportOf(sandbox);
      const trials = adopt(
        typed.map((each) => ({ ...trialOf(each), tasks: tasks.filter(({ prompt }) => prompt === each.prompt) })),
        seen.orphans(),
      );
      const stories = trials.flatMap((trial) => {
        const wasSilent = typed.some((each) => each.isSilent && each.prompt === trial.prompt);
        const isMeant = (claim: CrashClaim) => expected.includes(claim) || (wasSilent && claim === "no notification");
        const claims = brokenCrashClaims(trial).filter((claim) => !isMeant(claim));
        return claims.length === 0 ? [] : [tellStory(trial, claims)];
      });
      const countedTasks = trials.reduce((sum, trial) => sum + trial.tasks.length, 0);
      return ledger.tasks === countedTasks
        ? stories
        : [...stories, `${ledger.tasks} tasks, ${countedTasks} of them of a command`];
    },
  };
}
