import { expect, test } from "vitest";
import { type Call, checkHistory } from "./check-history.ts";

const caps = { team: 200, person: 150 };
const call = (job: string, from: number, to: number, over: Partial<Call> = {}): Call => ({
  kind: "insert",
  job,
  month: "2026-11",
  person: job,
  takes: 100,
  from,
  to,
  answer: "done",
  ...over,
});

test("a history in which each call can have had its place is taken", () => {
  const given = { kind: "save", takes: 0 } as const;
  expect(
    checkHistory(
      [
        call("a", 0, 10),
        call("b", 0, 10),
        call("c", 5, 12, { answer: "team_month" }),
        call("a", 20, 30, given),
        call("d", 25, 28),
        call("e", 26, 29, { answer: "team_month" }),
        call("f", 40, 50, { answer: "unknown" }),
        call("g", 60, 70, { month: "2026-12" }),
      ],
      caps,
    ),
  ).toEqual([]);
});

test("what passes a cap is found, the team's and a person's", () => {
  const three = [call("a", 0, 10), call("b", 0, 10), call("c", 5, 12)];
  expect(checkHistory(three, caps)).toEqual(["team in 2026-11 passed its cap"]);
  const two = [call("a", 0, 10, { person: "ada" }), call("b", 0, 10, { person: "ada" })];
  expect(checkHistory(two, caps)).toEqual(["ada in 2026-11 passed its cap"]);
});

test("a refusal where there was room all the time is found, and none where it may have been full", () => {
  const given = { kind: "save", takes: 0 } as const;
  const full = [call("a", 0, 10), call("b", 0, 10)];
  const refused = call("c", 40, 50, { answer: "team_month" });
  expect(checkHistory([...full, call("a", 20, 30, given), refused], caps)).toEqual([
    "team in 2026-11: c was refused although there was room",
  ]);
  expect(checkHistory([...full, call("a", 20, 45, given), refused], caps)).toEqual([]);
  const maybe = call("d", 35, 38, { answer: "unknown" });
  expect(checkHistory([...full, call("a", 20, 30, given), maybe, refused], caps)).toEqual([]);
});
