import { EventEmitter } from "node:events";
import { ActivityType, type Client, Events, Status } from "discord.js";
import { expect, test } from "vitest";
import { showStatus } from "../../../../src/frontends/discord/connect/discord-gateway.ts";
import { toldClock } from "../../../fakes/told-clock.ts";

/** A bot with two connections, of which the second one is not ready. */
function aBot() {
  const sent: unknown[] = [];
  const shards = new Map([0, 1].map((id) => [id, { id, status: id === 0 ? Status.Ready : Status.Connecting }]));
  const parts = { ws: { shards }, user: { setPresence: (presence: unknown) => sent.push(presence) } };
  const events = Object.assign(new EventEmitter(), parts);
  const clock = toldClock();
  const status = { text: null as string | null, hear: () => {} };
  const stop = showStatus(
    events as unknown as Client,
    {
      now: () => status.text,
      onChange(hear) {
        status.hear = hear;
        return () => {
          status.hear = () => {};
        };
      },
    },
    clock,
  );
  const says = (text: string | null) => {
    status.text = text;
    status.hear();
  };
  return { sent, clock, says, stop, isReady: (id: number) => events.emit(Events.ShardReady, id) };
}

const shows = (text: string | null, shardId: readonly number[] = [0]) => ({
  shardId,
  activities: text === null ? [] : [{ type: ActivityType.Custom, name: "status", state: text }],
});

test("nothing is sent until there is something to say", () => {
  const bot = aBot();
  bot.says(null);
  bot.isReady(1);
  expect(bot.sent).toEqual([]);
});

test("each change is shown where the bot is connected, and an end of it", async () => {
  const bot = aBot();
  bot.says("down");
  bot.says("down");
  expect(bot.sent).toEqual([shows("down")]);
  await bot.clock.advance(20_000);
  bot.says(null);
  expect(bot.sent).toEqual([shows("down"), shows(null)]);
});

test("one in 20 s is sent, and the last word counts", async () => {
  const bot = aBot();
  for (const text of ["down", "slow", null, "failing"]) bot.says(text);
  expect(bot.sent).toEqual([shows("down")]);
  await bot.clock.advance(19_999);
  expect(bot.sent).toHaveLength(1);
  await bot.clock.advance(1);
  expect(bot.sent).toEqual([shows("down"), shows("failing")]);
});

test("a connection that begins anew is told, and one that ends tells nothing more", async () => {
  const bot = aBot();
  bot.says("down");
  bot.isReady(1);
  expect(bot.sent).toEqual([shows("down"), shows("down", [1])]);
  bot.says("slow");
  bot.stop();
  await bot.clock.advance(60_000);
  bot.says("failing");
  expect(bot.sent).toHaveLength(2);
});
