import { describe, expect, test } from "vitest";
import type { DiscordEmulator } from "../../../sandbox/src/discord/discord-emulator.ts";
import { textOf } from "../../frontends/discord/text-of.ts";
import { boat, endless, hasVideo, type Story, says, tell } from "../stage.ts";
import { cutAnswers } from "../video/cut-answers.ts";

const direct = ({ sandbox: { discord } }: Story) => discord.messages("ada", discord.dmChannelId("ada")).map(textOf);
const codes = (story: Story) => story.entries("refused").map(({ payload }) => Object(payload).code);

describe("on discord, every command is answered", () => {
  // Over HTTP the answer is the response to Discord's own request: there is no callback whose answer could be lost.
  const isByHttp = process.env.STORY_TRANSPORT === "http";
  test.skipIf(isByHttp)(
    "although the answer to the first answer is lost: 40060 says that it had arrived, and the video is made once",
    async () => {
      let cut = 0;
      const story = await tell("discord");
      const isFirst = (_method: string, path: string) => path.includes("/callback") && ++cut === 1;
      await story.restart({ DISCORD_API_URL: await cutAnswers(story.sandbox.discord.apiUrl, isFirst) });
      await story.makeVideo(boat);
      await story.until(hasVideo);
      await story.until(() => story.entries("pinged").length > 0);
      expect(codes(story)).toContain(40060);
      expect(story.seen()).toHaveLength(2);
      expect(story.sandbox.video.ledger().tasks).toBe(1);
    },
  );

  test("although nobody knows it any more: a button of before ends in a sentence", async () => {
    const story = await tell("discord");
    const { discord } = story.sandbox;
    const old = await fetch(`${discord.apiUrl}/v10/channels/${discord.channelId}/messages`, {
      method: "POST",
      headers: { authorization: `Bot ${discord.token}`, "content-type": "application/json" },
      body: JSON.stringify({
        content: "of another year",
        allowed_mentions: { parse: [] },
        components: [{ type: 1, components: [{ type: 2, style: 1, label: "Old", custom_id: "old:1" }] }],
      }),
    });
    expect(old.status).toBe(200);
    await story.press("Old");
    await story.until((messages) => messages.some(({ isPrivate }) => isPrivate));
    expect(story.entries("unanswered")).toEqual([]);
    await story.makeVideo(boat);
    await story.until(hasVideo);
  });
});

type Denied = Parameters<DiscordEmulator["deny"]>[0]["what"];

describe("on discord, the final word outlives whatever becomes of its card", () => {
  test.for(["invalid_webhook_token", "unknown_webhook"] as const)(
    "its token dies by %s while the video is made: the bot itself edits the same message",
    async (death) => {
      const story = await tell("discord", endless);
      await story.makeVideo(boat);
      const [before] = await story.until(says(/Making the video/));
      story.sandbox.discord.killTokens(death);
      await story.finish();
      await story.until(hasVideo);
      await story.until(() => story.entries("pinged").length > 0);
      expect(story.seen().map(({ id }) => id)[0]).toBe(before?.id);
      expect(story.seen()).toHaveLength(2);
      expect(codes(story)).toContain(death === "unknown_webhook" ? 10015 : 50027);
      expect(story.entries("pinged")).toHaveLength(1);
    },
  );

  test("its channel is deleted or closed to the bot, its thread is archived, the bot is removed, AutoMod blocks it: one direct message has the word, and rings once", async () => {
    const story = await tell("discord", endless);
    const { discord } = story.sandbox;
    const closed: readonly Denied[] = [
      ...(["unknown_channel", "missing_permissions", "archived_thread"] as const),
      ...(["missing_access", "blocked_message"] as const),
    ];
    for (const [nth, what] of closed.entries()) {
      await story.makeVideo({ prompt: `boat ${nth}` });
      await story.until(says(new RegExp(`Making the video\n>? ?boat ${nth}`)));
      const open = discord.deny({ what, channelId: discord.channelId });
      await story.finish(nth);
      await story.until(() => story.entries("pinged").length > nth);
      expect(direct(story), what).toHaveLength(nth + 1);
      expect(direct(story).at(-1), what).toMatch(new RegExp(`The video is ready[\\s\\S]*boat ${nth}[\\s\\S]*\\.mp4`));
      open();
    }
    expect(story.sandbox.video.ledger()).toEqual({ charged: 5 * 95, refunded: 0, tasks: 5 });
  });

  test("it is deleted: one new message in its channel has the word, and rings once", async () => {
    const story = await tell("discord", endless);
    const { apiUrl, token, channelId } = story.sandbox.discord;
    await story.makeVideo(boat);
    const [before] = await story.until(says(/Making the video/));
    const address = `${apiUrl}/v10/channels/${channelId}/messages/${before?.id}`;
    const deleted = await fetch(address, { method: "DELETE", headers: { authorization: `Bot ${token}` } });
    expect(deleted.status).toBe(204);
    await story.finish();
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.seen()).toMatchObject([{ text: expect.stringMatching(/The video is ready[\s\S]*\.mp4/) }]);
    expect(story.entries("pinged")).toHaveLength(1);
  });

  test("only its person sees it: it ends by direct message when its token is dead", async () => {
    const story = await tell("discord", endless);
    const { discord } = story.sandbox;
    await discord.command("ada", "video-settings", { visibility: "private" });
    await story.until(says(/Your settings are saved/));
    await story.makeVideo(boat);
    await story.until(says(/Making the video/));
    discord.killTokens();
    await story.finish();
    await story.until(() => direct(story).some((text) => /The video is ready[\s\S]*\.mp4/.test(text)));
    expect(story.seen("ben")).toEqual([]);
    expect(story.entries("pinged")).toHaveLength(1);
  });
});

describe("on discord, plain words", () => {
  async function picture(story: Story) {
    const bytes = new Uint8Array(await (await fetch(`${story.sandbox.video.url}/samples/portrait.png`)).arrayBuffer());
    return { name: "portrait.png", contentType: "image/png", bytes, width: 9, height: 16 };
  }

  test("to the bot become a video by a form that only their writer opens, after a restart too", async () => {
    const story = await tell("discord", endless);
    const { discord, video } = story.sandbox;
    discord.post("ada", `@Reelay ${boat.prompt} --ratio 9:16`);
    await story.until(says(/Make this a video/), "ben");
    await story.restart();
    await story.press("Make this", "ben");
    await story.until(says(/Only the person who wrote that message/), "ben");
    await story.press("Make this");
    await story.fillForm({});
    await story.finish();
    await story.until(hasVideo);
    expect(video.tasks()).toMatchObject([{ ...boat, aspectRatio: "9:16" }]);
    expect(story.entries("refused")).toEqual([]);
  });

  test("in a direct message take along the picture that they reply to", async () => {
    const story = await tell("discord", endless);
    const { discord, video } = story.sandbox;
    const channelId = discord.dmChannelId("ada");
    const repliesTo = discord.post("ada", "my cat", [await picture(story)], { channelId });
    discord.post("ada", boat.prompt, [], { channelId, repliesTo });
    const offer = () =>
      discord
        .messages("ada", channelId)
        .find(
          ({ reference, components }) =>
            reference !== repliesTo && JSON.stringify(components).includes("from a picture"),
        );
    await story.until(() => offer() !== undefined);
    const button = JSON.stringify(offer()?.components).match(/"custom_id":"(open_kept:[^"]+)"/)?.[1] ?? "";
    await discord.press("ada", offer()?.id ?? "", button);
    await story.fillForm({});
    await story.taskId(0);
    expect(video.tasks()).toMatchObject([{ ...boat, type: "image2video", aspectRatio: "9:16" }]);
    await story.finish();
  });

  test("with a key in them are told to their writer alone, and nowhere repeated", async () => {
    const story = await tell("discord");
    const { discord } = story.sandbox;
    discord.post("ada", "@reelay sk-canary-0123456789abcdef");
    await story.until(() => direct(story).some((text) => text.includes("looks like a key")));
    expect(direct(story).join()).not.toContain("canary");
    expect(discord.messages("ben")).toHaveLength(1);
    expect((await story.files()).join("")).not.toContain("canary");
    expect(JSON.stringify(story.log.lines)).not.toContain("canary");
  });
});
