import { describe, expect, test } from "vitest";
import { boat, hasVideo, type Story, tell } from "./stage.ts";

const written = ({ log }: Story) => log.lines.filter(({ event }) => event === "discord commands registered").length;

describe("on discord, the commands", () => {
  test("are registered once, and overwritten only where somebody has changed them", async () => {
    const story = await tell("discord");
    const { apiUrl, applicationId, token } = story.sandbox.discord;
    expect(written(story)).toBe(1);
    const before = story.sandbox.discord.commands();
    await story.restart();
    expect(written(story)).toBe(1);
    const response = await fetch(`${apiUrl}/v10/applications/${applicationId}/commands`, {
      method: "PUT",
      headers: { authorization: `Bot ${token}`, "content-type": "application/json" },
      body: JSON.stringify([{ name: "video", description: "Somebody else's words" }]),
    });
    expect(response.status).toBe(200);
    await story.restart();
    expect(written(story)).toBe(2);
    const bare = (commands: readonly unknown[]) => commands.map((command) => Object(command).name).sort();
    expect(bare(story.sandbox.discord.commands())).toEqual(bare(before));
  });
});

describe("on discord, the connection", () => {
  test("is the shards that DISCORD_SHARDS names, and the guild's commands come on one of them", async () => {
    const story = await tell("discord");
    const from = story.entries("connected").length;
    await story.restart({ DISCORD_SHARDS: "0-0/2" });
    const shards = story
      .entries("connected")
      .slice(from)
      .map(({ payload }) => Object(payload).shard);
    expect(shards).toEqual([[0, 2]]);
    await story.makeVideo(boat);
    await story.until(hasVideo);
  });
});

describe("on discord, what somebody writes", () => {
  test("calls nobody, formats nothing and links nowhere: only the video's own link unfurls", async () => {
    const story = await tell("discord");
    const { discord } = story.sandbox;
    const nasty = "@everyone <@200000000000000002> **bold** [x](https://evil.example) https://evil.example";
    await story.makeVideo({ prompt: nasty });
    await story.until(() => story.entries("pinged").length > 0);
    expect(story.entries("pinged")).toMatchObject([{ payload: { personIds: ["200000000000000001"] } }]);
    for (const { content, components, flags } of discord.messages("ada")) {
      const markdown = `${content}\n${JSON.stringify(components).replaceAll("\\\\", "\\")}`;
      expect(markdown).not.toMatch(/(?<!\\)@everyone|(?<!\\)<@200000000000000002>|(?<!\\)\*\*bold|(?<!\\)\[x/);
      const unfurled = flags & ((1 << 2) | (1 << 15)) ? [] : [...content.matchAll(/https?:[^\s)>]+/g)].map(String);
      for (const link of unfurled) expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/videos\/\S+\.mp4$/);
    }
    const ring = discord.messages("ada").at(-1);
    expect(ring?.content).toMatch(/\.mp4/);
  });
});
