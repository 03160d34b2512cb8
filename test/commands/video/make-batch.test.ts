import { describe, expect, test } from "vitest";
import type { BatchKind } from "../../../src/core/batch/plan-batch.ts";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { VideoDraft } from "../../../src/core/request/video-request.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aBatch, aChain, type PartEnd } from "../../fakes/batch/batches.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_KEY, TEST_START } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, keyedWorld, messageOf, press, pressOf, privateWords } from "../command-world.ts";

const batch = (prompt: string, make: BatchKind = "scenes", draft: Partial<VideoDraft> = {}): Act => ({
  kind: "make_batch",
  from: "form",
  make,
  draft: aDraft({ prompt, ...draft }),
});

/** A press of the button of that kind, as the answer offers it. */
const labels = (answer: Answer) => messageOf(answer).buttons.map(({ label }) => label);

describe("the form for several videos", () => {
  test.for([
    [anOwner(), ["prompt", "make", "size", "image"]],
    [aSlackOwner(), ["prompt", "make", "ratio", "duration", "resolution", "image"]],
  ] as const)("of %j asks for what its platform has room for", async ([owner, fields]) => {
    const answer = await commandWorld().does({ kind: "open_batch_form" }, { owner });
    if (answer.kind !== "form") throw new Error(`not a form: ${answer.kind}`);
    expect(answer.form.fields.map(({ id }) => id)).toEqual(fields);
  });

  test("opens with the person's own settings", async () => {
    const world = commandWorld();
    await world.settings.put(anOwner(), { ...(await world.settings.get(anOwner())), resolution: "720p", duration: 15 });
    const answer = await world.does({ kind: "open_batch_form" });
    const look = answer.kind === "form" ? answer.form.fields.find(({ id }) => id === "size") : null;
    expect(look).toMatchObject({ value: "16:9-720p-15" });
    expect(look?.kind === "choice" ? look.options.map(({ value }) => value) : []).toContain("16:9-720p-15");
    expect(look?.kind === "choice" ? look.options : []).toHaveLength(8);
  });

  test.for([
    ["a\nb\nc\nd\ne\nf\ng", "scenes", "You entered 7 scenes. The limit is 6."],
    ["a\nb", "3", "Versions are made of one prompt."],
    ["a\nb --ratio", "scenes", "Line 2:"],
    [" \n", "scenes", ""],
  ] as const)("stays open where %j cannot be made as %s", async ([prompt, make, says]) => {
    const world = await keyedWorld();
    const answer = await world.does(batch(prompt, make));
    if (answer.kind !== "form_error") throw new Error(`not an error: ${answer.kind}`);
    expect(answer.field).toBe("prompt");
    expect(answer.text).toContain(says);
    // Where a form cannot stay open, nothing that was typed is lost.
    expect(answer.message.quote).toBe(prompt);
    expect(world.orders).toEqual([]);
  });

  test("repeats no key that was typed into it", async () => {
    const world = await keyedWorld();
    const answer = await world.does(batch(`a\nb\nc\nd\ne\nf\n${TEST_KEY}`));
    expect(JSON.stringify(answer)).not.toContain(TEST_KEY);
    expect(answer.kind).toBe("private");
  });
});

describe("several videos", () => {
  test("are asked about once, always: what they cost together, and who pays", async () => {
    const world = await keyedWorld();
    const answer = await world.does(batch("one\ntwo\nthree"));
    expect(privateWords(answer)).toContain("285 credits");
    expect(wordsOf(messageOf(answer))).toContain("Paid with your own key");
    expect(labels(answer)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    expect(messageOf(answer).sections?.map(({ title }) => title)).toEqual(["1. one", "2. two", "3. three"]);
    expect(world.orders).toEqual([]);
  });

  test("start as one batch, however often Start is pressed", async () => {
    const world = await keyedWorld();
    const question = await world.does(batch("one\ntwo\nthree"));
    const start = pressOf(question, "start_kept");
    const [first, second] = [await world.does(start), await world.does(start)];
    expect(await world.jobs.jobsOf(anOwner(), 100)).toHaveLength(4);
    expect(world.orders[0]?.each?.map(({ prompt }) => prompt)).toEqual(["one", "two", "three"]);
    expect(messageOf(first).title).toBe("Making 3 videos");
    expect(first.kind === "card" && first.instead?.title).toBe("Your videos have started.");
    expect(second.kind).toBe("replace_message");
    const stored = await world.jobs.load(cardJob(first));
    expect(stored && (await partsOf(world.jobs, stored.job))).toHaveLength(3);
  });

  test("of one scene are one video", async () => {
    const world = await keyedWorld();
    const question = await world.does(batch("only one"));
    expect(labels(question)).toEqual(["Start 1 video · 95 credits", "Cancel"]);
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders).toHaveLength(1);
    expect(world.orders[0]?.each).toBeUndefined();
  });

  test("say which words of a line were taken for options", async () => {
    const world = await keyedWorld();
    const answer = await world.does(batch("one --ratio 9:16\ntwo"));
    expect(privateWords(answer)).toContain("--ratio 9:16");
    expect(messageOf(answer).title).toBe("Did you mean this?");
  });

  test("say how many of them will wait", async () => {
    const world = await keyedWorld({}, aJob({ id: aJobId(1), state: aRunning() }));
    expect(await world.reads(batch("a\nb\nc"))).toContain("2 will start at once, and 1 will wait for its turn.");
  });

  test("that do not fit are refused whole, with the numbers, and are not asked about", async () => {
    const world = await keyedWorld(
      { rules: { maxJobsPerUser: 1, maxWaitingPerUser: 2 } },
      aJob({ id: aJobId(1), state: aRunning() }),
    );
    const answer = await world.does(batch("a\nb\nc"));
    expect(privateWords(answer)).toContain("You asked for 3 videos, and you have room for 2 more.");
    expect(privateWords(answer)).toContain("1 video in progress and 2 waiting");
    expect(messageOf(answer).buttons).toEqual([]);
  });

  test("that did fit when it was asked and do not any more are refused whole", async () => {
    const world = await keyedWorld({ rules: { maxJobsPerUser: 1, maxWaitingPerUser: 2 } });
    const question = await world.does(batch("a\nb\nc"));
    await world.has(aJob({ id: aJobId(1), state: aRunning() }));
    expect(await world.reads(pressOf(question, "start_kept"))).toContain("room for 2 more");
    expect(world.orders).toEqual([]);
  });

  test("need a key only when they start, and say which button to press then", async () => {
    const world = commandWorld();
    const question = await world.does(batch("a\nb"));
    expect(await world.reads(pressOf(question, "start_kept"))).toContain("Start 2 videos · 190 credits");
    await world.withKey();
    expect((await world.does(pressOf(question, "start_kept"))).kind).toBe("card");
  });

  test("whose person has their own key in one of the lines are refused", async () => {
    const world = await keyedWorld();
    expect(JSON.stringify(await world.does(batch(`fine\n${TEST_KEY}`)))).not.toContain(TEST_KEY);
    expect(world.orders).toEqual([]);
  });

  test("are asked about in the same question where the service has trouble", async () => {
    const world = await keyedWorld();
    world.health.tell("down");
    const answer = await world.does(batch("a\nb"));
    expect(labels(answer)).toEqual(["Start 2 videos · 190 credits", "Start when it clears", "Cancel"]);
    const later = await world.does(pressOf(answer, "wait_kept"));
    expect(later.kind).toBe("card");
    expect(world.orders[0]).toMatchObject({ wait: { for: "service" }, each: [{ prompt: "a" }, { prompt: "b" }] });
  });
});

describe("a chain", () => {
  const chain = (prompt: string) => batch(prompt, "chain");

  test.for([
    [true, ["scenes", "chain", "2", "3", "4"]],
    [false, ["scenes", "2", "3", "4"]],
  ] as const)("is offered where a video can go on from another: %s", async ([canContinue, kinds]) => {
    const answer = await commandWorld({ canContinue: () => canContinue }).does({ kind: "open_batch_form" });
    const make = answer.kind === "form" ? answer.form.fields.find(({ id }) => id === "make") : null;
    expect(make?.kind === "choice" ? make.options.map(({ value }) => value) : []).toEqual(kinds);
    if (!canContinue) expect((await commandWorld().does(chain("a\nb"))).kind).toBe("private");
  });

  test("is asked about once, as one that takes its time, and begins each video with the frame of the one before", async () => {
    const world = await keyedWorld({ canContinue: () => true });
    const question = await world.does(chain("one\ntwo\nthree"));
    expect(privateWords(question)).toContain("so they are made one after the other");
    expect(labels(question)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    const started = await world.does(pressOf(question, "start_kept"));
    const id = cardJob(started);
    expect(world.orders[0]?.each?.map(({ picture }) => picture?.continues?.job ?? null)).toEqual([
      null,
      partIdFrom(id, 1),
      partIdFrom(id, 2),
    ]);
    expect(wordsOf(messageOf(started))).toContain("Each continues the one before");
  });

  test("of one scene is one video", async () => {
    const world = await keyedWorld({ canContinue: () => true });
    const question = await world.does(chain("only one"));
    expect(privateWords(question)).not.toContain("one after the other");
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders[0]).toMatchObject({ request: { picture: null } });
  });
});

const BATCH = aJobId(50);

/** A world with a batch whose videos are like that, and a key. */
async function worldWith(ends: readonly PartEnd[], changes: Parameters<typeof commandWorld>[0] = {}) {
  const world = await keyedWorld(changes);
  const [batch, ...parts] = aBatch(ends);
  await world.jobs.insert(batch, undefined, parts);
  return { world, batch, parts };
}

const show = (jobId: string): Act => press("show_job", jobId);
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
    const [first, second] = [await world.does(pressOf(question)), await world.does(pressOf(question))];
    expect(second.kind).toBe("replace_message");
    const made = await world.jobs.load(cardJob(first));
    const parts = made ? await partsOf(world.jobs, made.job) : [];
    expect(parts.map(({ job }) => job.request.prompt)).toEqual(["scene 2", "scene 4", "scene 5"]);
    expect(await world.jobs.jobsOf(anOwner(), 100)).toHaveLength(6 + 4);
  });

  test("of a chain is tried again from the first that failed, and goes on from the film before it", async () => {
    const world = await keyedWorld({ canContinue: () => true });
    const [batch, ...parts] = aChain(["ready", "failed", "broken"]);
    await world.jobs.insert(batch, undefined, parts);
    const question = await world.does(press("retry_failed", BATCH));
    expect(wordsOf(messageOf(question))).toContain("one after the other");
    const id = cardJob(await world.does(pressOf(question)));
    expect(world.orders[0]?.each?.map(({ prompt, picture }) => [prompt, picture?.continues?.job])).toEqual([
      ["scene 2", partIdFrom(BATCH, 1)],
      ["scene 3", partIdFrom(id, 1)],
    ]);
  });

  test("is one video where one failed", async () => {
    const { world } = await worldWith(["ready", "failed"]);
    await world.does(pressOf(await world.does(press("retry_failed", BATCH))));
    expect(world.orders).toMatchObject([{ request: { prompt: "scene 2" } }]);
    expect(world.orders[0]?.each).toBeUndefined();
  });

  test("is not asked about where nothing is left, or it does not fit", async () => {
    const { world } = await worldWith(["ready", "unknown"]);
    expect(await world.reads(press("retry_failed", BATCH))).toContain("nothing left to retry");
    const full = await worldWith(["failed", "failed", "failed"], {
      rules: { maxJobsPerUser: 1, maxWaitingPerUser: 1 },
    });
    expect(await full.world.reads(press("retry_failed", BATCH))).toContain("room for 2 more");
  });

  test("waits for the service to be well again where its person wants that", async () => {
    const { world } = await worldWith(["failed", "failed"]);
    world.health.tell("down");
    const question = await world.does(press("retry_failed", BATCH));
    await world.does(pressOf(question, "wait_kept"));
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
    const older = await world.does(press("jobs", String(1)));
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
