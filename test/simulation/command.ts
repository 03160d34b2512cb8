import type { EpochMs } from "../../src/core/clock.ts";
import { chained, continuationId, continuing } from "../../src/core/film/film-chain.ts";
import { jobIdFrom, type Team } from "../../src/core/job/ids.ts";
import type { Job } from "../../src/core/job/job.ts";
import type { Log, Vault } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import { frameOf, type VideoRequest } from "../../src/core/request/video-request.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { jobPut } from "../../src/engines/job-rows.ts";
import { rulesKey } from "../../src/engines/team-store.ts";
import { TOKEN_LIFE_MS } from "../../src/frontends/discord/discord-limits.ts";
import { jobQueues, releaseQueue } from "../../src/jobs/start/queue.ts";
import { noQueues, noReleases } from "../fakes/alone.ts";
import { aDiscordReply, anOwner, aRequest, aSlackOwner, aSlackReply, TEST_KEY, TEST_START } from "../fakes/jobs.ts";
import { noManagers } from "../fakes/no-managers.ts";
import { toldHealth } from "../fakes/told-health.ts";
import { memoryVault } from "../fakes/vault.ts";
import { simAlarms } from "./alarms.ts";
import { simBoard } from "./board.ts";
import { type Bot, type Rules, type RulesOf, startBot } from "./bot.ts";
import { COST, checkBatchEnd, checkEnd, watchWords } from "./claims.ts";
import { type Drawn, extrasOf, type Fate, fateOf, stalling, type Waits, waitOf, withKeyEnd } from "./command-fate.ts";
import { isLongAfter, promise, visits } from "./deeds.ts";
import { simDisk } from "./disk.ts";
import { type Facts, noFacts } from "./facts.ts";
import { simFilms } from "./films.ts";
import { simFrontEnd } from "./front-end.ts";
import { type SimClock, simClock } from "./process.ts";
import { type Random, random } from "./random.ts";
import { simService } from "./service.ts";

export interface Simulated {
  /** The claims that did not hold; none in a good life. */
  readonly broken: readonly string[];
  /** What happened, a line an event, with the seconds since the command. */
  readonly trace: readonly string[];
  readonly end?: unknown;
  /** How much of what it is about there was in it, in words. */
  readonly counted?: Readonly<Record<string, number>>;
}

/** A life of one command. */
export interface OneLife extends Simulated {
  readonly end: Job | null;
  /** When its person first read a last word; null: never. */
  readonly toldAt: EpochMs | null;
  /** When the service took the credits first; null: never. */
  readonly chargedAt: EpochMs | null;
  readonly facts: Facts;
  /** How many transactions the store took. */
  readonly writes: number;
}

const DAY = 86_400_000;
/** A life that is not over by then is broken: an hour's deadline, a day of polls, a week without a way to the person, and what the bot was away. */
const LIFE_MAX_MS = 12 * DAY;
/** Where several go on from one another, and the bot may be away for long. */
const WAITS_MAX_MS = 40 * DAY;
const TRACE_MAX = 400;
/** What is broken so often says nothing new. */
const BROKEN_MAX = 3;
/** The task is accepted from no command that is older, give or take a slow disk. */
const START_MAX_MS = 660_000;

/** A frame is tried so often at most. */
const FRAME_TRIES = 4;

const RENEWED = new Secret("rk-renewed-0123456789");
const GIVEN = new Secret(TEST_KEY);

/** Lives one command to its end, as the seed says. The trace is kept only where it is wanted. */
export function commandLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed);
  return live(fated(seed, fateOf(dice, TEST_START)), dice, isTraced);
}

/** The same with two processes that share a Redis and all jobs, and that may stand still and lose their locks besides. */
export function fleetLife(seed: number, { isTraced = false } = {}): Promise<OneLife> {
  const dice = random(seed);
  return live(fated(seed, stalling(fateOf(dice, TEST_START), dice)), dice, isTraced);
}

/** What chance makes of a life, with what the number of its seed decides. */
export function fated(seed: number, drawn: Drawn): Fate {
  const isVideoWanted = Math.floor(seed / 2) % 2 === 0;
  const seesHistory = drawn.platform === "slack" && Math.floor(seed / 4) % 2 === 0;
  const extras = extrasOf(seed);
  const deal = withKeyEnd(drawn.deal, { start: TEST_START, keyEnds: extras.keyEnds });
  // Alarms that several processes share ring by one clock here.
  return { ...drawn, ...extras, ...(drawn.processes > 1 && { clockSets: [] }), deal, isVideoWanted, seesHistory };
}

/** What all simulated jobs note: their claims that broke, and a line for each event where it is wanted. */
export function notes(clock: SimClock, isTraced: boolean) {
  const [broken, lines]: [string[], string[]] = [[], []];
  const from = clock.now();
  const trace = (line: string) => {
    if (isTraced && lines.length < TRACE_MAX) lines.push(`${((clock.now() - from) / 1_000).toFixed(1)} s ${line}`);
  };
  const unhandled = (reason: unknown) => void broken.push(`nobody handled: ${String(reason)}`);
  process.on("unhandledRejection", unhandled);
  return {
    now: clock.now,
    trace,
    broken(claim: string) {
      trace(`BROKEN ${claim}`);
      broken.push(claim);
    },
    // A storm goes on for ever, and says nothing new.
    isOver: () => broken.length >= BROKEN_MAX || broken.some((claim) => claim.startsWith("a storm")),
    /** Node tells of rejections between two turns of the event loop. */
    async settled() {
      await new Promise((resolve) => setImmediate(resolve));
      process.off("unhandledRejection", unhandled);
    },
    result: { broken, trace: lines },
  };
}

/** Lives one command to its end: the product's own code in a world where everything may fail, as its fate says; `earlier`: a finished video that it goes on from. */
export async function live(fate: Fate, dice: Random, isTraced: boolean, earlier?: Job): Promise<OneLife> {
  const clock = simClock(TEST_START);
  const facts = noFacts();
  const noted = notes(clock, isTraced);
  const { trace, isOver } = noted;
  let isPutBack = false;
  /** Until a start was told what to do about a backup that was put back. */
  const restore = { isDue: false };
  function broken(claim: string): void {
    // What happened after a backup is not in it: of what is put back, only its money and its end are asked about.
    if (!isPutBack || /after a restore|^a storm/.test(claim)) noted.broken(claim);
  }
  const parts = { random: dice, facts, clock, trace, now: clock.now, broken };

  const { waits, platform } = fate;
  const order = orderOf(fate, earlier);
  const { id } = order;
  let presentKey: Secret | null = null;
  let chargedAt: EpochMs | null = null;
  const isOurs = (job: Job) => job.id !== earlier?.id;
  const jobs = () => disk.jobs().filter(isOurs);
  let entered: (job: Job) => void = () => {};
  const disk = simDisk({
    ...parts,
    crowd: fate.crowd,
    isShared: fate.processes > 1,
    occupied: () => (waits && clock.now() < TEST_START + waits.freeAfterMs ? waits.room.ofWorkspace : 0),
    written(changed) {
      for (const { before, after } of changed) if (before?.state.status !== after.state.status) entered(after);
      countWrite();
    },
  });
  if (earlier) disk.seed(jobPut(earlier));
  if (order.team) disk.seed({ key: rulesKey(order.team), value: { ...noRules, isForEveryone: true, askAbove: 0 } });
  const board = simBoard(clock.now, (seen) => words.see(seen), heard);
  const films = simFilms({ ...parts, board, platform, jobs: disk.jobs, ...(earlier && { triesMost: FRAME_TRIES }) });
  const service = simService({
    ...parts,
    taskOf: () => ({ ending: fate.ending, lastsMs: fate.lastsMs, credits: COST }),
    paying(request) {
      const job = jobs().find(({ request: { prompt }, state }) => prompt === request.prompt && isPaying(state));
      if (job) films.paid(job, request);
    },
    charged,
    knows: () => true,
    isRenewed: (key) => presentKey !== null && key.equals(presentKey),
  });
  const words = watchWords({ ...parts, isBatch: (waits?.videos ?? 1) > 1, taken: service.taken });
  const frontEnd = simFrontEnd({ ...parts, board });
  const alarms = fate.processes > 1 ? simAlarms(parts) : null;
  const bots: Bot[] = [];

  function heard(): void {
    facts.listenerCalls += 1;
    if (isLongAfter(facts.unlistenedAt, clock.now())) broken("somebody was called who no longer wanted to be told");
  }

  let writes = 0;
  let putBack = () => {};
  function countWrite(): void {
    writes += 1;
    const { backUpAfter = 0, putBackAfter = 0 } = fate.restore ?? {};
    if (writes === backUpAfter) {
      trace("A BACKUP IS MADE");
      putBack = disk.backUp();
    }
    if (backUpAfter === 0 || writes !== backUpAfter + putBackAfter) return;
    isPutBack = true;
    restore.isDue = true;
    for (const bot of bots) bot.process.crash("the backup is put back");
    putBack();
  }

  function charged({ prompt }: VideoRequest): void {
    chargedAt ??= clock.now();
    const charges = service.ledger.filter((entry) => entry.prompt === prompt).length;
    if (isPutBack && charges > 1) broken("a video was paid for again after a restore");
    if (!words.sawCard()) broken("credits were spent before the person saw a card");
    if (clock.now() - TEST_START > START_MAX_MS && fate.clockSets.length === 0 && !waits)
      broken("a command was begun that is too old");
  }

  function deleteCard(): void {
    const job = disk.job(id);
    const gone = job && board.remove(job.reply);
    if (!gone) return;
    trace("the person deletes the card");
    facts.deleted = gone.isFinal ? "final" : "unfinished";
  }

  function start(place: number): void {
    bots[place] = startBot({
      ...parts,
      disk,
      service,
      films,
      filmAt: films.filmAt,
      alarms,
      board,
      knowsNonces: fate.knowsNonces,
      seesHistory: fate.seesHistory,
      deal: (call) => fate.deal(call, clock.now()),
      rulesOf: (given) => rulesOf(waits, given),
      pollMinMs: 2_000,
      videos: waits?.videos ?? 1,
      restore,
      log: errorsTo({ broken }),
      deleteCard,
      saidEnd: words.saidEnd,
      // What waits has no copy of its payer's key.
      vault: { ...sealed, get: async () => presentKey ?? (waits ? GIVEN : null) },
      trace: (line) => trace(fate.processes > 1 ? `${place}: ${line}` : line),
      onGone: () => void clock.after(Math.max(awayUntil - clock.now(), fate.downtimeMs()), () => start(place)),
    });
  }

  let awayUntil = TEST_START;
  function away(ms: number): void {
    awayUntil = clock.now() + ms;
    for (const bot of bots) bot.process.crash("it is away for long");
  }

  const alive = () => bots.find((bot) => bot.process.isAlive() && !bot.isStopping);

  async function listen(): Promise<void> {
    const bot = alive();
    if (words.sawCard() && bot && (await promise(facts, bot, id))) trace("somebody else is to be told");
  }

  async function renewKey(): Promise<void> {
    presentKey = RENEWED;
    const woken = await alive()?.wake(order.owner);
    trace(`a new key: ${woken ?? 0} videos go on`);
    if (woken) facts.renewedAt = clock.now();
  }

  let commands = 0;
  function command(): void {
    // What is delivered again comes to another process.
    frontEnd.command(bots[commands % fate.processes] ?? null, order);
    commands += 1;
  }

  for (let place = 0; place < fate.processes; place += 1) start(place);
  clock.after(10, command);
  if (fate.redeliversAfterMs !== null) clock.after(fate.redeliversAfterMs, command);
  entered = visits({ ...parts, board, id, jobs, away, alive }, fate.visits ?? []);
  if (fate.deletesAfterMs !== null) clock.after(fate.deletesAfterMs, deleteCard);
  // A store that fails promises nothing.
  const nothing = () => {};
  if (fate.listensAfterMs !== null) clock.after(fate.listensAfterMs, () => void listen().catch(nothing));
  if (fate.keyEnds !== null) clock.after(fate.keyEnds.renewedAfterMs, () => void renewKey().catch(nothing));
  for (const { afterMs, byMs } of fate.clockSets)
    clock.after(afterMs, () => {
      trace(`THE CLOCK IS SET by ${byMs / 1_000} s`);
      clock.set(byMs);
    });

  const until = TEST_START + (waits ? WAITS_MAX_MS : LIFE_MAX_MS);
  await clock.run(until, isOver);
  if (!isOver() && disk.hasOpen() && clock.now() < until - DAY) {
    // The row of a save that came too late is found by the next start; any other is being waited for.
    if (!facts.saidCannotSave) broken("a job was forgotten until the next start");
    for (const bot of bots) bot.process.crash("a later restart");
    await clock.run(until, isOver);
  }
  await noted.settled();
  const end = disk.job(id);
  if (earlier || waits?.isChain) films.checkEnd();
  const evidence = {
    job: end,
    taken: service.taken,
    board,
    words,
    facts,
    isReachable: fate.isReachable,
    isReachableInTime: fate.isReachableInTime ?? fate.isReachable,
    isClockSet: fate.clockSets.length > 0,
    seesHistory: fate.seesHistory,
  };
  if (isPutBack && disk.hasOpen()) broken("a life did not end after a restore");
  if (!isOver() && !isPutBack) {
    if (end?.parts) checkBatchEnd(jobs(), evidence, broken);
    else checkEnd(evidence, broken);
  }
  return { ...noted.result, end, toldAt: words.endSeenAt(), chargedAt, facts, writes };
}

const isPaying = ({ status }: Job["state"]) => status === "submitting";

/** Opening costs more than all the rest of a poll: each sealed key is opened once. */
const sealed = openedOnce(memoryVault());

function openedOnce(vault: Vault): Vault {
  const opened = new Map<string, Secret | null>();
  return {
    ...vault,
    open(owner, sealedKey) {
      const key = opened.get(sealedKey) ?? vault.open(owner, sealedKey);
      opened.set(sealedKey, key);
      return key;
    },
  };
}

const vault = memoryVault();
const keys = {
  discord: vault.seal(anOwner(), new Secret(TEST_KEY)),
  slack: vault.seal(aSlackOwner(), new Secret(TEST_KEY)),
};
const TEAMS: Readonly<Record<Fate["platform"], Team>> = {
  discord: { platform: "discord", teamId: "w" },
  slack: { platform: "slack", teamId: "T0000000001" },
};

/** What the platform delivers; the same event is the same order. */
function orderOf({ platform, picture, isVideoWanted, waits }: Fate, earlier?: Job): Order {
  const isDiscord = platform === "discord";
  const id = jobIdFrom(platform, "event-1");
  const order: Order = {
    id,
    workspace: "w",
    request: aRequest({ picture }),
    isVideoWanted,
    owner: isDiscord ? anOwner() : aSlackOwner(),
    reply: isDiscord
      ? aDiscordReply({ messageId: null, tokenUntil: TEST_START + TOKEN_LIFE_MS })
      : aSlackReply({ ts: null, cardChannelId: null }),
    sealedKey: keys[platform],
  };
  if (earlier)
    return {
      ...order,
      id: continuationId(earlier.id, 0),
      request: aRequest({ picture: frameOf(continuing(earlier)) }),
    };
  if (!waits) return order;
  const whole = { ...order, ...waitOf(waits), ...(waits.for === "approval" && { team: TEAMS[platform] }) };
  if (waits.videos === 1) return whole;
  const [first = order.request, ...others] = Array.from({ length: waits.videos }, (_, index) =>
    aRequest({ prompt: promptOf(index + 1) }),
  );
  const each = waits.isChain ? chained(id, [first, ...others]) : [first, ...others];
  return { ...whole, request: first, each };
}

/** Of the nth video of a batch. */
function promptOf(nth: number): string {
  return `scene ${nth}`;
}

/** What jobs of one process wait for: places that others leave, a service that is well again, the word of a manager. */
function rulesOf(waits: Waits | undefined, given: Parameters<RulesOf>[0]): Rules {
  const mayStart = async () => null;
  const health = toldHealth();
  if (!waits) {
    const room = { ofOwner: 5, ofWorkspace: 50, waitingOfOwner: 20 };
    return { room, queues: noQueues, releases: noReleases, health, managers: noManagers, mayStart };
  }
  const { clock } = given;
  const { room, freeAfterMs } = waits;
  const awayMs = TEST_START + freeAfterMs - clock.now();
  const clear = () => health.tell(null, { since: clock.now() });
  if (awayMs > 0) {
    health.tell("down", { since: clock.now() });
    clock.after(awayMs, clear);
  } else clear();
  return {
    room,
    queues: jobQueues({ ...given, room }),
    releases: releaseQueue({ ...given, health }),
    health,
    managers: { ...noManagers, ask: async () => {} },
    mayStart,
  };
}

/** A platform that takes no message any more; what a store that failed was told of before. */
const NO_BUGS = new Set(["no way to the person", "audit not kept"]);

/** What is asked for or done may fail because the store did; any other reason is a bug. */
export function errorsTo(tell: { broken(claim: string): void }): Log {
  const quiet = () => {};
  return {
    debug: quiet,
    info: quiet,
    warn: quiet,
    error(event, fields = {}) {
      if (NO_BUGS.has(event)) return;
      const why = String(fields.error ?? fields.reason);
      if (!/(write|read) failed/.test(why)) tell.broken(`${event}: ${why}`);
    },
  };
}
