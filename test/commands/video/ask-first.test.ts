import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { commandSpecs } from "../../../src/core/command-specs.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRequest, aRunning, aSlackOwner } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  press,
  pressOf,
  privateWords,
  setting,
} from "../command-world.ts";

const in720p = press("in_720p", aJobId());
const again = press("again", aJobId());
const unknown = { status: "closed", isNotified: true, closedAt: 0 } as const;

async function finishedWorld(overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = await keyedWorld({}, aClosedJob(overrides));
  return world;
}

describe("In 720p", () => {
  test("names the price and starts nothing before Start it", async () => {
    const world = await finishedWorld({ request: aRequest({ duration: 15 }) });
    const answer = await world.does(in720p);
    expect(privateWords(answer)).toContain("It costs 308 credits.");
    expect(privateWords(answer)).toContain("15 seconds · 720p");
    expect(labelsIn(answer)).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
  });

  test("Start it makes the same video in 720p, with a picture judged once more", async () => {
    const picture = { source: "address", url: "https://a.example/a.png", isChecked: true, decidesRatio: true } as const;
    const world = await finishedWorld({ request: aRequest({ picture }) });
    const start = pressOf(await world.does(in720p));
    expect(cardJob(await world.does(start))).toBe(jobIdFrom("in_720p", aJobId(), "0"));
    const request = aRequest({ resolution: "720p", picture: { ...picture, isChecked: false } });
    expect(world.orders).toMatchObject([{ request }]);
  });

  test("pressed while the last one has not begun points to that", async () => {
    const world = await finishedWorld();
    await world.does(pressOf(await world.does(in720p)));
    await world.clock.advance(60_000);
    expect(await world.reads(in720p)).toContain("This video is already in progress.");
  });

  test("once more makes another, under the next id", async () => {
    const world = await finishedWorld();
    const first = cardJob(await world.does(pressOf(await world.does(in720p))));
    await world.has(aJob({ id: first, state: aRunning() }));
    await world.clock.advance(10_000);
    const second = pressOf(await world.does(in720p));
    expect(cardJob(await world.does(second))).toBe(jobIdFrom("in_720p", aJobId(), "1"));
  });

  test("and Again do not count each other's videos", async () => {
    const world = await finishedWorld();
    await world.does(again);
    expect(labelsIn(await world.does(in720p))).toEqual(["Start it", "Cancel"]);
  });
});

describe("Again of a video that may have been charged", () => {
  test.for(unclearOutcomes)("repeats the risk and starts nothing: %j", async (outcome) => {
    const world = await finishedWorld({ state: { ...unknown, outcome } });
    const answer = await world.does(again);
    expect(privateWords(answer)).toContain("It may have been charged: up to 95 credits.");
    expect(labelsIn(answer)).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(pressOf(answer)))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(world.orders).toMatchObject([{ request: aRequest() }]);
  });
});

test("Cancel puts a word in the place of the confirmation", async () => {
  const answer = await commandWorld().does(press("cancel"));
  expect(answer).toMatchObject({ kind: "replace_message", message: { title: "Nothing was started.", buttons: [] } });
});

test.for([
  [2, false],
  [3, true],
] as const)("with %i videos on the way a question says that the next one waits: %s", async ([open, waits]) => {
  const world = await finishedWorld();
  for (let n = 2; n < 2 + open; n += 1) await world.has(aJob({ id: aJobId(n) }));
  const words = await world.reads(in720p);
  expect(words.includes("will wait for its turn")).toBe(waits);
});

const dear = makeVideo({ resolution: "720p" });
const eventId = "event-of-the-question";
const jobId = jobIdFrom("discord", eventId);
const startIt: Act = press("start_kept", jobId);

/** Somebody who wants to be asked above that price, and has asked for a video of 205. */
async function asked(above = "95", more: Parameters<typeof setting>[0] = {}) {
  const world = await keyedWorld();
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
    expect(labelsIn(answer)).toEqual(["Start it", "Cancel"]);
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
    expect(await world.reads(startIt)).toContain("This video is already in progress.");
    expect(await world.jobs.jobsOf(anOwner(), 10)).toHaveLength(1);
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
    expect(await late.world.reads(startIt)).toContain("Nothing was charged.");
    expect(late.world.orders).toEqual([]);
  });

  test("keeps to the bounds and the key when it is started", async () => {
    const { world } = await asked();
    await world.vault.remove(anOwner());
    expect(await world.reads(startIt)).toContain("Add it, then press Start it.");
    expect(world.orders).toEqual([]);
  });

  test("that had waited for a key is asked about once the key is there", async () => {
    const world = commandWorld();
    await world.does(setting({ confirm_above: "95" }));
    expect(await world.reads(dear, { eventId })).toContain("Add your API key");
    const { message, card } = await world.ends({ kind: "give_key", key });
    expect(card).toBeUndefined();
    expect(message.title).toBe("Start it for 205 credits?");
    expect(labelsOf(message)).toEqual(["Start it", "Cancel"]);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(startIt))).toBe(jobId);
  });

  test("is asked about by nobody whose store cannot keep the question", async () => {
    const away = () => Promise.reject(new Error("away"));
    const world = await keyedWorld({ unconfirmed: { keep: away, find: away, all: away } });
    await world.does(setting({ confirm_above: "1" }));
    expect(await world.reads(dear)).toContain("Reelay cannot save this now.");
    expect(await world.reads(startIt)).toContain("Reelay cannot save this now.");
  });
});

test.for(["0", "205"])("a video of 205 credits is not asked about above %s", async (above) => {
  const { world, answer } = await asked(above);
  expect(answer.kind).toBe("card");
  expect(world.orders).toHaveLength(1);
});

const offered = ["1", "95", "143", "205", "0"];

/** The form of somebody whose settings were stored before. */
async function formOf(confirmAbove: number) {
  const world = commandWorld();
  await world.settings.put(aSlackOwner(), { ...noSettings, confirmAbove });
  const answer = await world.does({ kind: "open_settings_form" }, { owner: aSlackOwner() });
  if (answer.kind !== "form") throw new Error(answer.kind);
  const field = answer.form.fields.find(({ id }) => id === "confirm_above");
  if (field?.kind !== "choice") throw new Error("no choice");
  return { world, field };
}

describe("when to be asked before spending", () => {
  test("is a choice of always, above each price but the highest, and never", () => {
    const option = commandSpecs("video")
      .find(({ means }) => means === "settings")
      ?.options.find(({ name }) => name === "confirm_above");
    expect(option?.choices.map(({ value }) => value)).toEqual(["1", "95", "143", "205", "0"]);
  });

  test("is the same choice in the form", async () => {
    const { field } = await formOf(95);
    expect(field.value).toBe("95");
    expect(field.options.map(({ value }) => value)).toEqual(offered);
    expect(field.options.map(({ label }) => label)).toEqual([
      "Always",
      "Above 95 credits",
      "Above 143 credits",
      "Above 205 credits",
      "Never",
    ]);
  });

  test.for(["100", "2", "-1", "1.5", "always"])("is nothing else: %s", async (given) => {
    const world = commandWorld();
    expect(await world.reads(setting({ confirm_above: given }))).toContain("Nothing was changed");
    expect(await world.settings.get(anOwner())).toEqual(noSettings);
  });

  test("is always where it says so, in those words", async () => {
    const world = await keyedWorld();
    expect(await world.reads(setting({ confirm_above: "1" }))).toContain("Ask me before spending: Always");
    const words = await world.reads(makeVideo());
    expect(words).toContain("Start it for 95 credits?");
    expect(words).toContain("you asked to confirm every video");
  });
});

async function askedForHelp(prompt = "help", more: Parameters<typeof makeVideo>[0] = {}) {
  const world = await keyedWorld();
  return { world, answer: await world.does(makeVideo({ ...more, prompt }), { eventId }) };
}

describe("a prompt that is the word help", () => {
  test.for(["help", "Hilfe!", "--help", "ヘルプ"])(
    "%s is asked about, with its price, and not started",
    async (word) => {
      const { world, answer } = await askedForHelp(word);
      const words = privateWords(answer);
      expect(words).toContain("Help, or a video?");
      expect(words).toContain("95 credits");
      expect(words).toContain("Nothing has been charged yet.");
      expect(labelsIn(answer)).toEqual(["Help", "Start it", "Cancel"]);
      expect(world.orders).toEqual([]);
    },
  );

  test("is asked about once, although its price would be asked about too", async () => {
    const world = await keyedWorld();
    await world.does(setting({ confirm_above: "1" }));
    expect(await world.reads(makeVideo({ prompt: "help" }), { eventId })).toContain("Help, or a video?");
    expect(cardJob(await world.does(startIt))).toBe(jobId);
  });

  test("becomes a video where that was meant", async () => {
    const { world } = await askedForHelp("help", { ratio: "9:16" });
    expect(cardJob(await world.does(startIt))).toBe(jobId);
    expect(world.orders).toMatchObject([{ request: { prompt: "help", aspectRatio: "9:16" } }]);
  });

  test("asks nobody for a key first: help needs none", async () => {
    const world = commandWorld();
    expect(await world.reads(makeVideo({ prompt: "help" }), { eventId })).toContain("Help, or a video?");
    expect(await world.pending.find(anOwner())).toBeNull();
  });

  test("starts at once from the form, which has shown the price", async () => {
    const world = await keyedWorld();
    expect((await world.does(makeVideo({ prompt: "help" }, "form"))).kind).toBe("card");
  });

  test("and more words are a prompt", async () => {
    const { answer } = await askedForHelp("help me fly");
    expect(answer.kind).toBe("card");
  });
});

const [unclear = { kind: "unknown", taskId: null, atMost: 95 } as const] = unclearOutcomes;

/** Somebody with a key and a finished video, while the service is down. */
async function aWorldInTrouble(overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = await keyedWorld({}, aClosedJob(overrides));
  world.health.tell("down");
  return world;
}

const ownEdit = { jobId: aJobId(), nth: 0 };
const edited: Act = {
  ...(makeVideo({ prompt: "another" }, "form") as Extract<Act, { kind: "make_video" }>),
  edits: ownEdit,
};
const three = ["Start anyway", "Start when it clears", "Cancel"];

/** Every way to a video, and the id of the job that it would make. */
const ways: readonly (readonly [string, Act, string, Parameters<typeof aClosedJob>[0]])[] = [
  ["the command", makeVideo(), jobId, {}],
  ["the form", makeVideo({}, "form"), jobId, {}],
  ["Again", press("again", aJobId()), jobIdFrom("again", aJobId(), "0"), {}],
  ["In 720p", press("in_720p", aJobId()), jobIdFrom("in_720p", aJobId(), "0"), {}],
  ["Edit & run", edited, jobIdFrom("edit", aJobId(), "0"), {}],
  [
    "Again of a video that may have been charged",
    press("again", aJobId()),
    jobIdFrom("again", aJobId(), "0"),
    { state: { status: "closed", isNotified: true, closedAt: 0, outcome: unclear } },
  ],
];

describe("while the service is down", () => {
  test.for(ways)("%s starts nothing and asks once; Start anyway begins it, as one video", async ([, act, id, had]) => {
    const world = await aWorldInTrouble(had);
    const question = await world.does(act, { eventId });
    expect(question.kind).toBe("private");
    expect(labelsIn(question)).toEqual(three);
    expect(privateWords(question)).toContain("The video service is not answering right now.");
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(pressOf(question)))).toBe(id);
    await world.clock.advance(20_000);
    expect(await world.reads(pressOf(question))).toContain("already in progress");
    expect(await madeIn(world)).toEqual([[id, "accepted"]]);
  });

  test.for(ways)("%s waits after Start when it clears, as one video too", async ([, act, id, had]) => {
    const world = await aWorldInTrouble(had);
    const question = await world.does(act, { eventId });
    const card = await world.does(pressOf(question, "wait_kept"));
    expect(cardJob(card)).toBe(id);
    expect(card).toMatchObject({ instead: { title: "Your video will start when the video service works again." } });
    expect(messageOf(card).title).toBe("Waiting for the video service");
    await world.does(pressOf(question, "wait_kept"));
    await world.does(pressOf(question));
    expect(await madeIn(world)).toEqual([[id, "waiting"]]);
  });

  test("a question that was due for the price is the same one", async () => {
    const world = await aWorldInTrouble();
    await world.does(setting({ confirm_above: "95" }));
    const answer = await world.does(makeVideo({ resolution: "720p" }), { eventId });
    expect(privateWords(answer)).toContain("Start it for 205 credits?");
    expect(privateWords(answer)).toContain("The video service is not answering right now.");
    expect(labelsIn(answer)).toEqual(three);
  });

  test("the word help alone is still asked about, with the same buttons", async () => {
    const world = await aWorldInTrouble();
    const answer = await world.does(makeVideo({ prompt: "help" }), { eventId });
    expect(labelsIn(answer)).toEqual(["Help", ...three]);
  });

  test("somebody without a key is asked for the key first, and their request goes on to the question", async () => {
    const world = commandWorld();
    world.health.tell("down");
    expect(await world.reads(makeVideo())).not.toContain("not answering");
    expect(await world.pending.find(anOwner())).not.toBeNull();
  });

  test("the question expires with the request that it is about", async () => {
    const world = await aWorldInTrouble();
    await world.does(makeVideo(), { eventId });
    await world.clock.advance(3_600_001);
    for (const kind of ["start_kept", "wait_kept"] as const)
      expect(await world.reads(press(kind, jobId))).toContain("expired");
    expect([world.orders, world.notices.all()]).toEqual([[], []]);
  });
});

test("where many videos fail, the question has the numbers", async () => {
  const world = await aWorldInTrouble();
  world.health.tell("failing", { failed: 6, ends: 10 });
  const answer = await world.does(makeVideo({ resolution: "720p" }));
  expect(privateWords(answer)).toContain("6 of the last 10 videos failed");
  expect(privateWords(answer)).toContain("refunded");
});

test("where no trouble is known nobody is asked", async () => {
  const world = await aWorldInTrouble();
  world.health.tell(null);
  expect((await world.does(makeVideo())).kind).toBe("card");
});

/** The jobs that were made, but for the finished one. */
async function madeIn(world: ReturnType<typeof commandWorld>) {
  const jobs = await world.jobs.jobsOf(anOwner(), 9);
  return jobs.filter(({ id }) => id !== aJobId()).map(({ id, state }) => [id, state.status]);
}
