import { expect, test } from "vitest";
import { answersFirst } from "../../src/app/answers-first.ts";
import { commandService, notifyLater } from "../../src/app/command-service.ts";
import { openRecords } from "../../src/app/people/people.ts";
import type { OpenJobs } from "../../src/app/run-jobs.ts";
import type { Storage } from "../../src/app/storage.ts";
import { readConfig } from "../../src/config.ts";
import type { Clock } from "../../src/core/clock.ts";
import { ownerName } from "../../src/core/job/ids.ts";
import { Secret } from "../../src/core/text/secret.ts";
import { ownRate } from "../../src/engines/embedded.ts";
import { settingsStore } from "../../src/people/own-records.ts";
import { aCommand, finished, privateWords } from "../commands/command-world.ts";
import { unknownPeople } from "../commands/team/team-world.ts";
import { aBotOnDiscord } from "../fakes/a-bot-on-discord.ts";
import { aDiscordReply, aJob, aNotStarted, anAnnouncing, anOwner, aRunning, TEST_KEY } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { memoryKeyv } from "../fakes/memory-keyv.ts";
import { memoryPersonalData } from "../fakes/personal-data.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { aWorld } from "../jobs/world.ts";

/** The command service of a bot with this world's jobs and these connection problems. */
function aService(there: ReturnType<typeof aWorld>, troubles: readonly string[] = []) {
  const { clock, vault, refused, jobs } = there;
  const settings = settingsStore(memoryKeyv());
  const config = valueIn(readConfig(aBotOnDiscord));
  const engine = {
    keyv: () => memoryKeyv(),
    swap: async () => true,
    teams: jobs.teams,
    shared: { rate: ownRate(clock) },
  };
  const storage = { engine, refused, vault, settings } as unknown as Parameters<typeof openRecords>[0] & Storage;
  const records = openRecords(storage, clock);
  const parts = {
    records,
    data: memoryPersonalData({ ...records, vault, personal: jobs.personal }),
    jobs: { deps: there.deps() } as unknown as OpenJobs,
    pictures: { files: null },
    first: answersFirst(clock),
    judgePrompts: async () => null,
    platforms: { people: unknownPeople, troubles: () => troubles },
  };
  return commandService(config, storage, parts);
}

test("the help message lists problems with the platforms' connections", async () => {
  const service = aService(aWorld(), ["Slack: not connected"]);
  expect(privateWords(await service.answer(aCommand({ kind: "help" }), 2_000))).toContain("Slack: not connected");
});

test("saving a key resumes the person's videos that wait for a key", async () => {
  const world = aWorld();
  await world.jobs.insert(aJob({ state: aRunning({ waitingFor: "key" }) }));
  const answer = await aService(world).answer(aCommand({ kind: "give_key", key: new Secret(TEST_KEY) }), 2_000);
  await finished(answer);
  expect((await world.jobOf()).state).toMatchObject({ waitingFor: null });
});

test("an undelivered final message is sent four seconds after the requester's next command", async () => {
  const world = aWorld();
  const outcome = aNotStarted("too_old");
  await world.jobs.insert(aJob({ state: anAnnouncing(outcome, { noWaySince: 1 }) }));
  await aService(world).answer(aCommand({ kind: "help" }), 2_000);
  await world.clock.advance(4_000);
  expect(world.chat.calls.map(({ call }) => call)).toEqual(["sendPrivately"]);
});

/** `after` receives the timers instead of the manual clock. */
function world(after: ((act: () => void) => void) | null = null) {
  const clock = manualClock();
  const own: Clock = {
    now: clock.now,
    after(_delayMs, act) {
      after?.(act);
      return () => {};
    },
  };
  const stopping = new AbortController();
  const notified: string[] = [];
  const later = notifyLater({
    clock: after ? own : clock,
    log: recordingLog(),
    stopping: stopping.signal,
    notify: async (owner) => void notified.push(ownerName(owner)),
  });
  const did = (userId: string, act: Parameters<typeof later>[0]["act"] = { kind: "help" }) =>
    later({ act, owner: anOwner(userId), reply: aDiscordReply() });
  return { clock, stopping, notified, did };
}

test("undelivered final messages are sent only once, four seconds after the first of several commands", async () => {
  const { clock, notified, did } = world();
  for (let n = 0; n < 5; n += 1) did("1");
  did("2");
  await clock.advance(3_999);
  expect(notified).toEqual([]);
  await clock.advance(1);
  expect(notified).toEqual(["discord:1", "discord:2"]);
  did("1");
  await clock.advance(4_000);
  expect(notified).toEqual(["discord:1", "discord:2", "discord:1"]);
});

test("undelivered final messages are not sent after an autocomplete request", async () => {
  const { clock, notified, did } = world();
  did("1", { kind: "suggest", option: "prompt", typed: "a" });
  await clock.advance(4_000);
  expect(notified).toEqual([]);
});

test("undelivered final messages are not sent if the bot is stopped within four seconds after a command", async () => {
  const { clock, stopping, notified, did } = world();
  did("2");
  stopping.abort();
  await clock.advance(4_000);
  expect(notified).toEqual([]);
});

test("the list of people who wait for undelivered final messages has at most 10,000 entries", () => {
  const timers: (() => void)[] = [];
  const { notified, did } = world((act) => void timers.push(act));
  for (let n = 0; n <= 10_000; n += 1) did(`${n}`);
  for (const fire of timers.splice(0)) fire();
  expect([notified.length, notified.at(-1)]).toEqual([10_000, "discord:9999"]);
  did("10000");
  for (const fire of timers) fire();
  expect(notified.at(-1)).toBe("discord:10000");
});
