import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId, Owner } from "../../src/core/job/ids.ts";
import { isSettled, type Job, outcomeOf, takesPlace, waitsForService, waitsForTurn } from "../../src/core/job/job.ts";
import type { Room } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { jobQueues, releaseQueue } from "../../src/jobs/start/queue.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { aDiscordReply, aJobId, anOwner, aRequest, TEST_KEY, TEST_START } from "../fakes/jobs.ts";
import { noManagers } from "../fakes/no-managers.ts";
import { toldHealth } from "../fakes/told-health.ts";
import { memoryVault } from "../fakes/vault.ts";
import { answeredBy, simBoard } from "./board.ts";
import { type Bot, startBot } from "./bot.ts";
import { notes, type Simulated } from "./command.ts";
import { simDisk, type Written } from "./disk.ts";
import { noFacts } from "./facts.ts";
import { fine } from "./faults.ts";
import { simFilms } from "./films.ts";
import { simClock } from "./process.ts";
import { type Random, random } from "./random.ts";
import { simService, type TaskFate } from "./service.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A killed process is followed by another after this. */
const DOWN_MS = 10;

interface WorkspaceOf {
  readonly dice: Random;
  readonly room: Room;
  taskOf(nth: number): Pick<TaskFate, "lastsMs" | "ending">;
  written(changed: Written): void;
}

/** A workspace where nothing goes wrong but that its process is killed: people with keys of their own, and their videos. */
function aWorkspace({ dice, room, taskOf, written }: WorkspaceOf, isTraced: boolean) {
  const clock = simClock(TEST_START);
  const noted = notes(clock, isTraced);
  const parts = { ...noted, random: dice, clock, facts: noFacts() };
  const nothing = () => {};
  const disk = simDisk({
    ...parts,
    crowd: 0,
    isShared: false,
    written(changed) {
      for (const one of changed) written(one);
    },
  });
  const board = simBoard(clock.now, nothing, nothing);
  const films = simFilms({ ...parts, board, platform: "discord", jobs: disk.jobs });
  const vault = memoryVault();
  const health = toldHealth();
  const key = new Secret(TEST_KEY);
  let asked = 0;
  const service = simService({
    ...parts,
    taskOf: () => ({ ...taskOf(service.ledger.length + 1), credits: 95 }),
    paying: nothing,
    charged: nothing,
    knows: () => true,
    isRenewed: () => false,
  });
  let bot = start();

  function start(): Bot {
    return startBot({
      ...parts,
      disk,
      service,
      films,
      filmAt: films.filmAt,
      board,
      vault,
      alarms: null,
      log: { debug: nothing, info: nothing, warn: nothing, error: nothing },
      deal: () => fine,
      knowsNonces: true,
      seesHistory: false,
      pollMinMs: 20 * SECOND,
      videos: 3,
      saidEnd: () => true,
      deleteCard: nothing,
      rulesOf: (given) => ({
        room,
        queues: jobQueues({ ...given, room }),
        releases: releaseQueue({ ...given, health }),
        health,
        managers: noManagers,
        mayStart: async () => null,
      }),
      onGone: () =>
        void clock.after(DOWN_MS, () => {
          bot = start();
        }),
    });
  }

  return {
    ...noted,
    clock,
    disk,
    service,
    vault,
    health,
    key,
    kill: () => bot.process.crash("kill"),
    withdraw: (id: JobId) => bot.decide.withdraw(id),
    /** Asks for a video, which waits for its turn where there is no free place; null: it was refused. */
    async ask(owner: Owner, more: Partial<Order> = {}): Promise<Job | null> {
      asked += 1;
      const reply = aDiscordReply({ userId: owner.userId, messageId: null, tokenUntil: clock.now() + 15 * MINUTE });
      const request = aRequest({ prompt: `video ${asked}` });
      const sealedKey = vault.seal(owner, key);
      const order: Order = { id: aJobId(asked), owner, workspace: "w", reply, request, sealedKey, ...more };
      const first = await bot.accept(order, room);
      const isFull = !first.ok && first.refusal.kind === "full" && !order.wait;
      const accepted = isFull ? await bot.accept({ ...order, wait: { for: "turn" } }, room) : first;
      return accepted.ok ? accepted.value : null;
    },
    /** Its person sees its card, or the platform takes none. */
    async answer(job: Job, isTaken: boolean): Promise<void> {
      if (!isTaken) return bot.answered(job.id, { kind: "refused" });
      const id = board.answer("card", cardOf(job, clock.now()));
      await bot.answered(job.id, { kind: "given", reply: answeredBy(job.reply, id) });
    },
    /** Lets that happen so often, some time apart, and then so much time pass. */
    async run(
      times: number,
      act: () => Promise<void>,
      { apartMs, afterMs, over = nothing }: { apartMs(): number; readonly afterMs: number; over?(): void },
    ): Promise<void> {
      let lastMs = 0;
      for (let nth = 0; nth < times; nth += 1, lastMs += apartMs()) clock.after(lastMs, () => void act());
      clock.after(lastMs, over);
      await clock.run(clock.now() + lastMs + afterMs, noted.isOver);
      await noted.settled();
    },
  };
}

/** What one life of a queue was. */
export interface LineLife extends Simulated {
  readonly starts: number;
  readonly idleMostMs: number;
  /** The most by which starts of people differed while all of them waited for one place. */
  readonly differMost: number;
}

/** Simulates three people with few places: videos that come, end and are taken back, and a process that is killed. */
export async function lineLife(seed: number, { isTraced = false } = {}): Promise<LineLife> {
  const dice = random(seed);
  const room = { ofOwner: dice.between(1, 3), ofWorkspace: dice.between(1, 3), waitingOfOwner: 5 };
  // In every third one person asks in each moment in which a place becomes free.
  const isPushed = seed % 3 === 2;
  // In some, somebody waits for two hours.
  const slowness = dice.chance(0.2) ? 20 : 1;
  const workspace = aWorkspace(
    {
      dice,
      room,
      taskOf: () => ({ lastsMs: dice.between(60, 120) * slowness * SECOND, ending: "succeeds" }),
      written(changed) {
        claims.written(changed);
        const { before, after } = changed;
        if (isPushed && before && takesPlace(before) && !takesPlace(after)) void Promise.resolve().then(() => push());
      },
    },
    isTraced,
  );
  const { clock, vault, key, now, broken } = workspace;
  const people = ["1", "2", "3"].map((n) => anOwner(`20000000000000000${n}`));
  const claims = queueClaims({ people: people.map(({ userId }) => userId), room, now, broken });
  for (const owner of people) await vault.put(owner, key);
  /** People whose key is removed just now. */
  const keyless = new Set<Owner>();
  let isOver = false;

  async function join(owner: Owner, isSure = false): Promise<void> {
    const job = await workspace.ask(owner);
    if (!job) return;
    if (isSure || !dice.chance(0.05)) return workspace.answer(job, true);
    // The platform takes its time, and then takes no card.
    clock.after(dice.between(1, 20) * SECOND, () => {
      claims.mayNot(job.id, "a video began that nobody was shown");
      void workspace.answer(job, false);
    });
  }

  const [pusher = anOwner()] = people;
  // Without a key each of theirs would end at once, and let them ask again in the same moment, without end.
  const push = async () => (isOver || keyless.has(pusher) ? undefined : join(pusher, true));

  async function act(): Promise<void> {
    const owner = people[dice.between(0, 2)] ?? pusher;
    const what = dice.weighted({ join: 75, leave: 10, kill: 7, key: 3, nothing: 5 });
    if (what === "join") await join(owner);
    if (what === "kill") {
      claims.killed();
      workspace.kill();
    }
    if (what === "leave") {
      const waiting = workspace.disk.jobs().filter(waitsForTurn);
      const some = waiting[dice.between(0, Math.max(0, waiting.length - 1))];
      if (some && (await workspace.withdraw(some.id)).ok)
        claims.mayNot(some.id, "a video began that had left the queue");
    }
    if (what !== "key" || keyless.has(owner)) return;
    keyless.add(owner);
    claims.keyless(owner.userId, true);
    await vault.remove(owner);
    clock.after(dice.between(1, 40) * SECOND, () => void giveKeyAgain(owner));
  }

  async function giveKeyAgain(owner: Owner): Promise<void> {
    await vault.put(owner, key);
    claims.keyless(owner.userId, false);
    keyless.delete(owner);
  }

  await workspace.run(60, act, {
    apartMs: () => dice.between(1, 40) * SECOND,
    afterMs: (slowness > 1 ? 600 : 40) * MINUTE,
    over() {
      isOver = true;
    },
  });
  const jobs = workspace.disk.jobs();
  if (jobs.some(({ state }) => state.status === "waiting")) workspace.broken("somebody waits for ever");
  // A process that is killed in the middle of a paid call does not know what came of it.
  const made = jobs.filter((job) => ["succeeded", "unknown"].includes(outcomeOf(job)?.kind ?? ""));
  if (workspace.service.ledger.length > made.length) workspace.broken("more was paid for than was made");
  return { ...workspace.result, ...claims.figures() };
}

/** A place that is free while somebody waits is taken within this, and after a kill within that. */
const IDLE_MOST_MS = 2 * SECOND;
const IDLE_AFTER_KILL_MS = 8 * SECOND;
/** Waiting longer than this, a video is not started. */
const WAITS_MOST_MS = 2 * HOUR;

interface QueueWorld {
  readonly people: readonly string[];
  readonly room: Room;
  now(): EpochMs;
  broken(claim: string): void;
}

/** The claims of a queue, judged after each write by words of its own. */
function queueClaims({ people, room, now, broken }: QueueWorld) {
  /** Those that wait or run. */
  const active = new Map<JobId, Job>();
  const forbidden = new Map<JobId, string>();
  const withoutKey = new Set<string>();
  /** Since when it waits for its turn. */
  const since = new Map<JobId, EpochMs>();
  const starts = new Map<string, number>();
  let idleSince: EpochMs | null = null;
  let [begun, idleMostMs, differMost, killedAt] = [0, 0, 0, Number.NEGATIVE_INFINITY];

  const of = (person: string, is: (job: Job) => boolean) =>
    [...active.values()].filter((job) => job.owner.userId === person && is(job));
  const countRunning = () => [...active.values()].filter(takesPlace).length;
  const mayBegin = () =>
    people.some(
      // Nothing of theirs begins before their oldest, and that not before its card is there.
      (one) =>
        of(one, takesPlace).length < room.ofOwner &&
        of(one, waitsForTurn).length > 0 &&
        of(one, waitsForTurn).every(isAnswered),
    );

  function noteStart(job: Job): void {
    begun += 1;
    const claim = forbidden.get(job.id);
    if (claim !== undefined) broken(claim);
    if (now() - (since.get(job.id) ?? now()) >= WAITS_MOST_MS) broken("a video began after its time");
    if (of(job.owner.userId, waitsForTurn).some((one) => one.acceptedAt < job.acceptedAt))
      broken("a video began before an older one of the same person");
    noteTurn(job.owner.userId);
  }

  function noteTurn(person: string): void {
    starts.set(person, (starts.get(person) ?? 0) + 1);
    const counts = people.map((one) => starts.get(one) ?? 0);
    const differ = Math.max(...counts) - Math.min(...counts);
    differMost = Math.max(differMost, differ);
    if (differ > 1) broken("one person began two videos more than another who waited");
  }

  /** A new video that waited for nothing. */
  function noteNew({ owner: { userId } }: Job): void {
    noteTurn(userId);
    if (of(userId, takesPlace).length >= room.ofOwner && of(userId, waitsForTurn).length > 0)
      broken("a video began before an older one of the same person");
    if (countRunning() >= room.ofWorkspace && mayBegin()) broken("a video began in a place that somebody waited for");
  }

  function noteIdle(isIdle: boolean): void {
    if (idleSince !== null) {
      const idleMs = now() - idleSince;
      const isKilled = killedAt >= idleSince - IDLE_AFTER_KILL_MS;
      if (idleMs > (isKilled ? IDLE_AFTER_KILL_MS : IDLE_MOST_MS)) broken("a place stood empty while somebody waited");
      if (!isKilled) idleMostMs = Math.max(idleMostMs, idleMs);
    }
    if (!isIdle) idleSince = null;
    else idleSince ??= now();
  }

  return {
    killed() {
      killedAt = now();
    },
    mayNot: (id: JobId, claim: string) => void forbidden.set(id, claim),
    keyless: (person: string, isSo: boolean) => void (isSo ? withoutKey.add(person) : withoutKey.delete(person)),
    figures: () => ({ starts: begun, idleMostMs, differMost }),
    written({ before, after: job }: Written): void {
      if (waitsForTurn(job) || takesPlace(job)) active.set(job.id, job);
      else active.delete(job.id);
      if (waitsForTurn(job) && !since.has(job.id)) since.set(job.id, now());
      const isPaid = job.state.status === "submitting" && since.has(job.id);
      if (isPaid && withoutKey.has(job.owner.userId))
        broken("a video that waited was paid for with a key that was removed");
      if (before && waitsForTurn(before) && takesPlace(job)) {
        if (!isAnswered(before)) broken("a video began before its card was seen");
        noteStart(job);
      }
      if (!before && takesPlace(job)) noteNew(job);
      // Only while all wait for one place, the starts are compared.
      const isCompared = room.ofWorkspace === 1 && people.every((one) => of(one, waitsForTurn).some(isAnswered));
      if (!isCompared) starts.clear();
      const running = countRunning();
      if (running > room.ofWorkspace) broken("more run than a workspace may have");
      for (const one of people)
        if (of(one, takesPlace).length > room.ofOwner) broken("more run than a person may have");
      noteIdle(mayBegin() && running < room.ofWorkspace);
    },
  };
}

function isAnswered({ state }: Job): boolean {
  return "answer" in state && state.answer === "given";
}

/** A release that ended badly is followed by another after this, without a good end. */
const AGAIN_MS = 15 * MINUTE;

/** Simulates people whose videos wait for a service that comes and goes, and a process that is killed. */
export async function releaseLife(
  seed: number,
  { isTraced = false } = {},
): Promise<Simulated & { readonly released: number }> {
  const dice = random(seed);
  const room = { ofOwner: 3, ofWorkspace: 100, waitingOfOwner: 5 };
  const now = new Map<JobId, Job>();
  let hasTrouble = false;
  let [wellAt, changedAt, restartedAt, lastAt, released, made] = [0, 0, 0, Number.NEGATIVE_INFINITY, 0, 0];
  const workspace = aWorkspace(
    {
      dice,
      room,
      taskOf: (nth) => ({ lastsMs: dice.between(60, 120) * SECOND, ending: nth % 3 === 0 ? "fails" : "succeeds" }),
      written({ before, after: job }) {
        now.set(job.id, job);
        if (before && waitsForService(before) && job.releasedAt !== undefined) noteRelease(job);
        if (outcomeOf(job)?.kind === "succeeded" && !(before && isSettled(before))) wellAt = clock.now();
      },
    },
    isTraced,
  );
  const { clock, broken } = workspace;

  function noteRelease(job: Job): void {
    const at = clock.now();
    released += 1;
    if (hasTrouble) broken("a video began while the service had trouble");
    if (at >= job.acceptedAt + HOUR) broken("a video began after its hour");
    const others = [...now.values()].filter(({ id, releasedAt = -1 }) => id !== job.id && releasedAt >= wellAt);
    if (others.some((one) => !isSettled(one))) broken("two were released, and nothing had ended well in between");
    const isSoon = at - lastAt < AGAIN_MS && Math.max(wellAt, changedAt, restartedAt) < lastAt;
    if (isSoon) broken("one was released after another that did not end well");
    lastAt = at;
  }

  async function act(): Promise<void> {
    switch (dice.weighted({ join: 55, change: 25, withdraw: 8, kill: 12 })) {
      case "join": {
        made += 1;
        const owner = anOwner(String(1_000 + made));
        await workspace.vault.put(owner, workspace.key);
        const job = await workspace.ask(owner, { wait: { for: "service" } });
        return job ? workspace.answer(job, true) : undefined;
      }
      case "change": {
        const trouble = dice.pick(["down", "failing", null, null] as const);
        if (hasTrouble === (trouble !== null)) return;
        hasTrouble = trouble !== null;
        changedAt = clock.now();
        return workspace.health.tell(trouble, { since: changedAt });
      }
      case "withdraw": {
        const waiting = [...now.values()].find(waitsForService);
        if (waiting) await workspace.withdraw(waiting.id);
        return;
      }
      case "kill":
        restartedAt = clock.now() + DOWN_MS;
        workspace.kill();
    }
  }

  await workspace.run(40, act, { apartMs: () => dice.between(1, 300) * SECOND, afterMs: 2 * HOUR });
  for (const job of now.values()) if (waitsForService(job)) broken(`${job.id} waits after its hour`);
  const paid = [...now.values()].filter(({ releasedAt }) => releasedAt !== undefined).length;
  if (workspace.service.ledger.length > paid) broken("more was paid for than was released");
  return { ...workspace.result, released };
}
