import { describe, expect, onTestFinished, test } from "vitest";
import { isSamePress } from "../../../src/commands/video/earlier-video.ts";
import { madeId } from "../../../src/core/button.ts";
import type { Act, Answer, Command } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { setPrices } from "../../../src/core/request/price.ts";
import type { Picture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
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
  aSubmitting,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aPriceList } from "../../fakes/price-list.ts";
import { settled } from "../../messages/every-job.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import {
  cardJob,
  commandWorld,
  formOf,
  keyedWorld,
  labelsIn,
  press,
  privateWords,
  unclearWithReasons,
} from "../command-world.ts";

const again = press("again", aJobId());
const nth = (n: number) => jobIdFrom("again", aJobId(), String(n));
const onItsWay = "This video is already in progress.";

describe("the button “Again”", () => {
  test("starts the same video as a new job, and the new card appears where the button was pressed", async () => {
    const world = await keyedWorld({}, aClosedJob());
    const reply = aDiscordReply({ channelId: "elsewhere", token: "of the press" });
    expect(cardJob(await world.does(again, { reply, workspace: "another" }))).toBe(nth(0));
    expect(world.orders).toMatchObject([{ request: aRequest(), owner: anOwner(), reply, workspace: "another" }]);
  });

  test.for([
    ["has not yet been sent to the service", null],
    ["is being sent to the service", aSubmitting()],
  ] as const)("refuses a second press while the new video %s", async ([, state]) => {
    const world = await keyedWorld({}, aClosedJob());
    await world.does(again);
    if (state) await world.has(aJob({ id: nth(0), state }));
    await world.clock.advance(300_000);
    expect(await world.reads(again)).toContain(onItsWay);
    expect(world.orders).toHaveLength(1);
  });

  test("asks for confirmation if the price has changed, and then starts the video at the new price", async () => {
    const world = await keyedWorld({}, aClosedJob());
    onTestFinished(setPrices(aPriceList(100, 143, 205, 308)));
    const asked = await world.does(again);
    expect(privateWords(asked)).toMatch(/now costs 100 credits: when you asked for it, it was 95 credits/);
    expect(world.orders).toEqual([]);
    expect(cardJob(await world.does(press("start_kept", nth(0))))).toBe(nth(0));
    expect(await world.jobs.load(nth(0))).toMatchObject({ job: { price: 100 } });
  });

  test("starts another video on each press if the video of the previous press is already running", async () => {
    const world = await keyedWorld({}, aClosedJob());
    for (const n of [0, 1, 2]) {
      expect(cardJob(await world.does(again))).toBe(nth(n));
      await world.has(aJob({ id: nth(n), state: aRunning() }));
      await world.clock.advance(10_000);
    }
  });

  test("offers “Add my key” to a person without a key", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    const answer = await world.does(again);
    expect(labelsIn(answer)).toEqual(["Add my key"]);
    expect(privateWords(answer)).toContain("then press Again");
  });

  test.for([
    ["a video that has not started", aJob()],
    ["a running video", aJob({ state: aRunning() })],
  ] as const)("starts nothing on the card of %s", async ([, job]) => {
    const world = await keyedWorld({}, job);
    expect(await world.reads(again)).toContain(onItsWay);
    expect(world.orders).toEqual([]);
  });
});

test.for([
  ["Again", "again"],
  ["Pay with my own key", "own_key"],
] as const)("a press of “%s” that the platform delivers twice starts one video", async ([, button]) => {
  const world = await keyedWorld({}, aClosedJob());
  const delivered = { eventId: "one press" };
  const made = cardJob(await world.does(press(button, aJobId()), delivered));
  await world.has(aClosedJob({ id: made }));
  await world.clock.advance(240_000);
  expect(await world.does(press(button, aJobId()), delivered)).toEqual({ kind: "nothing" });
  expect(world.orders).toHaveLength(1);
});

const unclear = anUnknown();
const editAndRun = press("edit", aJobId());
const editId = (nth: number) => jobIdFrom("edit", aJobId(), String(nth));

function submits(draft: Partial<VideoDraft> = {}, nth = 0): Act {
  const chosen = { ratio: "16:9", duration: "10", resolution: "480p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(chosen), edits: { jobId: aJobId(), nth } };
}

/** A finished video whose owner has a key and performs all actions. */
async function finishedWorld(
  over: Partial<Job> = {},
  { canContinue = true, laterMs = 0 }: { readonly canContinue?: boolean; readonly laterMs?: number } = {},
) {
  const job = aClosedJob(over);
  const { owner } = job;
  const world = await keyedWorld({ canContinue: () => canContinue }, job);
  await world.withKey(owner);
  await world.clock.advance(laterMs);
  const does = (act: Act, command: Partial<Command> = {}) => world.does(act, { owner, ...command });
  const reads = async (act: Act, command: Partial<Command> = {}) => privateWords(await does(act, command));
  return { ...world, does, reads };
}

const address: Picture = {
  source: "address",
  url: "https://pictures.example/a.png",
  isChecked: true,
  decidesRatio: true,
};
const attached: Picture = { ...address, source: "attachment", url: "https://cdn.example/b.png", decidesRatio: false };

/**
 * A form that started nothing stays open with an error at its prompt. If it cannot stay open, this button opens it again.
 */
function expectReopenable(answer: Answer, label: string) {
  expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
  expect(answer.kind === "form_error" && labelsOf(answer.message)).toEqual([label]);
}

describe("the button “Edit & run”", () => {
  test("opens a form with the earlier request, but without the address of an attached picture", async () => {
    const request = aRequest({ prompt: "a kite", aspectRatio: "9:16", duration: 15, picture: address });
    const { form, values } = formOf(await (await finishedWorld({ request })).does(editAndRun));
    expect(form).toMatchObject({ id: "video", title: "Edit & run", edits: { jobId: aJobId(), nth: 0 } });
    const rest = { prompt: "a kite", ratio: "9:16", duration: "15", resolution: "480p" };
    expect(values).toEqual({ ...rest, image: "https://pictures.example/a.png" });
    const other = await finishedWorld({ request: aRequest({ picture: attached }) });
    expect(formOf(await other.does(editAndRun)).values).toMatchObject({ image: "" });
  });

  test("opens a form with a warning if the earlier video may have been charged", async () => {
    const { does } = await finishedWorld({ state: settled(unclear).state });
    expect(formOf(await does(editAndRun)).field("prompt")?.hint).toContain("may have been charged: up to 95 credits");
  });
});

describe("the form of “Edit & run”", () => {
  test("makes one video from the edited values, even if a double press opened two forms", async () => {
    const { does, reads, orders } = await finishedWorld();
    expect(cardJob(await does(submits({ prompt: "a red kite", resolution: "720p" })))).toBe(editId(0));
    expect(await reads(submits({ prompt: "another" }))).toContain("This video is already in progress.");
    expect(orders).toMatchObject([{ request: aRequest({ prompt: "a red kite", resolution: "720p" }) }]);
  });

  test("stays open and starts nothing if another form started a video less than ten seconds ago", async () => {
    const { does, has, clock, orders } = await finishedWorld();
    await has(aJob({ id: cardJob(await does(submits())), state: aRunning() }));
    await clock.advance(1_000);
    expect(formOf(await does(editAndRun)).form.edits).toEqual({ jobId: aJobId(), nth: 1 });
    const early = await does(submits({}, 1));
    expectReopenable(early, "Edit & run");
    expect(early).toMatchObject({ text: expect.stringMatching(/a moment ago/) });
    expect(orders).toHaveLength(1);
    await clock.advance(9_000);
    expect(cardJob(await does(submits({}, 1)))).toBe(editId(1));
  });

  test.for([
    ["keeps the earlier picture address on Discord", "discord", address, address.url],
    ["keeps the earlier attachment on Discord", "discord", attached, attached.url],
    ["keeps the earlier attachment in Slack", "slack", attached, attached.url],
    ["removes the earlier picture address in Slack", "slack", address, null],
  ] as const)("with an empty picture field %s", async ([, platform, picture, url]) => {
    const owner = platform === "discord" ? anOwner() : aSlackOwner();
    const { does, orders } = await finishedWorld({ owner, request: aRequest({ picture }) });
    await does(submits());
    const unchecked = { source: picture.source, url, isChecked: false, decidesRatio: false };
    expect(orders[0]?.request.picture).toEqual(url === null ? null : unchecked);
  });

  test("makes a video with the new picture, and with a private card if the earlier video's card was private", async () => {
    const reply = aDiscordReply({ isPrivate: true });
    const { does, orders } = await finishedWorld({ reply, isSilent: true, request: aRequest({ picture: attached }) });
    const image = { url: "https://cdn.example/n.png", contentType: "image/png", sizeBytes: 9, width: 1, height: 2 };
    await does(submits({ image }));
    const picture = { url: "https://cdn.example/n.png", source: "attachment" };
    expect(orders).toMatchObject([{ reply: { isPrivate: true }, isSilent: true, request: { picture } }]);
  });

  test("stays open if the prompt is invalid", async () => {
    expectReopenable(await (await finishedWorld()).does(submits({ prompt: " " })), "Edit & run");
  });

  test("is stored with the prompt and the picture if the person has no key", async () => {
    const world = commandWorld();
    await world.has(aClosedJob({ request: aRequest({ picture: attached }) }));
    expect(await world.reads(submits({ prompt: "a red kite" }))).toContain("continues by itself");
    const pending = await world.pending.take(anOwner());
    expect(pending?.draft).toMatchObject({ prompt: "a red kite", earlierPicture: attached });
  });

  test("is answered with an explanation if the record of the video was deleted", async () => {
    expect(await commandWorld().reads(submits())).toContain("record has been deleted");
  });
});

describe("the button “Continue”", () => {
  const pressed = press("continue", aJobId());
  const portrait = { request: aRequest({ aspectRatio: "9:16" }) };

  function sends(draft: Partial<VideoDraft> = {}, nth = 0): Act {
    const typed = { prompt: "and then it rains", duration: "15", resolution: "720p", ...draft };
    return { kind: "make_video", from: "form", draft: aDraft(typed), continues: { jobId: aJobId(), nth } };
  }

  test("opens a form for the next part with the fields prompt, duration and resolution", async () => {
    const { form, ids } = formOf(await (await finishedWorld()).does(pressed));
    expect(form).toMatchObject({ id: "continue", title: "Continue: part 2", continues: { jobId: aJobId(), nth: 0 } });
    expect(form.note).toContain("“a paper boat in the rain”, as part 2");
    expect(form.note).toContain("another resolution changes the sharpness");
    expect(ids).toEqual(["prompt", "duration", "resolution"]);
    const third = await finishedWorld({ request: aRequest({ picture: aFramePicture({ job: aJobId(9), nth: 3 }) }) });
    expect(formOf(await third.does(pressed)).form.title).toBe("Continue: part 4");
  });

  test("makes one video per form, with the ratio and the last frame of the previous video", async () => {
    const { does, reads, orders } = await finishedWorld(portrait);
    expect(cardJob(await does(sends()))).toBe(madeId("continue", aJobId(), 0));
    const picture = aFramePicture({ job: aJobId(), nth: 2 });
    const typed = { prompt: "and then it rains", duration: 15, resolution: "720p" } as const;
    expect(orders).toMatchObject([{ request: { ...typed, aspectRatio: "9:16", picture } }]);
    expect(await reads(sends())).toContain("already");
    expectReopenable(await does(sends({ prompt: "and then it snows" }, 1)), "Continue");
    expect(new Set(orders.map(({ id }) => id))).toEqual(new Set([madeId("continue", aJobId(), 0)]));
  });

  test("makes a second continuation of the same video after the first continuation has ended", async () => {
    const { does, has, clock, orders } = await finishedWorld(portrait);
    await does(sends());
    await has(aClosedJob({ id: madeId("continue", aJobId(), 0) }));
    await clock.advance(60_000);
    expect(formOf(await does(pressed)).form.continues).toEqual({ jobId: aJobId(), nth: 1 });
    await does(sends({}, 1));
    expect(orders.map(({ id }) => id)).toEqual([madeId("continue", aJobId(), 0), madeId("continue", aJobId(), 1)]);
  });

  test.for(unclearWithReasons)(
    "starts no video if it is unknown whether the earlier video succeeded (reason: %s)",
    async ([, outcome]) => {
      const { reads, orders } = await finishedWorld({ state: settled(outcome).state });
      for (const act of [pressed, sends()]) await reads(act);
      expect(orders).toEqual([]);
    },
  );

  test("is refused without a charge if the bot cannot extract frames", async () => {
    const { reads, orders } = await finishedWorld({}, { canContinue: false });
    for (const act of [pressed, sends()]) expect(await reads(act)).toContain("Nothing was charged");
    expect(orders).toEqual([]);
  });

  test("opens no form if the video can no longer be downloaded", async () => {
    const { reads } = await finishedWorld({}, { laterMs: 8_000_000 });
    expect(await reads(pressed)).toContain("Neither the file nor the link");
  });
});

describe("a video made with “Continue”", () => {
  const taken = aFramePicture({ job: aJobId(7), nth: 2 }, "https://cdn.test/frame.png");
  const ofPart = { request: aRequest({ picture: taken }) };

  test("gets a newly extracted frame if “Again” or “Edit & run” is used", async () => {
    const { does, has, orders } = await finishedWorld(ofPart);
    await has(aClosedJob({ id: aJobId(7) }));
    for (const act of [press("again", aJobId()), submits()]) await does(act);
    const untaken = aFramePicture({ job: aJobId(7), nth: 2 });
    expect(orders.map(({ request }) => request.picture)).toEqual([untaken, untaken]);
  });

  test("needs a new picture for “Again” if the previous video was deleted", async () => {
    const { does } = await finishedWorld(ofPart);
    expect(formOf(await does(press("again", aJobId()))).form.title).toBe("Add the picture again");
  });

  test("appears in the data export with the id of the previous video and without the frame's address", async () => {
    const { ends } = await finishedWorld(ofPart);
    const { file } = await ends({ kind: "export_data" });
    const text = Buffer.from((await file?.within(1e6))?.content ?? []).toString();
    const picture = { from: "the last frame of a video", video: aJobId(7), part: 2 };
    expect(JSON.parse(text)).toMatchObject({ videos: [{ picture }] });
    expect(text).not.toContain("frame.png");
  });
});

describe("a picture with an address that expires", () => {
  const goneAt = TEST_START + 86_400_000;
  const gone = { laterMs: 86_400_000 };
  const picture: Picture = { ...attached, goneAt };
  const request = aRequest({ prompt: "it yawns", picture });
  const submitsUnchanged: Act = { ...submits(), draft: aDraft() } as Act;

  test.for([
    ["Again", press("again", aJobId()), "480p"],
    ["In 720p", press("in_720p", aJobId()), "720p"],
    ["Edit & run", press("edit", aJobId()), "480p"],
  ] as const)(
    "must be added again, in a form with the other values, if “%s” is pressed after the expiry",
    async ([, act, resolution]) => {
      const { does, orders } = await finishedWorld({ request }, gone);
      const { form, values, field } = formOf(await does(act));
      expect(form).toMatchObject({ id: "video", title: "Add the picture again", edits: { jobId: aJobId() } });
      expect(values).toMatchObject({ prompt: "it yawns", resolution });
      expect(field("image")).toMatchObject({ isRequired: true, address: { isRequired: true } });
      expect(orders).toEqual([]);
    },
  );

  test("need not be added again before the expiry", async () => {
    const { does, orders } = await finishedWorld({ request }, { laterMs: 86_399_999 });
    expect(cardJob(await does(press("again", aJobId())))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(orders).toMatchObject([{ request: { picture: { ...picture, isChecked: false } } }]);
    expect(formOf(await does(editAndRun)).field("image")).toMatchObject({ isRequired: false });
  });

  test("is refused if the form of “Edit & run” is sent after the expiry", async () => {
    const { does, orders } = await finishedWorld({ request }, gone);
    const answer = await does(submitsUnchanged);
    if (answer.kind !== "form_error") throw new Error(answer.kind);
    expect([answer.field, labelsOf(answer.message)]).toEqual(["image_url", ["Edit & run"]]);
    expect(wordsOf(answer.message)).toMatch(/no longer there[\s\S]*Nothing was charged/);
    expect(orders).toEqual([]);
  });

  test("is stored with its expiry time by the command /video and by “Edit & run”", async () => {
    const { does, orders } = await finishedWorld({ request });
    const image = { url: picture.url, contentType: "image/png", sizeBytes: 9, width: 3, height: 4, goneAt };
    await does({ kind: "make_video", from: "command", draft: aDraft({ image }) });
    await does(submitsUnchanged);
    const known = { request: { picture: { source: "attachment", goneAt } } };
    expect(orders).toMatchObject([known, known]);
  });
});

test.for([
  ["after less than ten seconds", "counts as the same press", 9_999],
  ["after ten seconds", "counts as a new press", 10_000],
  ["after the clock was set back by less than ten seconds", "counts as the same press", -9_999],
  ["after the clock was set back by an hour", "counts as a new press", -3_600_000],
] as const)("a second press of a button %s %s", ([, verb, afterMs]) => {
  expect(isSamePress(aClosedJob({ acceptedAt: TEST_START }), TEST_START + afterMs)).toBe(
    verb === "counts as the same press",
  );
});
