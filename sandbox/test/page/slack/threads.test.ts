import { expect, test } from "vitest";
import { threadsIn } from "../../../src/page/slack/threads.ts";

const said = (ts: string, more: object = {}) => ({ ts, threadTs: null, userId: "U1", createdAt: Number(ts), ...more });

test("a reply stands under its parent and not in the channel", () => {
  const reply = said("3.0", { threadTs: "1.0", userId: "U2" });
  const threads = threadsIn([said("1.0"), said("2.0"), reply]);
  expect(threads.rows.map(({ ts }) => ts)).toEqual(["1.0", "2.0"]);
  expect(threads.rows[0]).toMatchObject({ replies: { count: 1, lastAt: 3, authors: ["U2"] } });
  expect(threads.rows[1]).not.toHaveProperty("replies");
  expect([threads.of("1.0"), threads.of("2.0")]).toEqual([[reply], []]);
});

test("a reply that is told to the channel, too, stands in both", () => {
  const threads = threadsIn([said("1.0"), said("2.0", { threadTs: "1.0", isBroadcast: true })]);
  expect([threads.rows.length, threads.of("1.0").length]).toEqual([2, 1]);
});

test("a thread whose parent is gone can still be opened", () => {
  const threads = threadsIn([said("1.0"), said("3.0", { threadTs: "2.0" })]);
  expect(threads.rows).toMatchObject([{ ts: "1.0" }, { ts: "2.0", isGone: true, replies: { count: 1 } }]);
});

test("a parent that names its own thread is no reply", () => {
  expect(threadsIn([said("1.0", { threadTs: "1.0" })]).rows).toHaveLength(1);
});
