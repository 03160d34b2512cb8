import { expect, test } from "vitest";
import type { ButtonAction } from "../../../src/core/button.ts";
import type { Act, Answer } from "../../../src/core/command.ts";
import { aJob, aJobId, anAnnouncing, anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, messageOf, privateWords } from "../command-world.ts";
import { ben, member, team, teamWorld } from "./team-world.ts";
import { untoldPeople } from "./untold-people.ts";

const press = (action: ButtonAction): Act => ({ kind: "press", on: { place: null, shows: true }, action });
const report = { kind: "team_report" } as const;
const listed = press({ kind: "team_settle" });
const id = aJobId(1);
const charged = press({ kind: "settle_charged", jobId: id });
const notCharged = press({ kind: "settle_not_charged", jobId: id });

/** A team with one video whose cost is in doubt; Ben manages it. */
async function inDoubt() {
  const world = await teamWorld({ managers: [ben.userId] });
  const state = anAnnouncing({ kind: "unknown", taskId: null, atMost: 95 });
  await world.jobs.insert(aJob({ id, team, state }));
  const month = async () => (await world.teams.month(team, "2026-11")).all;
  return { ...world, month, asBen: (act: Act) => world.does(act, { owner: ben, standing: member }) };
}

/** What takes the question's place. */
async function verdict(answer: Answer): Promise<string> {
  if (answer.kind !== "replace_later") throw new Error(`not a verdict: ${answer.kind}`);
  return wordsOf(await answer.finish());
}

test("a named manager settles from the report, by a list and a question, and it counts as charged", async () => {
  const world = await inDoubt();
  const { message } = await finished(await world.asBen(report));
  expect(wordsOf(message)).toContain("up to 95 unconfirmed");
  expect(labelsOf(message)).toContain("Settle");

  const list = messageOf(await world.asBen(listed));
  expect(wordsOf(list)).toContain("95 credits");
  expect(list.select?.options).toEqual([
    { label: expect.stringMatching(/^1 · 95 credits · 2026-11-\d\d \d\d:\d\d UTC$/), value: `show_perhaps:${id}` },
  ]);
  const question = messageOf(await world.asBen(press({ kind: "show_perhaps", jobId: id })));
  expect(labelsOf(question)).toEqual(["Charged", "Not charged"]);
  expect(await world.month()).toMatchObject({ charged: 0, unknown: 95 });

  expect(await verdict(await world.asBen(charged))).toContain("counts as charged: 95 credits");
  expect(await world.month()).toMatchObject({ charged: 95, unknown: 0, videos: 1 });
  const after = await finished(await world.asBen(report));
  expect(wordsOf(after.message)).toContain("1 video, 95 credits spent");
  expect(labelsOf(after.message)).not.toContain("Settle");
  expect(privateWords(await world.asBen(listed))).toContain("nothing to settle");
});

test("settled as not charged, it counts nowhere", async () => {
  const world = await inDoubt();
  expect(await verdict(await world.asAdmin(notCharged))).toContain("counts as not charged");
  expect(await world.month()).toMatchObject({ charged: 0, unknown: 0, videos: 1 });
});

test("the first word counts, and a second presser reads whose it was", async () => {
  const world = await inDoubt();
  await verdict(await world.asBen(charged));
  const said = await verdict(await world.asAdmin(notCharged));
  expect(said).toContain("Already settled");
  expect(said).toContain(ben.userId);
  expect(said).toContain("counts as charged");
  expect(await world.month()).toMatchObject({ charged: 95, unknown: 0 });
});

test("what is not in doubt is not settled", async () => {
  const world = await inDoubt();
  const other = aJobId(2);
  await world.jobs.insert(aJob({ id: other, team }));
  for (const jobId of [other, aJobId(3)]) {
    expect(privateWords(await world.asBen(press({ kind: "show_perhaps", jobId })))).toContain("Nothing to settle");
    expect(await verdict(await world.asBen(press({ kind: "settle_charged", jobId })))).toContain("Nothing to settle");
  }
});

test("a member settles nothing, nor does somebody whom the chat does not know", async () => {
  const world = await inDoubt();
  for (const act of [listed, press({ kind: "show_perhaps", jobId: id })])
    expect(privateWords(await world.asMember(act))).toContain("Admins only");
  expect(await verdict(await world.asMember(charged))).toContain("Admins only");
  expect(await verdict(await world.does(charged))).toContain("Not now");
  expect(await verdict(await world.asAdmin(charged, { workspace: "4" }))).toContain("Nothing to settle");
  expect(await world.month()).toMatchObject({ charged: 0, unknown: 95 });
});

test("the right is asked for afresh for the word, and nothing is settled where it is not known in time", async () => {
  const asked: boolean[] = [];
  const people = {
    ...untoldPeople,
    standingOf: (_: unknown, isFresh: boolean) => {
      asked.push(isFresh);
      return isFresh ? new Promise<never>(() => {}) : Promise.resolve({ isAdmin: true, isGuest: false });
    },
  };
  const world = await teamWorld({}, { people });
  await world.jobs.insert(aJob({ id, team, state: anAnnouncing({ kind: "unknown", taskId: null, atMost: 95 }) }));
  await world.does(listed, { owner: anOwner() });
  const said = verdict(await world.does(charged, { owner: anOwner() }));
  await world.clock.advance(2_000);
  expect(await said).toContain("Not now");
  expect(asked).toEqual([false, true]);
  expect((await world.teams.month(team, "2026-11")).all.unknown).toBe(95);
});
