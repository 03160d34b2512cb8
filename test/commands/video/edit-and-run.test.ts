import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { jobIdFrom, type Owner } from "../../../src/core/job/ids.ts";
import type { Picture, VideoDraft } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRequest, aRunning, aSlackOwner } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { heldIn, labelsOf, wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, press, privateWords } from "../command-world.ts";

const editAndRun = press("edit", aJobId());
const address: Picture = {
  source: "address",
  url: "https://pictures.example/a.png",
  isChecked: true,
  decidesRatio: true,
};
const attached: Picture = { ...address, source: "attachment", url: "https://cdn.example/b.png", decidesRatio: false };

function submits(draft: Partial<VideoDraft> = {}, nth = 0): Act {
  const chosen = { ratio: "16:9", duration: "10", resolution: "480p", ...draft };
  return { kind: "make_video", from: "form", draft: aDraft(chosen), edits: { jobId: aJobId(), nth } };
}

async function finishedWorld(owner: Owner = anOwner(), overrides: Parameters<typeof aClosedJob>[0] = {}) {
  const world = commandWorld();
  await world.withKey(owner);
  await world.has(aClosedJob({ owner, ...overrides }));
  return { ...world, does: (act: Act, command = {}) => world.does(act, { owner, ...command }) };
}

function formOf(answer: Answer) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return { form: answer.form, values: Object.fromEntries(answer.form.fields.map((each) => [each.id, heldIn(each)])) };
}

describe("Edit & run", () => {
  test("opens the form with the old request in it", async () => {
    const request = aRequest({ prompt: "a kite", aspectRatio: "9:16", duration: 15, picture: address });
    const world = await finishedWorld(anOwner(), { request });
    const { form, values } = formOf(await world.does(editAndRun));
    expect(form).toMatchObject({ id: "video", title: "Edit & run", edits: { jobId: aJobId(), nth: 0 } });
    expect(values).toEqual({
      prompt: "a kite",
      ratio: "9:16",
      duration: "15",
      resolution: "480p",
      image: "https://pictures.example/a.png",
    });
  });

  test("does not show the address of an attached picture", async () => {
    const world = await finishedWorld(anOwner(), { request: aRequest({ picture: attached }) });
    expect(formOf(await world.does(editAndRun)).values).toMatchObject({ image: "" });
  });

  test.for(unclearOutcomes)("repeats the risk where the first may have been charged: %j", async (outcome) => {
    const world = await finishedWorld(anOwner(), { state: { status: "closed", outcome, told: true, closedAt: 0 } });
    const { form } = formOf(await world.does(editAndRun));
    expect(form.fields[0]?.hint).toContain("may have been charged: up to 95 credits");
  });

  test("of somebody else's video, of one on its way, or of a forgotten one is told privately", async () => {
    const world = await finishedWorld();
    expect(privateWords(await world.does(editAndRun, { owner: anOwner("9") }))).toContain("Only the person who asked");
    await world.has(aJob({ state: aRunning() }));
    expect(privateWords(await world.does(editAndRun))).toContain("This video is already in progress.");
    expect(privateWords(await commandWorld().does(editAndRun))).toContain("record has been deleted");
  });
});

describe("the form of Edit & run", () => {
  test("makes a new video out of what is in it now", async () => {
    const world = await finishedWorld();
    const answer = await world.does(submits({ prompt: "a red kite", resolution: "720p" }));
    expect(cardJob(answer)).toBe(jobIdFrom("edit", aJobId(), "0"));
    expect(world.orders).toMatchObject([{ request: aRequest({ prompt: "a red kite", resolution: "720p" }) }]);
  });

  test("and another form of a double press make one video", async () => {
    const world = await finishedWorld();
    await world.does(submits());
    expect(privateWords(await world.does(submits({ prompt: "another" })))).toContain(
      "This video is already in progress.",
    );
    expect(world.orders).toHaveLength(1);
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(1);
  });

  test("opens once more for the next video when the last one runs", async () => {
    const world = await finishedWorld();
    const id = cardJob(await world.does(submits()));
    await world.has(aJob({ id, state: aRunning() }));
    await world.clock.advance(10_000);
    expect(formOf(await world.does(editAndRun)).form.edits).toEqual({ jobId: aJobId(), nth: 1 });
    expect(cardJob(await world.does(submits({}, 1)))).toBe(jobIdFrom("edit", aJobId(), "1"));
  });

  test("opens at any time; sent within ten seconds of the last one it stays open and starts nothing", async () => {
    const world = await finishedWorld();
    const id = cardJob(await world.does(submits()));
    await world.has(aJob({ id, state: aRunning() }));
    await world.clock.advance(1_000);
    expect(formOf(await world.does(editAndRun)).form.edits).toEqual({ jobId: aJobId(), nth: 1 });
    const early = await world.does(submits({ prompt: "a red kite" }, 1));
    expect(early).toMatchObject({
      kind: "form_error",
      field: "prompt",
      text: expect.stringMatching(/a moment ago/),
    });
    expect(early.kind === "form_error" && labelsOf(early.message)).toEqual(["Edit & run"]);
    expect(world.orders).toHaveLength(1);
    await world.clock.advance(9_000);
    expect(cardJob(await world.does(submits({ prompt: "a red kite" }, 1)))).toBe(jobIdFrom("edit", aJobId(), "1"));
  });

  test.for([
    ["discord", address, address.url],
    ["discord", attached, attached.url],
    ["slack", attached, attached.url],
    ["slack", address, null],
  ] as const)("on %s with an empty picture field has of %j the picture %s", async ([platform, picture, url]) => {
    const owner = platform === "discord" ? anOwner() : aSlackOwner();
    const world = await finishedWorld(owner, { request: aRequest({ picture }) });
    await world.does(submits());
    const kept = { source: picture.source, url, isChecked: false, decidesRatio: false };
    expect(world.orders[0]?.request.picture).toEqual(url === null ? null : kept);
  });

  test("lives as the card it came from", async () => {
    const reply = aDiscordReply({ isPrivate: true });
    const world = await finishedWorld(anOwner(), { reply, isSilent: true });
    await world.does(submits());
    expect(world.orders).toMatchObject([{ reply: { isPrivate: true }, isSilent: true }]);
  });

  test("takes a new picture in the place of the old one", async () => {
    const world = await finishedWorld(anOwner(), { request: aRequest({ picture: attached }) });
    const image = { url: "https://cdn.example/n.png", contentType: "image/png", sizeBytes: 9, width: 1, height: 2 };
    await world.does(submits({ image }));
    expect(world.orders[0]?.request.picture).toMatchObject({ url: "https://cdn.example/n.png", source: "attachment" });
  });

  test("with a prompt that cannot be used stays open, or can be opened once more", async () => {
    const world = await finishedWorld();
    const answer = await world.does(submits({ prompt: " " }));
    expect(answer).toMatchObject({ kind: "form_error", field: "prompt" });
    expect(answer.kind === "form_error" && labelsOf(answer.message)).toEqual(["Edit & run"]);
  });

  test("without a key is kept whole until there is one", async () => {
    const world = commandWorld();
    await world.has(aClosedJob({ request: aRequest({ picture: attached }) }));
    const answer = await world.does(submits({ prompt: "a red kite" }));
    expect(privateWords(answer)).toContain("continues by itself");
    const pending = await world.pending.take(anOwner());
    expect(pending?.draft).toMatchObject({ prompt: "a red kite", kept: attached });
  });

  test("of a video that was forgotten meanwhile says so", async () => {
    const world = commandWorld();
    const answer = await world.does(submits());
    expect(answer.kind === "private" && wordsOf(answer.message)).toContain("record has been deleted");
  });
});
