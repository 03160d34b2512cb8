import { copyFileSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUpStorage } from "../../../src/app/program/take-backup.ts";
import { boat, endless, hasFilm, oneOf, type Story, says, startStory } from "../stage.ts";

const onePlace = { env: { MAX_JOBS_PER_USER: "1" } };

/**
 * Makes two daily backups of the running bot, of which one is kept. The returned function replaces the folder's database
 * with it, as docs/backup-and-upgrade.md describes.
 */
async function backedUp({ dir }: Story): Promise<() => void> {
  const backups = join(dir, "backups");
  for (const day of [1, 2]) {
    const options = { keep: 1, isKeepGiven: true, now: Date.UTC(2026, 10, day) };
    expect(await backUpStorage({ dir, secretKeys: null }, backups, options)).toMatchObject({ ok: true });
  }
  const names = readdirSync(backups);
  expect(names).toEqual(["reelay-2026-11-02T00-00-00Z.db"]);
  return () => {
    for (const name of ["reelay.db", "reelay.db-wal", "reelay.db-shm"]) rmSync(join(dir, name), { force: true });
    copyFileSync(join(backups, names[0] ?? ""), join(dir, "reelay.db"));
  };
}

/** Waits until the log contains that many of these events. */
async function logged({ log }: Story, event: string, count: number): Promise<void> {
  const isThere = () => log.lines.filter((line) => line.event === event).length >= count;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 5));
}

const second = { prompt: "a second boat" };
const textsOf = (story: Story) => story.seen().map(({ text }) => text);
const ends = (story: Story) => story.seen().filter(({ text }) => /credits used/.test(text)).length;

describe.for(oneOf("discord"))("on %s, after a backup is restored,", (place) => {
  test("the cards and files of finished videos stay unchanged, and nobody is notified a second time", async () => {
    const story = await startStory(place, { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo(second);
    await story.until(says(/a second boat/, /Waiting for its turn/));
    const putBack = await backedUp(story);
    await story.finish(0);
    await story.finish(1);
    await story.until(() => ends(story) === 2);
    await logged(story, "job closed", 2);
    const before = textsOf(story);
    const changes = () => ["edited", "deleted", "pinged"].map((kind) => story.entries(kind).length);
    const changesBefore = changes();
    expect(hasFilm(story, place)).toBe(true);

    await story.restart({}, putBack);
    // The running video and the waiting one.
    await logged(story, "job closed", 4);
    expect(textsOf(story)).toEqual(before);
    expect(changes()).toEqual(changesBefore);
    expect(hasFilm(story, place)).toBe(true);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test("a waiting video does not start by itself, and a running video continues", async () => {
    const story = await startStory(place, { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo(second);
    await story.until(says(/a second boat/, /Waiting for its turn/));
    const putBack = await backedUp(story);

    await story.restart({}, putBack);
    await story.until(says(/a second boat/, /was restored from a backup/, /may have been made/, /Again · 95 credits/));
    await story.finish(0);
    await story.until(() => ends(story) === 1);
    expect(story.sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
    // Making it again repeats the risk, so the bot asks first.
    await story.press("Again");
    await story.until(says(/a second boat/, /may have been charged: up to 95 credits/, /Start it/));

    // The live file has no stamp, and the backup's stamp was removed: the next start closes nothing.
    await story.makeVideo({ prompt: "a third boat" });
    await story.taskId(1);
    await story.makeVideo({ prompt: "a fourth boat" });
    await story.until(says(/a fourth boat/, /Waiting for its turn/));
    await story.restart();
    await story.finish(1);
    await story.finish(2);
    await story.until(says(/a fourth boat/, /credits used/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 285, refunded: 0, tasks: 3 });
  });
});

test("on slack the outcome of a video that was restored from a backup is posted as a new message if the bot cannot read the channel", async () => {
  const story = await startStory("slack", { ...onePlace, ...endless });
  story.sandbox.slack.grants.history = false;
  await story.makeVideo(boat);
  await story.taskId(0);
  await story.makeVideo(second);
  await story.until(says(/a second boat/, /Waiting for its turn/));
  const putBack = await backedUp(story);
  await story.finish(0);
  await story.finish(1);
  await story.until(() => ends(story) === 2);
  await logged(story, "job closed", 2);
  const before = textsOf(story);

  await story.restart({}, putBack);
  await story.until((messages) => messages.length === before.length + 2);
  expect(textsOf(story).slice(0, before.length)).toEqual(before);
  const added = textsOf(story).slice(before.length);
  // The bot no longer knows the outcome of the waiting video. The service knows the outcome of the running one.
  expect(added.map((text) => /was restored from a backup/.test(text)).toSorted()).toEqual([false, true]);
  expect(added.filter((text) => /The video is ready/.test(text))).toHaveLength(1);
});
