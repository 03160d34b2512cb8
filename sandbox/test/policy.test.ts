import { expect, test } from "vitest";
import { mounted } from "./mounted.ts";

test("a bot that asks about a prompt is told no where it holds a word of the desk, in any case", async () => {
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
