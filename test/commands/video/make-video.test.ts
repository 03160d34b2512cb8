import { describe, expect, onTestFinished, test } from "vitest";
import { askStore, STORE_LIMIT_MS, StoreUnavailable } from "../../../src/commands/visit.ts";
import { cardPlace } from "../../../src/core/card-place.ts";
import { sleep } from "../../../src/core/clock.ts";
import type { Act } from "../../../src/core/command.ts";
import { commandSpecs } from "../../../src/core/command-specs.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { setPrices } from "../../../src/core/request/price.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { refuse } from "../../../src/core/result.ts";
import { deferred } from "../../fakes/deferred.ts";
import { aDraft } from "../../fakes/drafts.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  anUnknown,
  aRequest,
  aRunning,
  aSlackOwner,
  TEST_KEY,
} from "../../fakes/jobs.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { settled } from "../../messages/every-job.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  formOf,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  never,
  press,
  pressOf,
  privateWords,
  setting,
  unclearWithReasons,
} from "../command-world.ts";

const help: Act = { kind: "help" };
const cannotSave = "Reelay cannot save this now. Nothing was charged.";

describe("a new video", () => {
  test("is stored under an id derived from the platform's event, with the API key encrypted", async () => {
    const world = await keyedWorld();
    const answer = await world.does(makeVideo({ resolution: "720p", duration: "15s" }), { eventId: "e1" });
    expect(cardJob(answer)).toBe(jobIdFrom("discord", "e1"));
    expect(messageOf(answer)).toMatchObject({ title: "Starting…", quote: "a paper boat in the rain" });
    expect(wordsOf(messageOf(answer))).toContain("16:9 · 15 seconds · 720p\nPrice: 308 credits");
    const request = aRequest({ resolution: "720p", duration: 15 });
    expect(world.orders).toMatchObject([{ owner: anOwner(), workspace: "300000000000000003", request }]);
    expect(world.vault.open(anOwner(), world.orders[0]?.sealedKey ?? "")?.reveal()).toBe(TEST_KEY);
    // The video service is not called before that.
    expect(world.client.calls).toEqual([]);
  });

  test("starts only once if the platform delivers the command twice", async () => {
    const world = await keyedWorld();
    await world.does(makeVideo(), { eventId: "e1" });
    expect(await world.does(makeVideo(), { eventId: "e1" })).toEqual({ kind: "nothing" });
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
    expect(jobIdFrom("discord", "e1")).not.toBe(jobIdFrom("slack", "e1"));
  });

  test.for([
    ["a prompt that is too long", { prompt: "a".repeat(3_001) }, "The prompt has 3,001 characters"],
    ["an invalid flag value", { prompt: "a boat --ratio tall" }, "--ratio takes 16:9 or 9:16, not “tall”."],
  ] as const)("with %s is refused, and the form of /video stays open", async ([, draft, sentence]) => {
    const world = await keyedWorld();
    const words = await world.reads(makeVideo(draft));
    expect(words).toContain(sentence);
    expect(words).toContain("Nothing was charged.");
    const inForm = await world.does(makeVideo(draft, "form"));
    expect(inForm).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(wordsOf(messageOf(inForm))).toContain(sentence);
    expect(world.orders).toEqual([]);
  });

  test("requested without an API key is stored, and the answer offers “Add my key”", async () => {
    const world = commandWorld();
    const answer = await world.does(makeVideo(), { eventId: "e1" });
    expect(privateWords(answer)).toContain("continues by itself");
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    const pending = { eventId: "e1", draft: aDraft(), workspace: "300000000000000003" };
    expect(await world.pending.find(anOwner())).toMatchObject(pending);
    expect(world.orders).toEqual([]);
  });

  test("requested without an API key is not reported as stored if storing the request fails", async () => {
    const keep = () => Promise.reject(new Error("disk full"));
    expect(await commandWorld({ pending: { keep, take: never, find: never } }).reads(makeVideo())).toContain(
      cannotSave,
    );
  });
});

test("a person with the maximum number of videos in progress can have five more videos waiting", async () => {
  const running = [1, 2, 3].map((n) => aJob({ id: aJobId(n), state: aRunning() }));
  const world = await keyedWorld({}, ...running, aClosedJob({ id: aJobId(4) }));
  for (let n = 0; n < 5; n += 1) expect(wordsOf(messageOf(await world.does(makeVideo())))).toContain("its turn");
  expect(await world.reads(makeVideo())).toContain("You can have 5 videos waiting at once.");
  const states = (await world.jobs.openJobsOf(anOwner())).map(({ state }) => state.status);
  expect(states.filter((status) => status !== "running")).toEqual(Array(5).fill("waiting"));
});

test("new videos wait only in a workspace that has reached its limit of videos in progress", async () => {
  const others = [{}, { id: aJobId(2), workspace: null }].map((job) => aJob({ owner: anOwner("999"), ...job }));
  const world = await keyedWorld({ rules: { maxJobsPerWorkspace: 1 } }, ...others);
  for (const place of [{}, { workspace: "another" }, { workspace: null }]) await world.does(makeVideo(), place);
  const jobs = await world.jobs.openJobsOf(anOwner());
  const waiting = jobs.filter(({ state }) => state.status === "waiting");
  expect([jobs.length, waiting.map(({ workspace }) => workspace)]).toEqual([3, [aJob().workspace]]);
});

test("a person can send at most 20 commands a minute", async () => {
  const world = commandWorld();
  for (let n = 0; n < 20; n += 1) await world.does(help);
  expect(await world.reads(makeVideo())).toContain("up to 20 commands a minute");
  expect((await world.does(help, { owner: anOwner("another") })).kind).toBe("private");
  await world.clock.advance(60_000);
  expect(await world.reads(makeVideo())).toContain("Add your API key");
});

describe("a data store", () => {
  test("that never responds causes an error message within 1.5 s, and no video starts later", async () => {
    const back = deferred<null>();
    const world = commandWorld({ vault: { ...memoryVault(), get: () => back.promise } });
    const answering = world.reads(makeVideo());
    await world.clock.advance(1_500);
    expect(await answering).toContain(cannotSave);
    back.resolve(null);
    await world.clock.advance(60_000);
    expect(world.orders).toEqual([]);
  });

  test("does not delay a command beyond the time limit of one call, even if several calls are slow", async () => {
    const { clock, log } = commandWorld();
    const ask = askStore({ clock, log });
    const slow = () => sleep(clock, STORE_LIMIT_MS * 0.6);
    const first = ask(slow);
    await clock.advance(STORE_LIMIT_MS * 0.6);
    await first;
    const second = expect(ask(slow)).rejects.toThrow(StoreUnavailable);
    await clock.advance(STORE_LIMIT_MS * 0.4);
    await second;
  });

  test.for([
    ["cannot store the job", { accept: async () => refuse({ kind: "cannot_save" } as const) }],
    ["fails to read the key", { vault: { ...memoryVault(), get: () => Promise.reject(new Error("locked")) } }],
  ] as const)("that %s causes an error message", async ([, changes]) => {
    expect(await (await keyedWorld(changes)).reads(makeVideo())).toContain(cannotSave);
  });
});

test("an unexpected error in a command is logged and answered with an error message", async () => {
  const judgeAddress = () => {
    throw new Error("a bug");
  };
  const world = commandWorld({ judgeAddress });
  const words = await world.reads(makeVideo({ image_url: "https://example.com/a.png" }));
  expect(words).toContain("Something went wrong in Reelay");
  expect(words).not.toContain("a bug");
  expect(world.log.lines).toMatchObject([{ level: "error", event: "command failed", fields: { reason: "a bug" } }]);
});

const eventId = "event-of-the-question";
const jobId = jobIdFrom("discord", eventId);
const [startIt, flagsAsText] = [press("start_kept", jobId), press("start_typed", jobId)];
const typed = makeVideo({ prompt: "a boat --ratio 9:16 --durations 15" });

async function askedOf(act: Act = typed) {
  const world = await keyedWorld();
  return { world, answer: await world.does(act, { eventId }) };
}

describe("prompt text that looks like flags", () => {
  test("causes a question with the resulting options and price before anything starts", async () => {
    const { world, answer } = await askedOf();
    const words = privateWords(answer);
    expect(words).toContain("Did you mean this?");
    expect(words).toContain("--ratio 9:16 --durations 15, which look like options. Here they are applied");
    expect(words).toContain("It costs 143 credits. Nothing has been charged yet.");
    expect(words).toMatch(/9:16.*15 seconds.*480p/);
    expect(messageOf(answer).quote).toBe("a boat");
    expect(labelsIn(answer)).toEqual(["Start it", "Use my words as they are · 95 credits", "Cancel"]);
    expect(world.orders).toEqual([]);
  });

  test("adds no price to the button “Use my words as they are” if the flag does not change the price", async () => {
    const { answer } = await askedOf(makeVideo({ prompt: "a boat --ration 9:16" }));
    expect(privateWords(answer)).toContain("--ration 9:16, which looks like an option. Here it is applied");
    expect(labelsIn(answer)).toEqual(["Start it", "Use my words as they are", "Cancel"]);
  });

  test("stays in the prompt if “Use my words as they are” is pressed, and no further press starts a second video", async () => {
    const { world } = await askedOf();
    const cards = await Promise.all([world.does(flagsAsText), world.does(startIt), world.does(flagsAsText)]);
    expect(cards.filter(({ kind }) => kind === "card")).toHaveLength(1);
    const request = { prompt: "a boat --ratio 9:16 --durations 15", aspectRatio: "16:9", duration: 10 };
    expect(await world.jobs.jobsOf(anOwner(), 10)).toMatchObject([{ request, price: 95 }]);
  });

  test("is applied if “Start it” is pressed, and a second press starts no second video", async () => {
    const { world } = await askedOf(setting({ confirm_above: "-1" }));
    expect(await world.reads(typed, { eventId })).toContain("Did you mean this?");
    const cards = await Promise.all([world.does(startIt), world.does(startIt)]);
    expect(cards.map(({ kind }) => kind).toSorted()).toEqual(["card", "replace_message"]);
    const request = { prompt: "a boat", aspectRatio: "9:16", duration: 15 };
    expect(await world.jobs.jobsOf(anOwner(), 10)).toMatchObject([{ request }]);
  });

  test("causes a question even if the prompt was entered in the form of /video or of “Edit & run”", async () => {
    const { world, answer } = await askedOf(makeVideo({ prompt: "a boat --ratio 9:16", ratio: "16:9" }, "form"));
    expect(privateWords(answer)).toContain("Did you mean this?");
    await world.has(aClosedJob());
    const draft = aDraft({ prompt: "a boat --duration 15" });
    const edits = { jobId: aJobId(), nth: 0 };
    const edited = await world.does({ kind: "make_video", draft, from: "form", edits });
    expect(messageOf(edited).buttons[0]?.id).toBe(`start_kept:${jobIdFrom("edit", aJobId(), "0")}`);
    expect(world.orders).toEqual([]);
  });
});

test("a forged press of “Use my words as they are” starts nothing if the question did not have the button", async () => {
  const { world } = await askedOf(setting({ confirm_above: "-1" }));
  const plain = await world.does(makeVideo({ prompt: "a boat" }), { eventId });
  expect(labelsIn(plain)).toEqual(["Start it", "Cancel"]);
  expect(messageOf(await world.does(flagsAsText)).title).toBe("Expired");
  expect(world.orders).toEqual([]);
});

const in720p = press("in_720p", aJobId());
const again = press("again", aJobId());
const idOf = (button: "again" | "in_720p" | "edit", nth = 0) => jobIdFrom(button, aJobId(), String(nth));
const yesOrNo = ["Start it", "Cancel"];
const onItsWay = "This video is already in progress.";

const finishedWorld = (over: Partial<Job> = {}) => keyedWorld({}, aClosedJob(over));

describe("the button “In 720p”", () => {
  test("asks for confirmation with the price of the new video before anything starts", async () => {
    const world = await finishedWorld({ request: aRequest({ duration: 15 }) });
    const answer = await world.does(in720p);
    expect(privateWords(answer)).toContain("This makes the video again in 720p. It costs 308 credits.");
    expect(privateWords(answer)).toContain("15 seconds · 720p");
    expect(labelsIn(answer)).toEqual(yesOrNo);
    expect(world.orders).toEqual([]);
  });

  test("makes the same video in 720p and marks the picture as unchecked", async () => {
    const picture = { source: "address", url: "https://a.example/a.png", isChecked: true, decidesRatio: true } as const;
    const world = await finishedWorld({ request: aRequest({ picture }) });
    await world.does(again);
    expect(cardJob(await world.does(pressOf(await world.does(in720p))))).toBe(idOf("in_720p"));
    const request = aRequest({ resolution: "720p", picture: { ...picture, isChecked: false } });
    expect(world.orders.slice(1)).toMatchObject([{ request }]);
  });

  test("makes a second video in 720p only after the first video in 720p has started", async () => {
    const world = await finishedWorld();
    const first = cardJob(await world.does(pressOf(await world.does(in720p))));
    await world.clock.advance(60_000);
    expect(await world.reads(in720p)).toContain(onItsWay);
    await world.has(aJob({ id: first, state: aRunning() }));
    expect(cardJob(await world.does(pressOf(await world.does(in720p))))).toBe(idOf("in_720p", 1));
  });

  test.for([
    ["announces no wait to a person who is below the limit of videos in progress", 2, false],
    ["announces a wait to a person who is at the limit of videos in progress", 3, true],
  ] as const)("%s", async ([, open, mustWait]) => {
    const world = await finishedWorld();
    for (let n = 2; n < 2 + open; n += 1) await world.has(aJob({ id: aJobId(n) }));
    expect((await world.reads(in720p)).includes("will wait for its turn")).toBe(mustWait);
  });
});

test.for(unclearWithReasons)(
  "if a video may have been charged, “Again” warns about the charge and asks for confirmation (reason: %s)",
  async ([, outcome]) => {
    const world = await finishedWorld({ state: settled(outcome).state });
    const answer = await world.does(again);
    expect(privateWords(answer)).toContain("It may have been charged: up to 95 credits.");
    expect(labelsIn(answer)).toEqual(yesOrNo);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(pressOf(answer)))).toBe(idOf("again"));
    expect(world.orders).toMatchObject([{ request: aRequest() }]);
  },
);

const dear = makeVideo({ resolution: "720p" });

/** A person who confirms prices above `above` and has requested a video for 205 credits. */
async function asked(above = "95", more: Parameters<typeof setting>[0] = {}) {
  const world = await keyedWorld();
  await world.does(setting({ confirm_above: above, ...more }));
  return { world, answer: await world.does(dear, { eventId }) };
}

describe("a video that costs more than the person's confirmation limit", () => {
  test("is not started before a private question with the price is answered", async () => {
    const { world, answer } = await asked();
    expect(privateWords(answer)).toContain("Start it for 205 credits?");
    expect(privateWords(answer)).toContain("you asked to confirm anything above 95. Nothing has been charged yet.");
    expect(labelsIn(answer)).toEqual(yesOrNo);
    expect(world.orders).toEqual([]);
  });

  test("is started with the options and settings of the request if “Start it” is pressed", async () => {
    const { world } = await asked("95", { ping: "off", visibility: "private" });
    await world.does(setting({ resolution: "480p", ping: "on" }));
    const reply = aDiscordReply({ messageId: null, token: "of the press" });
    expect(cardJob(await world.does(startIt, { reply, workspace: "another" }))).toBe(jobId);
    expect(world.orders).toMatchObject([
      { request: { resolution: "720p" }, isSilent: true, reply: cardPlace(reply).privately(), workspace: "another" },
    ]);
  });

  test("cannot be started by another person", async () => {
    const { world } = await asked();
    const other = { owner: anOwner("200000000000000009") };
    expect(await world.reads(startIt, other)).toContain("This question has expired. Nothing was charged.");
    expect(world.orders).toEqual([]);
  });

  test("can be started only within an hour after the question", async () => {
    const { world } = await asked();
    await world.clock.advance(3_599_999);
    expect((await world.does(startIt)).kind).toBe("card");
    const late = await asked();
    await late.world.clock.advance(3_600_000);
    expect(await late.world.reads(press("start_kept", jobId))).toContain("Nothing was charged.");
    expect(late.world.orders).toEqual([]);
  });

  test("is not started if the API key was removed before “Start it” is pressed", async () => {
    const { world } = await asked();
    await world.vault.remove(anOwner());
    expect(await world.reads(startIt)).toContain("Add it, then press Start it.");
    expect(world.orders).toEqual([]);
  });

  test("is not started before the price question is answered, even if the video waited for an API key", async () => {
    const world = commandWorld();
    await world.does(setting({ confirm_above: "95" }));
    expect(await world.reads(dear, { eventId })).toContain("Add your API key");
    const { message, card } = await world.ends({ kind: "give_key", key });
    expect([card, message.title, labelsOf(message)]).toEqual([undefined, "Start it for 205 credits?", yesOrNo]);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(startIt))).toBe(jobId);
  });
});

describe("the setting “Ask me before spending”", () => {
  const offered = ["-1", "95", "143", "205", "0"];

  test("offers “Always”, “Never” and an “Above” choice for each price except the highest", async () => {
    const settings = commandSpecs("video").find(({ means }) => means === "settings");
    const option = settings?.options.find(({ name }) => name === "confirm_above");
    expect(option?.choices.map(({ value }) => value)).toEqual(offered);
    const world = commandWorld();
    await world.settings.put(aSlackOwner(), { ...noSettings, confirmAbove: 95 });
    const { values, options } = formOf(await world.does({ kind: "open_settings_form" }, { owner: aSlackOwner() }));
    expect(values).toMatchObject({ confirm_above: "95" });
    expect(options("confirm_above").map(({ value, label }) => [value, label])).toEqual([
      ["-1", "Always"],
      ["95", "Above 95 credits"],
      ["143", "Above 143 credits"],
      ["205", "Above 205 credits"],
      ["0", "Never"],
    ]);
  });

  test("shows the choice that matches the saved limit after the prices have changed", async () => {
    onTestFinished(setPrices(aPriceList(100, 150, 210, 310)));
    const shownFor = async (confirmAbove: number) => {
      const world = await keyedWorld();
      await world.settings.put(anOwner(), { ...noSettings, confirmAbove });
      const { values, options } = formOf(await world.does({ kind: "open_settings_form" }));
      const { confirm_above: shown } = values;
      expect(options("confirm_above").map(({ value }) => value)).toContain(shown);
      return shown;
    };
    expect(await Promise.all([-1, 95, 143, 205, 308, 310, 0].map(shownFor))).toEqual([
      "-1",
      "-1",
      "100",
      "150",
      "210",
      "0",
      "0",
    ]);
  });

  test("with the value “Always” causes a question about the price even for the cheapest video", async () => {
    const world = await keyedWorld();
    expect(await world.reads(setting({ confirm_above: "-1" }))).toContain("Ask me before spending: Always");
    expect(await world.reads(makeVideo())).toMatch(/Start it for 95 credits\?.*you asked to confirm every video/s);
  });
});

describe("the prompt “help”", () => {
  const help = makeVideo({ prompt: "help", ratio: "9:16" });
  const helpOrVideo = ["Help", ...yesOrNo];

  test.for([
    ["in English", "help"],
    ["in Japanese", "ヘルプ"],
  ] as const)(
    "is answered with the choice between the help and a video, and “Start it” makes the video (%s)",
    async ([, word]) => {
      const world = await keyedWorld();
      await world.does(setting({ confirm_above: "-1" }));
      const answer = await world.does(makeVideo({ prompt: word, ratio: "9:16" }), { eventId });
      expect(privateWords(answer)).toMatch(/Help, or a video\?.*95 credits.*Nothing has been charged yet\./s);
      expect(labelsIn(answer)).toEqual(helpOrVideo);
      expect(world.orders).toEqual([]);
      expect(cardJob(await world.does(startIt))).toBe(jobId);
      expect(world.orders).toMatchObject([{ request: { prompt: word, aspectRatio: "9:16" } }]);
    },
  );

  test("is answered with the choice between the help and a video, even for a person without an API key", async () => {
    const world = commandWorld();
    expect(labelsIn(await world.does(help))).toEqual(helpOrVideo);
    expect(await world.pending.find(anOwner())).toBeNull();
  });

  test.for([
    ["the prompt was typed in the form", makeVideo({ prompt: "help" }, "form")],
    ["other words follow", makeVideo({ prompt: "help me fly" })],
  ] as const)("starts a video at once if %s", async ([, act]) => {
    expect((await (await keyedWorld()).does(act)).kind).toBe("card");
  });
});

describe("during an outage of the video service", () => {
  const both = ["Start anyway", "Cancel"];
  const notAnswering = "The video service is not answering right now.";
  const unclear = anUnknown();

  /** A person with a key and a finished video while the service is down. */
  async function troubledWorld(over: Partial<Job> = {}) {
    const world = await finishedWorld(over);
    world.health.set("down");
    const made = async () => {
      const jobs = await world.jobs.jobsOf(anOwner(), 9);
      return jobs.filter(({ id }) => id !== aJobId()).map(({ id, state }) => [id, state.status]);
    };
    return { ...world, made };
  }

  const edits = { jobId: aJobId(), nth: 0 };
  const edited: Act = { kind: "make_video", from: "form", draft: aDraft({ prompt: "another" }), edits };

  /** Every way to make a video, and the id of the resulting job. */
  const ways: readonly (readonly [string, Act, string, Partial<Job>])[] = [
    ["the command /video", makeVideo(), jobId, {}],
    ["the form of /video", makeVideo({}, "form"), jobId, {}],
    ["“Again”", again, idOf("again"), {}],
    ["“In 720p”", in720p, idOf("in_720p"), {}],
    ["“Edit & run”", edited, idOf("edit"), {}],
    ["“Again” on a possibly charged video", again, idOf("again"), { state: settled(unclear).state }],
  ];

  test.for(ways)("%s starts nothing until “Start anyway” is pressed in a question", async ([, act, id, had]) => {
    const world = await troubledWorld(had);
    const question = await world.does(act, { eventId });
    expect(labelsIn(question)).toEqual(both);
    expect(privateWords(question)).toContain(notAnswering);
    expect(world.orders).toEqual([]);
    const card = await world.does(pressOf(question, "start_kept"));
    expect(cardJob(card)).toBe(id);
    expect(messageOf(card).title).toBe("Starting…");
    await world.clock.advance(20_000);
    expect(await world.reads(pressOf(question, "start_kept"))).toContain("already in progress");
    expect(await world.made()).toEqual([[id, "accepted"]]);
  });

  test("a question about the price or about the prompt “help” also mentions the outage", async () => {
    const world = await troubledWorld();
    expect(labelsIn(await world.does(makeVideo({ prompt: "help" })))).toEqual(["Help", ...both]);
    await world.does(setting({ confirm_above: "95" }));
    const answer = await world.does(dear);
    expect(privateWords(answer)).toContain("Start it for 205 credits?");
    expect(privateWords(answer)).toContain(notAnswering);
    expect(labelsIn(answer)).toEqual(both);
  });

  test("a request of a person without an API key is stored, and the answer does not mention the outage", async () => {
    const world = commandWorld();
    world.health.set("down");
    expect(await world.reads(makeVideo())).not.toContain("not answering");
    expect(await world.pending.find(anOwner())).not.toBeNull();
  });

  test("a request causes a question that shows how many recent videos failed", async () => {
    const world = await troubledWorld();
    world.health.set("failing", { failed: 6, ends: 10 });
    expect(await world.reads(dear)).toMatch(/6 of the last 10 videos failed.*refunded/s);
    world.health.set(null);
    expect((await world.does(makeVideo())).kind).toBe("card");
  });
});
