import { describe, expect, test } from "vitest";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aBatch, aChain, type PartEnd } from "../../fakes/batch/batches.ts";
import { aClosedJob, aJobId, anOwner, TEST_START } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, firstButtonOf, messageOf, press, privateWords } from "../command-world.ts";

const BATCH = aJobId(50);

/** A world with a batch whose videos are like that, and a key. */
async function worldWith(ends: readonly PartEnd[], changes: Parameters<typeof commandWorld>[0] = {}) {
  const world = commandWorld(changes);
  await world.withKey();
  const [batch, ...parts] = aBatch(ends);
  await world.jobs.insert(batch, undefined, parts);
  return { world, batch, parts };
}

const show = (jobId: string): Act => ({
  kind: "press",
  action: { kind: "show_job", jobId },
  on: { place: null, shows: true },
});
const kinds = (answer: Answer) => messageOf(answer).buttons.map(({ id }) => readButtonId(id)?.kind);

describe("what failed of a batch", () => {
  test("is offered again on its card, for its own price, once all of it has ended", () => {
    const [over, ...ended] = aBatch(["ready", "failed", "no_credits", "stopped", "unknown"]);
    const [going, ...parts] = aBatch(["running", "failed"]);
    const labelsOf = (job: Job, all: readonly Job[]) => cardOf(job, TEST_START, all).buttons.map(({ label }) => label);
    expect(labelsOf(over, ended)).toContain("Retry what failed · 285 credits");
    expect(labelsOf(going, parts).join()).not.toContain("Retry");
  });

  test("becomes a batch of its own after one question, however often Start is pressed", async () => {
    const { world } = await worldWith(["ready", "failed", "unknown", "no_credits", "stopped"]);
    const question = await world.does(press("retry_failed", BATCH));
    expect(messageOf(question).buttons.map(({ label }) => label)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    expect(wordsOf(messageOf(question))).toContain("Paid with your own key");
    expect(world.orders).toEqual([]);
    const [first, second] = [await world.does(firstButtonOf(question)), await world.does(firstButtonOf(question))];
    expect(second.kind).toBe("replace_message");
    const made = await world.jobs.load(cardJob(first));
    const parts = made ? await partsOf(world.jobs, made.job) : [];
    expect(parts.map(({ job }) => job.request.prompt)).toEqual(["scene 2", "scene 4", "scene 5"]);
    expect(await world.jobs.jobsOf(anOwner(), 100)).toHaveLength(6 + 4);
  });

  test("of a chain is tried again from the first that failed, and goes on from the film before it", async () => {
    const world = commandWorld({ canContinue: () => true });
    await world.withKey();
    const [batch, ...parts] = aChain(["ready", "failed", "broken"]);
    await world.jobs.insert(batch, undefined, parts);
    const question = await world.does(press("retry_failed", BATCH));
    expect(wordsOf(messageOf(question))).toContain("one after the other");
    const id = cardJob(await world.does(firstButtonOf(question)));
    expect(world.orders[0]?.each?.map(({ prompt, picture }) => [prompt, picture?.continues?.job])).toEqual([
      ["scene 2", partIdFrom(BATCH, 1)],
      ["scene 3", partIdFrom(id, 1)],
    ]);
  });

  test("is one video where one failed", async () => {
    const { world } = await worldWith(["ready", "failed"]);
    await world.does(firstButtonOf(await world.does(press("retry_failed", BATCH))));
    expect(world.orders).toMatchObject([{ request: { prompt: "scene 2" } }]);
    expect(world.orders[0]?.each).toBeUndefined();
  });

  test("is not asked about where nothing is left, or it does not fit", async () => {
    const { world } = await worldWith(["ready", "unknown"]);
    expect(privateWords(await world.does(press("retry_failed", BATCH)))).toContain("nothing left to retry");
    const full = await worldWith(["failed", "failed", "failed"], {
      rules: { maxJobsPerUser: 1, maxWaitingPerUser: 1 },
    });
    expect(privateWords(await full.world.does(press("retry_failed", BATCH)))).toContain("room for 2 more");
  });

  test("waits for the service to be well again where its person wants that", async () => {
    const { world } = await worldWith(["failed", "failed"]);
    world.health.tell("down");
    const question = await world.does(press("retry_failed", BATCH));
    const later = messageOf(question).buttons.find(({ id }) => id.startsWith("wait_kept:"));
    const action = readButtonId(later?.id ?? "");
    if (!action) throw new Error("it cannot wait");
    await world.does({ kind: "press", action, on: { place: null, shows: true } });
    expect(world.orders).toMatchObject([
      { wait: { for: "service" }, each: [{ prompt: "scene 1" }, { prompt: "scene 2" }] },
    ]);
  });
});

describe("one video of a batch", () => {
  test("opens for its owner alone, with its own buttons, and is no card", async () => {
    const { world } = await worldWith(["ready", "failed"]);
    const ready = await world.does(show(partIdFrom(BATCH, 1)));
    expect(ready.kind).toBe("private");
    expect(messageOf(ready)).toMatchObject({ quote: "scene 1", title: "1. The video is ready" });
    expect(messageOf(ready)).not.toHaveProperty("job");
    expect(kinds(ready)).toEqual(["again", "edit", "in_720p"]);
    expect(kinds(await world.does(show(partIdFrom(BATCH, 2))))).toEqual(["again", "edit"]);
  });

  test("has no button while it runs that its batch's card has for all", async () => {
    const { world } = await worldWith(["running", "ready"]);
    expect(kinds(await world.does(show(partIdFrom(BATCH, 1))))).toEqual([]);
  });

  test("is nobody else's", async () => {
    const { world } = await worldWith(["ready", "ready"]);
    const answer = await world.does(show(partIdFrom(BATCH, 1)), { owner: anOwner("999") });
    expect(privateWords(answer)).not.toContain("scene 1");
  });
});

describe("a list of videos", () => {
  const list: Act = { kind: "jobs", show: null };

  test("has a batch as one line that opens its card, and counts its pages by lines", async () => {
    const { world } = await worldWith(["ready", "failed", "running"]);
    for (let nth = 1; nth <= 7; nth += 1)
      await world.has(aClosedJob({ id: aJobId(nth), acceptedAt: TEST_START + nth * (nth > 4 ? 1 : -1) }));
    const answer = await world.does(list);
    const { body, select, buttons } = messageOf(answer);
    expect(body).toHaveLength(5);
    expect(wordsOf(messageOf(answer))).toContain("Making 3 videos");
    expect(wordsOf(messageOf(answer))).toContain("scene 1 / scene 2 / scene 3");
    expect(wordsOf(messageOf(answer))).toContain("285 credits");
    expect(select?.options.map(({ value }) => value)).toContain(`show_job:${BATCH}`);
    expect(select?.options.map(({ value }) => value).join()).not.toContain(partIdFrom(BATCH, 1));
    expect(buttons.map(({ id }) => id)).toEqual(["jobs:1"]);
    const older = await world.does({
      kind: "press",
      action: { kind: "jobs", page: 1 },
      on: { place: null, shows: true },
    });
    expect(messageOf(older).body).toHaveLength(3);
    expect(messageOf(older).buttons.map(({ id }) => id)).toEqual(["jobs:0"]);
  });

  test("brings a batch's card here, whole", async () => {
    const { world } = await worldWith(["ready", "failed"]);
    const answer = await world.does(show(BATCH));
    if (answer.kind !== "card_again") throw new Error(`not a card: ${answer.kind}`);
    expect(answer.card.message.sections).toHaveLength(2);
    expect(answer.isLive).toBe(false);
  });

  test("offers no part of a batch while somebody types, and a scene as a prompt", async () => {
    const { world } = await worldWith(["ready", "failed"]);
    const shown = await world.does({ kind: "suggest", option: "show", typed: "" });
    expect(shown).toMatchObject({ choices: [{ value: BATCH }] });
    const prompts = await world.does({ kind: "suggest", option: "prompt", typed: "scene" });
    const values = prompts.kind === "suggestions" ? prompts.choices.map(({ value }) => value) : [];
    expect(values.toSorted()).toEqual(["scene", "scene 1", "scene 2"]);
  });
});
