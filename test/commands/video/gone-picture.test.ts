import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import type { Picture } from "../../../src/core/request/video-request.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aClosedJob, aJobId, anOwner, aRequest, aSlackOwner, TEST_START } from "../../fakes/jobs.ts";
import { unclearOutcomes } from "../../messages/every-job.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { cardJob, commandWorld, press } from "../command-world.ts";

const goneAt = TEST_START + 86_400_000;
const picture: Picture = {
  source: "attachment",
  url: "https://cdn.example/cat.png",
  isChecked: true,
  decidesRatio: false,
  goneAt,
};
const request = aRequest({ prompt: "it yawns", picture });
const submits: Act = { kind: "make_video", from: "form", draft: aDraft(), edits: { jobId: aJobId(), nth: 0 } };

async function world(laterMs: number, job: Parameters<typeof aClosedJob>[0] = {}) {
  const made = commandWorld();
  await made.withKey(job.owner);
  await made.has(aClosedJob({ request, ...job }));
  await made.clock.advance(laterMs);
  return made;
}

function fieldOf(answer: Answer, id: string) {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return answer.form.fields.find((each) => each.id === id);
}

describe("a picture whose address has stopped working", () => {
  test.for([
    ["Again", press("again", aJobId()), "480p"],
    ["In 720p", press("in_720p", aJobId()), "720p"],
    ["Edit & run", press("edit", aJobId()), "480p"],
  ] as const)("is asked for by %s, with the rest of the request in the form", async ([, act, resolution]) => {
    const { does, orders } = await world(86_400_000);
    const answer = await does(act);
    expect(answer).toMatchObject({ form: { id: "video", title: "Add the picture again", edits: { jobId: aJobId() } } });
    expect(fieldOf(answer, "prompt")).toMatchObject({ value: "it yawns" });
    expect(fieldOf(answer, "resolution")).toMatchObject({ value: resolution });
    expect(fieldOf(answer, "image")).toMatchObject({ isRequired: true, address: { isRequired: true } });
    expect(orders).toEqual([]);
  });

  test("is asked for, and the risk repeated, where the first video may have been charged", async () => {
    const [outcome] = unclearOutcomes;
    if (!outcome) throw new Error("there is no unclear outcome");
    const { does } = await world(86_400_000, { state: { status: "closed", outcome, told: true, closedAt: 0 } });
    expect(fieldOf(await does(press("again", aJobId())), "prompt")?.hint).toContain("may have been charged");
  });

  test("is not asked for while it works", async () => {
    const { does, orders } = await world(86_399_999);
    expect(cardJob(await does(press("again", aJobId())))).toBe(jobIdFrom("again", aJobId(), "0"));
    expect(orders).toMatchObject([{ request: { picture: { ...picture, isChecked: false } } }]);
    expect(fieldOf(await does(press("edit", aJobId())), "image")).toMatchObject({ isRequired: false });
  });

  test.for([anOwner(), aSlackOwner()])("is not kept by a form that came too late: %j", async (owner) => {
    const { does, orders } = await world(86_400_000, { owner });
    const answer = await does(submits, { owner });
    expect(answer).toMatchObject({ kind: "form_error", field: "image_url" });
    if (answer.kind !== "form_error") return;
    expect(wordsOf(answer.message)).toMatch(/could not be opened[\s\S]*Nothing was charged/);
    expect(labelsOf(answer.message)).toEqual(["Edit & run"]);
    expect(orders).toEqual([]);
  });

  test("is known from the attachment that a request began with", async () => {
    const { does, orders } = await world(0);
    const image = { url: picture.url, contentType: "image/png", sizeBytes: 9, width: 3, height: 4, goneAt };
    await does({ kind: "make_video", from: "command", draft: aDraft({ image }) });
    expect(orders).toMatchObject([{ request: { picture: { source: "attachment", isChecked: true, goneAt } } }]);
  });

  test("is known of the next video too, when the form kept it", async () => {
    const { does, orders } = await world(0);
    await does(submits);
    expect(orders).toMatchObject([{ request: { picture: { source: "attachment", goneAt } } }]);
  });
});
