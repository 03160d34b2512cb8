import { rmSync } from "node:fs";
import { type Sandbox, startSandbox } from "../../sandbox/src/sandbox.ts";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { falseStatements, serviceLedgerOf } from "../claims/claims.ts";
import { sightOf, taken } from "../crash/claims.ts";
import { type Bot, programNamed, startBot } from "../crash/processes.ts";
import { CONNECTED_WITHIN_MS, scratchFolder } from "../crash/world.ts";
import type { Contestant } from "./contestants.ts";
import type { Mishap } from "./mishaps.ts";
import { openProxy, type Pending } from "./proxy.ts";

export interface Outcome {
  readonly charges: number;
  /** The number of visible final messages. */
  readonly finals: number;
  readonly notifications: number;
  readonly hasVideo: boolean;
  /** A final message makes a false statement about money. */
  readonly isMisled: boolean;
}

const TASK_MS = 700;
/** The libraries time out after 15 s and retry after that. */
const QUIET_MS = 17_000;
/** Our paid call waits 60 s for its response. After a kill, a final message takes half a minute. */
const OVER_WITHIN_MS = 75_000;
const LOOK_EVERY_MS = 300;
const ADA = "ada";

/**
 * Makes one video with one fault. The bot runs in its own process against real servers on loopback. Resolves after the
 * command was typed, with a function that waits for the end.
 */
export async function contestLife(
  contestant: Contestant,
  mishap: Mishap,
  { redisUrl, name }: { readonly redisUrl: string; readonly name: string },
): Promise<() => Promise<Outcome>> {
  const sandbox = await startSandbox({
    taskMs: TASK_MS,
    seedKeys: contestant.asksForKey,
    idempotencyHeader: contestant.idempotencyHeader,
  });
  const { video, discord, journal } = sandbox;
  const dir = scratchFolder();
  let bot: Bot | null = null;
  let isOver = false;
  const victim = {
    kill() {
      void bot?.kill().then(() => isOver || start());
    },
    stop(forMs: number) {
      bot?.signal("SIGSTOP");
      machineClock.after(forMs, () => bot?.signal("SIGCONT"));
    },
  };
  const pending: Pending = { mishap, victim, isArmed: false, hasStruck: false };
  const toVideo = await openProxy(video.url, pending);
  const toDiscord = await openProxy(discord.apiUrl, pending);
  const env = contestant.env({
    videoUrl: toVideo.origin,
    trusted: [toVideo.origin, video.url],
    key: video.key,
    discordUrl: `${toDiscord.origin}${new URL(discord.apiUrl).pathname}`,
    discordToken: discord.token,
    redisUrl,
    dir,
    name,
  });
  function start(): void {
    bot = startBot(env, "as built", contestant.program ? programNamed(...contestant.program) : undefined);
  }

  async function takeAway(): Promise<void> {
    isOver = true;
    await bot?.kill();
    await Promise.all([toVideo.close(), toDiscord.close(), sandbox.stop()]);
    rmSync(dir, { recursive: true, force: true });
  }

  /** Resolves with the last journal entry before the command. */
  async function type(): Promise<number> {
    start();
    await journal.find(({ kind }) => kind === "connected", { withinMs: CONNECTED_WITHIN_MS });
    if (contestant.asksForKey) await sandbox.seeded();
    const last = journal.last();
    pending.isArmed = true;
    await discord.command(ADA, "video", { prompt: "a paper boat in the rain" });
    return last;
  }

  const after = await type().catch(async (error: unknown) => {
    await takeAway();
    throw error;
  });
  const typedAt = Date.now();
  const seen = () => outcomeAfter(sandbox, after, contestant);
  const isQuiet = () => Date.now() - (journal.since(after).at(-1)?.at ?? typedAt) > QUIET_MS;
  /** A killed bot may send more messages after its restart. */
  const isThere = () => mishap.strike.kind !== "kill" || journal.since(after).some(({ kind }) => kind === "connected");
  return async () => {
    const hasEnded = () => pending.hasStruck && isThere() && isQuiet() && seen().finals > 0;
    while (!hasEnded() && Date.now() - typedAt < OVER_WITHIN_MS) await sleep(machineClock, LOOK_EVERY_MS);
    const outcome = seen();
    const stderr = bot?.stderr();
    await takeAway();
    if (!pending.hasStruck) throw new Error(`${contestant.name} did not meet “${mishap.name}”: ${stderr}`);
    return outcome;
  };
}

function outcomeAfter({ journal, video }: Sandbox, after: number, { isFinal, statementsIn }: Contestant): Outcome {
  const texts = new Map<string, string>();
  let notifications = 0;
  for (const entry of journal.since(after)) {
    const sight = sightOf(entry);
    if (!sight) continue;
    const { what, messageId = "", text } = sight;
    if (what === "message" || what === "edited") texts.set(messageId, text);
    if (what === "deleted") texts.delete(messageId);
    if (what === "pinged") notifications += 1;
  }
  const finals = [...texts.values()].filter(isFinal);
  const tasks = video.tasks();
  const service = serviceLedgerOf(tasks.map(taken));
  const isMisled = falseStatements({ service, isBatch: false, statements: finals.flatMap(statementsIn) }).length > 0;
  const hasVideo = finals.some((text) => /video is ready/i.test(text));
  return { charges: tasks.length, finals: finals.length, notifications, hasVideo, isMisled };
}
