import { expect, test } from "vitest";
import { linesOf } from "../../../src/cli/read-message.ts";
import { fill, smallDisk } from "../../engines/mounts.ts";
import { aBotsWorld } from "./built-bot.ts";

test("on a full disk new videos are refused in time and running ones finish, and with free space new ones start again", async ({
  skip,
}) => {
  const { dir } = smallDisk(40_000_000, skip);
  const { sandbox, env, connected, run } = await aBotsWorld(["discord"]);
  const up = connected();
  const bot = run("start", [], { ...env, DATA_DIR: dir });
  await up;
  const last = () => sandbox.journal.since(0).at(-1)?.seq ?? 0;
  const sees = (words: RegExp) => () =>
    sandbox.discord.messages("ada").some((message) => words.test(linesOf(message).join("\n")));
  const until = async (isSo: () => boolean) => isSo() || (await sandbox.journal.find(isSo, { withinMs: 12_000 }));

  await sandbox.discord.command("ada", "video", { prompt: "a boat" });
  await sandbox.journal.find(({ kind }) => kind === "polled");
  const makeRoom = fill(dir);

  await sandbox.discord.command("ada", "video", { prompt: "a goat" });
  await until(sees(/Reelay cannot save this now\. Nothing was charged\./));
  expect(sandbox.journal.since(0).filter(({ kind }) => kind === "unanswered")).toEqual([]);
  await sandbox.journal.find(({ kind }) => kind === "polled", { after: last() });

  for (const { id } of sandbox.video.tasks()) sandbox.video.settle(id, "succeeded");
  await until(sees(/\.mp4/));
  await until(() => sandbox.journal.since(0).some(({ kind }) => kind === "pinged"));
  expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });

  makeRoom();
  await sandbox.discord.command("ada", "video", { prompt: "a moat" });
  await until(() => sandbox.video.tasks().length === 2);
  expect(bot.stderr()).toBe("");
  expect(bot.process.exitCode).toBeNull();
}, 90_000);
