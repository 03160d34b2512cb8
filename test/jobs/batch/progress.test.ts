import { expect, test } from "vitest";
import { aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

const SECOND = 1_000;
const each = [1, 2, 3].map((nth) => aRequest({ prompt: `scene ${nth}` }));

/** Two batches in a workspace whose edits are few, so that only steps that matter are shown. */
async function crowded() {
  const world = aWorld(undefined, { ofOwner: 9, ofWorkspace: 100, waitingOfOwner: 9 });
  world.chat.bucketOf = () => ({ name: "narrow", burst: 40, everyMs: 60_000 });
  await world.vault.put(anOwner(), world.key);
  for (const n of [1, 2]) await world.begin({ id: aJobId(n), each, reply: world.chat.freshCard() });
  await world.clock.advance(20 * SECOND);
  const edits = () => world.chat.calls.filter(({ call }) => call === "show").length;
  const after = async (percent: number) => {
    const before = edits();
    world.video.progress(world.video.taskIds()[0] ?? "", percent);
    await world.clock.advance(40 * SECOND);
    return edits() - before;
  };
  return after;
}

test("where many cards wait, one video's quarter is shown, although the mean of its batch has hardly moved", async () => {
  const after = await crowded();
  expect(await after(10)).toBe(0);
  expect(await after(30)).toBe(1);
  expect(await after(40)).toBe(0);
  expect(await after(55)).toBe(1);
});
