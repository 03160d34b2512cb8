import { describe, expect, test } from "vitest";
import { spentOn } from "../../../src/core/batch/batch.ts";
import { chained } from "../../../src/core/film/film-chain.ts";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { refuse } from "../../../src/core/result.ts";
import type { Order } from "../../../src/jobs/start/accept.ts";
import { approvalService } from "../../../src/jobs/start/decide.ts";
import { aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aTeamWorld, manager } from "../world.ts";

const SECOND = 1_000;
const HOUR = 3_600 * SECOND;

/** A chain of that many videos, each of which continues the previous one. Its card was shown. */
async function aChain(videos = 3, over: Partial<Order> = {}) {
  const world = await aTeamWorld({ askAbove: 0 });
  await world.vault.put(anOwner(), world.key);
  const [first, ...others] = Array.from({ length: videos }, (_, n) => aRequest({ prompt: `scene ${n + 1}` }));
  const each = chained(aJobId(), [first ?? aRequest(), ...others]);
  const batch = await world.begin({ each, ...over });
  await world.clock.advance(SECOND);
  const parts = () => world.partsOf(batch.id);
  return {
    world,
    batch,
    parts,
    states: async () => (await parts()).map((part) => outcomeOf(part)?.kind ?? part.state.status),
    /** Lets the running video succeed, and waits until it is polled. */
    async succeed(withinMs = 20 * SECOND) {
      const id = world.video.taskIds().at(-1) ?? "";
      world.video.succeed(id, `https://videos.example/${id}.mp4`);
      await world.clock.advance(withinMs);
    },
  };
}

describe("a chain of videos", () => {
  test("starts each video when the previous video has succeeded", async () => {
    const { world, batch, states, succeed } = await aChain();
    expect(await states()).toEqual(["running", "waiting", "waiting"]);
    await succeed();
    expect(await states()).toEqual(["succeeded", "running", "waiting"]);
    await succeed();
    await succeed();
    expect(await states()).toEqual(["succeeded", "succeeded", "succeeded"]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2", "scene 3"]);
    expect(world.chat.frames).toHaveLength(2);
    await world.clock.advance(60 * SECOND);
    expect((await world.jobOf(batch.id)).state.status).toBe("closed");
    expect(world.chat.seen.filter(({ mentions }) => mentions.length > 0)).toHaveLength(1);
  });

  test("adds the next video's first frame to the card only after an unconfirmed upload can no longer overwrite the card", async () => {
    const { world, states, succeed } = await aChain(2, { isVideoWanted: true });
    world.chat.attachNext({ kind: "unavailable", unclear: true, detail: "timed out" });
    await succeed(20 * SECOND);
    expect(world.chat.frames).toEqual([]);
    await world.clock.advance(40 * SECOND);
    expect(world.chat.frames).toHaveLength(1);
    expect(await states()).toEqual(["succeeded", "running"]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2"]);
  });

  test("continues even if the previous video can be downloaded only after seven seconds", async () => {
    const { world, states, succeed } = await aChain(2);
    let until = Number.POSITIVE_INFINITY;
    const { takeFrame } = world.films;
    world.films.takeFrame = async (...asked) => {
      until = Math.min(until, world.clock.now() + 7 * SECOND);
      return world.clock.now() < until ? refuse({ kind: "unreachable" }) : takeFrame(...asked);
    };
    await succeed(60 * SECOND);
    expect(await states()).toEqual(["succeeded", "running"]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2"]);
  });

  test("does not start or charge the remaining videos after a video failed", async () => {
    const { world, batch, parts, states } = await aChain(4);
    world.video.fail(world.video.taskIds()[0] ?? "");
    await world.clock.advance(60 * SECOND);
    expect(await states()).toEqual(["failed", "not_started", "not_started", "not_started"]);
    expect(spentOn(await parts())).toEqual({ charged: 95, refunded: 95, unknown: 0 });
    expect((await world.jobOf(batch.id)).state.status).toBe("closed");
    expect(world.video.prompts()).toEqual(["scene 1"]);
    expect(world.chat.seen.at(0)?.text).toContain("One of the videos was not made");
  });

  test("reserves no credits before a manager approves the chain", async () => {
    const asked = { team: aTeam, wait: { for: "approval", because: "ask_above" } } as const;
    const { world, batch, states, succeed } = await aChain(2, asked);
    expect([await states(), await world.held()]).toEqual([["waiting", "waiting"], 0]);
    await world.clock.advance(3 * HOUR);
    expect(await approvalService(world.deps()).approve(batch.id, manager)).toMatchObject({ ok: true });
    await world.clock.advance(SECOND);
    // The first video is charged, and the other's price is reserved.
    expect([await states(), await world.held()]).toEqual([["running", "waiting"], 95]);
    await world.clock.advance(3 * HOUR);
    // After the deadline, polls are five minutes apart.
    await succeed(310 * SECOND);
    await succeed();
    expect([await states(), await world.held()]).toEqual([["succeeded", "succeeded"], 0]);
    expect(world.video.prompts()).toEqual(["scene 1", "scene 2"]);
  });
});
