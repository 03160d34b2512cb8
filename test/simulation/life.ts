import type { EpochMs } from "../../src/core/clock.ts";
import type { JobId } from "../../src/core/job/ids.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { index } from "../../src/core/job/job-indexes.ts";
import type { Put } from "../../src/core/rows.ts";
import type { Vault } from "../../src/core/stored-secrets.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { jobKey, jobPut } from "../../src/engines/job-rows.ts";
import { rulesKey } from "../../src/engines/team-store.ts";
import type { Order } from "../../src/jobs/start/accept.ts";
import { TEST_KEY, TEST_START } from "../fakes/jobs.ts";
import { noManagers } from "../fakes/no-managers.ts";
import { memoryVault } from "../fakes/vault.ts";
import { restoreWatch } from "./after-restore.ts";
import { checkChange, checkCharges, checkEnd } from "./claims.ts";
import type { Fate } from "./fate.ts";
import { checkHealed } from "./healed.ts";
import type { Random } from "./random.ts";
import { watchTexts } from "./shown-texts.ts";
import { simKept } from "./sim-films.ts";
import { isLongAfter, visits } from "./visits.ts";
import { LISTENER } from "./world/screen.ts";
import type { JobChange } from "./world/sim-disk.ts";
import { EARLIER, orderOf, simFrontEnd, WORKSPACE } from "./world/sim-front-end.ts";
import { COST } from "./world/sim-service.ts";
import { simWorld, type WorldHooks } from "./world/sim-world.ts";

export interface Life {
  /** The claims that did not hold. */
  readonly broken: readonly string[];
  /** One line per event, with the seconds since the command. */
  readonly trace: readonly string[];
  readonly end: Job | null;
}

export interface OneLife extends Life {
  /** The number of committed transactions. */
  readonly writes: number;
}

const DAY = 86_400_000;
/**
 * The longest valid run: a deadline of one hour, one day of polls, one week in which the person is unreachable, and the
 * bot's downtime.
 */
const LIFE_MAX_MS = 12 * DAY;
/** The limit for chains, which take longer, and for runs in which the bot may be down for days. */
const WAITS_MAX_MS = 40 * DAY;
/** The bot starts no task for a command older than this (10 minutes and some time for a slow disk). */
const START_MAX_MS = 660_000;

const RENEWED = new Secret("rk-renewed-0123456789");
const GIVEN = new Secret(TEST_KEY);

const sealed = openedOnce(memoryVault());

/** Decrypting a key takes longer than the rest of a poll, so each sealed key is opened once. */
function openedOnce(inner: Vault): Vault {
  const opened = new Map<string, Secret | null>();
  return {
    ...inner,
    open(owner, sealed) {
      const cachedKey = opened.get(sealed);
      if (cachedKey !== undefined) return cachedKey;
      const key = inner.open(owner, sealed);
      opened.set(sealed, key);
      return key;
    },
  };
}

/** Simulates one command to its end. Runs the product's own code, and `fate` decides all faults. */
export async function live(fate: Fate, dice: Random, isTraced = false): Promise<OneLife> {
  const { waits, isSequel = false } = fate;
  let isPutBack = false;
  let presentKey: Secret | null = null;
  let entered: (job: Job) => void = () => {};
  let chargedAt: EpochMs | null = null;
  const world = simWorld(
    {
      ...fate,
      begins: TEST_START,
      capacity: waits?.capacity ?? { ofOwner: 5, ofWorkspace: 50, waitingOfOwner: 20 },
      pollMinMs: 2_000,
      videos: waits?.videos ?? 1,
      films: isSequel || waits?.isChain ? { peril: isSequel ? 0.2 : 0.1, areCardsLeft: false } : null,
    },
    { random: dice, isTraced },
    () => hooks,
  );
  const { parts, tell, record, clock, facts, disk, service, films, restore, alive } = world;
  const { trace } = tell;
  const kept = fate.keeps === "no" ? null : simKept({ ...parts, disk }, fate.keeps === "for people");
  const texts = watchTexts({ ...parts, isBatch: (waits?.videos ?? 1) > 1, taken: service.taken });
  const hooks: WorldHooks = {
    // A waiting job has no copy of its payer's key.
    vault: { ...sealed, get: async () => presentKey ?? (waits ? GIVEN : null) },
    hasFiles: true,
    written,
    see(seen) {
      texts.see(seen);
      afterRestore.see(seen);
    },
    received() {
      facts.listenerCalls += 1;
      if (isLongAfter(facts.unlistenedAt, clock.now())) tell.broken("a person was notified after they had opted out");
    },
    standingOf: () => ({ isAdmin: false, isGuest: false }),
    // Nobody reads the managers' notices.
    partsOf: (process) => ({ ...kept?.of(process), managers: { ...noManagers, ask: async () => {} } }),
    // A restored backup lacks later events, so after a restore only the money and the end of the run are checked.
    isAsked: (claim) => {
      // A service that ignores the header charges each repeated call, which is the operator's mistake.
      if (fate.idempotency === "ignores" && /charged more than once|the stored (costs|outcome)/.test(claim))
        return false;
      return !isPutBack || /after a restore|^a storm|charged more than once/.test(claim);
    },
    taskOf: () => ({ credits: COST, lastsMs: fate.lastsMs, ending: fate.ending }),
    isRenewed: (key) => presentKey !== null && key.equals(presentKey),
    charged,
    showedEnd: texts.showedEnd,
    deleteCard,
  };
  const stored = () => [...disk.jobs.values()];
  const afterRestore = restoreWatch(world.screen, tell.broken);
  const row = (id: JobId): Job | null => disk.jobs.get(id) ?? null;
  const frontEnd = simFrontEnd({ ...parts, screen: world.screen });
  const order = orderOf(fate);
  const { id } = order;
  disk.set([...(isSequel ? [jobPut(EARLIER)] : []), ...othersOf(fate), ...rulesOf(order)]);
  const freeAt = TEST_START + (waits?.freeAfterMs ?? 0);
  const others = placesTaken(waits);
  function leavePlaces(): void {
    const keys = others.map(({ key }) => key);
    if (clock.now() >= freeAt) disk.set([], keys);
  }
  disk.set(others);
  clock.after(freeAt - clock.now(), leavePlaces);

  function noteListener({ before, after }: JobChange): void {
    const [was, is] = [before, after].map((one) => one?.notify.includes(LISTENER) === true);
    if (is) facts.isListenerPromised = true;
    if (is) facts.unlistenedAt = null;
    // The final message closes the list.
    else if (was && after.state.status !== "closed") facts.unlistenedAt = clock.now();
  }

  let writes = 0;
  let putBack = () => {};
  function written(changes: readonly JobChange[]): void {
    for (const change of changes) {
      const { before, after } = change;
      checkChange(change, facts, tell.broken);
      noteListener(change);
      if (before?.state.status === after.state.status) continue;
      trace(`row ${after.partOf?.nth ?? ""} ${statusOf(after)}`);
      entered(after);
    }
    writes += 1;
    const { backUpAfter = 0, putBackAfter = 0 } = fate.restore ?? {};
    if (writes === backUpAfter) {
      trace("A BACKUP IS MADE");
      putBack = disk.backUp();
    }
    if (backUpAfter === 0 || writes !== backUpAfter + putBackAfter) return;
    isPutBack = true;
    restore.isDue = true;
    world.crashAll("the backup is put back");
    const before = stored().filter(({ partOf }) => !partOf);
    putBack();
    const canRead = (fate.platform === "discord" || fate.seesHistory) && !facts.isWayShut;
    afterRestore.putBack(before, stored(), canRead);
    leavePlaces();
  }

  function charged(): void {
    chargedAt ??= clock.now();
    if (!texts.sawCard()) tell.broken("credits were charged before the person saw a card");
    if (clock.now() - TEST_START > START_MAX_MS && fate.clockSets.length === 0 && !waits && !fate.idempotency)
      tell.broken("a command that was too old was started");
  }

  function deleteCard(): void {
    const job = row(id);
    const gone = job && world.screen.remove(job.reply);
    if (!gone) return;
    trace("the person deletes the card");
    facts.deleted = gone.isFinal ? "final" : "unfinished";
  }

  async function renewKey(): Promise<void> {
    presentKey = RENEWED;
    const woken = await alive()?.wakeWaiting(orderOf(fate).owner);
    trace(`a new key: ${woken ?? 0} videos go on`);
    if (woken) facts.renewedAt = clock.now();
  }

  let commands = 0;
  function command(): void {
    // A repeated delivery reaches another process.
    const bot = world.bots[commands % fate.processes];
    commands += 1;
    frontEnd.command(bot ?? null, order);
  }
  world.start();
  clock.after(10, command);
  if (fate.redeliversAfterMs !== null) clock.after(fate.redeliversAfterMs, command);
  entered = visits({ ...world, ...tell, id, jobs: stored }, fate.visits);
  if (fate.deletesAfterMs !== null) clock.after(fate.deletesAfterMs, deleteCard);
  if (fate.keyEnds !== null) clock.after(fate.keyEnds.renewedAfterMs, () => void renewKey().catch(() => {}));
  for (const { afterMs, byMs } of fate.clockSets)
    clock.after(afterMs, () => {
      trace(`THE CLOCK IS SET by ${byMs / 1_000} s`);
      clock.set(byMs);
    });

  const until = TEST_START + (waits ? WAITS_MAX_MS : LIFE_MAX_MS);
  await record.run({
    until,
    againUntil: until,
    hasOpen: () => disk.hasOpen() && clock.now() < until - DAY,
    mayForget: () => facts.isRefusedUnsaved,
    restart: world.crashAll,
  });
  const end = row(id);
  films?.checkEnd();
  kept?.checkEnd();
  const evidence = {
    job: end,
    taken: service.taken,
    ledger: service.ledger,
    screen: world.screen,
    texts,
    facts,
    isReachable: fate.isReachable,
    isReachableInTime: fate.isReachableInTime ?? fate.isReachable,
    isClockSet: fate.clockSets.length > 0,
    seesHistory: fate.seesHistory,
    honorsKeys: fate.idempotency === "honors",
  };
  if (isPutBack && disk.hasOpen()) tell.broken("the run did not end after a restore");
  // The backup does not know the new place of a card that was moved after it.
  if (!facts.isWayShut && !facts.isMoved) afterRestore.checkEnd();
  if (!record.isOver()) {
    checkCharges(service.ledger, tell.broken);
    if (!isPutBack) checkEnd(end?.parts ? stored() : end ? [end] : [], evidence, tell.broken);
  }
  checkHealed(fate, { end, endShownAt: texts.endSeenAt(), chargedAt, facts }, tell.broken);
  return { broken: record.claims, trace: record.lines, end, writes };
}

/** Jobs of other people that a restart finds first. The bot drops them when it loads them. */
function othersOf({ crowd }: Fate): readonly Put[] {
  return Array.from({ length: crowd }, (_, nth) => ({
    key: jobKey(`-${String(nth).padStart(5, "0")}`),
    value: true,
    indexes: [{ name: index.open, score: 0 }],
  }));
}

/** Other people's jobs that occupy all running places of the workspace. */
function placesTaken(waits: Fate["waits"]): readonly Put[] {
  return Array.from({ length: waits?.capacity.ofWorkspace ?? 0 }, (_, nth) => ({
    key: `other/${nth}`,
    value: true,
    indexes: [{ name: index.runningIn(WORKSPACE), score: 0 }],
  }));
}

function rulesOf({ team }: Order): readonly Put[] {
  return team ? [{ key: rulesKey(team), value: { ...noRules, isForEveryone: true, askAbove: 0 } }] : [];
}

function statusOf(job: Job): string {
  const outcome = outcomeOf(job);
  return outcome ? `${job.state.status} ${outcome.kind}` : job.state.status;
}
