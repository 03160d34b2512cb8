import { randomBytes } from "node:crypto";
import { type Rotation, rotateKeys } from "../../../src/app/program/reseal-keys.ts";
import { openStorage } from "../../../src/app/storage.ts";
import { readConfig } from "../../../src/config.ts";
import type { Team } from "../../../src/core/job/ids.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { payerOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aBotOnDiscord } from "../../fakes/a-bot-on-discord.ts";
import { aJob, aJobId, anOwner, aSlackOwner } from "../../fakes/jobs.ts";
import { manualClock } from "../../fakes/manual-clock.ts";
import { recordingLog } from "../../fakes/recording-log.ts";
import { valueIn } from "../../fakes/value-in.ts";

export const KEY = "vk-canary-0123456789abcdef";
export const OLD = `old:${randomBytes(32).toString("base64")}`;
export const NEW = `new:${randomBytes(32).toString("base64")}`;
export const BOTH = `${NEW},${OLD}`;

/** Opens the storage in that folder or Redis like a bot at its start. */
export async function aBot(place: string, secretKeys?: string) {
  const where = place.startsWith("redis:") ? { REDIS_URL: place } : { DATA_DIR: place };
  const config = valueIn(
    readConfig({ ...aBotOnDiscord, ...where, ...(secretKeys ? { SECRET_KEYS: secretKeys } : {}) }),
  );
  return valueIn(await openStorage(config, { clock: manualClock(), log: recordingLog() }));
}

type Bot = Awaited<ReturnType<typeof aBot>>;

export const TEAMS: readonly Team[] = [
  { platform: "slack", teamId: "T0000000001" },
  { platform: "discord", teamId: "300000000000000003" },
];

/** A team whose key was refused before another was entered. */
export const OTHER_TEAM: Team = { platform: "discord", teamId: "300000000000000004" };

interface Held {
  readonly people: number;
  readonly jobs: number;
}

/** More than a rotation reads and writes at the same time. */
const MANY: Held = { people: 250, jobs: 150 };
export const FEW: Held = { people: 12, jobs: 6 };

const ownersOf = ({ people }: Held) =>
  Array.from({ length: people }, (_, n) => (n % 2 ? anOwner(`${n}`) : aSlackOwner(`U${n}`)));

/**
 * Stores keys of all people, refused keys of two teams, and an open job for each of the first people. Teams pay for a third
 * of the jobs.
 */
export async function fill({ vault, engine, refused }: Bot, held = MANY): Promise<void> {
  const owners = ownersOf(held);
  await Promise.all(owners.map((owner) => vault.put(owner, new Secret(KEY))));
  for (const team of TEAMS) await engine.teams.saveRules(team, noRules, 0);
  for (const team of TEAMS) await refused.note(team, new Secret(KEY), 0);
  await refused.entered(OTHER_TEAM, 5_000);
  const jobs = owners.slice(0, held.jobs).map((owner, n) => {
    const team = n < held.jobs / 3 ? TEAMS[n % 2] : undefined;
    const job = aJob({ id: aJobId(n), owner, ...(team && { team }) });
    return { ...job, sealedKey: vault.seal(payerOf(job), new Secret(KEY)) };
  });
  await Promise.all(jobs.map((job) => engine.jobs.insert(job)));
}

/** Counts the stored keys, refused keys and keys in jobs that a bot can open. */
export async function opens(
  { vault, engine, refused }: Bot,
  held = MANY,
): Promise<[stored: number, refused: number, job: number]> {
  const stored = await Promise.all(ownersOf(held).map((owner) => vault.get(owner)));
  const loaded = await Promise.all(Array.from({ length: held.jobs }, (_, n) => engine.jobs.load(aJobId(n))));
  const copies = loaded.map((one) => one && vault.open(payerOf(one.job), one.job.sealedKey ?? ""));
  const refusals = await Promise.all(TEAMS.map((team) => refused.has(team, new Secret(KEY))));
  const isRight = (key: Secret | null) => key?.reveal() === KEY;
  return [stored.filter(isRight).length, refusals.filter(Boolean).length, copies.filter(isRight).length];
}

export async function rotated(rotation: Partial<Rotation>): Promise<string> {
  const done = await rotateKeys({ dir: "nowhere", redisUrl: null, secretKeys: null, isNew: false, ...rotation });
  return done.ok ? done.value : `refused: ${done.refusal}`;
}
