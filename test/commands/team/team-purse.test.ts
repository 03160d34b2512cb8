import { expect, test } from "vitest";
import { cardPlace } from "../../../src/core/card-place.ts";
import type { Command } from "../../../src/core/command.ts";
import { noSettings } from "../../../src/core/request/settings.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { holderOf } from "../../../src/core/team/team.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { aDiscordReply, aJob, anOwner } from "../../fakes/jobs.ts";
import { labelsOf } from "../../messages/words-of.ts";
import { cardJob, finished, labelsIn, makeVideo, messageOf, press, pressOf, privateWords } from "../command-world.ts";
import { guest, member, team, teamKey, teamWorld } from "./team-world.ts";

/** A press of that button. */
const forTeam = makeVideo({ pay: "team" });
const forMe = makeVideo({ pay: "mine" });

test("without a choice the person's own key pays if there is one, else the team's", async () => {
  const world = await teamWorld();
  await world.asMember(makeVideo());
  await world.withKey();
  await world.asMember(makeVideo());
  expect(world.paidWith()).toEqual(["team", "own"]);
});

test("a stored key that cannot be read counts as one's own: the team does not pay in its place", async () => {
  const world = await teamWorld();
  world.deps.vault.has = async () => true;
  expect(await world.memberReads(makeVideo())).toContain("Add your API key");
  expect(world.orders).toEqual([]);
});

test("a choice of payer decides, whatever other key there is", async () => {
  const world = await teamWorld();
  expect(await world.memberReads(forMe)).toContain("Add your API key");
  await world.withKey();
  await world.asMember(forTeam);
  await world.asMember(forMe);
  expect(world.paidWith()).toEqual(["team", "own"]);
});

test("the setting decides where no payer is chosen", async () => {
  const world = await teamWorld();
  await world.withKey();
  await world.settings.put(anOwner(), { ...noSettings, pay: "team" });
  await world.asMember(makeVideo());
  await world.asMember(forMe);
  expect(world.paidWith()).toEqual(["team", "own"]);
});

test("the team's video says on its card that the team pays", async () => {
  const world = await teamWorld();
  const answer = await world.asMember(forTeam);
  expect(JSON.stringify(messageOf(answer))).toContain("Paid with the team's key");
});

test.for([
  ["a guest", {}, { standing: guest }, "Guests"],
  ["somebody who is not named", { isForEveryone: false }, {}, "You may not spend"],
  ["another channel", { channels: ["1"] }, {}, "in this channel"],
  ["a direct message", {}, { workspace: null }, "Not here"],
] as const)(
  "%s does not spend the team's credits, and the own key is not used instead",
  async ([, rules, command, words]) => {
    const world = await teamWorld({ ...rules, channels: "channels" in rules ? [...rules.channels] : [] });
    await world.withKey();
    expect(await world.memberReads(forTeam, command)).toContain(words);
    expect(world.orders).toEqual([]);
  },
);

test("where the chat does not say who somebody is, nothing is started", async () => {
  const world = await teamWorld();
  await world.withKey();
  expect(await world.reads(forTeam)).toContain("did not say in time");
  expect(world.orders).toEqual([]);
});

test("a thread counts as its channel, and a role as its people", async () => {
  const world = await teamWorld({ isForEveryone: false, roles: ["editors"], channels: ["films"] });
  const inThread = {
    roles: ["editors"],
    threadOf: "films",
    reply: aDiscordReply({ messageId: null, channelId: "a thread" }),
  };
  await world.asMember(forTeam, inThread);
  expect(world.paidWith()).toEqual(["team"]);
});

test("without a team key the team pays nothing, and an admin is named the way to add one", async () => {
  const world = await teamWorld(null);
  await world.withKey();
  const words = await world.memberReads(forTeam);
  expect(words).toContain("no key of its own");
  expect(words).toContain("/video-team setup");
  expect(world.orders).toEqual([]);
});

test.for([
  ["team", { teamMonth: 200 }, "the team has 105 credits left this month"],
  ["person", { personMonth: 200 }, "you have 105 credits of the team's credits left"],
] as const)(
  "a video that would pass the %s's cap is not started: it says what is left, and offers the own key by its price",
  async ([, rules, words]) => {
    const world = await teamWorld(rules);
    await world.asMember(forTeam);
    const alone = await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
    expect(privateWords(alone)).toContain(words);
    expect(privateWords(alone)).toContain("Add your own key and ask again, or ask an admin of this team.");
    expect(labelsIn(alone)).toEqual(["Add my key"]);

    await world.withKey();
    const refused = messageOf(await world.asMember(makeVideo({ pay: "team", resolution: "720p" })));
    const [offer] = refused.buttons;
    expect(offer?.label).toBe("Pay with my own key · 205 credits");
    expect(world.orders).toHaveLength(1);
    await world.asMember(pressOf(refused));
    await world.asMember(pressOf(refused));
    expect(world.paidWith()).toEqual(["team", "own"]);
  },
);

test("the question before a dear video names the payer, who pays after it", async () => {
  const world = await teamWorld();
  await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 95 });
  const asked = await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
  expect(JSON.stringify(asked)).toContain("Paid with the team's key");
  await world.asMember(pressOf(asked, "start_kept"));
  expect(world.paidWith()).toEqual(["team"]);
});

test("rules that changed since the question are those that count", async () => {
  const world = await teamWorld();
  await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 95 });
  const asked = await world.asMember(makeVideo({ pay: "team", resolution: "720p" }));
  await world.teams.saveRules(team, noRules, 1);
  expect(await world.memberReads(pressOf(asked, "start_kept"))).toContain("You may not spend");
  expect(world.orders).toEqual([]);
});

const failed = {
  status: "closed",
  outcome: { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true },
  isNotified: true,
  closedAt: 1,
} as const;

test.for([
  ["again", "team"],
  ["again", "own"],
] as const)("%s keeps the payer of a card that the %s key paid for", async ([button, payer]) => {
  const world = await teamWorld();
  await world.withKey();
  const job = await world.has({ ...aJob({ ...(payer === "team" && { team }) }), state: failed });
  cardJob(await world.asMember(press(button, job.id)));
  expect(world.paidWith()).toEqual([payer]);
});

/** Another server, whose team's key everyone there may spend, too. */
async function inAnotherServer(world: Awaited<ReturnType<typeof teamWorld>>): Promise<Partial<Command>> {
  const other = { platform: "discord", teamId: "300000000000000099" } as const;
  await world.vault.put(holderOf(other), new Secret("rk-team-0123456789-0ther"));
  await world.teams.saveRules(other, { ...noRules, isForEveryone: true }, 0);
  return {
    workspace: other.teamId,
    reply: aDiscordReply({ guildId: other.teamId, channelId: "499", messageId: null }),
  };
}

test("a card that one server's team paid for is not paid by another's where it is brought there: the own key is offered", async () => {
  const world = await teamWorld();
  const there = await inAnotherServer(world);
  const job = await world.has({ ...aJob({ team }), state: failed });
  expect(await world.memberReads(press("again", job.id), there)).toContain("its own server");
  const edited = { ...makeVideo({}, "form"), edits: { jobId: job.id, nth: 0 } } as const;
  expect(await world.memberReads(edited, there)).toContain("its own server");
  expect(world.orders).toEqual([]);

  await world.withKey();
  const [offer] = messageOf(await world.asMember(press("again", job.id), there)).buttons;
  expect(offer?.label).toBe("Pay with my own key · 95 credits");
  expect(world.orders).toEqual([]);
});

test("a card's form proposes its team as payer, and in another server who pays there by default", async () => {
  const world = await teamWorld();
  await world.withKey();
  const there = await inAnotherServer(world);
  const job = await world.has({ ...aJob({ team }), state: failed });
  const proposing = (value: string) => ({
    kind: "form",
    form: { fields: expect.arrayContaining([expect.objectContaining({ id: "pay", value })]) },
  });
  expect(await world.asMember(press("edit", job.id))).toMatchObject(proposing("team"));
  expect(await world.asMember(press("edit", job.id), there)).toMatchObject(proposing("mine"));
});

test("a press of Start it in another server is not paid by that server's team either", async () => {
  const world = await teamWorld();
  const there = await inAnotherServer(world);
  const job = await world.has({ ...aJob({ team }), state: failed });
  const question = await world.asMember(press("in_720p", job.id), there);
  const answer = await world.asMember(pressOf(question), there);
  expect(privateWords(answer)).toContain("its own server");
  expect(world.orders).toEqual([]);
});

test("a request stored while the video service is down is not paid by another server's team either", async () => {
  const world = await teamWorld();
  const there = await inAnotherServer(world);
  const job = await world.has({ ...aJob({ team }), state: failed });
  world.health.tell("down");
  const question = await world.asMember(press("again", job.id), there);
  expect(await world.memberReads(pressOf(question, "wait_kept"), there)).toContain("its own server");
  expect(world.orders).toEqual([]);
});

test("a prompt with the team's key in it is not sent, and the key is not repeated", async () => {
  const world = await teamWorld();
  const answer = await world.asMember(makeVideo({ pay: "team", prompt: `a boat ${teamKey.reveal()}` }));
  expect(privateWords(answer)).not.toContain(teamKey.reveal());
  expect(world.orders).toEqual([]);
});

test("a team whose key was removed pays for nothing more", async () => {
  const world = await teamWorld();
  await world.vault.remove(holderOf(team));
  expect(await world.memberReads(forTeam, { standing: member })).toContain("no key of its own");
});

const takenOff = {
  status: "closed",
  outcome: { kind: "not_started", why: "person", hasOwnKey: true },
  isNotified: true,
  closedAt: 1,
} as const;

test("a card that its team no longer pays for is made again with the own key", async () => {
  const world = await teamWorld({ isForEveryone: false });
  await world.withKey();
  const job = await world.has({ ...aJob({ team }), state: takenOff });
  cardJob(await world.asMember(press("own_key", job.id)));
  expect(world.paidWith()).toEqual(["own"]);
});

test("where its person is asked about the price first, the question and what it starts name the own key", async () => {
  const world = await teamWorld({ isForEveryone: false });
  await world.withKey();
  await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 1 });
  const job = await world.has({ ...aJob({ team }), state: takenOff });
  const question = await world.asMember(press("own_key", job.id));
  expect(JSON.stringify(question)).not.toContain("Paid with the team's key");
  cardJob(await world.asMember(pressOf(question)));
  expect(world.paidWith()).toEqual(["own"]);
});

test("a video keeps the place in which it was requested, also where its card is elsewhere", async () => {
  const world = await teamWorld({ channels: ["films"] });
  const reply = aDiscordReply({ messageId: null, channelId: "a thread" });
  await world.asMember(forTeam, { threadOf: "films", reply });
  expect(world.orders[0]?.askedIn).toEqual({ channelId: "a thread", threadOf: "films" });
});

const dearForTeam = makeVideo({ pay: "team", resolution: "720p" });

test("a question that named the team is not answered with the own key, which was offered when the cap stopped it", async () => {
  const world = await teamWorld({ teamMonth: 200 });
  await world.withKey();
  await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 95 });
  const startIt = pressOf(await world.asMember(dearForTeam));
  const offer = messageOf(await world.asMember(startIt));
  expect(offer.buttons[0]?.label).toBe("Pay with my own key · 205 credits");
  expect(await world.memberReads(startIt)).toContain("the team has 200 credits left");
  expect(world.orders).toEqual([]);
  await world.asMember(pressOf(offer));
  expect(world.paidWith()).toEqual(["own"]);
});

test("somebody who wants to pay and has no key is offered the team's by its price, and one video comes of it", async () => {
  const world = await teamWorld();
  const asked = messageOf(await world.asMember(forMe));
  expect(labelsOf(asked)).toEqual(["Add my key", "Pay with the team's key · 95 credits"]);
  await world.asMember(pressOf(asked, "pay_kept"));
  await world.asMember(pressOf(asked, "pay_kept"));
  expect(world.paidWith()).toEqual(["team"]);
  await finished(await world.asMember({ kind: "give_key", key: teamKey }));
  expect(world.paidWith()).toEqual(["team"]);
});

test("the same after a question, whose own button goes on to mean the own key", async () => {
  const world = await teamWorld();
  await world.withKey();
  await world.settings.put(anOwner(), { ...noSettings, confirmAbove: 1 });
  const startIt = pressOf(await world.asMember(forMe));
  await world.vault.remove(anOwner());
  const offer = messageOf(await world.asMember(startIt));
  expect(labelsOf(offer)[1]).toBe("Pay with the team's key · 95 credits");
  expect(await world.memberReads(startIt)).toContain("Add your API key");
  expect(world.orders).toEqual([]);
  await world.asMember(pressOf(offer, "pay_kept"));
  expect(world.paidWith()).toEqual(["team"]);
});

test.for([
  ["may not spend the team's credits", { isForEveryone: false }, {}],
  ["is in a direct message", {}, { workspace: null }],
] as const)("nothing is offered to somebody without a key who %s", async ([, rules, command]) => {
  const world = await teamWorld(rules);
  expect(labelsIn(await world.asMember(forMe, command))).toEqual(["Add my key"]);
});

test("the form for several videos asks who pays where both keys could, and takes what was chosen", async () => {
  const world = await teamWorld();
  const form = async () => {
    const answer = await world.asMember({ kind: "open_batch_form" });
    return answer.kind === "form" ? answer.form.fields : [];
  };
  expect((await form()).map(({ id }) => id)).not.toContain("pay");
  await world.withKey();
  expect(await form()).toContainEqual(expect.objectContaining({ id: "pay", value: "mine" }));
  expect(await form()).toHaveLength(5);

  const draft = aDraft({ prompt: "one\ntwo", pay: "team" });
  await world.asMember(pressOf(await world.asMember({ kind: "make_batch", from: "form", make: "scenes", draft })));
  expect(world.paidWith()).toEqual(["team"]);
});

const dear = makeVideo({ pay: "team", resolution: "720p" });
const place = cardPlace(aDiscordReply()).inChannel("600000000000000006");

test("a video that needs an approval waits for that, and not for the service", async () => {
  const world = await teamWorld({ askAbove: 95, approvals: place });
  world.health.tell("down");
  const id = cardJob(await world.asMember(pressOf(await world.asMember(dear), "wait_kept")));
  expect((await world.stored(id)).state).toMatchObject({ status: "waiting", for: "approval" });
});

test("a video of the team's that waits for the service is judged by the cap when it joins", async () => {
  const world = await teamWorld({ teamMonth: 300 });
  world.health.tell("down");
  const ask = async () => world.asMember(pressOf(await world.asMember(dear), "wait_kept"));
  const first = cardJob(await ask());
  expect(await world.stored(first)).toMatchObject({ state: { for: "service" }, sealedKey: null });
  await world.withKey();
  const refused = messageOf(await ask());
  expect(labelsOf(refused)).toEqual(["Pay with my own key · 205 credits", "Start when it clears"]);
  const later = { buttons: refused.buttons.slice(1) };
  const card = cardJob(await world.asMember(pressOf({ ...refused, ...later })));
  const job = await world.stored(card);
  expect(job).toMatchObject({ owner: anOwner(), state: { status: "waiting", for: "service" } });
  expect(job?.team).toBeUndefined();
});
