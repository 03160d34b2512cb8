import type { EpochMs } from "../../../src/core/clock.ts";
import type { TaskId } from "../../../src/core/job/ids.ts";
import { priceOf } from "../../../src/core/request/price.ts";
import { refuse } from "../../../src/core/result.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import type { ApiRefusal } from "../../../src/core/video-service.ts";
import { aJobId, anOwner, aRequest, TEST_KEY } from "../../fakes/jobs.ts";
import { uncounted } from "../../fakes/meter.ts";
import { aWatch } from "../../jobs/a-watch.ts";
import { aWorld } from "../../jobs/world.ts";
import { mixedTasks, STANDARD_MIX } from "../../pace/standard-mix.ts";
import { random } from "../random.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const BEFORE_MS = 15 * MINUTE;
const OUTAGE_MS = 30 * MINUTE;
/** Trouble is over within 15 minutes, whatever follows. */
const AFTER_MS = 16 * MINUTE;
const TOLD_WITHIN_MS = MINUTE;
const PRICE = priceOf("480p", 10);
const lost: ApiRefusal = { kind: "unavailable", sent: true, detail: "http 503" };
/** Refusals that say nothing against the service. */
const clearRefusals: readonly ApiRefusal[] = [
  { kind: "no_credits" },
  { kind: "bad_key" },
  { kind: "rate_limited", retryAfterMs: 60_000 },
];

/** What does not answer: paid calls alone, or polls as well. */
export type Outage = "paid calls" | "everything";

export interface OutageLife {
  readonly broken: readonly string[];
  /** From its beginning until it was told. */
  readonly toldAfterMs: number;
  /** Credits of the paid calls that nobody answered, and what they would be if nobody heeded it. */
  readonly tiedUp: number;
  readonly tiedUpUnheeded: number;
}

/**
 * Ten people ask for a video a minute, before, in and after an outage of half an hour; half of them do not start one while they are
 * told of it. Before it, some are refused for reasons of their own, and one key alone gets no answers. Through the product's own
 * steps, over a service of the simulation's; the same for the same seed.
 */
export async function outageLife(seed: number, outage: Outage): Promise<OutageLife> {
  const { between, fraction, chance } = random(seed);
  const room = { ofOwner: 100, ofWorkspace: 1_000, waitingOfOwner: 5 };
  const held: { watch?: ReturnType<typeof aWatch> } = {};
  const world = aWorld(uncounted, room, { pollMinMs: 2_000 }, (clock) => {
    held.watch = aWatch(clock);
    return held.watch.health;
  });
  const { clock, video } = world;
  const health = held.watch?.health;
  if (!health) throw new Error("nothing watches the service");
  const broken: string[] = [];
  const isTold = () => health.now().trouble?.kind === "down";

  const from = clock.now() + BEFORE_MS;
  const until = from + OUTAGE_MS;
  const isOut = () => clock.now() >= from && clock.now() < until;
  video.everyPoll(() => (outage === "everything" && isOut() ? refuse(lost) : null));

  const tasks = mixedTasks({ ...STANDARD_MIX, failing: 0.05 }, 80, seed);
  const endsAt = new Map<TaskId, { readonly at: EpochMs; readonly isGood: boolean }>();
  const turns: number[] = [];
  const payersOut = new Set<number>();
  const comesBack = new Set<string>();
  let [asked, wanted, sent] = [0, 0, 0];
  let toldAt: EpochMs | null = null;

  /** In every ten minutes each of the ten once, in an order of its own: so half of those who ask are those who heed. */
  function nextPerson(): number {
    if (turns.length === 0) turns.push(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    return turns.splice(between(0, turns.length - 1), 1)[0] ?? 0;
  }

  async function ask(person: number, refusal: ApiRefusal | null): Promise<void> {
    asked += 1;
    if (refusal) video.nextSubmits(refuse(refusal));
    if (refusal?.kind === "rate_limited") comesBack.add(`video ${asked}`);
    const owner = anOwner(`20000000000000000${person}`);
    const sealedKey = world.vault.seal(owner, new Secret(TEST_KEY));
    await world.begin({ id: aJobId(asked), owner, sealedKey, request: aRequest({ prompt: `video ${asked}` }) });
    note();
  }

  /** One of ten people wants a video; half of them do not start one while the service is down. */
  async function want(): Promise<void> {
    const person = nextPerson();
    if (!isOut()) {
      const isRefused = clock.now() < from - 5 * MINUTE && chance(0.3);
      return ask(person, isRefused ? (clearRefusals[between(0, 2)] ?? null) : null);
    }
    wanted += 1;
    if (isTold() && person % 2 === 0) return;
    sent += 1;
    payersOut.add(person);
    await ask(person, lost);
    if (sent >= 3 && payersOut.size > 1 && !isTold())
      broken.push("three failures of two people did not tell that it is down");
  }

  function note(): void {
    if (isTold() && clock.now() < from) broken.push("down was told of a service that does well");
    if (isTold() && isOut()) toldAt ??= clock.now();
    if (isOut() && toldAt !== null && !isTold()) broken.push("down was left in the middle of the outage");
    if (isTold() && clock.now() >= until + AFTER_MS - SECOND) broken.push("down was not left");
  }

  function endVideos(): void {
    for (const [nth, taskId] of video.taskIds().entries()) {
      const known = endsAt.get(taskId);
      const end = known ?? { at: clock.now() + (tasks[nth]?.endsMs ?? MINUTE), isGood: fraction() >= 0.05 };
      if (!known) endsAt.set(taskId, end);
      else if (end.at <= clock.now() && end.at > clock.now() - 2 * SECOND)
        end.isGood ? video.succeed(taskId) : video.fail(taskId);
    }
  }

  const oneKeyAt = from - 4 * MINUTE;
  let askAt = clock.now();
  let hasTriedOneKey = false;
  while (clock.now() < until + AFTER_MS) {
    if (!hasTriedOneKey && clock.now() >= oneKeyAt) {
      hasTriedOneKey = true;
      for (let n = 0; n < 4; n += 1) await ask(9, lost);
    }
    // After the outage of an odd life, everybody heeds it.
    if (clock.now() >= askAt && (seed % 2 === 0 || clock.now() < until)) {
      await want();
      askAt += MINUTE * (0.5 + fraction());
    }
    endVideos();
    await clock.advance(SECOND);
    note();
  }
  const once = video.prompts().filter((prompt) => !comesBack.has(prompt));
  if (new Set(once).size < once.length) broken.push("a paid call that nobody pressed for");
  const toldAfterMs = toldAt === null ? Number.POSITIVE_INFINITY : toldAt - from;
  if (outage === "everything" && toldAfterMs > TOLD_WITHIN_MS && sent < 3) broken.push("it was not told in a minute");
  return { broken: [...new Set(broken)], toldAfterMs, tiedUp: sent * PRICE, tiedUpUnheeded: wanted * PRICE };
}

/** One outage of either kind; for `npm run simulate` and the planted mistakes. */
export async function anOutage(
  seed: number,
): Promise<OutageLife & { readonly trace: readonly string[]; readonly end: unknown }> {
  const { broken, ...end } = await outageLife(seed, seed % 4 < 2 ? "everything" : "paid calls");
  return { broken, ...end, trace: [], end };
}
