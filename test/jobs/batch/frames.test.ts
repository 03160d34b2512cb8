import { expect, test } from "vitest";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

/** A batch whose second video goes on from one that is made. */
async function aBatch(change: (world: ReturnType<typeof aWorld>) => void = () => {}) {
  const world = aWorld();
  change(world);
  await world.vault.put(anOwner(), world.key);
  await world.jobs.insert(aClosedJob({ id: aJobId(7) }, world.clock.now()));
  const picture = aFramePicture({ job: aJobId(7), nth: 2 });
  const each = [aRequest({ prompt: "scene 1" }), aRequest({ prompt: "scene 2", picture })];
  const batch = await world.begin({ each, isVideoWanted: true });
  const parts = async () => (await partsOf(world.jobs, await world.jobOf(batch.id))).map(({ job }) => job);
  const paid = () =>
    world.video.calls.flatMap((call) => (call.kind === "submit" ? [[call.prompt, call.request.picture?.url]] : []));
  return { world, batch, parts, paid };
}

test("the frame of a part stands in the batch's card before that part is paid for", async () => {
  const { world, batch, paid } = await aBatch();
  await world.clock.advance(20_000);
  const [card] = world.chat.seen;
  expect(world.chat.frames.map(({ cardId }) => cardId)).toEqual([card?.id]);
  expect(paid()).toContainEqual(["scene 2", expect.stringMatching(/^https:\/\/cdn\.test\//)]);
  expect(paid()).toHaveLength(2);
  expect(await world.jobOf(batch.id)).toMatchObject({ reply: { files: [{ isFrame: true, nth: 2 }] } });
});

test("a part without its frame is not started, and the others go on", async () => {
  const { world, parts, paid } = await aBatch(({ films }) => {
    films.takeFrame = async () => refuse({ kind: "unreachable" });
  });
  await world.clock.advance(120_000);
  expect(paid().map(([prompt]) => prompt)).toEqual(["scene 1"]);
  const [, second] = await parts();
  expect(second && outcomeOf(second)).toEqual({ kind: "not_started", why: "no_frame" });
});

test("a part's film takes the place of its frame, and the other's stays", async () => {
  const { world, batch } = await aBatch();
  await world.clock.advance(20_000);
  world.video.succeed(world.video.taskIds()[0] ?? "", "https://videos.example/1.mp4");
  await world.clock.advance(20_000);
  const filesOf = async () => Object(await world.jobOf(batch.id)).reply.files;
  expect(await filesOf()).toMatchObject([{ isFrame: true, nth: 2 }, { nth: 1 }]);
});

test("a restart between frame and payment pays once", async () => {
  const { world, paid } = await aBatch(({ crashAfterSave }) =>
    crashAfterSave(({ request }) => request.picture?.isChecked === true),
  );
  await world.restart();
  await world.clock.advance(60_000);
  expect(paid().map(([prompt]) => prompt)).toEqual(["scene 1", "scene 2"]);
});
