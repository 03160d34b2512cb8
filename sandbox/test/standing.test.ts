import { expect, test } from "vitest";
import { personWith } from "../src/people.ts";
import { mounted } from "./mounted.ts";

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
