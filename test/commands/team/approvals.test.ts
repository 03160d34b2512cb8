import { describe, expect, test } from "vitest";
import { cardPlace } from "../../../src/core/card-place.ts";
import type { ChatMessage } from "../../../src/core/chat.ts";
import type { Act, Answer, Command } from "../../../src/core/command.ts";
import type { Job } from "../../../src/core/job/job.ts";
import type { PrivateFiles } from "../../../src/core/ports.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import type { TeamRules } from "../../../src/core/team/rules.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { finished, labelsIn, makeVideo, messageOf, press } from "../command-world.ts";
import { ben, member, teamWorld } from "./team-world.ts";

const place = cardPlace(aDiscordReply()).inChannel("600000000000000006");
const ofBen: Partial<Command> = { owner: ben, reply: aDiscordReply({ userId: ben.userId }) };

async function anAskingWorld(rules: Partial<TeamRules> = {}, changes: Parameters<typeof teamWorld>[1] = {}) {
  const world = await teamWorld({ askAbove: 95, approvals: place, ...rules }, changes);
  const dear = makeVideo({ pay: "team", resolution: "720p", duration: "10" });
  const job = async (): Promise<Job> => {
    const [job] = await world.jobs.openJobsOf(anOwner());
    if (!job) throw new Error("no job");
    return job;
  };
  return {
    ...world,
    dear,
    job,
    /** Asks for a video that costs 205 credits. */
    async ask() {
      await world.asMember(dear);
      return job();
    },
    asBen: (act: Act) => world.asAdmin(act, ofBen),
  };
}

/** The last message that a presser reads. */
async function final(answer: Answer): Promise<ChatMessage> {
  if (answer.kind !== "working") return messageOf(answer);
  return (await answer.finish()).message;
}

describe("a video above what needs no approval", () => {
  test("waits, and nothing is held; a cheaper one starts at once", async () => {
    const world = await anAskingWorld();
    await world.asMember(makeVideo({ pay: "team" }));
    expect((await world.job()).state.status).toBe("accepted");
    const answer = await world.asMember(world.dear);
    expect(wordsOf(messageOf(answer))).toContain("Waiting for approval");
    expect(labelsIn(answer)).toContain("Withdraw");
    const jobs = await world.jobs.openJobsOf(anOwner());
    expect(jobs.map(({ state }) => state.status).toSorted()).toEqual(["accepted", "waiting"]);
    expect(
      (
        await world.teams.month(
          { platform: "discord", teamId: place.platform === "discord" ? (place.guildId ?? "") : "" },
          "2026-11",
        )
      ).all.held,
    ).toBe(95);
  });

  test("over a person's cap is asked for too, and refused where nobody can be asked", async () => {
    const asking = await anAskingWorld({ askAbove: null, personMonth: 100 });
    expect((await asking.ask()).approval?.because).toBe("person_month");
    const closed = await anAskingWorld({ askAbove: null, personMonth: 100, approvals: null });
    expect(await closed.memberReads(closed.dear)).toContain("you have 100 credits");
    expect(closed.orders).toEqual([]);
  });

  test("over the team's cap is refused, not asked for", async () => {
    const world = await anAskingWorld({ teamMonth: 100 });
    expect(await world.memberReads(world.dear)).toContain("the team has 100 credits");
    expect(world.orders).toEqual([]);
  });

  test("is one of a few that may wait", async () => {
    const world = await anAskingWorld();
    for (let n = 0; n < 5; n += 1) await world.asMember(world.dear);
    expect(await world.memberReads(world.dear)).toContain("5");
    expect(await world.jobs.openJobsOf(anOwner())).toHaveLength(5);
  });
});

describe("a manager", () => {
  test("approves it, and the first word counts", async () => {
    const world = await anAskingWorld();
    const { id } = await world.ask();
    expect(wordsOf(await final(await world.asBen(press("approve", id))))).toContain("Approved");
    const decided = await world.job();
    expect(decided).toMatchObject({
      state: { for: "turn" },
      approval: { decision: { word: "approved", by: ben.userId } },
    });
    const late = await final(await world.asBen({ kind: "decline", jobId: id, note: "" }));
    expect(JSON.stringify(late)).toContain(ben.userId);
    expect((await world.job()).approval?.decision?.word).toBe("approved");
  });

  test("declines it with a line, by a form that decides nothing before it is sent", async () => {
    const world = await anAskingWorld();
    const { id } = await world.ask();
    const opened = await world.asBen(press("ask_decline", id));
    expect(opened).toMatchObject({ kind: "form", form: { id: "decline", declines: id } });
    expect((await world.job()).approval?.decision).toBeNull();
    await final(await world.asBen({ kind: "decline", jobId: id, note: " too long " }));
    const stored = await world.jobs.load(id);
    expect(stored?.job.approval?.decision).toMatchObject({ word: "declined", note: "too long" });
  });

  test("whom the rules name may, too; anybody else may not", async () => {
    const world = await anAskingWorld({ managers: [ben.userId] });
    const { id } = await world.ask();
    const other = { owner: anOwner("200000000000000007"), standing: member };
    const refused = await final(await world.does(press("approve", id), other));
    expect(wordsOf(refused)).toContain("Admins only");
    expect((await world.job()).approval?.decision).toBeNull();
    await final(await world.does(press("approve", id), { ...ofBen, standing: member }));
    expect((await world.job()).approval?.decision?.word).toBe("approved");
  });

  test("does not approve their own, but where the rules allowed it when it was asked", async () => {
    const strict = await anAskingWorld();
    const { id } = await strict.ask();
    await final(await strict.asAdmin(press("approve", id)));
    expect((await strict.job()).approval?.decision).toBeNull();
    const alone = await anAskingWorld({ mayApproveOwn: true });
    const own = await alone.ask();
    await final(await alone.asAdmin(press("approve", own.id)));
    expect((await alone.job()).approval?.decision?.word).toBe("approved");
  });

  test("decides nothing where the chat does not say in time who they are", async () => {
    const world = await anAskingWorld();
    const { id } = await world.ask();
    const shown = await final(await world.does(press("approve", id), ofBen));
    expect(wordsOf(shown)).toContain("did not say in time");
    expect((await world.job()).approval?.decision).toBeNull();
  });

  test("of another team learns nothing of it", async () => {
    const world = await anAskingWorld();
    const { id } = await world.ask();
    await world.teams.saveRules(
      { platform: "discord", teamId: "elsewhere" },
      (await world.rules()) ?? (undefined as never),
      0,
    );
    for (const act of [press("approve", id), press("show_approval", id)]) {
      const shown = await final(await world.asAdmin(act, { ...ofBen, workspace: "elsewhere" }));
      expect(wordsOf(shown)).not.toContain("boat");
    }
    expect((await world.job()).approval?.decision).toBeNull();
  });

  test("reads what stands in the way of the team's cap, and the question stays open", async () => {
    const world = await anAskingWorld({ teamMonth: 250 });
    const { id } = await world.ask();
    await world.asMember(makeVideo({ pay: "team" }));
    const shown = await final(await world.asBen(press("approve", id)));
    expect(wordsOf(shown)).toContain("155 credits");
    expect((await world.stored(id)).approval?.decision).toBeNull();
  });

  test("finds what waits in one list, and each with its buttons", async () => {
    const world = await anAskingWorld();
    expect(wordsOf(messageOf(await world.asBen({ kind: "team_approvals" })))).toContain("No video is waiting");
    const { id } = await world.ask();
    const list = messageOf(await world.asBen({ kind: "team_approvals" }));
    expect(list.select?.options.map(({ value }) => value)).toEqual([`show_approval:${id}`]);
    const one = messageOf(await world.asBen(press("show_approval", id)));
    expect(labelsOf(one)).toEqual(["Approve 205 credits", "Decline"]);
    expect(wordsOf(messageOf(await world.asMember({ kind: "team_approvals" })))).toContain("Admins only");
  });
});

describe("the person who asked", () => {
  test("takes it back, and nobody else does", async () => {
    const world = await anAskingWorld();
    const { id, reply } = await world.ask();
    const withdraw = press("withdraw", id);
    expect(wordsOf(messageOf(await world.does(withdraw, ofBen)))).not.toContain("Nothing was charged");
    expect((await world.job()).state.status).toBe("waiting");
    expect(wordsOf(messageOf(await world.asMember(withdraw, { reply })))).toMatch(/nothing was charged/i);
    expect((await world.stored(id)).approval?.decision?.word).toBe("withdrawn");
    expect((await world.stored(id)).state.status).toBe("announcing");
  });
});

test("a team's key that was refused pays for nothing, and its admins' new one does", async () => {
  const world = await teamWorld();
  const key = await world.key();
  if (key) await world.deps.refused.note({ platform: "discord", teamId: "300000000000000003" }, key, 0);
  expect(await world.memberReads(makeVideo({ pay: "team" }))).toContain("refused");
  expect(world.orders).toEqual([]);
});

describe("a private picture", () => {
  const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
  const show = (jobId: string) => press("show_picture", jobId);

  async function withPicture(rules: Partial<TeamRules> = {}) {
    const open: PrivateFiles["open"] = async ({ id }) =>
      id === file.id
        ? ok({ bytes: Buffer.from("a picture"), type: "image/png" })
        : refuse({ kind: "picture_unreachable" });
    const files = { addressFor: () => "https://bot.example/pictures/1", isGone: async () => false, open };
    const world = await anAskingWorld(rules, { files });
    const job = await world.ask();
    const picture = {
      source: "attachment",
      url: "https://bot.example/pictures/1",
      isChecked: false,
      decidesRatio: true,
      file,
    } as const;
    await world.has({ ...job, request: { ...job.request, picture } });
    return { world, id: job.id };
  }

  test("is given to a manager who is asked, in a file for them alone", async () => {
    const { world, id } = await withPicture();
    const asked = messageOf(await world.asBen(press("show_approval", id)));
    expect(labelsOf(asked)).toContain("Show the picture");
    const given = await finished(await world.asBen(show(id)));
    const { content } = (await given.file?.within(1_000)) ?? {};
    expect([Buffer.from(content ?? []).toString(), given.file?.name]).toEqual(["a picture", "picture.png"]);
  });

  test("is given to nobody else, and not once it was decided", async () => {
    const { world, id } = await withPicture();
    const another = await finished(await world.asMember(show(id)));
    expect(wordsOf(another.message)).toContain("Admins only");
    await final(await world.asBen(press("approve", id)));
    const late = await finished(await world.asBen(show(id)));
    expect(wordsOf(late.message)).toContain("Already decided");
    expect([another.file, late.file]).toEqual([undefined, undefined]);
  });
});
