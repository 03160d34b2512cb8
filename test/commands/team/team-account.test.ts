import { describe, expect, test } from "vitest";
import type { Command } from "../../../src/core/command.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { noSettings, type Settings } from "../../../src/core/request/settings.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aDiscordReply, aFailed, aNotStarted, anOwner, aRefused } from "../../fakes/jobs.ts";
import { settled } from "../../messages/every-job.ts";
import { cardJob, formOf, labelsIn, makeVideo, press, pressOf, privateWords } from "../command-world.ts";
import { guest, member, team, teamKey, teamWorld } from "./team-world.ts";

const forTeam = makeVideo({ pay: "team" });
const forMe = makeVideo({ pay: "mine" });
const dear = makeVideo({ pay: "team", resolution: "720p" });
const payOwn = "Pay with my own key";

/** A server whose member has their own key, these settings and these jobs. */
async function ownKeyWorld(rules: Partial<TeamRules> = {}, settings: Partial<Settings> = {}, ...jobs: readonly Job[]) {
  const world = await teamWorld(rules);
  await world.withKey();
  await world.settings.put(anOwner(), { ...noSettings, ...settings });
  for (const job of jobs) await world.has(job);
  return world;
}

describe("the payer of a video", () => {
  test("is the person if the person has a key, and otherwise the team", async () => {
    const world = await teamWorld();
    expect(JSON.stringify(await world.asMember(makeVideo()))).toContain("Will be paid with the team's key");
    await world.withKey();
    await world.asMember(makeVideo());
    expect(world.paidWith()).toEqual(["team", "own"]);
  });

  test("can be chosen in the command", async () => {
    const world = await teamWorld();
    expect(await world.memberReads(forMe)).toContain("Add your API key");
    await world.withKey();
    for (const act of [forTeam, forMe]) await world.asMember(act);
    expect(world.paidWith()).toEqual(["team", "own"]);
  });

  test("does not change to the team if the person's stored key cannot be read", async () => {
    const world = await teamWorld();
    world.deps.vault.has = async () => true;
    expect(await world.memberReads(makeVideo())).toContain("Add your API key");
    expect(world.orders).toEqual([]);
  });

  test("is taken from the settings if the command does not name a payer", async () => {
    const world = await ownKeyWorld({}, { pay: "team" });
    for (const act of [makeVideo(), forMe]) await world.asMember(act);
    expect(world.paidWith()).toEqual(["team", "own"]);
  });

  test.for<readonly [string, Partial<TeamRules>, Partial<Command>, string]>([
    ["the person is a guest", {}, { standing: guest }, "Guests"],
    ["the person is not on the list of spenders", { isForEveryone: false }, { standing: member }, "You may not spend"],
    ["the channel is not on the team's list", { channels: ["1"] }, { standing: member }, "in this channel"],
    [
      "the command was sent in a direct message",
      {},
      { standing: member, workspace: null },
      "Only in a server or workspace",
    ],
    ["the platform did not return the person's roles in time", {}, {}, "did not say in time"],
  ])(
    "does not change from the team to the person if the team cannot pay because %s",
    async ([, rules, command, words]) => {
      const world = await ownKeyWorld(rules);
      expect(await world.reads(forTeam, command)).toContain(words);
      expect(world.orders).toEqual([]);
    },
  );

  test("can be the team if the team allows the person's role and the parent channel of the command's thread", async () => {
    const world = await teamWorld({ isForEveryone: false, roles: ["editors"], channels: ["films"] });
    const reply = aDiscordReply({ messageId: null, channelId: "a thread" });
    await world.asMember(forTeam, { roles: ["editors"], threadOf: "films", reply });
    expect(world.paidWith()).toEqual(["team"]);
    expect(world.orders[0]?.askedIn).toEqual({ channelId: "a thread", threadOf: "films" });
  });

  test("cannot be a team without a key, and the refusal names the command that adds a key", async () => {
    const world = await ownKeyWorld();
    await world.vault.remove(holderOf(team));
    expect(await world.memberReads(forTeam)).toMatch(/no key of its own.*\/video-team setup/s);
    expect(world.orders).toEqual([]);
  });

  test("can be chosen in the form for several videos if the person and the team have keys", async () => {
    const world = await teamWorld();
    const form = async () => formOf(await world.asMember({ kind: "open_batch_form" }));
    expect((await form()).ids).not.toContain("pay");
    await world.withKey();
    expect((await form()).values).toMatchObject({ pay: "mine" });
    expect((await form()).ids).toHaveLength(5);
    const draft = aDraft({ prompt: "one\ntwo", pay: "team" });
    await world.asMember(pressOf(await world.asMember({ kind: "make_batch", make: "scenes", draft })));
    expect(world.paidWith()).toEqual(["team"]);
  });
});

test.for([
  ["the team's monthly cap", { teamMonth: 200 }, "the team has 105 credits left this month"],
  ["the person's monthly cap", { personMonth: 200 }, "you have 105 credits of the team's credits left"],
] as const)(
  "a video that would exceed %s is refused, and the person can pay with their own key",
  async ([, rules, words]) => {
    const world = await teamWorld(rules);
    await world.asMember(forTeam);
    const alone = await world.asMember(dear);
    expect(privateWords(alone)).toContain(words);
    expect(privateWords(alone)).toContain("Add your own key and ask again, or ask an admin of this team.");
    expect(labelsIn(alone)).toEqual(["Add my key"]);

    await world.withKey();
    const refused = await world.asMember(dear);
    expect(labelsIn(refused)[0]).toBe(`${payOwn} · 205 credits`);
    expect(world.orders).toHaveLength(1);
    for (const _ of ["first", "second"]) await world.asMember(pressOf(refused));
    expect(world.paidWith()).toEqual(["team", "own"]);
  },
);

describe("if a team cannot pay for a video", () => {
  const noKey = async (world: Awaited<ReturnType<typeof teamWorld>>) => void (await world.vault.remove(holderOf(team)));
  const badKey = async ({ deps }: Awaited<ReturnType<typeof teamWorld>>) =>
    void (await deps.refused.note(team, teamKey, deps.clock.now()));
  const nobody = async ({ teams }: Awaited<ReturnType<typeof teamWorld>>) =>
    void (await teams.saveRules(team, { ...noRules, people: ["7"] }, 1));
  const reasons = [
    ["the team has no key", noKey, "This team has no key of its own"],
    ["the team's key was refused", badKey, "does not accept the team's key"],
    ["the person may not spend the team's credits", nobody, "You may not spend this team's credits"],
  ] as const;
  const batch = { kind: "make_batch", make: "scenes", draft: aDraft({ prompt: "one\ntwo", pay: "team" }) } as const;

  test.for(reasons)("a person without a key is asked to add a key (reason: %s)", async ([, stop, why]) => {
    const world = await teamWorld();
    await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 143 });
    await stop(world);
    for (const act of [forTeam, dear, batch]) {
      const answer = await world.asMember(act);
      expect(privateWords(answer)).toContain(why);
      expect(privateWords(answer)).toContain("Add your own key and ask again, or ask an admin of this team.");
      expect(labelsIn(answer)).toEqual(["Add my key"]);
    }
    expect(world.orders).toEqual([]);
  });

  test.for(reasons)("a button offers payment with the person's own key (reason: %s)", async ([, stop, why]) => {
    const world = await ownKeyWorld();
    await stop(world);
    const answer = await world.asMember(forTeam);
    expect(privateWords(answer)).toContain(why);
    expect(labelsIn(answer)).toEqual([`${payOwn} · 95 credits`]);
    cardJob(await world.asMember(pressOf(answer)));
    expect(world.paidWith()).toEqual(["own"]);
  });

  test.for(reasons)(
    "the price question offers payment only with the person's own key (reason: %s)",
    async ([, stop, why]) => {
      const world = await ownKeyWorld({}, { confirmAbove: 143 });
      await stop(world);
      const answer = await world.asMember(dear);
      for (const words of [why, "You can pay with your own key instead: 205 credits."])
        expect(privateWords(answer)).toContain(words);
      expect(privateWords(answer)).not.toContain("Will be paid with the team's key");
      expect(labelsIn(answer)).toEqual([`${payOwn} · 205 credits`, "Cancel"]);
      cardJob(await world.asMember(pressOf(answer)));
      expect(world.paidWith()).toEqual(["own"]);
    },
  );

  test.for(reasons)(
    "the question about several videos offers payment only with the person's own key (reason: %s)",
    async ([, stop, why]) => {
      const world = await ownKeyWorld();
      await stop(world);
      const answer = await world.asMember(batch);
      for (const words of [why, "Will be paid with your own key"]) expect(privateWords(answer)).toContain(words);
      expect(labelsIn(answer)).toEqual([`${payOwn} · 190 credits`, "Cancel"]);
      cardJob(await world.asMember(pressOf(answer)));
      expect(world.paidWith()).toEqual(["own"]);
    },
  );

  test("the button “Pay with my own key” on the card starts the video without another question", async () => {
    const job = { ...settled(aRefused({ kind: "no_credits" })), team };
    const world = await teamWorld();
    await world.has(job);
    const keyless = await world.asMember(press("own_key", job.id));
    expect(privateWords(keyless)).toContain("Add it, then press Pay with my own key · 95 credits.");
    expect(labelsIn(keyless)[0]).toBe("Add my key");
    expect(world.orders).toEqual([]);
    await world.withKey();
    cardJob(await world.asMember(press("own_key", job.id)));
    expect(world.paidWith()).toEqual(["own"]);
  });
});

describe("“Start it” in a price question", () => {
  test("starts no video if the person lost the permission to spend the team's credits after the question was sent", async () => {
    const world = await ownKeyWorld({}, { confirmAbove: 95 });
    const asked = await world.asMember(dear);
    await world.teams.saveRules(team, noRules, 1);
    expect(await world.memberReads(pressOf(asked, "start_kept"))).toContain("You may not spend");
    expect(world.orders).toEqual([]);
  });

  test("never charges the person's own key if the question showed the team as the payer", async () => {
    const world = await ownKeyWorld({ teamMonth: 200 }, { confirmAbove: 95 });
    const startIt = pressOf(await world.asMember(dear));
    const offer = await world.asMember(startIt);
    expect(labelsIn(offer)[0]).toBe(`${payOwn} · 205 credits`);
    expect(await world.memberReads(startIt)).toContain("the team has 200 credits left");
    expect(world.orders).toEqual([]);
    await world.asMember(pressOf(offer));
    expect(world.paidWith()).toEqual(["own"]);
  });
});

describe("repeating a video that failed or was not started", () => {
  const failed = settled(aFailed());
  const job = { ...failed, team };
  const takenOff = { ...settled(aNotStarted("person")), team };

  /** The member also belongs to a second server, where everyone may spend the team's key. */
  async function twoServers() {
    const world = await teamWorld();
    await world.has(job);
    const other = { platform: "discord", teamId: "300000000000000099" } as const;
    await world.vault.put(holderOf(other), new Secret("rk-team-0123456789-0ther"));
    await world.teams.saveRules(other, { ...noRules, isForEveryone: true }, 0);
    const reply = aDiscordReply({ guildId: other.teamId, channelId: "499", messageId: null });
    return { ...world, there: { workspace: other.teamId, reply } };
  }

  test.for([
    ["the team if the team paid before", "team", job],
    ["the person if the person paid before", "own", failed],
  ] as const)("charges %s", async ([, payer, made]) => {
    const world = await ownKeyWorld({}, {}, made);
    cardJob(await world.asMember(press("again", made.id)));
    expect(world.paidWith()).toEqual([payer]);
  });

  test("offers payment only with the person's own key if another server's team paid for the video", async () => {
    const world = await twoServers();
    const edited = { ...makeVideo({}, "form"), edits: { jobId: job.id, nth: 0 } } as const;
    for (const act of [press("again", job.id), edited])
      expect(await world.memberReads(act, world.there)).toContain("its own server");
    await world.withKey();
    expect(labelsIn(await world.asMember(press("again", job.id), world.there))[0]).toBe(`${payOwn} · 95 credits`);
    expect(world.orders).toEqual([]);
  });

  test.for([
    ["“In 720p”", "in_720p", "start_kept", null],
    ["“Again” during an outage", "again", "start_kept", "down"],
  ] as const)(
    "charges no team in another server, even if the question is confirmed (button: %s)",
    async ([, button, start, trouble]) => {
      const world = await twoServers();
      world.health.set(trouble);
      const question = await world.asMember(press(button, job.id), world.there);
      expect(await world.memberReads(pressOf(question, start), world.there)).toContain("its own server");
      expect(world.orders).toEqual([]);
    },
  );

  test("with “Edit & run” proposes the team as payer in the team's server and the person in another server", async () => {
    const world = await twoServers();
    await world.withKey();
    const proposed = async (where = {}) => formOf(await world.asMember(press("edit", job.id), where)).values.pay;
    expect([await proposed(), await proposed(world.there)]).toEqual(["team", "mine"]);
  });

  test.for([
    ["Never", null],
    ["Above 1 credit", 1],
  ] as const)(
    "charges the person if “Pay with my own key” is pressed and “Ask me before spending” is “%s”",
    async ([, above]) => {
      const world = await ownKeyWorld(
        { isForEveryone: false },
        above === null ? {} : { confirmAbove: above },
        takenOff,
      );
      const answer = await world.asMember(press("own_key", takenOff.id));
      expect(JSON.stringify(answer)).not.toContain("the team's key");
      cardJob(above === null ? answer : await world.asMember(pressOf(answer)));
      expect(world.paidWith()).toEqual(["own"]);
    },
  );
});

test("a prompt that contains the team's key is refused with a message that does not show the key", async () => {
  const world = await teamWorld();
  const prompt = `a boat ${teamKey.reveal()}`;
  expect(await world.memberReads(makeVideo({ pay: "team", prompt }))).not.toContain(teamKey.reveal());
  expect(world.orders).toEqual([]);
});

describe("a person without a key who chose to pay with their own key", () => {
  const payTeam = "Pay with the team's key · 95 credits";

  test("is offered “Pay with the team's key”, and two presses start one video", async () => {
    const world = await teamWorld();
    const asked = await world.asMember(forMe);
    expect(labelsIn(asked)).toEqual(["Add my key", payTeam]);
    for (const _ of ["first", "second"]) await world.asMember(pressOf(asked, "pay_kept"));
    expect(world.paidWith()).toEqual(["team"]);
    await world.ends({ kind: "give_key", key: teamKey }, { standing: member });
    expect(world.paidWith()).toEqual(["team"]);
  });

  test.for([
    ["the person may not spend the team's credits", { isForEveryone: false }, {}],
    ["the command was sent in a direct message", {}, { workspace: null }],
  ] as const)("is offered only “Add my key” if %s", async ([, rules, command]) => {
    expect(labelsIn(await (await teamWorld(rules)).asMember(forMe, command))).toEqual(["Add my key"]);
  });
});

test("if a video exceeds the team's cap during an outage, the refusal mentions the outage and offers payment with the person's own key", async () => {
  const world = await teamWorld({ teamMonth: 100 });
  await world.withKey();
  world.health.set("down");
  const answer = await world.asMember(pressOf(await world.asMember(dear), "start_kept"));
  expect(labelsIn(answer)).toEqual([`${payOwn} · 205 credits`]);
  expect(JSON.stringify(answer)).toContain("not answering right now");
  const job = await world.stored(cardJob(await world.asMember(pressOf(answer, "pay_kept"))));
  expect(job).toMatchObject({ owner: anOwner(), state: { status: "accepted" } });
  expect(job.team).toBeUndefined();
});
