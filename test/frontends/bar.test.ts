import { expect, test } from "vitest";
import type { ChatMessage } from "../../src/core/chat.ts";
import { writeMessage as onDiscord } from "../../src/frontends/discord/out/write-discord-message.ts";
import { writeMessage as onSlack } from "../../src/frontends/slack/out/write-slack-message.ts";
import { mentioned } from "../../src/frontends/slack/out/write-slack-text.ts";
import { message } from "../../src/messages/message.ts";

const withBar = (percent: number): ChatMessage =>
  message({ tone: "running", title: "Making the video", bar: { percent, words: "so far" } });
const count = (text: string, cell: RegExp) => text.match(cell)?.length ?? 0;

test.for([
  [0, 0],
  [9.9, 0],
  [10, 1],
  [37, 3],
  [95, 9],
  [99.9, 9],
  [100, 10],
  [-5, 0],
  [400, 10],
  [Number.NaN, 0],
] as const)("a bar at %s percent has %s full tenths on both platforms", ([percent, full]) => {
  const discord = JSON.stringify(onDiscord(withBar(percent)));
  const slack = JSON.stringify(onSlack(withBar(percent), { naming: mentioned }));
  expect([count(discord, /▰/g), count(discord, /▱/g)]).toEqual([full, 10 - full]);
  expect([count(slack, /▓/g), count(slack, /░/g)]).toEqual([full, 10 - full]);
});
