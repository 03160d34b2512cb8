import { expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { commandWorld, messageOf, privateWords, setting } from "../command-world.ts";

const said = (prompt: string): Act => ({ kind: "said", draft: aDraft({ prompt }) });
const HOUR_MS = 3_600_000;

async function offered(world = commandWorld()) {
  const answer = await world.does(said("a paper boat"), { eventId: "slack:Ev1" });
  const [button] = answer.kind === "private" ? answer.message.buttons : [];
  const jobId = button?.id.split(":")[1] ?? "";
  return {
    world,
    answer,
    open: () => world.does({ kind: "press", on: { place: null, shows: true }, action: { kind: "open_kept", jobId } }),
  };
}

test("what somebody wrote comes back with a button that opens the form with it", async () => {
  const world = commandWorld();
  await world.does(setting({ ratio: "9:16", resolution: "720p" }));
  const { answer, open } = await offered(world);
  expect(answer).toMatchObject({ kind: "private", message: { quote: "a paper boat" } });
  const form = await open();
  expect(form).toMatchObject({ kind: "form", form: { id: "video" } });
  const fields = form.kind === "form" ? form.form.fields : [];
  expect(fields).toMatchObject([
    ...[{ value: "a paper boat" }, { value: "9:16" }, { value: "10" }, { value: "720p" }],
    { kind: "picture" },
  ]);
  expect(world.orders).toEqual([]);
});

test("the same event is answered once", async () => {
  const { world } = await offered();
  expect(await world.does(said("a paper boat"), { eventId: "slack:Ev1" })).toEqual({ kind: "nothing" });
});

test("after an hour the button says that it is too old", async () => {
  const { world, open } = await offered();
  await world.clock.advance(HOUR_MS);
  expect(privateWords(await open())).toMatch(/expired/);
});

test("what looks like a key is neither kept nor said again", async () => {
  const world = commandWorld();
  const key = "sk-canary-0123456789abcdef";
  const words = privateWords(await world.does(said(`my key is ${key}`)));
  expect(words).toMatch(/looks like a key/);
  expect(words).not.toContain("canary");
  expect(JSON.stringify(world.log.lines)).not.toContain("canary");
});

test("no words open an empty form, and bad ones are explained", async () => {
  const world = commandWorld();
  const empty = await world.does(said("  "));
  expect(empty.kind === "private" && empty.message.buttons.map(({ label }) => label)).toEqual(["Make a video"]);
  expect(
    await world.does({ kind: "press", on: { place: null, shows: true }, action: { kind: "make_video" } }),
  ).toMatchObject({ kind: "form" });
  const long = await world.does(said("a".repeat(3_001)));
  expect(long.kind === "private" && wordsOf(long.message)).toMatch(/3,001 characters/);
});

test("a greeting is greeted, with the form and the help at hand, and offers no video of itself", async () => {
  const world = commandWorld();
  for (const word of ["hi", "Hello!", "こんにちは"]) {
    const answer = await world.does(said(word));
    const message = messageOf(answer);
    expect(wordsOf(message)).toMatch(/^Hi!/);
    expect(message.quote).toBeNull();
    expect(message.buttons.map(({ label }) => label)).toEqual(["Make a video", "Help"]);
  }
});
