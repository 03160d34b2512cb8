import { expect, test } from "vitest";
import { z } from "zod";
import { sceneWords } from "../src/page/service/scene-words.ts";
import { sceneNames } from "../src/scenes.ts";
import { fates } from "../src/video/fate.ts";
import { mounted } from "./mounted.ts";

const told = z.object({ scene: z.string().nullable() });

test("each scene that the sandbox plays has words on the page, and each of those is played", () => {
  expect(Object.keys(sceneWords)).toEqual(sceneNames);
});

test("a scene is told by POST, the state says which one is played, and it lasts until another one", async () => {
  const { get, post, sandbox } = await mounted();
  const scene = async () => told.parse(await (await get("/sandbox/state")).json()).scene;
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

test("whatever may happen to a paid call has a scene", async () => {
  const { post, sandbox } = await mounted();
  const met = new Set<string>();
  for (const name of sceneNames) {
    await post("/sandbox/scene", { scene: name });
    met.add(sandbox.video.upcomingFate().every);
  }
  expect([...met].sort()).toEqual([...fates].sort());
});
