import { expect, test } from "vitest";
import { z } from "zod";
import { isFull } from "../../fakes/how-many.ts";
import { textOf } from "../../frontends/discord/text-of.ts";
import { localServer } from "../../video-api/local-server.ts";
import { startStory } from "../stage.ts";

const COUNT = 30;
const answered = z.object({ ms: z.number(), body: z.object({ type: z.literal(4) }) });
const env = { COMMANDS_PER_MINUTE: "10000", MAX_JOBS_PER_USER: "1000", MAX_JOBS_PER_WORKSPACE: "1000" };

test.runIf(isFull)(
  "on discord thirty commands at once are each answered within 3 s even if the video service does not respond",
  {
    timeout: 60_000,
  },
  async () => {
    const story = await startStory("discord", { env });
    const { discord, journal } = story.sandbox;
    // This service accepts every call and never responds.
    await story.restart({ VIDEO_API_URL: (await localServer(() => {})).origin });
    const from = journal.since(0).at(-1)?.seq ?? 0;

    const asked = await Promise.all(
      Array.from({ length: COUNT }, (_, n) => discord.command("ada", "video", { prompt: `boat ${n}` })),
    );
    const fates = () => journal.since(from).filter(({ kind }) => kind === "answered" || kind === "unanswered");
    await journal.find(() => fates().length >= COUNT, { after: from, withinMs: 20_000 });
    expect(fates().filter(({ kind }) => kind === "unanswered")).toEqual([]);
    const waits = fates().map(({ payload }) => answered.parse(payload).ms);
    expect(Math.max(...waits)).toBeLessThan(3_000);
    expect(new Set(fates().map(({ interactionId }) => interactionId))).toEqual(new Set(asked));

    // On a busy machine, the bot's own store may delay a command. Then the person is told that nothing was charged. Most commands
    // are not delayed.
    const answers = story
      .seen()
      .map(({ raw }) => textOf(z.object({ content: z.string(), components: z.array(z.unknown()) }).parse(raw)));
    const taken = answers.filter((text) => text.includes("boat "));
    const refused = answers.filter((text) => text.includes("Reelay cannot save this now. Nothing was charged."));
    expect(taken.length).toBeGreaterThan(COUNT / 2);
    expect(taken.length + refused.length).toBe(COUNT);
  },
);
