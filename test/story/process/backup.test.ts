import { copyFileSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { linesOf } from "../../../src/cli/demo/seen.ts";
import { howMany, isFull } from "../../fakes/how-many.ts";
import { aBotsWorld, type BuiltBot, buildBot } from "./built-bot.ts";

describe("npx reelay backup", () => {
  let built: BuiltBot;
  beforeAll(async () => {
    built = await buildBot();
  }, 60_000);

  test.runIf(isFull)(
    "a backup of the running bot, put back after a crash, goes on with the job and pays once",
    async () => {
      const { sandbox, dir, env, connected } = await aBotsWorld(["discord"]);
      const up = connected();
      const killed = built.run("start", [], env);
      await up;
      await sandbox.discord.command("ada", "video", { prompt: "a boat" });
      await sandbox.journal.find(() => sandbox.journal.since(0).filter(({ kind }) => kind === "polled").length > 3);

      const file = join(dir, "backup.db");
      const backup = built.run("backup", [file], { DATA_DIR: dir });
      expect(await backup.ended, backup.stderr()).toBe(0);
      expect(backup.out()).toBe(
        `The backup is ${file} (${Math.ceil(statSync(file).size / 1_000)} kB). Copy ${dir}/secret.keys beside it: without that file the API keys in it cannot be read.\n`,
      );
      expect(statSync(file).mode & 0o777).toBe(0o600);
      const polled = sandbox.journal.since(0).at(-1)?.seq ?? 0;
      await sandbox.journal.find((entry) => entry.kind === "polled", { after: polled });
      killed.process.kill("SIGKILL");
      await killed.ended;

      const keys = readFileSync(join(dir, "secret.keys"), "utf8");
      renameSync(file, `${dir}.kept`);
      for (const name of readdirSync(dir)) if (name !== "secret.keys") rmSync(join(dir, name));
      copyFileSync(`${dir}.kept`, join(dir, "reelay.db"));
      rmSync(`${dir}.kept`);

      const again = connected();
      built.run("start", [], env);
      await again;
      for (const { id } of sandbox.video.tasks()) sandbox.video.settle(id, "succeeded");
      await sandbox.journal.find(() =>
        sandbox.discord.messages("ada").some((message) => /\.mp4/.test(linesOf(message).join())),
      );
      expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
      expect(readFileSync(join(dir, "secret.keys"), "utf8")).toBe(keys);
    },
    30_000,
  );

  const mistakes = [
    ["no file named", [], "error: missing required argument 'file'"],
    ["two files named", ["a", "b"], "error: too many arguments"],
    ["no database", ["/nowhere/x"], "There is no database in DATA_DIR /nowhere"],
  ] as const;
  test.for(mistakes.slice(0, howMany(3, 1)))("%s: one sentence, exit code 1, no stack", async ([, args, sentence]) => {
    const backup = built.run("backup", args, { DATA_DIR: "/nowhere" });
    expect(await backup.ended).toBe(1);
    const [firstLine, ...usage] = backup.stderr().split("\n");
    expect(firstLine).toMatch(new RegExp(`^${sentence}`));
    // What is wrong with the words themselves is told with the usage.
    expect(usage.join("\n")).toMatch(args.length === 1 ? /^$/ : /^\nUsage: npx reelay backup \[options\] <file>\n/);
    expect(backup.out()).toBe("");
  });
});
