import { expect, test } from "vitest";
import { z } from "zod";
import { sceneGroups } from "../src/page/service/scene-words.ts";
import { personWith } from "../src/people.ts";
import { sceneNames } from "../src/scenes.ts";
import { fates } from "../src/video/fate.ts";
import { mounted } from "./mounted.ts";

const stateShape = z.object({ scene: z.string().nullable() });

test("each scene that the sandbox plays has words on the page, and each of those is played", () => {
  expect(Object.values(sceneGroups).flatMap((scenes) => Object.keys(scenes))).toEqual(sceneNames);
});

test("a scene is told by POST, the state says which one is played, and it lasts until another one", async () => {
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

test("in one scene no link of the service works, until another one", async () => {
  const { post, sandbox } = await mounted();
  await post("/sandbox/scene", { scene: "links-dead" });
  expect(sandbox.video.areLinksDead()).toBe(true);
  await post("/sandbox/scene", { scene: "finishes" });
  expect(sandbox.video.areLinksDead()).toBe(false);
});

test("whatever may happen to a paid call has a scene", async () => {
  const { post, sandbox } = await mounted();
  const met = new Set<string>();
  for (const name of sceneNames) {
    await post("/sandbox/scene", { scene: name });
    met.add(sandbox.video.upcomingFate().every);
  }
  expect([...met].sort()).toEqual([...fates].sort());
});

test("one request changes what a person is, on both platforms, and leaves out what it does not say", async () => {
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

test("a bot that asks about a prompt is told no where it holds a word of the page's list, in any case", async () => {
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
