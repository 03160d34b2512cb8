import { beforeAll, expect, test } from "vitest";
import { type Hands, handsOn } from "../../../src/cli/demo/hands.ts";
import { isFull } from "../../fakes/how-many.ts";
import { aBotsWorld, type BuiltBot, buildBot } from "./built-bot.ts";

let built: BuiltBot;
beforeAll(async () => {
  built = await buildBot();
}, 60_000);

test.runIf(isFull)(
  "SIGKILL while videos are joined leaves a sentence that stays true, and the next press joins them",
  async () => {
    const { sandbox, env, connected } = await aBotsWorld(["discord"]);
    const board = { line: () => {} };
    const hands: Hands = handsOn(sandbox, "discord", { board, after: 0, withinMs: 20_000 });
    const finish = async (nth: number) => {
      await sandbox.journal.find(() => sandbox.video.tasks().length > nth, { withinMs: 20_000 });
      sandbox.video.settle(sandbox.video.tasks()[nth]?.id ?? "", "succeeded");
    };
    const up = async () => {
      const heard = connected();
      const bot = built.run("start", [], env);
      await heard;
      return bot;
    };
    const bot = await up();
    await sandbox.seeded();
    await hands.asks("ada", "a boat");
    await finish(0);
    await hands.presses("ada", "Continue");
    await hands.fills("ada", "Continue: part 2", { prompt: "and then it rains" });
    await finish(1);
    await hands.presses("ada", "Join");
    const status = await hands.reads("ada", "Joining 2 parts…");
    bot.process.kill("SIGKILL");
    await bot.ended;
    expect(status).toMatch(/free.*If no video is here by then, press Join again/s);
    const joined = () => sandbox.discord.messages("ben").filter((one) => JSON.stringify(one).includes("Parts 1 to 2"));
    const before = joined().length;

    await up();
    await hands.presses("ada", "Join");
    await hands.reads("ada", "2 parts joined");
    expect(joined()).toHaveLength(before + 1);
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  },
  60_000,
);
