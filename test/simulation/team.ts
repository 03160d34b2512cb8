import Keyv from "keyv";
import { commandAnswerer } from "../../src/commands/answer.ts";
import type { PayingDeps } from "../../src/commands/visit.ts";
import { partsToRetry, retryOf } from "../../src/core/batch/batch.ts";
import type { ButtonAction } from "../../src/core/button.ts";
import type { Answer, Command, Standing } from "../../src/core/command.ts";
import { chained } from "../../src/core/film/film-chain.ts";
import { jobIdFrom, type Owner, type UserId } from "../../src/core/job/ids.ts";
import { isOpen, isSettled, type Job, needsApproval, waitsForTurn } from "../../src/core/job/job.ts";
import type { Room, Vault } from "../../src/core/ports.ts";
import type { Order } from "../../src/core/request/order.ts";
import { priceOf } from "../../src/core/request/price.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { holderOf } from "../../src/core/team/team.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { teamManagers } from "../../src/jobs/notices/tell-managers.ts";
import { jobQueues, releaseQueue } from "../../src/jobs/start/queue.ts";
import { startJudge } from "../../src/jobs/start/start.ts";
import { refusedKeys } from "../../src/keys/vault.ts";
import { offeredPictures, unconfirmedRequests } from "../../src/people/kept-requests.ts";
import { ledger, welcomedPeople } from "../../src/people/own-records.ts";
import { memoryStyles } from "../commands/command-world.ts";
import { untoldPeople } from "../commands/team/team-world.ts";
import { noLists } from "../fakes/alone.ts";
import { aDraft } from "../fakes/drafts.ts";
import { aRequest } from "../fakes/jobs.ts";
import { memoryPersonalData } from "../fakes/personal-data.ts";
import { toldHealth } from "../fakes/told-health.ts";
import { memoryVault } from "../fakes/vault.ts";
import { simBoard } from "./board.ts";
import { type Bot, startBot } from "./bot.ts";
import { errorsTo, notes, type Simulated } from "./command.ts";
import { simDisk, type Written } from "./disk.ts";
import { noFacts } from "./facts.ts";
import { type Deal, fine } from "./faults.ts";
import { simFilms } from "./films.ts";
import { firstCard, simFrontEnd } from "./front-end.ts";
import { simClock } from "./process.ts";
import { random } from "./random.ts";
import { simService } from "./service.ts";
import { JUST_NOW_MS, teamBooks } from "./team-books.ts";
import { checkKey, checkTeamEnd } from "./team-claims.ts";
import {
  ADA,
  BEN,
  dealingFilms,
  EVE,
  LIFE_START,
  ownKeyOf,
  TEAM_KEYS,
  type TeamAct,
  type TeamFate,
  teamFateOf,
  teamPlace,
  WITH_OWN_KEY,
} from "./team-fate.ts";

const MINUTE = 60_000;
/** Everything is over by then: three days of people, one of approvals, and what a bot that was away makes of it. */
const LIFE_MAX_MS = 9 * 86_400_000;
/** Nothing goes wrong any longer when people have done what they do. */
const HEALS_AT = LIFE_START + 3.5 * 86_400_000;
/** What came later has dice of its own, so that the others stay as they are. */
const LATER = 1_000_000_000;
/** What was on its way when the key was refused is told nothing of it. */
const NOTED_MS = 15_000;
/** Few, so that what was approved waits for its turn. */
const ROOM: Room = { ofOwner: 2, ofWorkspace: 3, waitingOfOwner: 4 };
const ENDS = { succeeds: 140, fails: 50, "is forgotten": 4, "has no link": 0 };
/** Most go on. */
const ENDS_IN_CHAINS = { succeeds: 170, fails: 20, "is forgotten": 4, "has no link": 6 };

type Wish = Extract<TeamAct, { kind: "video" }>;
type Asked = Pick<Order, "request" | "each" | "isVideoWanted" | "sealedKey" | "team">;

/** Simulates some days of a team of five, as the seed says, by the product's own commands; `hasFilms`: with batches, most of which go on from one another. */
export async function teamLife(seed: number, { isTraced = false, hasFilms = false } = {}): Promise<Simulated> {
  const dice = random(seed);
  const fate: TeamFate = teamFateOf(dice, random(seed + LATER));
  const clock = simClock(LIFE_START);
  const { team, ownerOf, replyOf, rules } = teamPlace(fate.platform);
  const noted = notes(clock, isTraced);
  const { trace, broken, isOver } = noted;
  const facts = noFacts();
  let isEveGuest = fate.isEveGuest;
  let guestSince = Number.NEGATIVE_INFINITY;
  let isEverybodyKnown = false;
  const isGuest = (userId: UserId) => userId === EVE && isEveGuest;
  function standingOf({ owner }: { readonly owner: Owner }): Standing | null {
    if (!isEverybodyKnown && dice.chance(0.02)) return null;
    return { isAdmin: owner.userId === ADA, isGuest: isGuest(owner.userId) };
  }

  const parts = { random: dice, clock, facts, now: clock.now, trace, broken };
  const disk = simDisk({
    ...parts,
    crowd: 0,
    isShared: false,
    isConcurrent: true,
    written: (changed: readonly Written[], keys) => books.look(changed, keys),
  });
  const books = teamBooks({
    ...parts,
    team,
    disk,
    asked: approveLate,
    // What was decided just before counts as it was then.
    isGuest: (userId) => isGuest(userId) && clock.now() - guestSince > JUST_NOW_MS,
    isManager: (userId, standing) => userId === ADA || (standing?.managers.includes(userId) ?? false),
  });
  const vault = memoryVault();
  for (const userId of WITH_OWN_KEY) await vault.put(ownerOf(userId), new Secret(ownKeyOf(userId)));
  await vault.put(holderOf(team), new Secret(TEAM_KEYS[0]));
  /** What outlives a process besides the disk: keys that were refused. */
  const refusedNotes = new Map<string, string>();
  const refused = refusedKeys(memory(refusedNotes), vault);
  const board = simBoard(
    clock.now,
    () => {},
    () => {},
  );
  const filmDice = random(seed + 2 * LATER);
  const films = simFilms({ ...parts, random: filmDice, board, platform: fate.platform, jobs: disk.jobs });
  const service = simService({
    ...parts,
    taskOf({ resolution, duration }) {
      const price = priceOf(resolution, duration);
      return {
        credits: dice.chance(0.06) ? price + dice.pick([1, 40]) : price,
        lastsMs: dice.chance(0.02) ? dice.between(60, 170) * MINUTE : dice.between(10_000, 4 * MINUTE),
        ending: dice.weighted(hasFilms ? ENDS_IN_CHAINS : ENDS),
      };
    },
    paying(request, key) {
      const job = books.byPrompt(request.prompt);
      if (!job) return broken("a paid call was made for no job");
      films.paid(job, request);
      if (job.state.status !== "submitting") broken("a paid call was made before it was written");
      if (!isPayersKey(job, key)) broken("another's key was tried for the paid call");
      if (job.approval && job.approval.decision?.word !== "approved")
        broken("a paid call was made without an approval");
      const isOld = service.hasRefused(key, 0) && !service.hasRefused(key, clock.now() - NOTED_MS);
      const sealed = vault.seal(holderOf(team), new Secret(key));
      if (isOld && [...refusedNotes.values()].some((note) => note.includes(sealed)))
        broken("a key that was refused paid on");
    },
    charged() {},
    knows(entry, key) {
      const job = books.byPrompt(entry.prompt);
      if (job && !isPayersKey(job, key)) broken("another's key was tried for a poll");
      return entry.key === key;
    },
    isRenewed: () => false,
  });
  const isPayersKey = (job: Job, key: string) =>
    job.team ? TEAM_KEYS.some((one) => one === key) : key === ownKeyOf(job.owner.userId);
  for (const key of TEAM_KEYS) service.fill(key, fate.credits);
  for (const userId of WITH_OWN_KEY) service.fill(ownKeyOf(userId), 5_000);
  const isOutOfUse = async () => {
    const present = await vault.get(holderOf(team));
    return present !== null && (await refused.has(team, present));
  };

  const deal: Deal = (call) => (clock.now() < HEALS_AT ? fate.deal(call, clock.now()) : fine);
  const dealing = hasFilms ? dealingFilms(filmDice, deal) : deal;
  const health = toldHealth();
  let bot: Bot | null = null;
  let answer: ((command: Command) => Promise<Answer>) | null = null;
  const frontEnd = simFrontEnd({ ...parts, board });

  function start(): void {
    trace("a process begins");
    bot = startBot({
      ...parts,
      disk,
      service,
      films,
      filmAt: films.filmAt,
      board,
      vault,
      alarms: null,
      log: errorsTo({ broken }),
      deal: dealing,
      knowsNonces: fate.platform === "discord",
      seesHistory: fate.platform === "slack",
      pollMinMs: MINUTE,
      videos: 3,
      saidEnd: () => true,
      deleteCard() {},
      rulesOf: ({ jobs, stores: { teams, notices }, scheduler, clock, log }) => ({
        room: ROOM,
        queues: jobQueues({ jobs, scheduler, room: ROOM, clock, log }),
        releases: releaseQueue({ jobs, health, scheduler, clock, log }),
        health,
        mayStart: startJudge({
          teams,
          people: { memberNow: async (job) => memberOf(standingOf(job)) },
          access: noLists,
        }),
        managers: teamManagers({ notices, teams, refused, vault, scheduler, clock, log }),
      }),
      onGone: () => void clock.after(fate.downtimeMs(), start),
    });
    answer = commandAnswerer(commandsOf(bot, { vault, refused, standingOf }));
  }

  // By the number of the seed: every other one stays what it was.
  const hasBatches = hasFilms || [2, 3, 4].includes(seed % 10);
  let events = 0;
  let keyEnteredAt = clock.now();
  const nextEvent = () => {
    events += 1;
    return `event-${events}`;
  };

  /** Takes what a person does as a front end does: answers, and tells how a card was taken; null where no bot is there. */
  async function does(by: UserId, act: Command["act"], event: string): Promise<Answer | null> {
    const living = bot;
    if (!living?.process.isAlive() || !answer) return null;
    const command: Command = {
      eventId: event,
      owner: ownerOf(by),
      workspace: team.teamId,
      roles: [],
      receivedAt: clock.now(),
      reply: replyOf(by, clock.now()),
      ageRestriction: "none",
      act,
    };
    const answered = await answer(command);
    const title = "message" in answered ? answered.message.title : "";
    trace(`${by.slice(-1)} ${act.kind}: ${answered.kind} ${title}`);
    if (answered.kind === "working") trace(`  then: ${(await answered.finish()).message.title}`);
    if (answered.kind === "replace_later") trace(`  then: ${(await answered.finish()).title}`);
    if (answered.kind === "card") {
      const { jobId: job, reply, message } = answered.card;
      await frontEnd.give(living, () => ({ job, reply, message }));
    }
    return answered;
  }

  /** Several videos at once, which a manager is asked about where the team's rules say so. */
  async function begin(by: UserId, order: Asked, event: string): Promise<void> {
    const living = bot;
    if (!living?.process.isAlive()) return;
    const accept = (whole: Order) => living.accept(whole, ROOM);
    const reply = replyOf(by, clock.now());
    const whole = { id: jobIdFrom("several", event), owner: ownerOf(by), workspace: team.teamId, reply, ...order };
    const first = await accept(whole);
    const because = first.ok ? null : first.refusal.kind;
    const isAsked = because === "ask_above" || because === "person_month";
    const accepted = isAsked ? await accept({ ...whole, wait: { for: "approval", because } }) : first;
    trace(`${by.slice(-1)} ${order.each?.length} videos: ${accepted.ok ? "card" : accepted.refusal.kind}`);
    if (accepted.ok) await frontEnd.give(living, () => firstCard(accepted.value, clock.now()));
  }

  const press = (by: UserId, action: ButtonAction, event: string) =>
    does(by, { kind: "press", on: { place: null, shows: true }, action }, event);

  const batches = () => [...books.jobs.values()].filter((job) => job.parts);
  const retried = new Set<string>();

  /** The first batch that has something to try again, once; as its button does, of all that may come out otherwise. */
  function batchToRetry(): Job | null {
    const again = batches().find(
      (batch) => isSettled(batch) && !retried.has(batch.id) && partsToRetry(books.partsOf(batch)).length > 1,
    );
    if (!again) return null;
    retried.add(again.id);
    // What may have been charged is never made again without its person's own word.
    for (const { request } of partsToRetry(books.partsOf(again))) {
      const entry = service.ledger.find(({ prompt }) => prompt === request.prompt);
      if (entry && entry.refunded < entry.credits) broken("a video that was charged is among those to try again");
    }
    return again;
  }

  async function askForSeveral({ by, pay, resolution, duration }: Wish, event: string): Promise<void> {
    const nth = events;
    const again = nth % 3 === 0 ? batchToRetry() : null;
    const scenes = Array.from({ length: 2 + (nth % 3) }, (_, scene) =>
      aRequest({ prompt: `video ${nth}.${scene + 1}`, resolution, duration: duration === "10" ? 10 : 15 }),
    );
    const id = jobIdFrom("several", event);
    const [first = aRequest(), ...others] = scenes;
    // Of three batches one has scenes of their own.
    const asked = hasFilms && nth % 6 !== 0 ? chained(id, [first, ...others]) : scenes;
    const tried = again && retryOf(id, books.partsOf(again));
    const each = tried?.map((one) => ({ ...one, prompt: `${one.prompt} again` })) ?? asked;
    const isOwn = pay === "mine" && WITH_OWN_KEY.includes(by);
    const sealedKey = vault.seal(holderOf(team), new Secret(isOwn ? ownKeyOf(by) : TEAM_KEYS[0]));
    const [request = aRequest()] = each;
    await begin(by, { request, each, isVideoWanted: hasFilms, sealedKey, ...(!isOwn && { team }) }, event);
  }

  /** About one of those that wait for an approval, or did: their buttons may stand there still. */
  async function decide(
    { kind, by, nth }: Extract<TeamAct, { kind: "approve" | "decline" | "withdraw" }>,
    event: string,
  ): Promise<void> {
    const asked = [...books.jobs.values()].filter(({ approval }) => approval);
    const waiting = asked.filter(needsApproval);
    const job = [...waiting, ...asked][nth % Math.max(1, waiting.length)];
    if (!job) return;
    if (kind === "decline") await does(by, { kind, jobId: job.id, note: "no" }, event);
    else await press(kind === "withdraw" && nth > 0 ? job.owner.userId : by, { kind, jobId: job.id }, event);
  }

  /** Now and then a manager says yes in the very moment in which nobody may any more. */
  function approveLate({ id, state }: Job): void {
    if (state.status !== "waiting" || !dice.chance(0.4)) return;
    const event = nextEvent();
    const approve = () => void press(BEN, { kind: "approve", jobId: id }, event).catch(() => {});
    clock.after(state.until - clock.now() + dice.between(0, 2), approve);
  }

  async function giveKey(key: Secret, event: string): Promise<void> {
    const at = clock.now();
    await checkKey({ team, vault, service, keyEnteredAt, isOutOfUse }, broken);
    const isGood = !service.isSuspended(key.reveal());
    const answered = await does(ADA, { kind: "give_team_key", key }, event);
    if (isGood && answered?.kind === "working") keyEnteredAt = at;
  }

  async function setRules(act: Extract<TeamAct, { kind: "rules" }>, event: string): Promise<void> {
    const { teamMonth, personMonth, askAbove, isOwn } = act;
    const approvals = [rules.approvals?.channelId ?? ""];
    const given = { teamMonth, personMonth, askAbove, approvals, approveOwn: isOwn ? "yes" : "no" };
    trace(`rules: ${JSON.stringify(given)}`);
    // Nobody may approve their own where another manager is named.
    const managers = isOwn ? [] : [BEN];
    const changes = [{ kind: "set_team_managers", managers } as const, { kind: "set_team_rules", given } as const];
    for (const [nth, change] of changes.entries()) {
      const opened = await press(ADA, { kind: "team_rules" }, `${event}-opens-${nth}`);
      const version = opened?.kind === "form" ? (opened.form.rulesVersion ?? null) : null;
      await does(ADA, { ...change, version }, `${event}-${nth}`);
    }
  }

  async function happen(act: TeamAct): Promise<void> {
    const event = nextEvent();
    switch (act.kind) {
      case "video": {
        const { by, pay, resolution, duration, isTwice } = act;
        if (hasBatches && events % 2 === 0) return isGuest(by) ? undefined : askForSeveral(act, event);
        const draft = aDraft({ prompt: `video ${events}`, pay, resolution, duration });
        const command = { kind: "make_video", draft, from: "command" } as const;
        if (isTwice) void does(by, command, event).catch(() => {});
        return void (await does(by, command, event));
      }
      case "withdraw": {
        const rest = hasBatches && act.nth === 0 ? batches().find(isOpen) : null;
        if (rest) await press(rest.owner.userId, { kind: "cancel_rest", jobId: rest.id }, event);
        return decide(act, event);
      }
      case "approve":
      case "decline":
        return decide(act, event);
      case "rules":
        return setRules(act, event);
      case "key":
        return giveKey(new Secret(act.key), event);
      case "remove_key":
        return void (await press(ADA, { kind: "remove_team_key" }, event));
      case "leave": {
        const waiting = [...books.jobs.values()].filter(waitsForTurn);
        const job = waiting[act.nth % Math.max(1, waiting.length)];
        return void (job && (await press(act.by ?? job.owner.userId, { kind: "withdraw", jobId: job.id }, event)));
      }
      case "fill":
        for (const key of TEAM_KEYS) service.fill(key, act.credits);
        return;
      case "suspend":
        return service.suspend(TEAM_KEYS[0], act.isSuspended);
      case "guest":
        if (act.isGuest && !isEveGuest) guestSince = clock.now();
        isEveGuest = act.isGuest;
        return;
      case "crash":
        bot?.process.crash("kill");
    }
  }

  start();
  const latest = (): Bot | null => bot;
  // The rules are there when the first command comes.
  void latest()
    ?.stores.teams.saveRules(team, rules, 0)
    .catch(() => {});
  for (const { afterMs, act } of fate.acts)
    clock.after(100 + afterMs, () => void happen(act).catch((error: unknown) => trace(`failed: ${String(error)}`)));
  const until = LIFE_START + LIFE_MAX_MS;
  await clock.run(until, isOver);
  if (disk.hasOpen()) {
    // The row of a save that seemed to fail is found by the next start; any other is being waited for.
    if (facts.writeFaults === 0) broken("a video was forgotten until the next start");
    latest()?.process.crash("a later restart");
    await clock.run(until + LIFE_MAX_MS, isOver);
  }
  await noted.settled();

  isEverybodyKnown = true;
  const last = latest();
  if (!isOver() && hasFilms) films.checkEnd();
  if (!isOver() && last) {
    const run = () => clock.run(clock.now() + MINUTE, () => false);
    const ask = (act: Command["act"]) => does(ADA, act, "report");
    const evidence = { team, books, service, board, bot: last, vault, keyEnteredAt, healedAt: HEALS_AT };
    await checkTeamEnd({ ...evidence, isOutOfUse, run, ask }, broken);
  }
  return { ...noted.result, counted: books.counted() };
}

const memory = (store = new Map<string, string>()) => new Keyv({ store, useKeyPrefix: false, throwOnErrors: true });
const memberOf = (standing: Standing | null) => standing && { roles: [], isGuest: standing.isGuest };

/** What the commands of that process need besides its jobs. */
function commandsOf(
  { deps, stores, accept, wake, decide }: Bot,
  {
    vault,
    refused,
    standingOf,
  }: {
    readonly vault: Vault;
    readonly refused: ReturnType<typeof refusedKeys>;
    standingOf(command: Pick<Command, "owner">): Standing | null;
  },
): PayingDeps {
  const { clock, log, chance, health, video } = deps;
  const { jobs, teams, personal } = stores;
  const people = {
    vault,
    jobs,
    settings: { get: async () => ({ ...noSettings, isAttached: false }), put: async () => {} },
    pending: { keep: async () => {}, take: async () => null, find: async () => null },
    unconfirmed: unconfirmedRequests(memory(), clock),
    offered: offeredPictures(memory(), clock),
    welcomed: welcomedPeople(memory(), clock),
  };
  return {
    ...people,
    clock,
    log,
    prefix: "video",
    judgePrompts: async () => null,
    countDenial: () => {},
    styles: memoryStyles(),
    retentionDays: 90,
    teams,
    refused,
    people: { ...untoldPeople, standingOf: async (command) => standingOf(command) },
    data: memoryPersonalData({ ...people, personal }),
    files: null,
    canContinue: () => false,
    filmIn: () => null,
    joinParts: async () => ({ kind: "not_joined", why: "busy", maxBytes: 0 }),
    spendingOf: ledger(jobs, clock),
    checkKey: video.checkKey,
    judgeAddress: () => null,
    accept,
    wakeWaiting: wake,
    notifyMe: async () => null,
    decide,
    nonce: () => `nonce-${chance.fraction()}`,
    post: (reply, message, nonce) => deps.chatOf({ reply }).post(reply, message, { to: "channel", nonce }),
    askLink: async () => ({ kind: "no_answer" }),
    deleteCard: async () => ({ kind: "deleted", left: [] }),
    rate: async () => true,
    health,
    troubles: () => [],
    rules: {
      maxJobsPerUser: ROOM.ofOwner,
      maxJobsPerWorkspace: ROOM.ofWorkspace,
      maxWaitingPerUser: ROOM.waitingOfOwner,
      commandsPerMinute: 100,
      access: noLists,
    },
  };
}
