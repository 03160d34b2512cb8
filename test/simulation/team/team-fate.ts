import type { EpochMs } from "../../../src/core/clock.ts";
import type { UserId } from "../../../src/core/job/ids.ts";
import type { Capacity } from "../../../src/core/job/job-storage.ts";
import type { Payer } from "../../../src/core/team/payer.ts";
import { askAboves } from "../../../src/core/team/rules.ts";
import { type Call, type Dealt, FAULTS, fine } from "../faults.ts";
import type { Random } from "../random.ts";
import type { Ending } from "../world/sim-service.ts";
import { ADA, BEN, CEM, PEOPLE, TEAM_KEYS } from "./team-people.ts";

/** Something that a person does, or an event, in a team's run. */
export type TeamAct =
  | {
      readonly kind: "video";
      readonly by: UserId;
      readonly pay: Payer | null;
      readonly resolution: "480p" | "720p";
      readonly duration: "10" | "15";
      readonly isTwice: boolean;
    }
  /** Chooses a job that waits for an approval: `nth` modulo the number of these jobs. */
  | { readonly kind: "approve" | "decline" | "withdraw"; readonly by: UserId; readonly nth: number }
  | {
      readonly kind: "rules";
      readonly teamCaps: string;
      readonly personCaps: string;
      readonly askAbove: string;
      readonly isOwn: boolean;
    }
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "remove_key" }
  /** Withdraws the `nth` job in the queue. If `by` is null, its own person does so. */
  | { readonly kind: "leave"; readonly by: UserId | null; readonly nth: number }
  | { readonly kind: "fill"; readonly credits: number }
  | { readonly kind: "suspend"; readonly isSuspended: boolean }
  | { readonly kind: "guest"; readonly isGuest: boolean }
  | { readonly kind: "crash" };

export interface TeamFate {
  readonly platform: "discord" | "slack";
  readonly acts: readonly TimedAct[];
  readonly isEveGuest: boolean;
  readonly credits: number;
  readonly capacity: Capacity;
  /** This person requests another video whenever a running place becomes free. */
  readonly pusher: UserId | null;
  /** The weights of a task's endings. */
  readonly ends: Readonly<Record<Exclude<Ending, "sticks">, number>>;
  lastsMs(dice: Random): number;
  deal(call: Call, now: EpochMs): Dealt;
  downtimeMs(): number;
}

const ENDS = { succeeds: 140, fails: 50, "is forgotten": 4, "has no link": 0 };
/** In chains most videos succeed, so that the next one can continue. */
const ENDS_IN_CHAINS = { succeeds: 170, fails: 20, "is forgotten": 4, "has no link": 6 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** People act for this long. An approval requested in the last hour may wait for one more day. */
const ACTIVE_MS = 3 * DAY;

/** A team's run has many calls, so each has a lower probability of a crash. */
const PERIL = 0.1;

/** Draws a team's run. With `films`, most videos continue others, and `films` draws their faults. */
export function teamFateOf(dice: Random, later: Random, films: Random | null): TeamFate {
  const acts: TimedAct[] = [...laterActs(later, ACTIVE_MS)];
  const add = (afterMs: number, act: TeamAct) => void acts.push({ afterMs: Math.max(1, Math.round(afterMs)), act });
  const person = () => dice.pick(PEOPLE);
  const manager = () => (dice.chance(0.85) ? dice.pick([ADA, BEN]) : person());

  function rules(): TeamAct {
    const teamCaps = dice.pick(["", "300", "600", "1000", "2000", "400 a day", "300 a day, 1000 a month"]);
    const personCaps = dice.pick(["", "", "200", "500", "200 a day", "100 a day, 500 a month"]);
    const askAbove = dice.chance(0.3) ? "never" : dice.pick(["0", ...askAboves()]);
    return { kind: "rules", teamCaps, personCaps, askAbove, isOwn: dice.chance(0.2) };
  }

  function video(): Extract<TeamAct, { kind: "video" }> {
    return {
      kind: "video",
      by: person(),
      pay: dice.pick(["team", "team", "team", null, "mine"]),
      resolution: dice.pick(["480p", "720p"]),
      duration: dice.pick(["10", "15"]),
      isTwice: dice.chance(0.1),
    };
  }

  /** Draws decisions about a waiting job, sometimes two at the same time. */
  function decide(askedMs: number): void {
    const atMs = askedMs + dice.between(1, 5 * HOUR);
    const nth = dice.between(0, 3);
    const many = dice.chance(0.35) ? 2 : 1;
    for (let word = 0; word < many; word += 1) {
      const kind = dice.weighted({ approve: 6, decline: 2, withdraw: 2 });
      add(atMs + (dice.chance(0.7) ? 0 : dice.between(0, 30)), {
        kind,
        by: kind === "withdraw" ? person() : manager(),
        nth,
      });
    }
  }

  add(1, rules());
  const bursts = dice.between(3, 6);
  for (let burst = 0; burst < bursts; burst += 1) {
    // The month ends during the run, and some bursts are close to its end.
    const atMs = dice.chance(0.2) ? 2 * DAY + dice.between(-3_000, 3_000) : dice.between(1_000, ACTIVE_MS);
    const count = dice.weighted({ one: 2, two: 3, three: 3, five: 1 });
    for (let n = 0; n < { one: 1, two: 2, three: 3, five: 5 }[count]; n += 1) {
      add(atMs + (dice.chance(0.6) ? 0 : dice.between(0, 2_000)), video());
      if (dice.chance(0.9)) decide(atMs);
    }
    if (dice.chance(0.4)) add(atMs + dice.between(-5, 5_000), rules());
  }
  if (dice.chance(0.35)) {
    const atMs = dice.between(2_000, ACTIVE_MS);
    add(atMs - 1_000, { kind: "rules", teamCaps: "", personCaps: "", askAbove: "never", isOwn: false });
    add(atMs, { kind: "suspend", isSuspended: true });
    // Calls with the old key may be refused only after the new key was entered.
    for (let n = 0; n < 3; n += 1) add(atMs + dice.between(0, 500), { ...video(), pay: "team" });
    const newAfterMs = dice.chance(0.5) ? dice.between(500, 4_000) : dice.between(1_000, HOUR);
    if (dice.chance(0.7)) add(atMs + newAfterMs, { kind: "key", key: TEAM_KEYS[1] });
    add(atMs + 2 * HOUR, { kind: "suspend", isSuspended: false });
    add(atMs + 2 * HOUR + MINUTE, { kind: "key", key: dice.pick(TEAM_KEYS) });
  }
  if (dice.chance(0.3)) {
    const atMs = dice.between(1_000, ACTIVE_MS);
    add(atMs, { kind: "fill", credits: dice.pick([0, 100, 250]) });
    add(atMs + dice.between(MINUTE, DAY), { kind: "fill", credits: 5_000 });
  }
  for (let crash = dice.pick([0, 0, 1, 2]); crash > 0; crash -= 1) add(dice.between(1, ACTIVE_MS), { kind: "crash" });
  if (dice.chance(0.5)) add(dice.between(1, ACTIVE_MS), { kind: "guest", isGuest: dice.chance(0.5) });

  const rates = {
    store: dice.pick([0, 0, 0.03, 0.1]),
    chat: dice.pick([0, 0.05, 0.2, 0.4]),
    submit: dice.pick([0, 0.2, 0.6]),
    poll: dice.pick([0, 0.1]),
  };
  const filmRate = films?.pick([0, 0.15, 0.3, 0.5]) ?? 0;
  let endsLeft = dice.pick([0, 1, 2, 4]);
  /** The number of saves after a lost notification in which a crash is more likely. */
  let shakyWrites = 0;

  function faultOf({ kind, name }: Call): string | null {
    switch (kind) {
      case "save":
        return dice.chance(rates.store) ? dice.pick(["fails before", "fails after", "slow"]) : null;
      case "answer":
        return dice.chance(rates.chat / 2) ? dice.pick(["refused", "lost but arrived", "lost"]) : null;
      case "show":
        return dice.chance(rates.chat) ? dice.pick(["rate limited", "clear error", "lost but done"]) : null;
      case "notify":
        return dice.chance(rates.chat)
          ? dice.pick([
              "rate limited",
              "clear error",
              "lost",
              "lost but done",
              "lost but done",
              "lost but done",
              // A removed bot retries only once a day, so only the managers' channel is removed.
              name === "post" ? "removed" : "lost",
            ])
          : null;
      case "submit":
        return dice.chance(rates.submit)
          ? dice.pick(["unsent", "busy", "clear no", "lost", "lost, charged", "odd status, charged"])
          : null;
      case "poll":
        return dice.chance(rates.poll) ? dice.pick(["silent", "busy"]) : null;
      case "frame":
        // Temporary faults are more frequent.
        return films?.chance(filmRate)
          ? films.weighted({ unreachable: 8, "too slow": 8, gone: 1, unreadable: 1 })
          : null;
      case "showFrame":
      case "attach":
        return films?.chance(filmRate) ? films.pick(FAULTS[kind]) : null;
      default:
        return null;
    }
  }

  return {
    platform: dice.chance(0.5) ? "discord" : "slack",
    acts,
    isEveGuest: dice.chance(0.7),
    credits: dice.pick([400, 5_000, 5_000]),
    // Few places, so that approved videos wait for their turn.
    capacity: { ofOwner: 2, ofWorkspace: 3, waitingOfOwner: 4 },
    pusher: null,
    ends: films ? ENDS_IN_CHAINS : ENDS,
    lastsMs: (random) => (random.chance(0.02) ? random.between(60, 170) * MINUTE : random.between(10_000, 4 * MINUTE)),
    deal(call) {
      const fault = faultOf(call);
      if (call.kind === "notify" && fault === "lost but done") shakyWrites = 4;
      else if (call.kind === "save") shakyWrites = Math.max(0, shakyWrites - 1);
      const isEnd = endsLeft > 0 && dice.chance(shakyWrites > 0 && call.kind === "save" ? 0.3 : call.peril * PERIL);
      if (!isEnd) return fault === null ? fine : { ...fine, fault };
      endsLeft -= 1;
      const how = dice.weighted({ before: 4, after: 4, stop: 2 });
      return how === "stop" ? { crash: null, isStopped: true, fault } : { crash: how, isStopped: false, fault };
    },
    downtimeMs: () => dice.pick([500, 3_000, 30_000, 3 * MINUTE, 11 * MINUTE, 2 * HOUR]),
  };
}

export interface TimedAct {
  readonly afterMs: number;
  readonly act: TeamAct;
}

/** Adds a burst of more videos than there are places, some of which are withdrawn, and the removal of a key. */
function laterActs(dice: Random, activeMs: number): readonly TimedAct[] {
  const acts: TimedAct[] = [];
  const add = (afterMs: number, act: TeamAct) => void acts.push({ afterMs, act });

  function crowd(): void {
    const atMs = dice.between(1_000, activeMs);
    const people = [dice.pick(PEOPLE), dice.pick(PEOPLE)] as const;
    for (let n = 0; n < 6; n += 1) {
      add(atMs + dice.between(0, 2_000), {
        kind: "video",
        by: dice.pick(people),
        pay: dice.pick(["team", "team", "mine"]),
        resolution: "480p",
        duration: "10",
        isTwice: dice.chance(0.1),
      });
      if (dice.chance(0.6)) add(atMs + dice.between(1_000, 4 * MINUTE), leave(dice));
    }
  }

  function noKey(): void {
    const atMs = dice.between(1_000, activeMs);
    add(atMs, { kind: "remove_key" });
    if (dice.chance(0.3)) add(atMs + dice.between(-500, 500), { kind: "remove_key" });
    if (dice.chance(0.8))
      add(atMs + dice.pick([500, MINUTE, 2 * HOUR, 8 * HOUR]), { kind: "key", key: dice.pick(TEAM_KEYS) });
  }

  if (dice.chance(0.4)) crowd();
  if (dice.chance(0.25)) noKey();
  return acts;
}

/** Draws which job leaves the queue. Sometimes another person tries to withdraw it. */
function leave(dice: Random): TeamAct {
  return { kind: "leave", nth: dice.between(0, 3), by: dice.chance(0.1) ? dice.pick(PEOPLE) : null };
}

const QUEUE_ACTS = 60;

/** Draws a queue: three people, few places, videos that start, end and are withdrawn, and kills as the only faults. */
export function queueFateOf(dice: Random, isPushed: boolean): TeamFate {
  // In these queues somebody waits for two hours.
  const isSlow = dice.chance(0.2);
  const people = [ADA, BEN, CEM] as const;
  const acts: TimedAct[] = [];
  let afterMs = SECOND;
  for (let nth = 0; nth < QUEUE_ACTS; nth += 1) {
    afterMs += dice.between(1, 40) * SECOND;
    const by = dice.pick(people);
    switch (dice.weighted({ video: 70, leave: 20, crash: 7, key: 3 })) {
      case "video":
        acts.push({ afterMs, act: aVideo(by) });
        break;
      case "leave":
        acts.push({ afterMs, act: { kind: "leave", by: null, nth: dice.between(0, 9) } });
        break;
      case "crash":
        acts.push({ afterMs, act: { kind: "crash" } });
        break;
      case "key":
        acts.push({ afterMs, act: { kind: "remove_key" } });
        afterMs += dice.between(1, 40) * SECOND;
        acts.push({ afterMs, act: { kind: "key", key: TEAM_KEYS[0] } });
    }
  }
  return {
    ...quiet(dice, acts),
    capacity: { ofOwner: dice.between(1, 3), ofWorkspace: dice.between(1, 3), waitingOfOwner: 5 },
    pusher: isPushed ? ADA : null,
    ends: { ...ENDS, succeeds: 1, fails: 0, "is forgotten": 0 },
    lastsMs: (random) => random.between(60, 120) * (isSlow ? 20 : 1) * SECOND,
    // Sometimes the platform refuses a card.
    deal: ({ kind }) => (kind === "answer" && dice.chance(0.05) ? { ...fine, fault: "refused" } : fine),
  };
}

/** A fate in which kills are the only faults. */
function quiet(dice: Random, acts: readonly TimedAct[]) {
  return {
    platform: dice.chance(0.5) ? "discord" : "slack",
    acts,
    isEveGuest: false,
    credits: 100_000,
    pusher: null,
    deal: () => fine,
    downtimeMs: () => 500,
  } as const;
}

function aVideo(by: UserId): TeamAct {
  return { kind: "video", by, pay: "team", resolution: "480p", duration: "10", isTwice: false };
}
