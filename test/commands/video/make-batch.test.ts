import { describe, expect, test } from "vitest";
import type { BatchKind } from "../../../src/core/batch/plan-batch.ts";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aBatch, aChain, type PartEnd } from "../../fakes/batch/batches.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  formOf,
  keyedWorld,
  labelsIn,
  messageOf,
  press,
  pressOf,
  privateWords,
} from "../command-world.ts";

const batch = (prompt: string, make: BatchKind = "scenes"): Act => ({
  kind: "make_batch",
  make,
  draft: aDraft({ prompt }),
});
const openForm: Act = { kind: "open_batch_form" };
const tight = { rules: { maxJobsPerUser: 1, maxWaitingPerUser: 2 } };
const running = aJob({ id: aJobId(1), state: aRunning() });

describe("the form for several videos", () => {
  test.for([
    ["five fields on Discord", anOwner(), ["prompt", "make", "ratio", "size", "image"]],
    ["six fields in Slack", aSlackOwner(), ["prompt", "make", "ratio", "duration", "resolution", "image"]],
  ] as const)("has %s", async ([, owner, ids]) => {
    expect(formOf(await commandWorld().does(openForm, { owner })).ids).toEqual(ids);
  });

  test("is prefilled with the person's settings", async () => {
    const world = commandWorld();
    await world.settings.put(anOwner(), { ...(await world.settings.get(anOwner())), resolution: "720p", duration: 15 });
    const { values, options } = formOf(await world.does(openForm));
    expect(values).toMatchObject({ ratio: "16:9", size: "720p-15" });
    expect(options("size").map(({ value }) => value)).toEqual(["480p-10", "480p-15", "720p-10", "720p-15"]);
  });

  test.for([
    ["seven scenes are entered", "a\nb\nc\nd\ne\nf\ng", "scenes", "You entered 7 scenes. The limit is 6."],
    ["versions of a two-line prompt are requested", "a\nb", "3", "Versions are made of one prompt."],
    ["a line ends with an incomplete flag", "a\nb --ratio", "scenes", "Line 2:"],
  ] as const)("stays open with an error if %s", async ([, prompt, make, says]) => {
    const world = await keyedWorld();
    const answer = await world.does(batch(prompt, make));
    expect(answer).toMatchObject({ kind: "form_error", field: "prompt", text: expect.stringContaining(says) });
    // If a form cannot stay open, the message quotes the typed text.
    expect(messageOf(answer).quote).toBe(prompt);
    expect(world.orders).toEqual([]);
  });
});

describe("a request for several videos", () => {
  test("leads to one question, with the total price and the payer, before any video starts", async () => {
    const world = await keyedWorld();
    const answer = await world.does(batch("one\ntwo\nthree"));
    expect(privateWords(answer)).toContain("285 credits");
    expect(privateWords(answer)).toContain("Will be paid with your own key");
    expect(labelsIn(answer)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    expect(messageOf(answer).sections?.map(({ title }) => title)).toEqual(["1. one", "2. two", "3. three"]);
    expect(world.orders).toEqual([]);
  });

  test("starts only one batch, even if “Start” is pressed twice", async () => {
    const world = await keyedWorld();
    const start = pressOf(await world.does(batch("one\ntwo\nthree")), "start_kept");
    const [first, second] = [await world.does(start), await world.does(start)];
    expect(await world.jobs.jobsOf(anOwner(), 100)).toHaveLength(4);
    expect(world.orders[0]?.each?.map(({ prompt }) => prompt)).toEqual(["one", "two", "three"]);
    expect(messageOf(first).title).toBe("Making 3 videos");
    expect(first).toMatchObject({ kind: "card", instead: { title: "Your videos have started." } });
    expect(second.kind).toBe("replace_message");
    expect(await partsOf(world.jobs, await world.stored(cardJob(first)))).toHaveLength(3);
  });

  test.for([
    ["scenes are", "scenes"],
    ["a chain is", "chain"],
  ] as const)("starts a single video if %s requested with a one-line prompt", async ([, make]) => {
    const world = await keyedWorld({ canContinue: () => true });
    const question = await world.does(batch("only one", make));
    expect(labelsIn(question)).toEqual(["Start 1 video · 95 credits", "Cancel"]);
    expect(privateWords(question)).not.toContain("one after the other");
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders).toMatchObject([{ request: { picture: null } }]);
    expect(world.orders[0]?.each).toBeUndefined();
  });

  test("causes a question that shows the flags found in a line", async () => {
    const answer = await (await keyedWorld()).does(batch("one --ratio 9:16\ntwo"));
    expect(privateWords(answer)).toContain("--ratio 9:16");
    expect(messageOf(answer).title).toBe("Did you mean this?");
  });

  test("causes a question that shows how many of the videos will wait", async () => {
    const world = await keyedWorld({}, running);
    expect(await world.reads(batch("a\nb\nc"))).toContain("2 will start at once, and 1 will wait for its turn.");
  });

  test("is refused without a question if the videos would exceed the person's limit on running and waiting videos", async () => {
    const answer = await (await keyedWorld(tight, running)).does(batch("a\nb\nc"));
    expect(privateWords(answer)).toContain("You asked for 3 videos, and you have room for 2 more.");
    expect(privateWords(answer)).toContain("1 video in progress and 2 waiting");
    expect(labelsIn(answer)).toEqual([]);
  });

  test("is refused when “Start” is pressed if the videos would by then exceed the person's limit", async () => {
    const world = await keyedWorld(tight);
    const question = await world.does(batch("a\nb\nc"));
    await world.has(running);
    expect(await world.reads(pressOf(question, "start_kept"))).toContain("room for 2 more");
    expect(world.orders).toEqual([]);
  });

  test("can still be started from its question after the person has saved a missing API key", async () => {
    const world = commandWorld();
    const start = pressOf(await world.does(batch("a\nb")), "start_kept");
    expect(await world.reads(start)).toContain("Start 2 videos · 190 credits");
    await world.withKey();
    expect((await world.does(start)).kind).toBe("card");
  });

  test("needs only one confirmation during an outage of the video service", async () => {
    const world = await keyedWorld();
    world.health.set("down");
    const answer = await world.does(batch("a\nb"));
    expect(labelsIn(answer)).toEqual(["Start 2 videos · 190 credits", "Cancel"]);
    cardJob(await world.does(pressOf(answer, "start_kept")));
    expect(world.orders[0]).toMatchObject({ each: [{ prompt: "a" }, { prompt: "b" }] });
  });
});

describe("a chain of videos", () => {
  test.for([
    [
      "is offered if the bot can start a video from the last frame of another video",
      ["scenes", "chain", "2", "3", "4"],
    ],
    ["is not offered if the bot cannot start a video from the last frame of another video", ["scenes", "2", "3", "4"]],
  ] as const)("%s", async ([start, kinds]) => {
    const canContinue = start.startsWith("is offered");
    const { options } = formOf(await commandWorld({ canContinue: () => canContinue }).does(openForm));
    expect(options("make").map(({ value }) => value)).toEqual(kinds);
    if (!canContinue) expect((await commandWorld().does(batch("a\nb", "chain"))).kind).toBe("private");
  });

  test("starts after one confirmation, and each video begins with the last frame of the previous video", async () => {
    const world = await keyedWorld({ canContinue: () => true });
    const question = await world.does(batch("one\ntwo\nthree", "chain"));
    expect(privateWords(question)).toContain("so they are made one after the other");
    expect(labelsIn(question)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    const started = await world.does(pressOf(question, "start_kept"));
    const before = world.orders[0]?.each?.map(({ picture }) => picture?.continues?.job ?? null);
    expect(before).toEqual([null, ...[1, 2].map((nth) => partIdFrom(cardJob(started), nth))]);
    expect(wordsOf(messageOf(started))).toContain("Each continues the one before");
  });
});

const BATCH = aJobId(50);
const retry = press("retry_failed", BATCH);

/** A world with a key and a batch whose videos have these states. */
async function batchWorld(
  ends: readonly PartEnd[],
  changes: Parameters<typeof commandWorld>[0] = {},
  made: typeof aBatch = aBatch,
) {
  const world = await keyedWorld(changes);
  const [whole, ...parts] = made(ends);
  await world.jobs.insert(whole, { parts });
  return world;
}

const show = (jobId: string): Act => press("show_job", jobId);
const kinds = (answer: Answer) => messageOf(answer).buttons.map(({ id }) => readButtonId(id)?.kind);

describe("the button “Retry what failed”", () => {
  test("appears on the batch's card, with the price, after all videos have ended", () => {
    const [over, ...ended] = aBatch(["ready", "failed", "no_credits", "stopped", "unknown"]);
    const [going, ...parts] = aBatch(["running", "failed"]);
    expect(labelsOf(cardOf(over, TEST_START, ended))).toContain("Retry what failed · 285 credits");
    expect(labelsOf(cardOf(going, TEST_START, parts)).join()).not.toContain("Retry");
  });

  test("starts one new batch after a confirmation, even if “Start” is pressed twice", async () => {
    const world = await batchWorld(["ready", "failed", "unknown", "no_credits", "stopped"]);
    const question = await world.does(retry);
    expect(labelsIn(question)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    expect(privateWords(question)).toContain("Will be paid with your own key");
    expect(world.orders).toEqual([]);
    const [first, second] = [await world.does(pressOf(question)), await world.does(pressOf(question))];
    expect(second.kind).toBe("replace_message");
    const parts = await partsOf(world.jobs, await world.stored(cardJob(first)));
    expect(parts.map(({ job }) => job.request.prompt)).toEqual(["scene 2", "scene 4", "scene 5"]);
    expect(await world.jobs.jobsOf(anOwner(), 100)).toHaveLength(6 + 4);
  });

  test.for([
    ["offers", "a video was refused because the team's account lacked credits", ["ready", "no_credits", "stopped"]],
    ["does not offer", "a video failed at the service", ["ready", "failed"]],
  ] as const)("%s payment with the person's own key if %s", async ([verb, , ends]) => {
    const isOffered = verb === "offers";
    const world = await keyedWorld();
    await world.teams.saveRules(aTeam, noRules, 0);
    const [whole, ...parts] = aBatch(ends).map((job) => ({ ...job, team: aTeam }));
    if (!whole) throw new Error("no batch");
    await world.jobs.insert(whole, { parts });
    const question = await world.does(retry);
    expect(privateWords(question)).toContain("Will be paid with the team's key");
    const payOwn = labelsIn(question).filter((label) => label.startsWith("Pay with my own key"));
    expect(payOwn).toEqual(isOffered ? ["Pay with my own key · 190 credits"] : []);
    if (!isOffered) return;
    cardJob(await world.does(pressOf(question, "pay_kept")));
    expect(world.orders.map(({ team }) => team)).toEqual([undefined]);
  });

  test("retries the rest of a chain in order, starting from the last successful video", async () => {
    const world = await batchWorld(["ready", "failed", "broken"], { canContinue: () => true }, aChain);
    const id = cardJob(await world.does(pressOf(await world.does(retry))));
    expect(world.orders[0]?.each?.map(({ prompt, picture }) => [prompt, picture?.continues?.job])).toEqual([
      ["scene 2", partIdFrom(BATCH, 1)],
      ["scene 3", partIdFrom(id, 1)],
    ]);
  });

  test("shows a refusal instead of a question if no video can be retried or the person's limit on waiting videos is too low", async () => {
    expect(await (await batchWorld(["ready", "unknown"])).reads(retry)).toContain("nothing left to retry");
    expect(await (await batchWorld(["failed", "failed", "failed", "failed"], tight)).reads(retry)).toContain(
      "room for 3 more",
    );
  });
});

describe("a video selected from a batch", () => {
  test("is shown only to the owner, in a private message with the video's buttons", async () => {
    const world = await batchWorld(["ready", "failed"]);
    const ready = await world.does(show(partIdFrom(BATCH, 1)));
    expect(ready.kind).toBe("private");
    expect(messageOf(ready)).toMatchObject({ quote: "scene 1", title: "1. The video is ready" });
    expect(messageOf(ready)).not.toHaveProperty("job");
    expect(kinds(ready)).toEqual(["again", "edit", "in_720p"]);
    expect(kinds(await world.does(show(partIdFrom(BATCH, 2))))).toEqual(["again", "edit"]);
    expect(await world.reads(show(partIdFrom(BATCH, 1)), { owner: anOwner("999") })).not.toContain("scene 1");
  });

  test("is shown without buttons while the video is running", async () => {
    const world = await batchWorld(["running", "ready"]);
    expect(kinds(await world.does(show(partIdFrom(BATCH, 1))))).toEqual([]);
  });
});

describe("the list of /video-jobs", () => {
  test("shows a batch as one entry that opens the batch's card", async () => {
    const world = await batchWorld(["ready", "failed", "running"]);
    for (let nth = 1; nth <= 7; nth += 1)
      await world.has(aClosedJob({ id: aJobId(nth), acceptedAt: TEST_START + nth * (nth > 4 ? 1 : -1) }));
    const answer = await world.does({ kind: "jobs", show: null });
    const { body, select, buttons } = messageOf(answer);
    expect(body).toHaveLength(5);
    for (const words of ["Making 3 videos", "scene 1 / scene 2 / scene 3", "285 credits"])
      expect(privateWords(answer)).toContain(words);
    const values = select?.options.map(({ value }) => value) ?? [];
    expect(values).toContain(`show_job:${BATCH}`);
    expect(values.join()).not.toContain(partIdFrom(BATCH, 1));
    expect(buttons.map(({ id }) => id)).toEqual(["jobs:1"]);
    const older = messageOf(await world.does(press("jobs", "1")));
    expect(older.body).toHaveLength(3);
    expect(older.buttons.map(({ id }) => id)).toEqual(["jobs:0"]);
  });
});

test("autocomplete for /video-jobs suggests a batch as one entry, and autocomplete for a prompt suggests each of the batch's prompts", async () => {
  const world = await batchWorld(["ready", "failed"]);
  const shown = await world.does({ kind: "suggest", option: "show", typed: "" });
  expect(shown).toMatchObject({ choices: [{ value: BATCH }] });
  const prompts = await world.does({ kind: "suggest", option: "prompt", typed: "scene" });
  const values = prompts.kind === "suggestions" ? prompts.choices.map(({ value }) => value) : [];
  expect(values.toSorted()).toEqual(["scene", "scene 1", "scene 2"]);
});
