import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, makeVideo, messageOf, privateWords, setting } from "../command-world.ts";

const eventId = "event-of-help";
const jobId = jobIdFrom("discord", eventId);
const startIt: Act = { kind: "press", action: { kind: "start_kept", jobId }, on: { place: null, shows: true } };

async function asked(prompt = "help", more: Parameters<typeof makeVideo>[0] = {}) {
  const world = commandWorld();
  await world.withKey();
  return { world, answer: await world.does(makeVideo({ ...more, prompt }), { eventId }) };
}

describe("a prompt that is the word help", () => {
  test.for(["help", "Hilfe!", "--help", "ヘルプ"])(
    "%s is asked about, with its price, and not started",
    async (word) => {
      const { world, answer } = await asked(word);
      const words = privateWords(answer);
      expect(words).toContain("Help, or a video?");
      expect(words).toContain("95 credits");
      expect(words).toContain("Nothing has been charged yet.");
      expect(labelsOf(messageOf(answer))).toEqual(["Help", "Start it", "Cancel"]);
      expect(world.orders).toEqual([]);
    },
  );

  test("is asked about once, although its price would be asked about too", async () => {
    const world = commandWorld();
    await world.withKey();
    await world.does(setting({ confirm_above: "1" }));
    expect(privateWords(await world.does(makeVideo({ prompt: "help" }), { eventId }))).toContain("Help, or a video?");
    expect(cardJob(await world.does(startIt))).toBe(jobId);
  });

  test("becomes a video where that was meant", async () => {
    const { world } = await asked("help", { ratio: "9:16" });
    expect(cardJob(await world.does(startIt))).toBe(jobId);
    expect(world.orders).toMatchObject([{ request: { prompt: "help", aspectRatio: "9:16" } }]);
  });

  test("asks nobody for a key first: help needs none", async () => {
    const world = commandWorld();
    expect(privateWords(await world.does(makeVideo({ prompt: "help" }), { eventId }))).toContain("Help, or a video?");
    expect(await world.pending.find(anOwner())).toBeNull();
  });

  test("starts at once from the form, which has shown the price", async () => {
    const world = commandWorld();
    await world.withKey();
    expect((await world.does(makeVideo({ prompt: "help" }, "form"))).kind).toBe("card");
  });

  test("and more words are a prompt", async () => {
    const { answer } = await asked("help me fly");
    expect(answer.kind).toBe("card");
  });
});
