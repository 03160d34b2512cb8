import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { backUp } from "../../../src/app/program/take-backup.ts";
import { boat, endless, type Story, says, tell } from "../stage.ts";

const onePlace = { env: { MAX_JOBS_PER_USER: "1" } };

/** Makes a backup of the running bot; answers what puts it in the place of the folder's database. */
async function backedUp({ dir }: Story): Promise<() => void> {
  const file = join(dir, "copy");
  expect(await backUp(dir, file)).toMatchObject({ ok: true });
  return () => {
    for (const name of ["reelay.db", "reelay.db-wal", "reelay.db-shm"]) rmSync(join(dir, name), { force: true });
    copyFileSync(file, join(dir, "reelay.db"));
  };
}

describe("on slack", () => {
  test("a backup that is put back pays for no video again, says so on its card, and goes on with what ran", async () => {
    const story = await tell("slack", { ...onePlace, ...endless });
    await story.makeVideo(boat);
    await story.taskId(0);
    await story.makeVideo({ prompt: "a second boat" });
    await story.until(says(/a second boat/, /Waiting for its turn/));
    const putBack = await backedUp(story);
    await story.finish(0);
    await story.finish(1);
    await story.until((messages) => messages.filter(({ text }) => /credits used/.test(text)).length === 2);

    await story.restart({}, putBack);
    await story.until(says(/a second boat/, /was restored from a backup/, /may have been made/, /Again · 95 credits/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
    // To make it again repeats the risk, and is asked about first.
    await story.press("Again");
    await story.until(says(/a second boat/, /may have been charged: up to 95 credits/, /Start it/));

    // The live file was never stamped, and the backup's stamp is gone: the next start closes nothing.
    await story.makeVideo({ prompt: "a third boat" });
    await story.taskId(2);
    await story.makeVideo({ prompt: "a fourth boat" });
    await story.until(says(/a fourth boat/, /Waiting for its turn/));
    await story.restart();
    await story.finish(2);
    await story.finish(3);
    await story.until(says(/a fourth boat/, /credits used/));
    expect(story.sandbox.video.ledger()).toEqual({ charged: 380, refunded: 0, tasks: 4 });
  });
});
