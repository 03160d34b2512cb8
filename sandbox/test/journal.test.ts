import { expect, test } from "vitest";
import { z } from "zod";
import { type Entry, newestOf, withPollsGrouped } from "../src/journal.ts";
import { mounted } from "./mounted.ts";

const at = (seq: number, kind: Entry["kind"], taskId = "a"): Entry => ({
  seq,
  at: seq,
  place: "video",
  kind,
  payload: { taskId },
});

test("the polls of a task between two other events of the task become one journal entry with the number of polls", () => {
  const entries = [
    ...[at(1, "submitted"), at(2, "polled"), at(3, "polled", "b"), at(4, "polled"), at(5, "polled", "b")],
    ...[at(6, "settled"), at(7, "polled")],
  ];
  expect(withPollsGrouped(entries).map(({ seq, kind, times }) => [seq, kind, times])).toEqual([
    [1, "submitted", undefined],
    [4, "polled", 2],
    [5, "polled", 2],
    [6, "settled", undefined],
    [7, "polled", 1],
  ]);
});

const many = Array.from({ length: 10 }, (_, index) => ({ id: `${index}`, to: index === 9 ? "3" : null }));
type Said = (typeof many)[number];
const read = { idOf: ({ id }: Said) => id, repliesTo: ({ to }: Said) => to };

test("the sandbox page shows the newest messages and the older messages that they reply to", () => {
  expect(newestOf(many, 4, read).map(({ id }) => id)).toEqual(["3", "6", "7", "8", "9"]);
  expect(newestOf(many, 10, read)).toEqual(many);
});

const messages = z.object({ messages: z.array(z.unknown()) });
const state = z.object({
  discord: z.object({ people: z.object({ ada: messages }) }),
  slack: z.object({ people: z.object({ ada: messages }) }),
});

test("the sandbox page receives only the 200 newest messages and the older messages that they reply to", async () => {
  const { sandbox, get } = await mounted({ seedKeys: false });
  const first = sandbox.slack.post("ada", "first");
  for (let nth = 0; nth < 300; nth += 1) {
    sandbox.discord.post("ada", `${nth}`);
    sandbox.slack.post("ada", `${nth}`, nth === 299 ? { threadTs: first } : {});
  }
  const { discord, slack } = state.parse(await (await get("/sandbox/state")).json());
  expect(discord.people.ada.messages).toHaveLength(200);
  expect(slack.people.ada.messages).toHaveLength(201);
});
