import { rmSync } from "node:fs";
import { z } from "zod";
import { personWith } from "../../sandbox/src/people.ts";
import type { Sandbox } from "../../sandbox/src/sandbox.ts";
import { machineClock, sleep } from "../../src/core/clock.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { ledgerOf } from "../../src/core/job/ledger.ts";
import { EVERYBODY } from "../../src/core/team/spending.ts";
import { brokenMoneyClaims, serviceLedgerOf } from "../claims/claims.ts";
import type { Random } from "../simulation/random.ts";
import { type Hands, handsOn } from "../story/hands.ts";
import { buttonOf, messagesBefore } from "../story/seen.ts";
import { evidence, taken } from "./claims.ts";
import type { Work } from "./kills.ts";
import { type Bot, startBot, startServers } from "./processes.ts";
import { type Platform, type Report, report, UNBOUND } from "./protocol.ts";
import {
  CONNECTED_WITHIN_MS,
  inCopy,
  jobsIn,
  LOOK_EVERY_MS,
  POLL_MIN_MS,
  scratchFolder,
  storedValues,
  until,
} from "./world.ts";

const KILL_WITHIN_MS = 1_800;
const DRAINED_WITHIN_MS = 150_000;
const SAY_EVERY_MS = 150;

/**
 * Starts one bot after another in a world whose team must approve every video, and kills each at a random time among
 * requests and decisions. The last bot runs until every video has ended.
 */
export function teamKills(platform: Platform, count: number, deps: { tally: TeamTally; chance: Random }): Work {
  const { tally, chance } = deps;
  return async () => {
    const seen = evidence();
    const servers = await startServers(seen.take);
    const dir = scratchFolder();
    const unbound = { ...UNBOUND, MAX_WAITING_PER_USER: "100", ATTACH_VIDEOS: "off" };
    const env = { ...servers.env, ...unbound, DATA_DIR: dir, PORT: "0", POLL_MIN_MS, LOG_LEVEL: "warn" };
    /** The first decision about each video that was found after a kill. */
    const words = new Map<string, string>();
    let asked = 0;

    async function start(): Promise<Bot> {
      const before = seen.connections(platform);
      const bot = startBot(env, "as built");
      const isConnected = () => !bot.isAlive() || seen.connections(platform) > before;
      if (!(await until(isConnected, CONNECTED_WITHIN_MS)) || !bot.isAlive())
        throw new Error(`the bot of a team's world did not connect: ${bot.stderr()}`);
      return bot;
    }

    /** Checks the stored decisions. Returns true if every video has an outcome. */
    async function look(): Promise<boolean> {
      const { videos } = await storedTeam(dir);
      for (const { request, approval } of videos) {
        const word = JSON.stringify(approval?.decision ?? null);
        const first = words.get(request.prompt);
        if (first !== undefined && first !== word) tally.broken("the first decision was replaced", `${first} ${word}`);
        if (word !== "null") words.set(request.prompt, word);
      }
      return videos.every(outcomeOf);
    }

    async function kill(bot: Bot): Promise<void> {
      if (bot.hasExited()) throw new Error(`the bot of a team's world has ended by itself: ${bot.stderr()}`);
      await bot.kill();
      tally.kills += 1;
      await look();
    }

    const say = () => servers.ask({ kind: "team_word", platform, roll: chance.fraction() });

    async function live(bot: Bot): Promise<void> {
      const endMs = chance.between(0, KILL_WITHIN_MS);
      for (let n = chance.between(0, 2); n > 0; n -= 1) {
        asked += 1;
        const prompt = `team kite ${String(asked).padStart(4, "0")}`;
        // Fails if the bot is killed meanwhile.
        servers.ask({ kind: "team_ask", platform, prompt }).catch(() => {});
      }
      for (let now = 0; now < endMs; now += SAY_EVERY_MS) {
        await sleep(machineClock, Math.min(SAY_EVERY_MS, endMs - now));
        if (chance.chance(0.6)) await say();
      }
      await kill(bot);
    }

    let bot = await start();
    await servers.ask({ kind: "team", platform });
    for (let kills = 0; kills < count; kills += 1) {
      if (kills > 0) bot = await start();
      await servers.ask({ kind: "fate", fate: chance.weighted({ normal: 3, quick: 1, fails: 2 }) });
      await live(bot);
    }
    bot = await start();
    return async () => {
      const endAt = Date.now() + DRAINED_WITHIN_MS;
      while (Date.now() < endAt && !(await look())) {
        await say();
        await sleep(machineClock, 10 * LOOK_EVERY_MS);
      }
      await bot.kill();
      await look();
      tally.judge(await storedTeam(dir), report.parse(await servers.ask({ kind: "report" })));
      await servers.end();
      rmSync(dir, { recursive: true, force: true });
    };
  };
}

const APPROVE = "Approve 95 credits";

function handsFor(sandbox: Sandbox, platform: Platform, withinMs: number): Hands {
  return handsOn(sandbox, platform, { after: 0, withinMs });
}

/** Ben gives the team a key that everybody may spend, and turns on approvals for every video. */
export async function setUpTeam(sandbox: Sandbox, platform: Platform): Promise<void> {
  const hands = handsFor(sandbox, platform, 20_000);
  await hands.types("ben", "setup");
  await hands.presses("ben", "Team key");
  await hands.fills("ben", "Team key", { key: sandbox.video.key });
  await hands.finds("ben", /The team's key \(ends in .{4}\) is stored encrypted/);
  await hands.types("ben", "setup");
  await hands.presses("ben", "Who may spend");
  await hands.fills("ben", "Who may spend", { everyone: "yes" });
  await hands.reads("ben", /May spend: everyone here/);
  await hands.presses("ben", "Rules");
  await hands.fills("ben", "Rules", {
    team_caps: "500,000 a day, 1,000,000 a month",
    ask_above: "0",
    approvals: hands.channelId,
  });
  await hands.reads("cleo", /Approvals will arrive here/);
  await hands.finds("ben", /Approvals channel: <#/);
}

/** Cleo, who has no key, requests a video. */
export async function askAsCleo(sandbox: Sandbox, platform: Platform, prompt: string): Promise<void> {
  await handsFor(sandbox, platform, 1_000).asks("cleo", prompt);
}

/**
 * Somebody decides about a requested video. `roll` (0 to 1) chooses the person, the decision and the video. Does not wait,
 * because a killed bot does not answer.
 */
export function sayAWord(sandbox: Sandbox, platform: Platform, roll: number): void {
  const asked = messagesBefore(sandbox, platform, { after: 0, personId: "ben" }).flatMap(({ id, raw }) => {
    const action = buttonOf(raw, APPROVE);
    return action === null ? [] : [{ id, action, raw }];
  });
  const at = roll * asked.length;
  const approval = asked[Math.floor(at)];
  const withdraw = () =>
    void handsFor(sandbox, platform, 200)
      .presses("cleo", "Withdraw")
      .catch(() => {});
  // The question may be lost with the bot that posted it. The person can still withdraw the video.
  if (!approval) {
    if (roll < 0.1) withdraw();
    return;
  }
  const what = at % 1;
  const { id, action, raw } = approval;
  const press = (personId: string, button: string) => sandbox[platform].press(personId, id, button).catch(() => {});
  // Ada is not a manager.
  if (what < 0.1) void press("ada", action);
  if (what >= 0.1 && what < 0.75) void press("ben", action);
  if (what >= 0.6 && what < 0.9) void decline(sandbox, platform, () => press("ben", buttonOf(raw, "Decline") ?? ""));
  if (what >= 0.9)
    void handsFor(sandbox, platform, 200)
      .presses("cleo", "Withdraw")
      .catch(() => {});
}

async function decline(sandbox: Sandbox, platform: Platform, press: () => Promise<unknown>): Promise<void> {
  await press();
  await handsFor(sandbox, platform, 1_500)
    .fills("ben", "Decline this video?", { note: "not this one" })
    .catch(() => {});
}

/** The result of kills of a bot with a team. */
export interface TeamTally {
  kills: number;
  broken(claim: string, where: string): void;
  /** Compares what a finished world has stored with what the service did. */
  judge(team: StoredTeam, report: Report): void;
  isGood(): boolean;
  table(): string;
}

export function teamTally(): TeamTally {
  const counted = { asked: 0, approved: 0, declined: 0, withdrawn: 0, unasked: 0, once: 0, unsure: 0 };
  const broken = new Map<string, number>();

  function note(claim: string, where: string): void {
    broken.set(claim, (broken.get(claim) ?? 0) + 1);
    process.stdout.write(`BROKEN ${claim}: ${where}\n`);
  }

  function judgeVideo(video: Job, tasks: Report["tasks"]): void {
    const { request, approval } = video;
    const outcome = outcomeOf(video);
    const word = approval?.decision?.word ?? null;
    const where = `${request.prompt}: ${JSON.stringify(video)} ${JSON.stringify(tasks)}`;
    counted.asked += 1;
    if (word === "approved" || word === "declined" || word === "withdrawn") counted[word] += 1;
    else counted.unasked += 1;
    if (tasks.length === 1) counted.once += 1;
    if (outcome?.kind === "unknown") counted.unsure += 1;
    if (!approval) note("a team's video needed no approval", where);
    if (!outcome) note("a video did not end", where);
    const stored = outcome && { outcome: outcome.kind, costs: ledgerOf(video) };
    const money = { service: serviceLedgerOf(tasks.map(taken)), isBatch: false, stored };
    for (const claim of brokenMoneyClaims(money)) note(claim, where);
    if (tasks.length > 0 && word !== "approved") note("a charge without an approval", where);
    const by = approval?.decision?.by;
    if ((word === "approved" || word === "declined") && (by == null || personWith(by)?.id !== "ben"))
      note("a person who is not a manager decided", where);
    // The card was never shown, so nobody was asked.
    if (word === null && outcome?.kind !== "not_started") note("an approval ended without a decision", where);
  }

  return {
    kills: 0,
    broken: note,
    judge({ videos, sums, daySums }, { tasks, ledger }) {
      const of = (prompt: string) => tasks.filter((task) => task.prompt === prompt);
      for (const video of videos) judgeVideo(video, of(video.request.prompt));
      const strays = tasks.filter(({ prompt }) => !videos.some(({ request }) => request.prompt === prompt));
      if (strays.length > 0) note("a charge without a job", JSON.stringify(strays));
      if (sums.held !== 0) note("credits are still reserved", JSON.stringify(sums));
      if (JSON.stringify(daySums) !== JSON.stringify(sums))
        note("the sums of days differ from the sums of months", JSON.stringify({ daySums, sums }));
      const all = { service: ledger, isBatch: true, stored: { outcome: null, costs: sums } };
      for (const claim of brokenMoneyClaims(all))
        note(`${claim}, in the team's sums`, JSON.stringify({ sums, ledger }));
    },
    isGood: () => broken.size === 0,
    table() {
      const rows = Object.entries({ "kills with a team": this.kills, ...counted, "claims broken": broken.size });
      return rows.map(([name, count]) => `  ${name.padEnd(50)}${String(count).padStart(6)}`).join("\n");
    },
  };
}

const sums = z.object({ held: z.number(), charged: z.number(), refunded: z.number(), unknown: z.number() });
const sum = z.object({ person: z.string(), usage: sums });

export interface StoredTeam {
  readonly videos: readonly Job[];
  /** The sums of all months and the sums of all days, over the team's videos. */
  readonly sums: z.output<typeof sums>;
  readonly daySums: z.output<typeof sums>;
}

/** Reads what a killed bot stored about its team. */
function storedTeam(dataDir: string): Promise<StoredTeam> {
  const sumOf = (connection: Parameters<typeof storedValues>[0], period: string) =>
    storedValues(connection, `sum/*/${period}/`)
      .map((value) => sum.parse(value))
      .filter(({ person }) => person === EVERYBODY)
      .map(({ usage }) => usage)
      .reduce(addUp, nothing);
  return inCopy(dataDir, (connection) => ({
    videos: jobsIn(connection).filter(({ team }) => team !== undefined),
    sums: sumOf(connection, "????-??"),
    daySums: sumOf(connection, "????-??-??"),
  }));
}

const nothing: StoredTeam["sums"] = { held: 0, charged: 0, refunded: 0, unknown: 0 };

function addUp(one: StoredTeam["sums"], other: StoredTeam["sums"]): StoredTeam["sums"] {
  return {
    held: one.held + other.held,
    charged: one.charged + other.charged,
    refunded: one.refunded + other.refunded,
    unknown: one.unknown + other.unknown,
  };
}
