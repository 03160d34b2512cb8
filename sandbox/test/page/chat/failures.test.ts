import { expect, test } from "vitest";
import { openFailures } from "../../../src/page/chat/failures.ts";
import { isGivenUp } from "../../../src/page/discord/commands.ts";

const about = {
  seq: 0,
  at: 0,
  times: 1,
  place: "discord",
  personId: "ada",
  channelId: "c",
  messageId: "m",
  payload: {},
} as const;
const press = (interactionId: string, more: object = {}) => ({ ...about, kind: "press", interactionId, ...more });
const silence = (interactionId: string) => ({ ...about, kind: "unanswered", interactionId });

test("a failure is shown to its person until it is dismissed, or until the next press on that message", () => {
  const failures = openFailures();
  const ids = (personId = "ada") => failures.at("discord", personId).map(({ id }) => id);
  for (const id of ["1", "2"]) {
    failures.hear(press(id, { messageId: `m${id}` }));
    failures.hear(silence(id));
  }
  expect([ids(), ids("ben"), failures.at("slack", "ada")]).toEqual([["1", "2"], [], []]);
  failures.hear(press("3", { messageId: "m1", personId: "ben" }));
  expect(ids()).toEqual(["1", "2"]);
  failures.hear(press("4", { messageId: "m1" }));
  expect(ids()).toEqual(["2"]);
  failures.dismiss("2");
  expect(ids()).toEqual([]);
});

test("what was answered has not failed, nor what nobody saw begin", () => {
  const failures = openFailures();
  failures.hear(press("1"));
  failures.hear({ ...silence("1"), kind: "answered" });
  failures.hear(silence("1"));
  failures.hear(silence("2"));
  expect(failures.at("discord", "ada")).toEqual([]);
});

test("an answer that was put off is waited for 15 minutes", () => {
  const thinking = { flags: 128, createdAt: 1_000 };
  expect([899_999, 900_000].map((ms) => isGivenUp(thinking, 1_000 + ms))).toEqual([false, true]);
  expect(isGivenUp({ ...thinking, flags: 64 }, 1_000 + 900_000)).toBe(false);
});
