import { type Clock, sleep } from "../../core/clock.ts";
import { type Owner, ownerName } from "../../core/job/ids.ts";
import { index } from "../../core/job/job-indexes.ts";
import { ok, type Result, refuse } from "../../core/result.ts";
import type { Rows } from "../../core/rows.ts";
import { rowsKeyv } from "../../engines/rows-keyv.ts";
import { openForProgram, type StoragePlace } from "../open-engine.ts";
import { ASKED_TO_FORGET, PEOPLE_LEAVING, personNote, toForget } from "../people/forget-people.ts";

/** A running bot checks every ten seconds, and may have other people to forget first. */
const WAIT_MS = 30_000;
const POLL_EVERY_MS = 500;

const STAYS = "Backups, logs and messages in the chat stay.";

export interface TypedPerson {
  readonly discord?: string;
  readonly slack?: string;
}

/** Saves the same note as the person's own command, and waits until a running bot has handled it. */
export async function forgetPerson(
  place: StoragePlace,
  typed: TypedPerson,
  clock: Clock,
): Promise<Result<string, string>> {
  const owner = readPerson(typed);
  if (!owner.ok) return owner;
  const name = ownerName(owner.value);
  const opened = await openForProgram(place, "forget");
  if (!opened.ok) return refuse(opened.refusal.sentence);
  const rows = opened.value;
  try {
    const found = await foundText(rows, name);
    const { keyv } = rowsKeyv(rows);
    const leaving = keyv(PEOPLE_LEAVING);
    await leaving.set(name, toForget(clock.now()));
    await keyv(ASKED_TO_FORGET.namespace).set(ASKED_TO_FORGET.key, clock.now());
    if (!rows.isInUse)
      return ok(`${found} Reelay is not running. It deletes everything about ${name} at its next start. ${STAYS}`);
    for (const end = clock.now() + WAIT_MS; clock.now() < end; await sleep(clock, POLL_EVERY_MS))
      if (!(await leaving.has(name))) return ok(`${found} Everything about ${name} is deleted. ${STAYS}`);
    const isNearlyDone = personNote.safeParse(await leaving.get(name)).data?.left === "videos";
    return ok(
      isNearlyDone
        ? `${found} Everything about ${name} is deleted, except videos in progress: each is deleted within a minute of its end. ${STAYS}`
        : `${found} The running Reelay has not deleted it within ${WAIT_MS / 1_000} seconds. The request is saved, and Reelay does it as soon as possible. Its log then has the line "person forgotten". ${STAYS}`,
    );
  } catch (error) {
    return refuse(`The request could not be saved (${String(error)}). Nothing was deleted. Try again in a moment.`);
  } finally {
    await rows.close();
  }
}

function readPerson({ discord, slack }: TypedPerson): Result<Owner, string> {
  if ((discord === undefined) === (slack === undefined))
    return refuse("Name one person: --discord ID, or --slack TEAM:USER.");
  if (discord !== undefined)
    return /^\d{15,20}$/.test(discord)
      ? ok({ platform: "discord", userId: discord })
      : refuse("A Discord id is a number of 15 to 20 digits: in Discord's developer mode, Copy User ID.");
  const [, teamId, userId] = /^([TE][A-Z0-9]+):([UW][A-Z0-9]+)$/.exec(slack ?? "") ?? [];
  return teamId && userId
    ? ok({ platform: "slack", teamId, userId })
    : refuse(
        "Write the workspace's id (or the organisation's, if Reelay is installed for all of it) and the member's: T0123ABCD:U0123ABCD.",
      );
}

async function foundText(rows: Rows, name: string): Promise<string> {
  const [videos, costs] = [await rows.count(index.of(name)), await rows.count(index.costsOf(name))];
  const hasKey = await rowsKeyv(rows).keyv("keys").has(name);
  if (videos + costs === 0 && !hasKey)
    return `No video, cost or key was stored under ${name}. Check that the id is right.`;
  return `Stored under ${name}: videos ${videos}, costs of deleted videos ${costs}, API key ${hasKey ? "yes" : "no"}.`;
}
