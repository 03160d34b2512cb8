import { onTestFinished } from "vitest";
import { startDiscord } from "../../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../../sandbox/src/journal.ts";
import { fetchWhole } from "../../../src/app/fetch-whole.ts";
import type { Clock } from "../../../src/core/clock.ts";
import { firstCard } from "../../../src/core/command.ts";
import { isOpen } from "../../../src/core/job/job.ts";
import type { CommandService, FetchWhole, VideoApi } from "../../../src/core/ports.ts";
import { ok } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { memoryScheduler } from "../../../src/engines/memory-scheduler.ts";
import { discordFrontEnd } from "../../../src/frontends/discord/discord-front-end.ts";
import { acceptJobs, noteAnswer } from "../../../src/jobs/start/accept.ts";
import { stepJobs } from "../../../src/jobs/step.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { alone, withTraffic } from "../../fakes/alone.ts";
import { discordWordsIn } from "../../fakes/front-end-words.ts";
import { memoryJobStore } from "../../fakes/job-store.ts";
import { aJobId, aRequest, TEST_KEY } from "../../fakes/jobs.ts";
import { evenChance, manualClock } from "../../fakes/manual-clock.ts";
import { uncounted } from "../../fakes/meter.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { memoryVault } from "../../fakes/vault.ts";

export const MINUTE = 60_000;
const LASTS = 25 * MINUTE;

/** A service whose videos take 25 minutes and tell every tenth of it. */
function slowService(clock: Clock): VideoApi & { charged(): number } {
  const begun: number[] = [];
  return {
    charged: () => begun.length,
    async submit() {
      begun.push(clock.now());
      return ok({ taskId: `task-${begun.length - 1}`, credits: 95 });
    },
    async poll(_key, taskId) {
      const elapsed = clock.now() - (begun[Number(taskId.slice(5))] ?? 0);
      if (elapsed >= LASTS) return ok({ status: "succeeded", videoUrl: `https://videos.example/${taskId}.mp4` });
      return ok({ status: "running", percent: 10 * Math.floor((10 * elapsed) / LASTS) });
    },
    readAnswer: () => ok({ taskId: "", credits: null }),
    checkKey: async () => "good",
    close: async () => {},
  };
}

/**
 * The library counts in real time, of which an hour has little here: what is left of a bucket is kept from it. Discord's own
 * 429 stays.
 */
function withoutCount(ask: FetchWhole): FetchWhole {
  return async (address, init, limitMs) => {
    const answer = await ask(address, init, limitMs);
    const isCount = (name: string) => name.startsWith("x-ratelimit-");
    const headers = {
      get: (name: string) => (isCount(name) ? null : answer.headers.get(name)),
      has: (name: string) => !isCount(name) && answer.headers.has(name),
    };
    return { ...answer, headers };
  };
}

/** The real front end and the real jobs on Discord's emulator, in simulated time. */
export async function aLongHour() {
  const clock = manualClock();
  const journal = openJournal(clock);
  const discord = await startDiscord({ clock, journal });
  const log = recordingLog();
  const [jobs, vault, video, scheduler] = [
    memoryJobStore(),
    memoryVault(),
    slowService(clock),
    memoryScheduler(clock, log),
  ];
  let inFlight = 0;
  const watched = async <Value>(call: Promise<Value>): Promise<Value> => {
    inFlight += 1;
    return call.finally(() => {
      inFlight -= 1;
    });
  };
  const deps = withTraffic({
    jobs,
    vault,
    video,
    scheduler,
    clock,
    log,
    meter: uncounted,
    pace: { pollMinMs: 2_000 },
    chance: { fraction: () => 0.5, token: () => String(clock.now()) + String(Math.trunc(inFlight)) },
    inspectPicture: async () => ok({ aspectRatio: "16:9" as const }),
    startedAt: clock.now(),
    ...alone(),
    chatOf: () => ({
      ...frontEnd.chat,
      show: (...asked: Parameters<typeof frontEnd.chat.show>) => watched(frontEnd.chat.show(...asked)),
      notify: (...asked: Parameters<typeof frontEnd.chat.notify>) => watched(frontEnd.chat.notify(...asked)),
    }),
  });
  const accept = acceptJobs(deps);
  let accepted = 0;
  let answered = 0;
  const service: CommandService = {
    async answer({ owner, workspace, reply, act }) {
      if (act.kind !== "make_video") return { kind: "nothing" };
      const sealedKey = vault.seal(owner, new Secret(TEST_KEY));
      const id = aJobId(accepted);
      accepted += 1;
      const made = await accept({
        id,
        owner,
        workspace,
        reply,
        sealedKey,
        request: aRequest({ prompt: act.draft.prompt }),
      });
      return made.ok
        ? { kind: "card", card: firstCard(made.value, cardOf(made.value, clock.now())) }
        : { kind: "nothing" };
    },
    async answered(...fate) {
      await noteAnswer(deps, ...fate);
      answered += 1;
    },
  };
  const options = {
    token: discord.token,
    apiUrl: discord.apiUrl,
    shards: "auto" as const,
    prefix: "video",
    wordsIn: discordWordsIn,
    clock,
    chance: evenChance,
    log,
  };
  const frontEnd = discordFrontEnd({ ...options, fetchWhole: withoutCount(fetchWhole(clock)) }, service);
  await frontEnd.start();
  scheduler.start(stepJobs(deps));
  onTestFinished(async () => {
    await scheduler.stop();
    await frontEnd.stop();
    await discord.stop();
  });

  return {
    discord,
    journal,
    video,
    /** Types a command; no time passes before it is answered. */
    async makeVideo(prompt: string, channelId = discord.channelId): Promise<void> {
      const before = answered;
      await discord.command("ada", "video", { prompt }, { channelId });
      while (answered === before) await new Promise((resolve) => setImmediate(resolve));
    },
    /** Time passes only where no request is on its way. */
    async pass(ms: number): Promise<void> {
      const until = clock.now() + ms;
      while (clock.now() < until) {
        if (inFlight > 0) await new Promise((resolve) => setImmediate(resolve));
        else await clock.advance(1_000);
      }
    },
    open: async () => {
      const all = await Promise.all(Array.from({ length: accepted }, (_, n) => jobs.load(aJobId(n))));
      return all.filter((stored) => stored && isOpen(stored.job)).length;
    },
  };
}
