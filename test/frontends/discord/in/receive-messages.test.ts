import { describe, expect, it, test } from "vitest";
import type { Answer, Command } from "../../../../src/core/command.ts";
import { ok, type Result, refuse } from "../../../../src/core/result.ts";
import { readReceivedMessage } from "../../../../src/frontends/discord/in/read-discord-message.ts";
import { messageReceiver, spokenLanguages } from "../../../../src/frontends/discord/in/receive-messages.ts";
import type { ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { discordWordsIn } from "../../../fakes/front-end-words.ts";
import { noLanguages } from "../../../fakes/languages.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { recordingLog } from "../../../fakes/recording-log.ts";
import { anApi } from "../fake-rest.ts";
import { ada, aWorldFor, ben, message } from "../world.ts";

const answered = (title = "Make this a video?"): Answer => ({ kind: "private", message: message({ title }) });
const SILENT = 1 << 12;

async function receivedBy(answer: (command: Command) => Answer = () => answered()) {
  const world = await aWorldFor(answer);
  const { discord } = world;
  /** The bot's newest message that the person sees in that channel. */
  const replyIn = async (channelId: string) => {
    await world.journal.find(
      ({ kind, channelId: at, payload }) =>
        kind === "message" && at === channelId && Object(payload).authorId === discord.applicationId,
      { withinMs: 5_000 },
    );
    return discord.messages("ada", channelId).at(-1);
  };
  return { ...world, replyIn };
}

describe("a message to the bot on Discord", () => {
  test.for([
    ["a channel", "channelId"],
    ["a thread", "threadId"],
    ["a forum post", "postId"],
  ] as const)("gets one silent reply without mentions if the bot was mentioned in %s", async ([, where]) => {
    const { discord, commands, replyIn, journal } = await receivedBy();
    const at = discord[where];
    const asked = discord.post("ada", "@Reelay a boat --ratio 9:16 <#42> <:wave:7>", [], { channelId: at });
    const shown = await replyIn(at);
    expect(shown).toMatchObject({ reference: asked, mentions: [], flags: expect.any(Number) });
    expect((shown?.flags ?? 0) & SILENT).toBe(SILENT);
    expect(journal.since(0).filter(({ kind }) => kind === "pinged")).toEqual([]);
    expect(commands).toMatchObject([
      {
        eventId: `discord:${asked}`,
        owner: { platform: "discord", userId: ada },
        workspace: discord.guildId,
        isMessage: true,
        act: { kind: "free_text", draft: { prompt: "a boat --ratio 9:16", appliesFlags: true } },
        ...(where !== "channelId" && { threadOf: expect.any(String) }),
      },
    ]);
  });

  it("in direct messages is answered in the language of the person's latest command", async () => {
    const { discord, commands, replyIn } = await receivedBy();
    discord.chosenLocales.set("ada", "ja");
    await discord.command("ada", "video", { prompt: "a boat" });
    const channelId = discord.dmChannelId("ada");
    discord.post("ada", "a paper boat", [], { channelId });
    await replyIn(channelId);
    expect(commands[1]).toMatchObject({ workspace: null, locale: "ja", act: { draft: { prompt: "a paper boat" } } });
  });

  it("gets no reply if handling the message returns no answer", async () => {
    const { discord, commands } = await receivedBy(() => ({ kind: "nothing" }));
    discord.post("ada", "@reelay a boat");
    await expect.poll(() => commands.length).toBe(1);
    await discord.command("ada", "video-jobs", {});
    await expect.poll(() => commands.length).toBe(2);
    expect(discord.messages("ada").map(({ authorId }) => authorId)).toEqual([ada]);
  });

  it("that contains a secret is answered by direct message, or in the channel if the person blocks direct messages", async () => {
    const { discord, replyIn } = await receivedBy(
      () => ({ ...answered("It looks like a key"), isDiscreet: true }) as Answer,
    );
    const direct = discord.dmChannelId("ada");
    const wordsIn = async (channelId: string) => JSON.stringify((await replyIn(channelId))?.components);
    discord.post("ada", "@reelay sk-canary");
    expect(await wordsIn(direct)).toContain("looks like a key");
    expect(discord.messages("ada")).toHaveLength(1);
    discord.deny({ what: "cannot_message_person", channelId: direct });
    discord.post("ada", "@reelay sk-canary");
    expect(await wordsIn(discord.channelId)).toContain("looks like a key");
  });
});

/**
 * A bot that receives a message in a channel. Discord returns `channel` for the channel and `posted` for the bot's posts.
 */
async function receivedIn(channel: object, posted: Result<unknown, ApiNo> = ok({ id: "10", channel_id: "4" })) {
  const commands: Command[] = [];
  const log = recordingLog();
  const { api, asked } = anApi(({ method }) => (method === "GET" ? ok(channel) : posted));
  const service = {
    async answer(command: Command) {
      commands.push(command);
      return answered();
    },
  };
  const spoken = spokenLanguages(noLanguages, log);
  const receive = messageReceiver({ api, clock: manualClock(), log, service, wordsIn: discordWordsIn, spoken });
  const receiveAs = (id = written.id) => receive({ ...written, id }, { userId: self, applicationId: self }, false);
  await receiveAs();
  const bodies = () => asked.map(({ body }) => body);
  return { asked: () => asked.map(({ method, route }) => `${method} ${route}`), bodies, commands, log, receiveAs };
}

describe("a mention of the bot on Discord", () => {
  it("in the text chat of a voice channel is answered in that chat", async () => {
    const { asked, commands } = await receivedIn({ type: 2, parent_id: "40", nsfw: false });
    expect(commands).toMatchObject([{ workspace: "3", ageRestriction: "no" }]);
    expect(commands[0]).not.toHaveProperty("threadOf");
    expect(asked()).toEqual(["GET /channels/4", "POST /channels/4/messages"]);
  });

  it("reuses the channel data that the bot requested for an earlier mention", async () => {
    const { asked, commands, receiveAs } = await receivedIn({ type: 0 });
    await Promise.all([receiveAs("10"), receiveAs("11")]);
    expect([commands.length, asked().filter((one) => one === "GET /channels/4")]).toEqual([3, ["GET /channels/4"]]);
  });

  it("gets no reply in any channel if the bot may not write in the channel of the mention", async () => {
    const { asked, log } = await receivedIn({ type: 0 }, refuse({ kind: "refused", status: 403, code: 50013 }));
    expect(asked()).toEqual(["GET /channels/4", "POST /channels/4/messages"]);
    expect(log.lines).toContainEqual(expect.objectContaining({ event: "discord message not answered" }));
  });

  test.for([
    [200000, /AutoMod in this server/],
    [240000, /filter for harmful links/],
  ] as const)(
    "gets a second reply with the reason if Discord blocks the first reply with the error code %i",
    async ([code, why]) => {
      const { bodies } = await receivedIn({ type: 0 }, refuse({ kind: "refused", status: 400, code }));
      const posts = bodies().filter((body) => body !== undefined);
      expect(posts).toHaveLength(2);
      expect(JSON.stringify(posts[1])).toMatch(why);
      expect(new Set(posts.map((body) => Object(body).nonce)).size).toBe(2);
    },
  );

  it("that was added by an edit of a message is ignored", async () => {
    const { discord, commands } = await receivedBy();
    discord.dispatch("MESSAGE_UPDATE", { ...written, channel_id: discord.channelId, guild_id: discord.guildId });
    discord.post("ada", "@reelay a boat");
    await expect.poll(() => commands.length).toBe(1);
    expect(commands[0]?.eventId).not.toBe(`discord:${written.id}`);
  });
});

const self = "100000000000000001";
const written = {
  id: "9",
  channel_id: "4",
  guild_id: "3",
  type: 0,
  content: `<@${self}> a boat`,
  author: { id: ben },
  mentions: [{ id: self }],
  member: { roles: ["31"], flags: 0 },
  attachments: [],
};
const file = (name: string, type = "image/png") => ({
  ...{ id: "7", filename: name, size: 12, url: `https://cdn.example/attachments/4/7/${name}`, content_type: type },
  ...{ width: 640, height: 480 },
});

describe("the receiver of Discord messages", () => {
  test.for<[what: string, change: object]>([
    ["another bot's message", { author: { id: ben, bot: true } }],
    ["a system message from Discord", { author: { id: ben, system: true } }],
    ["a webhook's message", { webhook_id: "5" }],
    ["the bot's own message", { author: { id: self } }],
    ["a reply to the bot without a mention", { content: "thanks!" }],
    ["text that only looks like a mention", { mentions: [] }],
    ["a join message", { type: 7 }],
    ["a malformed message", { content: null }],
  ])("ignores %s", ([, change]) => {
    expect(readReceivedMessage({ ...written, ...change }, self)).toBeNull();
    expect(readReceivedMessage(written, self)).toMatchObject({ userId: ben, roles: ["31"] });
  });

  test.for(["help", "Hilfe!", "ayuda", "aide", "ajuda", "ヘルプ"])(
    "treats the text “%s” as a request for help",
    (word) => {
      expect(readReceivedMessage({ ...written, content: `<@!${self}> ${word}` }, self)?.act).toEqual({ kind: "help" });
    },
  );

  it("finds pictures in a message, in a forwarded message and in the message being replied to", () => {
    const incoming = readReceivedMessage(
      {
        ...written,
        type: 19,
        attachments: [file("a.png"), file("a.txt", "text/plain")],
        message_snapshots: [{ message: { attachments: [file("b.png")] } }],
        referenced_message: { attachments: [file("c.png"), file("c.txt", "text/plain")] },
      },
      self,
    )?.act;
    expect(incoming).toMatchObject({
      kind: "free_text",
      files: { pictures: [{ name: "a.png" }, { name: "b.png" }, { name: "c.png" }], otherFiles: 1 },
    });
  });
});
