import { expect, test } from "vitest";
import { refuse } from "../../../src/core/result.ts";
import { deleteCards, moveCard } from "../../../src/jobs/deliver/job-card.ts";
import { filmOf, partsOf } from "../../../src/jobs/related-jobs.ts";
import { aFrame, aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aJobId, anOwner, aRequest, aRunning, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const LINKS_DIE = 121 * MINUTE;
const each = [1, 2, 3].map((nth) => aRequest({ prompt: `scene ${nth}` }));
const filmAt = (nth: number) => `https://videos.example/${nth}.mp4`;

/** A batch of three whose first film is in its card; then the card is moved. */
async function aMovedBatch() {
  const world = aWorld();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ each, isVideoWanted: true });
  await world.clock.advance(SECOND);
  const succeed = (nth: number) => world.video.succeed(world.video.taskIds()[nth - 1] ?? "", filmAt(nth));
  succeed(1);
  await world.clock.advance(20 * SECOND);
  await moveCard(world.deps(), batch.id, world.chat.freshCard({ token: "another" }));
  const finish = async () => {
    for (const nth of [2, 3]) succeed(nth);
    await world.clock.advance(2 * MINUTE);
  };
  const part = async (nth: number) => (await partsOf(world.jobs, await world.jobOf(batch.id)))[nth - 1]?.job.id ?? "";
  const films = () => world.chat.seen.map((card) => [...card.films.values()]);
  return { world, batch, finish, part, films };
}

test("a batch whose card is moved leaves the film in the old one, which moves no more, and later ones come into the new one", async () => {
  const { world, finish, films } = await aMovedBatch();
  const [old] = world.chat.seen;
  expect(old?.message).toMatchObject({ title: "1 of 3 videos ready", bar: null, buttons: [] });
  expect(old?.message?.sections?.filter(({ bar }) => bar)).toEqual([]);
  expect(films()).toEqual([[filmAt(1)], []]);
  await finish();
  expect(films().slice(0, 2)).toEqual([[filmAt(1)], [filmAt(2), filmAt(3)]]);
  expect(world.chat.seen[0]?.text).toBe(old?.text);
  expect(world.chat.seen[1]?.text).toContain("Your 3 videos are ready");
});

test("a film that stayed in the old card can be gone on from when its link is dead", async () => {
  const { world, finish, part } = await aMovedBatch();
  await finish();
  await world.clock.advance(LINKS_DIE);
  for (const nth of [1, 2]) expect(await filmOf(world.deps(), await part(nth))).toMatchObject([{ kind: "platform" }]);
});

test("a batch that was moved twice is taken away with every card that has a film of it, and no other is left", async () => {
  const { world, batch, finish } = await aMovedBatch();
  await moveCard(world.deps(), batch.id, world.chat.freshCard({ token: "a third" }));
  expect(world.chat.seen).toHaveLength(2);
  await finish();
  expect(await deleteCards(world.deps())(batch.id)).toEqual({ kind: "deleted", left: [] });
  expect(world.chat.seen).toEqual([]);
});

test("a picture that a paid call is to name stays in the old card", async () => {
  const world = aWorld();
  const first = aClosedJob({ id: aJobId(7), reply: world.chat.freshCard() }, world.clock.now());
  await world.jobs.insert(first);
  world.films.takeFrame = async () => ({ ok: true, value: aFrame() });
  world.video.nextSubmits(refuse({ kind: "rate_limited", retryAfterMs: 30_000 }));
  const picture = aFramePicture({ job: first.id, nth: 2 });
  const { id } = await world.begin({ request: aRequest({ prompt: "and then it rains", picture }) });
  await world.clock.advance(5 * SECOND);
  const { reply, state } = await world.jobOf(id);
  expect([state.status, reply]).toMatchObject(["accepted", { files: [{ isFrame: true }] }]);
  const [frame] = world.chat.frames;
  await moveCard(world.deps(), id, world.chat.freshCard({ token: "another" }));
  expect(world.chat.seen.map((card) => card.id)).toContain(frame?.cardId);
});

test("on Slack the moved card knows of the films in the old one's thread", async () => {
  const world = aWorld();
  const owner = aSlackOwner();
  const files = [{ id: "F1", nth: 1 }];
  const reply = aSlackReply({ files });
  await world.jobs.insert({ ...aClosedJob({ owner, reply }), state: aRunning() });
  await moveCard(world.deps(), aJobId(), aSlackReply({ ts: "1763700009.000200" }));
  expect((await world.jobOf()).reply).toEqual(aSlackReply({ ts: "1763700009.000200", files }));
});
