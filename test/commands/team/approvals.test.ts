import { describe, expect, test } from "vitest";
import { cardPlace } from "../../../src/core/card-place.ts";
import type { Act, Answer, Command } from "../../../src/core/command.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { PrivateFiles } from "../../../src/core/request/pictures.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { noRules, type TeamRules } from "../../../src/core/team/rules.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { labelsIn, makeVideo, messageOf, press } from "../command-world.ts";
import { admin, ben, member, team, teamWorld } from "./team-world.ts";

const approvals = cardPlace(aDiscordReply()).inChannel("600000000000000006");
const ofBen: Partial<Command> = { owner: ben, reply: aDiscordReply({ userId: ben.userId }) };
const cheap = makeVideo({ pay: "team" });
/** A video for 205 credits. */
const dear = makeVideo({ pay: "team", resolution: "720p" });

/** A team whose managers must approve videos above 95 credits. */
async function askingWorld(rules: Partial<TeamRules> = {}, changes: Parameters<typeof teamWorld>[1] = {}) {
  const world = await teamWorld({ askAbove: 95, approvals, ...rules }, changes);
  const open = () => world.jobs.openJobsOf(anOwner());
  /** The last message that the person who pressed sees. */
  const finalOf = async (answer: Answer) => {
    const message = answer.kind === "working" ? (await answer.finish()).message : messageOf(answer);
    return wordsOf(message);
  };
  return {
    ...world,
    open,
    /** Requests the video for 205 credits. */
    async ask(): Promise<Job> {
      await world.asMember(dear);
      const [job] = await open();
      if (!job) throw new Error("no job");
      return job;
    },
    asBen: (act: Act) => world.asAdmin(act, ofBen),
    benReads: async (act: Act) => finalOf(await world.asAdmin(act, ofBen)),
    finalReads: async (act: Act, command: Partial<Command>) => finalOf(await world.does(act, command)),
    decision: async (id: string) => (await world.stored(id)).approval?.decision,
  };
}

describe("a video above the approval limit", () => {
  test("waits for approval without reserving any of the team's credits", async () => {
    const world = await askingWorld();
    await world.asMember(cheap);
    const answer = await world.asMember(dear);
    expect(wordsOf(messageOf(answer))).toContain("Waiting for approval");
    expect(labelsIn(answer)).toContain("Withdraw");
    expect((await world.open()).map(({ state }) => state.status).toSorted()).toEqual(["accepted", "waiting"]);
    expect((await world.teams.spent(team, "2026-11")).all.held).toBe(95);
  });
});

test("a video above a person's spending cap waits for approval if the team has an approvals channel, and is refused otherwise", async () => {
  const asking = await askingWorld({ askAbove: null, personMonth: 100 });
  expect((await asking.ask()).approval?.because).toBe("person_month");
  const closed = await askingWorld({ askAbove: null, personMonth: 100, approvals: null });
  expect(await closed.memberReads(dear)).toContain("you have 100 credits");
  expect(closed.orders).toEqual([]);
});

describe("a manager", () => {
  test("cannot decline a video that has been approved", async () => {
    const world = await askingWorld();
    const { id } = await world.ask();
    expect(await world.benReads(press("approve", id))).toContain("Approved");
    expect((await world.stored(id)).state).toMatchObject({ for: "turn" });
    expect(await world.benReads({ kind: "decline", jobId: id, note: "" })).toContain(ben.userId);
    expect(await world.decision(id)).toMatchObject({ word: "approved", by: ben.userId });
  });

  test("declines a video by sending the form with the reason, not by opening the form", async () => {
    const world = await askingWorld();
    const { id } = await world.ask();
    const opened = await world.asBen(press("ask_decline", id));
    expect(opened).toMatchObject({ kind: "form", form: { id: "decline", declines: id } });
    expect(await world.decision(id)).toBeNull();
    await world.benReads({ kind: "decline", jobId: id, note: " too long " });
    expect(await world.decision(id)).toMatchObject({ word: "declined", note: "too long" });
  });

  test("without admin rights can approve a video, but an ordinary member cannot", async () => {
    const world = await askingWorld({ managers: [ben.userId] });
    const { id } = await world.ask();
    const approve = press("approve", id);
    const other = { owner: anOwner("200000000000000007"), standing: member };
    expect(await world.finalReads(approve, other)).toContain("Admins only");
    expect(await world.finalReads(approve, ofBen)).toContain("did not say in time");
    expect(await world.decision(id)).toBeNull();
    await world.finalReads(approve, { ...ofBen, standing: member });
    expect((await world.decision(id))?.word).toBe("approved");
  });

  test.for([
    ["cannot", "forbid", undefined],
    ["can", "allow", "approved"],
  ] as const)(
    "%s approve their own video if the team's rules %s managers to approve their own videos",
    async ([verb, , word]) => {
      const world = await askingWorld({ mayApproveOwn: verb === "can" });
      const { id } = await world.ask();
      await world.finalReads(press("approve", id), { standing: admin });
      expect((await world.decision(id))?.word).toBe(word);
    },
  );

  test("of another team can neither see nor approve the video", async () => {
    const world = await askingWorld();
    const { id } = await world.ask();
    await world.teams.saveRules({ platform: "discord", teamId: "elsewhere" }, noRules, 0);
    const elsewhere = { ...ofBen, workspace: "elsewhere", standing: admin };
    for (const act of [press("approve", id), press("show_approval", id)])
      expect(await world.finalReads(act, elsewhere)).not.toContain("boat");
    expect(await world.decision(id)).toBeNull();
  });

  test("cannot approve a video that would exceed the team's cap, and the request keeps waiting", async () => {
    const world = await askingWorld({ teamMonth: 250 });
    const { id } = await world.ask();
    await world.asMember(cheap);
    expect(await world.benReads(press("approve", id))).toContain("155 credits");
    expect(await world.decision(id)).toBeNull();
  });

  test("sees the waiting requests in a list and can open a request with its buttons", async () => {
    const world = await askingWorld();
    const list = { kind: "team_approvals" } as const;
    expect(await world.benReads(list)).toContain("No video is waiting");
    const { id } = await world.ask();
    const { select } = messageOf(await world.asBen(list));
    expect(select?.options.map(({ value }) => value)).toEqual([`show_approval:${id}`]);
    expect(labelsIn(await world.asBen(press("show_approval", id)))).toEqual(["Approve 205 credits", "Decline"]);
    expect(await world.memberReads(list)).toContain("Admins only");
  });
});

test("only the requester can withdraw a request for approval", async () => {
  const world = await askingWorld();
  const { id, reply } = await world.ask();
  const withdraw = press("withdraw", id);
  expect(await world.finalReads(withdraw, ofBen)).not.toContain("Nothing was charged");
  expect((await world.stored(id)).state.status).toBe("waiting");
  expect(await world.memberReads(withdraw, { reply })).toMatch(/nothing was charged/i);
  expect((await world.decision(id))?.word).toBe("withdrawn");
  expect((await world.stored(id)).state.status).toBe("announcing");
});

test("no video is started with a team key that the service has rejected", async () => {
  const world = await teamWorld();
  const key = await world.key();
  if (key) await world.deps.refused.note(team, key, 0);
  expect(await world.memberReads(cheap)).toContain("refused");
  expect(world.orders).toEqual([]);
});

test("a manager can get a request's private picture as a file until the request is approved", async () => {
  const file = { platform: "slack", teamId: "T1", enterpriseId: null, id: "F1" } as const;
  const url = "https://bot.example/pictures/1";
  const open: PrivateFiles["open"] = async ({ id }) =>
    id === file.id
      ? ok({ bytes: Buffer.from("a picture"), type: "image/png" })
      : refuse({ kind: "picture_unreachable" });
  const world = await askingWorld({}, { files: { addressFor: () => url, isGone: async () => false, open } });
  const job = await world.ask();
  const picture = { source: "attachment", url, isChecked: false, decidesRatio: true, file } as const;
  await world.has({ ...job, request: { ...job.request, picture } });
  expect(labelsIn(await world.asBen(press("show_approval", job.id)))).toContain("Show the picture");

  const shown = async (command: Partial<Command>) => world.ends(press("show_picture", job.id), command);
  const manager = { ...ofBen, standing: admin };
  const given = await shown(manager);
  const { content } = (await given.file?.within(1_000)) ?? {};
  expect([Buffer.from(content ?? []).toString(), given.file?.name]).toEqual(["a picture", "picture.png"]);
  const other = await shown({ standing: member });
  await world.benReads(press("approve", job.id));
  const late = await shown(manager);
  expect(wordsOf(other.message)).toContain("Admins only");
  expect(wordsOf(late.message)).toContain("Already decided");
  expect([other.file, late.file]).toEqual([undefined, undefined]);
});
