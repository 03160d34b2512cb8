import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, finished, key, makeVideo, messageOf, privateWords, setting } from "../command-world.ts";

const dear = makeVideo({ resolution: "720p" });
const eventId = "event-of-the-question";
const jobId = jobIdFrom("discord", eventId);
const startIt: Act = { kind: "press", on: { place: null, shows: true }, action: { kind: "start_kept", jobId } };
const cancel: Act = { kind: "press", on: { place: null, shows: true }, action: { kind: "cancel" } };

/** Somebody who wants to be asked above that price, and has asked for a video of 205. */
async function asked(above = "95", more: Parameters<typeof setting>[0] = {}) {
  const world = commandWorld();
  await world.withKey();
  await world.does(setting({ confirm_above: above, ...more }));
  const answer: Answer = await world.does(dear, { eventId });
  return { world, answer };
}

describe("a video that costs more than its person takes for granted", () => {
  test("is asked about privately, with its price, and not started", async () => {
    const { world, answer } = await asked();
    const words = privateWords(answer);
    expect(words).toContain("Start it for 205 credits?");
    expect(words).toContain("you asked to confirm anything above 95. Nothing has been charged yet.");
    expect(labelsOf(messageOf(answer))).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
  });

  test("starts as it was asked for, where Start it was pressed", async () => {
    const { world } = await asked("95", { ping: "off", visibility: "private" });
    await world.does(setting({ resolution: "480p", ping: "on" }));
    const reply = aDiscordReply({ messageId: null, token: "of the press" });
    const card = await world.does(startIt, { reply, workspace: "another" });
    expect(cardJob(card)).toBe(jobId);
    expect(world.orders).toMatchObject([
      { request: { resolution: "720p" }, isSilent: true, reply: { ...reply, isPrivate: true }, workspace: "another" },
    ]);
  });

  test("is one video, however often it is pressed", async () => {
    const { world } = await asked();
    const answers = await Promise.all([world.does(startIt), world.does(startIt), world.does(startIt)]);
    expect(answers.map(({ kind }) => kind).toSorted()).toEqual(["card", "replace_message", "replace_message"]);
    await world.clock.advance(60_000);
    expect(privateWords(await world.does(startIt))).toContain("This video is already in progress.");
    expect(await world.jobs.jobsOf(anOwner(), 10)).toHaveLength(1);
  });

  test("is not started by Cancel", async () => {
    const { world } = await asked();
    const answer = await world.does(cancel);
    expect(answer.kind).toBe("replace_message");
    expect(messageOf(answer).title).toBe("Nothing was started.");
    expect(world.orders).toEqual([]);
  });

  test("is nobody else's to start", async () => {
    const { world } = await asked();
    const answer = await world.does(startIt, { owner: anOwner("200000000000000009") });
    expect(privateWords(answer)).toContain("This question has expired. Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("is forgotten after an hour", async () => {
    const { world } = await asked();
    await world.clock.advance(3_599_999);
    expect((await world.does(startIt)).kind).toBe("card");
    const late = await asked();
    await late.world.clock.advance(3_600_000);
    expect(privateWords(await late.world.does(startIt))).toContain("Nothing was charged.");
    expect(late.world.orders).toEqual([]);
  });

  test("keeps to the bounds and the key when it is started", async () => {
    const { world } = await asked();
    await world.vault.remove(anOwner());
    expect(privateWords(await world.does(startIt))).toContain("Add it, then press Start it.");
    expect(world.orders).toEqual([]);
  });

  test("that had waited for a key is asked about once the key is there", async () => {
    const world = commandWorld();
    await world.does(setting({ confirm_above: "95" }));
    expect(privateWords(await world.does(dear, { eventId }))).toContain("Add your API key");
    const { message, card } = await finished(await world.does({ kind: "give_key", key }));
    expect(card).toBeUndefined();
    expect(message.title).toBe("Start it for 205 credits?");
    expect(labelsOf(message)).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(startIt))).toBe(jobId);
  });

  test("is asked about by nobody whose store cannot keep the question", async () => {
    const away = () => Promise.reject(new Error("away"));
    const world = commandWorld({ unconfirmed: { keep: away, find: away, all: away } });
    await world.withKey();
    await world.does(setting({ confirm_above: "1" }));
    expect(privateWords(await world.does(dear))).toContain("Reelay cannot save this now.");
    expect(privateWords(await world.does(startIt))).toContain("Reelay cannot save this now.");
  });
});

test.for(["0", "205"])("a video of 205 credits is not asked about above %s", async (above) => {
  const { world, answer } = await asked(above);
  expect(answer.kind).toBe("card");
  expect(world.orders).toHaveLength(1);
});
