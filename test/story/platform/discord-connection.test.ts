import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { connect } from "../../../src/engines/sqlite-connection.ts";
import { boat, hasVideo, type Story, says, tell } from "../stage.ts";

/** As a bad disk does it, once the job is closed and nothing writes it any more. */
async function damageClosedJob({ dir }: Story): Promise<void> {
  const database = await connect(join(dir, "reelay.db"));
  const damage = database.prepare(
    "UPDATE rows SET value = 'x' WHERE key IN (SELECT key FROM entries WHERE name = 'jobs-closed')",
  );
  while (damage.run() === 0) await new Promise((resolve) => setImmediate(resolve));
  database.close();
}

describe("on discord, a store that fails", () => {
  test("leaves no button without an answer: of a video whose row cannot be read it is a sentence, and other videos go on", async () => {
    const story = await tell("discord", { env: { ATTACH_VIDEOS: "off" } });
    await story.makeVideo(boat);
    await story.until(hasVideo);
    await damageClosedJob(story);
    await story.press("Again");
    const [, , sentence] = await story.until((messages) => messages.some(({ isPrivate }) => isPrivate));
    expect(sentence?.text).toMatch(/cannot save this now\. Nothing was charged\./);
    const ready = await fetch(`${story.origin()}/readyz`);
    expect([ready.status, await ready.text()]).toEqual([200, expect.stringMatching(/^1 row in the store cannot be/m)]);
    expect(story.entries("unanswered")).toEqual([]);
    await story.makeVideo({ prompt: "a fox" });
    await story.until(says(/The video is ready\na fox/));
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
    // It says which video, in its person's own words.
    expect(ring?.content).toContain("> \\@everyone");
    expect(ring?.content).not.toMatch(/\.mp4/);
  });
});
