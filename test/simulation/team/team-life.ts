import type { EpochMs } from "../../../src/core/clock.ts";
import type { Command, Standing } from "../../../src/core/command.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
import { isOpen, type Job, takesPlace, waitsForTurn } from "../../../src/core/job/job.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { rulesKey } from "../../../src/engines/team-store.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { checkKey, checkTeamEnd } from "../claims.ts";
import { fine } from "../faults.ts";
import type { Life } from "../life.ts";
import { type Random, random } from "../random.ts";
import { simAccounts } from "../world/accounts.ts";
import { simWorld, type WorldHooks } from "../world/sim-world.ts";
import { queueClaims, type Watch } from "./queue-claims.ts";
import { JUST_NOW_MS, teamBooks } from "./team-books.ts";
import { queueFateOf, type TeamAct, type TeamFate, teamFateOf } from "./team-fate.ts";
import {
  ADA,
  BEN,
  CEM,
  EVE,
  LIFE_START,
  ownKeyOf,
  PEOPLE,
  TEAM_KEYS,
  teamFrontEnd,
  teamPlace,
  teamPresses,
  WITH_OWN_KEY,
} from "./team-people.ts";

/**
 * The longest valid run: three days of acts, one day of approvals, and the time until a bot that was down has finished its
 * jobs.
 */
const LIFE_MAX_MS = 9 * 86_400_000;
/** No faults happen after this time, when people have stopped acting. */
const HEALS_AT = LIFE_START + 3.5 * 86_400_000;
/** Events that were added later use their own seeds, so that the runs of older seeds stay the same. */
const LATER = 1_000_000_000;
const FILMS = 2_000_000_000;

/** Some days of a team; the same with films, most of them in chains; or a queue with kills as the only faults. */
export type TeamMatter = "days" | "films" | "queue";

/** Simulates a team of five people. Runs the product's own commands, jobs and embedded engine. */
export async function teamLife(seed: number, about: TeamMatter, isTraced = false): Promise<Life> {
  const dice = random(seed);
  const hasFilms = about === "films";
  const fate = fateOf(about, seed, dice);
  const { platform } = fate;
  const place = teamPlace(platform);
  const { team, ownerOf, rules } = place;
  let isEveGuest = fate.isEveGuest;
  let guestSince = Number.NEGATIVE_INFINITY;
  let events = 0;
  let keyEnteredAt = LIFE_START;
  let keyRemovedAt: EpochMs | null = null;
  const isGuest = (userId: UserId) => userId === EVE && isEveGuest;
  function standingOf({ owner }: Pick<Command, "owner">): Standing | null {
    if (dice.chance(0.02)) return null;
    return { isAdmin: owner.userId === ADA, isGuest: isGuest(owner.userId) };
  }

  const vault = memoryVault();
  for (const userId of WITH_OWN_KEY) await vault.put(ownerOf(userId), new Secret(ownKeyOf(userId)));
  await vault.put(holderOf(team), new Secret(TEAM_KEYS[0]));
  const refusedRows = new Map<string, string>();
  const accounts = simAccounts({
    isPayersKey: (job, key) => (job.team ? TEAM_KEYS.some((one) => one === key) : key === ownKeyOf(job.owner.userId)),
    isOutOfUse(key) {
      const sealed = vault.seal(holderOf(team), new Secret(key));
      return [...refusedRows.values()].some((note) => note.includes(sealed));
    },
  });
  for (const key of TEAM_KEYS) accounts.fill(key, fate.credits);
  for (const userId of WITH_OWN_KEY) accounts.fill(ownKeyOf(userId), 5_000);

  const world = simWorld(
    {
      ...fate,
      processes: 1,
      knowsNonces: platform === "discord",
      seesHistory: platform === "slack",
      begins: LIFE_START,
      pollMinMs: 60_000,
      videos: PEOPLE.length,
      films: hasFilms ? { peril: 0.1, areCardsLeft: true } : null,
      deal: (call, now) => (now < HEALS_AT ? fate.deal(call, now) : fine),
    },
    { random: dice, isTraced, accounts },
    () => hooks,
  );
  const { tell, record, clock, facts, disk, films } = world;
  const watch = watchOf();
  const hooks: WorldHooks = {
    vault,
    refusedRows,
    hasFiles: hasFilms,
    written: (changes) => books.record(changes),
    see() {},
    received() {},
    ...(watch && { begun: watch.begun }),
    standingOf,
    taskOf({ resolution, duration }) {
      const price = priceOf({ resolution, duration });
      const credits = dice.chance(0.06) ? price + dice.pick([1, 40]) : price;
      return { credits, lastsMs: fate.lastsMs(dice), ending: dice.weighted(fate.ends) };
    },
    showedEnd: () => true,
    // Nobody deletes cards.
    deleteCard() {},
  };

  function watchOf(): Watch | null {
    const isKeyGone = () => keyRemovedAt !== null && clock.now() - keyRemovedAt > 1_000;
    return about === "queue"
      ? queueClaims({ ...tell, people: [ADA, BEN, CEM], capacity: fate.capacity, isKeyGone })
      : null;
  }

  function saved(before: Job | null, after: Job): void {
    watch?.saved(before, after);
    const isFree = before !== null && takesPlace(before) && !takesPlace(after);
    // Without a key each new video would end immediately and cause the next request, endlessly.
    if (isFree && keyRemovedAt === null && clock.now() < pushesUntil) push();
  }

  const books = teamBooks({
    ...tell,
    team,
    disk,
    asked: sayLate,
    saved,
    // A person who was a guest only after the command was accepted is not a guest for it.
    isGuest: (userId) => isGuest(userId) && clock.now() - guestSince > JUST_NOW_MS,
    isManager: (userId, standing) => userId === ADA || (standing?.managers.includes(userId) ?? false),
  });
  // Decided by the seed itself, so that all other runs stay the same.
  const hasBatches = hasFilms || (about === "days" && [2, 3, 4].includes(seed % 10));
  const pushesUntil = LIFE_START + Math.max(...fate.acts.map(({ afterMs }) => afterMs));
  const { does, several } = teamFrontEnd({ ...world, place, vault, hasFilms, standingOf });

  const { press, withdrawOne, decide } = teamPresses(books, does);

  function push(): void {
    events += 1;
    const { pusher } = fate;
    const draft = aDraft({ prompt: `video ${events}`, pay: "team", resolution: "480p", duration: "10" });
    if (pusher !== null)
      void does(pusher, { kind: "make_video", draft, from: "command" }, `event-${events}`).catch(() => {});
  }

  /** Sometimes a manager approves at the moment when the approval expires. */
  function sayLate({ id, state }: Job): void {
    if (state.status !== "waiting" || !dice.chance(0.4)) return;
    events += 1;
    const event = `event-${events}`;
    const approve = () => void press(BEN, { kind: "approve", jobId: id }, event).catch(() => {});
    clock.after(state.until - clock.now() + dice.between(0, 2), approve);
  }

  async function giveKey(key: Secret, event: string): Promise<void> {
    const at = clock.now();
    const [bot] = world.bots;
    if (bot) await checkKey({ team, vault, bot, accounts, keyEnteredAt }, tell.broken);
    const isGood = !accounts.isSuspended(key.reveal());
    const answer = await does(ADA, { kind: "give_team_key", key }, event);
    if (!isGood || answer?.kind !== "working") return;
    keyEnteredAt = at;
    keyRemovedAt = null;
  }

  /** Returns the version of the rules in the form that Ada opens. */
  async function formVersion(event: string): Promise<number | null> {
    const opened = await press(ADA, { kind: "team_rules" }, event);
    return opened?.kind === "form" ? (opened.form.rulesVersion ?? null) : null;
  }

  async function happen(act: TeamAct): Promise<void> {
    events += 1;
    const event = `event-${events}`;
    switch (act.kind) {
      case "video": {
        const { by, pay, resolution, duration, isTwice } = act;
        if (hasBatches && events % 2 === 0) return isGuest(by) ? undefined : several(act, event, events);
        const draft = aDraft({ prompt: `video ${events}`, pay, resolution, duration });
        const command = { kind: "make_video", draft, from: "command" } as const;
        if (isTwice) void does(by, command, event).catch(() => {});
        return void (await does(by, command, event));
      }
      case "withdraw": {
        const rest = act.nth === 0 && [...books.jobs.values()].find((job) => job.parts && isOpen(job));
        const press = { kind: "press", on: { place: null, shows: true } } as const;
        if (rest) await does(rest.owner.userId, { ...press, action: { kind: "cancel_rest", jobId: rest.id } }, event);
        return decide(act, event);
      }
      case "approve":
      case "decline":
        return decide(act, event);
      case "rules": {
        const { teamCaps, personCaps, askAbove, isOwn } = act;
        const approvals = [rules.approvals?.channelId ?? ""];
        const given = { teamCaps, personCaps, askAbove, approvals, approveOwn: isOwn ? "yes" : "no" };
        tell.trace(`rules: ${JSON.stringify(given)}`);
        // Managers may not approve their own videos if another manager is named.
        const managers = isOwn ? [] : [BEN];
        const changes = [{ kind: "set_team_managers", managers } as const, { kind: "set_team_rules", given } as const];
        for (const [nth, change] of changes.entries()) {
          const version = await formVersion(`${event}-opens-${nth}`);
          await does(ADA, { ...change, version }, `${event}-${nth}`);
        }
        return;
      }
      case "key":
        return giveKey(new Secret(act.key), event);
      case "remove_key": {
        // The platform may fail to confirm that Ada is an admin.
        const answer = await press(ADA, { kind: "remove_team_key" }, event);
        if (answer?.kind === "replace_message") keyRemovedAt = clock.now();
        return;
      }
      case "leave":
        return withdrawOne(waitsForTurn, act, event);
      case "fill":
        for (const key of TEAM_KEYS) accounts.fill(key, act.credits);
        return;
      case "suspend":
        accounts.suspend(TEAM_KEYS[0], act.isSuspended);
        return;
      case "guest":
        if (act.isGuest && !isEveGuest) guestSince = clock.now();
        isEveGuest = act.isGuest;
        return;
      case "crash":
        world.crashAll("kill");
    }
  }

  disk.set([{ key: rulesKey(team), value: rules }]);
  world.start();
  for (const { afterMs, act } of fate.acts)
    clock.after(
      100 + afterMs,
      () => void happen(act).catch((error: unknown) => tell.trace(`failed: ${String(error)}`)),
    );
  const until = LIFE_START + LIFE_MAX_MS;
  await record.run({
    until,
    againUntil: until + LIFE_MAX_MS,
    hasOpen: disk.hasOpen,
    mayForget: () => facts.writeFaults > 0,
    restart: world.crashAll,
  });

  const [bot] = world.bots;
  if (!record.isOver()) films?.checkEnd();
  if (!record.isOver() && bot)
    await checkTeamEnd(
      {
        team,
        books,
        accounts,
        ledger: world.service.ledger,
        screen: world.screen,
        bot,
        vault,
        keyEnteredAt,
        healedAt: HEALS_AT,
      },
      tell.broken,
    );
  return { broken: record.claims, trace: record.lines, end: null };
}

function fateOf(about: TeamMatter, seed: number, dice: Random): TeamFate {
  // In one queue of three, a person requests a new video whenever a place becomes free.
  if (about === "queue") return queueFateOf(dice, seed % 3 === 2);
  return teamFateOf(dice, random(seed + LATER), about === "films" ? random(seed + FILMS) : null);
}
