import { describe, expect, test } from "vitest";
import type { BatchKind } from "../../../src/core/batch/plan-batch.ts";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import type { VideoDraft } from "../../../src/core/request/video-request.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aJob, aJobId, anOwner, aRunning, aSlackOwner, TEST_KEY } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, messageOf, privateWords } from "../command-world.ts";

const batch = (prompt: string, make: BatchKind = "scenes", draft: Partial<VideoDraft> = {}): Act => ({
  kind: "make_batch",
  from: "form",
  make,
  draft: aDraft({ prompt, ...draft }),
});

/** A press of the button of that kind, as the answer offers it. */
function pressOf(answer: Answer, kind: string): Act {
  const id = messageOf(answer)
    .buttons.map(({ id }) => id)
    .find((each) => each.startsWith(`${kind}:`));
  const action = readButtonId(id ?? "");
  if (!action) throw new Error(`there is no button ${kind}`);
  return { kind: "press", action, on: { place: null, shows: true } };
}

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
    const world = commandWorld();
    await world.withKey();
    const answer = await world.does(batch(prompt, make));
    if (answer.kind !== "form_error") throw new Error(`not an error: ${answer.kind}`);
    expect(answer.field).toBe("prompt");
    expect(answer.text).toContain(says);
    // Where a form cannot stay open, nothing that was typed is lost.
    expect(answer.message.quote).toBe(prompt);
    expect(world.orders).toEqual([]);
  });

  test("repeats no key that was typed into it", async () => {
    const world = commandWorld();
    await world.withKey();
    const answer = await world.does(batch(`a\nb\nc\nd\ne\nf\n${TEST_KEY}`));
    expect(JSON.stringify(answer)).not.toContain(TEST_KEY);
    expect(answer.kind).toBe("private");
  });
});

describe("several videos", () => {
  test("are asked about once, always: what they cost together, and who pays", async () => {
    const world = commandWorld();
    await world.withKey();
    const answer = await world.does(batch("one\ntwo\nthree"));
    expect(privateWords(answer)).toContain("285 credits");
    expect(wordsOf(messageOf(answer))).toContain("Paid with your own key");
    expect(labels(answer)).toEqual(["Start 3 videos · 285 credits", "Cancel"]);
    expect(messageOf(answer).sections?.map(({ title }) => title)).toEqual(["1. one", "2. two", "3. three"]);
    expect(world.orders).toEqual([]);
  });

  test("start as one batch, however often Start is pressed", async () => {
    const world = commandWorld();
    await world.withKey();
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
    const world = commandWorld();
    await world.withKey();
    const question = await world.does(batch("only one"));
    expect(labels(question)).toEqual(["Start 1 video · 95 credits", "Cancel"]);
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders).toHaveLength(1);
    expect(world.orders[0]?.each).toBeUndefined();
  });

  test("say which words of a line were taken for options", async () => {
    const world = commandWorld();
    await world.withKey();
    const answer = await world.does(batch("one --ratio 9:16\ntwo"));
    expect(privateWords(answer)).toContain("--ratio 9:16");
    expect(messageOf(answer).title).toBe("Did you mean this?");
  });

  test("say how many of them will wait", async () => {
    const world = commandWorld();
    await world.withKey();
    await world.has(aJob({ id: aJobId(1), state: aRunning() }));
    expect(privateWords(await world.does(batch("a\nb\nc")))).toContain(
      "2 will start at once, and 1 will wait for its turn.",
    );
  });

  test("that do not fit are refused whole, with the numbers, and are not asked about", async () => {
    const world = commandWorld({ rules: { maxJobsPerUser: 1, maxWaitingPerUser: 2 } });
    await world.withKey();
    await world.has(aJob({ id: aJobId(1), state: aRunning() }));
    const answer = await world.does(batch("a\nb\nc"));
    expect(privateWords(answer)).toContain("You asked for 3 videos, and you have room for 2 more.");
    expect(privateWords(answer)).toContain("1 video in progress and 2 waiting");
    expect(messageOf(answer).buttons).toEqual([]);
  });

  test("that did fit when it was asked and do not any more are refused whole", async () => {
    const world = commandWorld({ rules: { maxJobsPerUser: 1, maxWaitingPerUser: 2 } });
    await world.withKey();
    const question = await world.does(batch("a\nb\nc"));
    await world.has(aJob({ id: aJobId(1), state: aRunning() }));
    expect(privateWords(await world.does(pressOf(question, "start_kept")))).toContain("room for 2 more");
    expect(world.orders).toEqual([]);
  });

  test("need a key only when they start, and say which button to press then", async () => {
    const world = commandWorld();
    const question = await world.does(batch("a\nb"));
    expect(privateWords(await world.does(pressOf(question, "start_kept")))).toContain("Start 2 videos · 190 credits");
    await world.withKey();
    expect((await world.does(pressOf(question, "start_kept"))).kind).toBe("card");
  });

  test("whose person has their own key in one of the lines are refused", async () => {
    const world = commandWorld();
    await world.withKey();
    expect(JSON.stringify(await world.does(batch(`fine\n${TEST_KEY}`)))).not.toContain(TEST_KEY);
    expect(world.orders).toEqual([]);
  });

  test("are asked about in the same question where the service has trouble", async () => {
    const world = commandWorld();
    await world.withKey();
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
    const world = commandWorld({ canContinue: () => true });
    await world.withKey();
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
    const world = commandWorld({ canContinue: () => true });
    await world.withKey();
    const question = await world.does(chain("only one"));
    expect(privateWords(question)).not.toContain("one after the other");
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders[0]).toMatchObject({ request: { picture: null } });
  });
});
