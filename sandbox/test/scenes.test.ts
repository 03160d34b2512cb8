import { expect, test } from "vitest";
import { z } from "zod";
import { sceneGroups } from "../src/page/service/scene-words.ts";
import { personWith } from "../src/people.ts";
import { sceneNames } from "../src/scenes.ts";
import { fates } from "../src/video/fate.ts";
import { mounted } from "./mounted.ts";

const stateShape = z.object({ scene: z.string().nullable() });

test("the sandbox page describes every scene of the sandbox", () => {
  expect(Object.values(sceneGroups).flatMap((scenes) => Object.keys(scenes))).toEqual(sceneNames);
});

test("a scene of the sandbox stays active until another scene is chosen", async () => {
  const { get, post, sandbox } = await mounted();
  const scene = async () => stateShape.parse(await (await get("/sandbox/state")).json()).scene;
  expect(await scene()).toBe("finishes");
  for (const name of sceneNames) {
    expect(await post("/sandbox/scene", { scene: name })).toEqual({ status: 200, body: { scene: name } });
    expect(await scene()).toBe(name);
  }
  expect(sandbox.slack.condition()).toBe("token_dead");
  sandbox.video.everyFate("fails");
  expect(await scene()).toBe(null);
  expect(await post("/sandbox/scene", { scene: "nowhere" })).toMatchObject({ status: 400 });
});

test("the sandbox's scene “links-dead” makes all video links fail until another scene is chosen", async () => {
  const { post, sandbox } = await mounted();
  await post("/sandbox/scene", { scene: "links-dead" });
  expect(sandbox.video.areLinksDead()).toBe(true);
  await post("/sandbox/scene", { scene: "finishes" });
  expect(sandbox.video.areLinksDead()).toBe(false);
});

test("the sandbox has a scene for every simulated outcome of a paid call", async () => {
  const { post, sandbox } = await mounted();
  const met = new Set<string>();
  for (const name of sceneNames) {
    await post("/sandbox/scene", { scene: name });
    met.add(sandbox.video.upcomingFate().every);
  }
  expect([...met].sort()).toEqual([...fates].sort());
});

test("changing one property of a simulated person affects both platforms but no other property", async () => {
  const { post, sandbox } = await mounted();
  const cleo = personWith("cleo");
  if (!cleo) throw new Error("no Cleo");
  const standings = () => [sandbox.discord, sandbox.slack].map((each) => each.standings.of(cleo));
  expect(await post("/sandbox/standing", { person: "cleo", isCrew: true })).toMatchObject({ status: 200 });
  expect(standings()).toEqual([1, 2].map(() => ({ rank: "member", isCrew: true })));
  expect(await post("/sandbox/standing", { person: "cleo", rank: "guest" })).toMatchObject({ status: 200 });
  expect(standings()).toEqual([1, 2].map(() => ({ rank: "guest", isCrew: true })));
  expect(await post("/sandbox/standing", { person: "cleo", rank: "king" })).toMatchObject({ status: 400 });
  expect(await post("/sandbox/standing", { person: "nobody", rank: "guest" })).toMatchObject({ status: 400 });
});

test("the sandbox's prompt check refuses a prompt with a word from the list of refused words, in upper or lower case", async () => {
  const { post, get } = await mounted();
  const judge = async (text: unknown) =>
    (await post("/sandbox/policy/judge", { text, platform: "slack", team: "T1" })).body;
  expect(await judge("a paper boat")).toEqual({ allow: true });
  expect(await post("/sandbox/policy", { words: " , Boat,red  flag" })).toEqual({
    status: 200,
    body: { words: " , Boat,red  flag" },
  });
  expect(await judge("a paper BOAT")).toMatchObject({ allow: false, reason: expect.stringContaining("refuses") });
  expect(await judge("a kite")).toEqual({ allow: true });
  expect(await (await get("/sandbox/state")).json()).toMatchObject({ refusedWords: " , Boat,red  flag" });
  expect((await post("/sandbox/policy/judge", { text: 7 })).status).toBe(400);
  expect((await post("/sandbox/policy", { words: "x".repeat(1_001) })).status).toBe(400);
});
