import assert from "node:assert/strict";
import fc from "fast-check";
import type { Act } from "../../src/core/command.ts";
import { planVideo } from "../../src/core/request/plan-video.ts";
import { noSettings } from "../../src/core/request/settings.ts";
import { readReceivedMessage } from "../../src/frontends/discord/in/read-discord-message.ts";
import { readInteraction } from "../../src/frontends/discord/in/read-interaction.ts";
import {
  misreadParts,
  readPress,
  readShortcut,
  readSlash,
  readSubmission,
} from "../../src/frontends/slack/in/read-slack.ts";
import { judgeAddress } from "../../src/images/guarded-fetch.ts";
import { judgePicture } from "../../src/images/judge-picture.ts";
import { draftProblemOf } from "../../src/messages/ask/draft-problems.ts";
import { en } from "../../src/messages/words/en.ts";
import { commandWorld } from "../commands/command-world.ts";
import { apng, gif, jpeg, png, webp } from "../images/pictures.ts";
import { DISCORD_EVENTS, DISCORD_MESSAGE, SLACK_PAYLOADS } from "./events.ts";
import { hostile, hostileUrl } from "./hostile.ts";
import type { Kind } from "./kinds.ts";
import { sound } from "./text-kinds.ts";

const judge = { judgeAddress: judgeAddress(new Set()), canFit: false };

/** A copy of a payload in which some values, at any depth, are replaced or left out. */
function spoilt(whole: unknown): fc.Arbitrary<unknown> {
  const paths = pathsOf(whole);
  const value = fc.oneof(hostile, hostileUrl, fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
  return fc
    .array(fc.tuple(fc.constantFrom(...paths), value), { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce((payload, [path, put]) => changed(payload, path, put), whole));
}

function pathsOf(node: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof node !== "object" || node === null) return [path];
  return [path, ...Object.entries(node).flatMap(([name, value]) => pathsOf(value, [...path, name]))];
}

function changed(node: unknown, [name, ...rest]: readonly string[], put: unknown): unknown {
  if (name === undefined) return put;
  if (typeof node !== "object" || node === null) return node;
  const swap = (key: string, value: unknown) => (key === name ? changed(value, rest, put) : value);
  if (Array.isArray(node)) return node.map((value, index) => swap(String(index), value));
  return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, swap(key, value)]));
}

/** Checks that a parsed draft's error message does no harm. */
function harmless(act: Act): void {
  if (act.kind !== "make_video") return;
  const planned = planVideo(act.draft, noSettings, judge);
  if (!planned.ok) sound(draftProblemOf(planned.refusal, en).message);
}

const discordEvents = fc.property(fc.oneof(...DISCORD_EVENTS.map(spoilt), fc.jsonValue()), (payload) => {
  const read = readInteraction(payload, { prefix: "video", receivedAt: 0 });
  if (read.kind === "command") harmless(read.command.act);
  else if ("what" in read) assert.ok(read.what.length <= 1_000, "a long word for the log");
});

/** The bot's own id in `DISCORD_MESSAGE`. */
const SELF = "100000000000000001";
/** `npm run fuzz -- 2000` tests 2,000 times this many messages. */
const MESSAGES_EACH = 5;
const message = fc.oneof(
  spoilt(DISCORD_MESSAGE),
  fc
    .tuple(fc.oneof(hostile, hostileUrl), fc.boolean())
    .map(([text, isDirect]) => changed(DISCORD_MESSAGE, ["content"], isDirect ? text : `<@${SELF}> ${text}`)),
);

/** A message to the bot never starts or pays for a video. Only a button press does. */
const discordMessages = fc.asyncProperty(
  fc.array(message, { minLength: MESSAGES_EACH, maxLength: MESSAGES_EACH }),
  async (messages) => {
    const world = commandWorld({ rules: { commandsPerMinute: 1_000 } });
    await world.withKey();
    for (const payload of messages) {
      const mention = readReceivedMessage(payload, SELF);
      if (!mention) continue;
      const answer = await world.does(mention.act, {
        isMessage: true,
        workspace: mention.guildId,
        eventId: mention.messageId,
      });
      assert.ok(answer.kind === "private" || answer.kind === "nothing", answer.kind);
      if (answer.kind === "private") sound(answer.message);
    }
    assert.deepEqual(world.orders, []);
    assert.deepEqual(world.client.prompts(), []);
  },
);

const slackPayloads = fc.property(fc.oneof(...SLACK_PAYLOADS.map(spoilt), fc.jsonValue()), (payload) => {
  const how = { prefix: "video", now: 0 };
  for (const read of [readSlash, readPress, readSubmission, readShortcut]) {
    const incoming = read(payload, how);
    if (incoming) harmless(incoming.command.act);
  }
  for (const kind of ["command", "press", "form"] as const)
    assert.ok(misreadParts(kind, payload).length <= 2_000, "long words for the log");
});

const pictures = [png(64, 48), apng(64, 48), gif(64, 48), jpeg(64, 48), jpeg(64, 48, 6), webp(64, 48)];
const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom(...pictures),
      fc.array(fc.tuple(fc.nat(120), fc.nat(255)), { maxLength: 6 }),
      fc.nat(200),
      fc.uint8Array({ maxLength: 40 }),
    )
    .map(([picture, flips, length, tail]) => {
      const copy = Uint8Array.from([...picture.subarray(0, length), ...tail]);
      for (const [at, value] of flips) if (at < copy.length) copy[at] = value;
      return copy;
    }),
);

const pictureHeads = fc.asyncProperty(fc.tuple(bytes, fc.boolean()), async ([head, isWhole]) => {
  const judged = await judgePicture(head, isWhole);
  if (judged.ok) assert.match(String(judged.value.aspectRatio), isWhole ? /^(?:16:9|9:16)$/ : /^(?:16:9|9:16|null)$/);
  else sound(draftProblemOf(judged.refusal, en).message);
});

export const inputKinds: readonly Kind[] = [
  { name: "Discord events", property: discordEvents },
  { name: "Discord messages", property: discordMessages },
  { name: "Slack payloads", property: slackPayloads },
  { name: "pictures", property: pictureHeads },
];
