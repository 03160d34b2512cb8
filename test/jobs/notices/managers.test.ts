import { expect, test } from "vitest";
import { cardPlace } from "../../../src/core/card-place.ts";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { en } from "../../../src/messages/words/en.ts";
import { aDiscordReply, aJobId } from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { aTeamWorld, teamKey } from "../world.ts";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

async function aPayingTeam(rules: Partial<TeamRules> = {}) {
  const world = await aTeamWorld(rules);
  let made = 0;
  return {
    world,
    /** Accepts and starts another video for 95 credits. */
    async make(key = teamKey) {
      made += 1;
      await world.begin({ id: aJobId(made), team: aTeam, sealedKey: world.vault.seal(holderOf(aTeam), key) });
      await world.clock.advance(SECOND);
    },
    notices: () => world.toManagers().map(({ message }) => message?.title),
  };
}

test("managers are notified once when most of the team's monthly credits are used and once when all of them are used", async () => {
  const { make, notices, world } = await aPayingTeam({ teamMonth: 420 });
  for (let n = 0; n < 3; n += 1) await make();
  expect(notices()).toEqual([]);
  await make();
  expect(notices()).toEqual(["This month's credits are used up"]);
  const other = await aPayingTeam({ teamMonth: 480 });
  for (let n = 0; n < 4; n += 1) await other.make();
  expect(other.notices()).toEqual([]);
  const third = await aPayingTeam({ teamMonth: 1_000 });
  for (let n = 0; n < 10; n += 1) await third.make();
  expect(third.notices()).toEqual(["Most of this month's credits are used", "This month's credits are used up"]);
  await world.clock.advance(MINUTE);
  expect(notices()).toHaveLength(1);
});

test("the notice to managers about missing credits in the team's account is sent at most once an hour", async () => {
  const { make, notices, world } = await aPayingTeam();
  for (let n = 0; n < 3; n += 1) {
    world.video.nextSubmits(refuse({ kind: "no_credits" }));
    await make();
  }
  expect(notices()).toEqual(["The team's account is empty"]);
  await world.clock.advance(45 * MINUTE);
  world.video.nextSubmits(refuse({ kind: "no_credits" }));
  await make();
  expect(notices()).toHaveLength(1);
  await world.clock.advance(20 * MINUTE);
  world.video.nextSubmits(refuse({ kind: "no_credits" }));
  await make();
  expect(notices()).toHaveLength(2);
});

test("a team's rejected API key is reported once and never used again", async () => {
  const { make, notices, world } = await aPayingTeam();
  world.video.nextSubmits(refuse({ kind: "bad_key" }));
  await make();
  await make();
  expect(notices()).toEqual(["The team's key was refused"]);
  expect(world.video.prompts()).toHaveLength(1);
  const next = new Secret("rk-next-0123-next");
  await world.vault.put(holderOf(aTeam), next);
  await make(next);
  expect((await world.jobOf(aJobId(3))).state.status).toBe("running");
});

test.for([
  ["was rejected", "bad_key"],
  ["has no credits", "no_credits"],
] as const)("managers are not notified that an API key %s if the team has replaced the key", async ([, kind]) => {
  const { make, notices, world } = await aPayingTeam();
  const next = new Secret("rk-next-0123-next");
  await world.vault.put(holderOf(aTeam), next);
  world.video.nextSubmits(refuse({ kind }));
  await make(teamKey);
  expect(notices()).toEqual([]);
  await make(next);
  expect((await world.jobOf(aJobId(2))).state.status).toBe("running");
});

test("managers are notified if a poll is refused because of the team's API key", async () => {
  const { make, notices, world } = await aPayingTeam();
  await make();
  world.video.refuseKey(teamKey);
  await world.clock.advance(MINUTE);
  expect(notices()).toEqual(["The team's key was refused"]);
  expect((await world.jobOf(aJobId(1))).state).toMatchObject({ status: "running", waitingFor: "key" });
});

test("managers are notified once if all polls of a video are refused for lack of credits", async () => {
  const { make, notices, world } = await aPayingTeam();
  await make();
  world.video.everyPoll(() => refuse({ kind: "no_credits" }));
  await world.clock.advance(10 * MINUTE);
  expect(notices()).toEqual(["The team's account is empty"]);
  expect((await world.jobOf(aJobId(1))).state).toMatchObject({ status: "running", waitingFor: "credits" });
  expect(world.chat.seen[0]?.text).toContain(en.team.needsCredits);
  world.video.everyPoll(() => null);
  world.video.succeed("task_fake_1");
  await world.clock.advance(MINUTE);
  expect(outcomeOf(await world.jobOf(aJobId(1)))).toMatchObject({ kind: "succeeded" });
});

test("managers are notified of a charge above the price", async () => {
  const { make, notices, world } = await aPayingTeam();
  world.video.nextSubmits(ok({ taskId: "task_dear", credits: 300 }));
  await make();
  expect(notices()).toEqual(["A video cost more than its price"]);
  expect((await world.jobs.teams.spent(aTeam, "2026-11")).all).toMatchObject({ charged: 300, held: 0 });
});

test("if no approvals channel is set, a notice to managers is sent to the admin who saved the team's rules", async () => {
  const savedBy = cardPlace(aDiscordReply({ userId: "9" })).inChannel("any");
  const { make, world } = await aPayingTeam({ teamMonth: 95, approvals: null, savedBy });
  await make();
  expect(world.toManagers()[0]).toMatchObject({ posted: "9", isPrivate: true });
  await world.clock.advance(MINUTE);
  expect(world.chat.calls.filter(({ call }) => call === "post")).toHaveLength(1);
});

test.for(["team", "operator"])(
  "a notice to managers is not sent to an admin whom the %s blocked",
  async (blockedBy) => {
    const handle = cardPlace(aDiscordReply({ userId: "9" })).inChannel("any");
    const common = { teamMonth: 95, blocked: blockedBy === "team" ? ["9"] : [], savedBy: handle };
    const block = ({ world }: Pick<Awaited<ReturnType<typeof aPayingTeam>>, "world">) =>
      blockedBy === "operator" && world.blockedUsers.add("9");
    const alone = await aPayingTeam({ ...common, approvals: null });
    block(alone);
    await alone.make();
    expect(alone.notices()).toEqual([]);
    const closed = await aPayingTeam({ ...common, approvals: handle });
    block(closed);
    closed.world.chat.refuseNext([{ kind: "unreachable", detail: "no access" }], "post");
    await closed.make();
    expect(closed.world.chat.calls.filter(({ call }) => call === "post")).toHaveLength(1);
  },
);

test.for(["team", "operator"])(
  "an undelivered notice to an admin is not sent again if the %s blocks the admin",
  async (blockedBy) => {
    const savedBy = cardPlace(aDiscordReply({ userId: "9" })).inChannel("any");
    const { make, notices, world } = await aPayingTeam({ teamMonth: 95, approvals: null, savedBy });
    world.chat.refuseNext([{ kind: "unreachable", detail: "closed" }], "post");
    await make();
    expect(world.chat.calls.filter(({ call }) => call === "post")).toHaveLength(1);
    const stored = await world.jobs.teams.rules(aTeam);
    if (!stored) throw new Error("no rules");
    if (blockedBy === "operator") world.blockedUsers.add("9");
    else await world.jobs.teams.saveRules(aTeam, { ...stored.rules, blocked: ["9"] }, stored.version);
    await world.clock.advance(2 * 60 * MINUTE);
    expect(notices()).toEqual([]);
  },
);

test("a team's videos continue even if no manager can be notified", async () => {
  const { make, notices, world } = await aPayingTeam({ teamMonth: 95, approvals: null });
  await make();
  expect(notices()).toEqual([]);
  expect((await world.jobOf(aJobId(1))).state.status).toBe("running");
});

test("a notice to managers that cannot be delivered is given up after three days", async () => {
  const { make, world } = await aPayingTeam({ teamMonth: 95 });
  world.chat.refuseNext(Array(1_000).fill({ kind: "unreachable", detail: "closed" }), "post");
  const statuses = async () => (await world.notices.all()).map(({ status }) => status);
  await make();
  await world.stop();
  await world.clock.advance(71 * 60 * MINUTE);
  await world.restart();
  await world.clock.advance(30 * MINUTE);
  expect(await statuses()).not.toEqual(["over"]);
  await world.clock.advance(60 * MINUTE);
  expect(await statuses()).toEqual(["over"]);
});

test.for([
  ["posted in the approvals channel at the second attempt if the process stalled during the first attempt", false],
  ["sent to the admin at the second attempt if the process stalled and the approvals channel is inaccessible", true],
] as const)("a notice to managers is %s", async ([, isClosed]) => {
  const { make, notices, world } = await aPayingTeam({ teamMonth: 95 });
  const { save } = world.notices;
  let stalls = 1;
  world.notices.save = (...saved) => {
    if (stalls > 0 && saved[0].status === "begun") {
      stalls -= 1;
      world.clock.set(6_000);
    }
    return save(...saved);
  };
  if (isClosed) world.chat.refuseNext([{ kind: "unreachable", detail: "no access" }], "post");
  await make();
  expect([stalls, notices()]).toEqual([0, []]);
  await world.clock.advance(MINUTE);
  expect(notices()).toEqual(["This month's credits are used up"]);
  const { userId, channelId } = world.approvals;
  expect(world.toManagers()).toMatchObject([{ posted: isClosed ? userId : channelId, isPrivate: isClosed }]);
});

test("a stalled process does not send a notice to the admin after the approvals channel refused the notice", async () => {
  const { make, notices, world } = await aPayingTeam({ teamMonth: 95 });
  world.chat.refuseNext([{ kind: "unreachable", detail: "no access" }], "post");
  world.chat.onCall(() => world.clock.set(6_000));
  await make();
  expect([world.chat.calls.filter(({ call }) => call === "post").length, notices()]).toEqual([1, []]);
});

test("the card says that no manager could be reached, even if the process crashes before it edits the card", async () => {
  const { world } = await aPayingTeam();
  const closed = { kind: "unreachable", detail: "no access" } as const;
  world.chat.refuseNext([closed, closed], "post");
  world.crashAfterSave((job) => job.approval?.isUnreached === true);
  await world.begin({ team: aTeam, sealedKey: "x", wait: { for: "approval", because: "ask_above" } });
  await world.clock.advance(30 * SECOND);
  expect(world.chat.seen[0]?.text).toContain(en.approvals.unreached);
});
