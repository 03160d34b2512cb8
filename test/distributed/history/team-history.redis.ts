import { setTimeout as pause } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usedOf } from "../../../src/core/team/account.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { redisRows } from "../../../src/engines/redis-rows.ts";
import { teamStore } from "../../../src/engines/team-store.ts";
import { aTeam } from "../../contracts/team-store.ts";
import { type RedisServer, startRedis, testClient } from "../../engines/redis-server.ts";
import { compileChild, startChild } from "../../engines/start-child.ts";
import { keptLog } from "../../fakes/kept-log.ts";
import { random } from "../../simulation/random.ts";
import { CAPS, type Call, checkHistory } from "./check-history.ts";

let server: RedisServer;
let script = "";
beforeAll(async () => {
  script = await compileChild("test/distributed/history/child.ts");
  server = await startRedis();
}, 60_000);
afterAll(async () => {
  await server.stop();
});

/** What children of these places saw, each of them stopped and let go on again and again. */
async function lived(places: readonly `${number}`[]): Promise<readonly Call[]> {
  const dice = random(1);
  const children = places.map((place) => startChild(script, place, server.url));
  let isOver = false;
  const stops = (async () => {
    while (!isOver) {
      await pause(dice.between(5, 60));
      const stopped = children[dice.between(0, children.length - 1)]?.process;
      stopped?.kill("SIGSTOP");
      await pause(dice.between(5, 150));
      stopped?.kill("SIGCONT");
    }
  })();
  const calls: Call[] = [];
  await Promise.all(
    children.map(async (one) => {
      for (let line = await one.line(); line !== null; line = await one.line()) calls.push(JSON.parse(line));
    }),
  );
  isOver = true;
  await stops;
  return calls;
}

test("three processes with clocks of their own, made to stand still again and again, pass no cap of a team and refuse nobody who has room", async () => {
  const redis = await testClient(server.url);
  await redis.flushall();
  const teams = teamStore(redisRows(redis), keptLog());
  await teams.saveRules(aTeam, { ...noRules, isForEveryone: true, teamMonth: CAPS.team, personMonth: CAPS.person }, 0);
  const calls = await lived(["0", "1", "2"]);

  expect(checkHistory(calls, CAPS)).toEqual([]);
  const count = (answer: Call["answer"]) => calls.filter((one) => one.answer === answer).length;
  for (const answer of ["done", "team_month", "person_month"] as const) expect(count(answer)).toBeGreaterThan(5);
  // Nothing was lost on the way, so the last word about each job is what it takes.
  expect(count("unknown")).toBe(0);
  for (const month of ["2026-11", "2026-12"]) {
    const done = calls.filter((one) => one.month === month && one.answer === "done");
    const last = new Map(done.map(({ job, takes }) => [job, takes]));
    expect(last.size).toBeGreaterThan(5);
    const { all } = await teams.month(aTeam, month);
    expect(usedOf(all)).toBe([...last.values()].reduce((sum, takes) => sum + takes, 0));
  }
  redis.disconnect();
}, 60_000);

const TRIES = 8;

test("three processes that look at the sums before they insert are caught at it", async () => {
  const redis = await testClient(server.url);
  let found = "";
  // How they fall together is the machine's choice.
  for (let tries = 0; tries < TRIES && found === ""; tries += 1) {
    await redis.flushall();
    await teamStore(redisRows(redis), keptLog()).saveRules(aTeam, { ...noRules, isForEveryone: true }, 0);
    found = checkHistory(await lived(["3", "4", "5"]), CAPS).join();
  }
  expect(found).toContain("passed its cap");
  redis.disconnect();
}, 60_000);
