import { expect, test } from "vitest";
import type { Answer, Command } from "../../../src/core/command.ts";
import { aSlackReply } from "../../fakes/jobs.ts";
import { approvalsField, declineForm, formWith, job, question } from "../approval-forms.ts";
import { inSlack, plain, type SlackWorld, wordsIn } from "./slack-world.ts";
import { saying } from "./steps.ts";

const ben = "U00000BEN2";

const answers = ({ act }: Command): Answer => {
  if (act.kind === "press" && act.action.kind === "ask_decline") return { kind: "form", form: declineForm };
  if (act.kind === "press")
    return {
      kind: "working",
      message: plain("A moment"),
      finish: async () => ({ message: plain("Approved"), card: null }),
    };
  if (act.kind === "team_setup") return { kind: "form", form: formWith("team_rules", approvalsField()) };
  return { kind: "private", message: plain("Done") };
};

/** A question that the bot posted in the channel where everybody is; `ts` is its own. */
const asked = (live: (world: SlackWorld, ts: string) => Promise<void>) =>
  inSlack(answers, async (world) => {
    const { front, slack } = world;
    const place = aSlackReply({ channelId: slack.channelId, ts: null, cardChannelId: null, responseUrl: null });
    await front.chat.post(place, question, { to: "channel", nonce: "n" });
    await live(world, slack.messages("ben").at(-1)?.ts ?? "");
  });

/** Ben fills in the form that he has before him; what the desk was asked by it. */
async function filled({ slack, journal, desk }: SlackWorld, opening: () => Promise<string>, values: object) {
  const before = slack.openForms("ben").length;
  const seq = journal.since(0).at(-1)?.seq ?? 0;
  await opening();
  await journal.find(({ kind, seq: at }) => kind === "form" && at > seq);
  expect(slack.openForms("ben")).toHaveLength(before + 1);
  await slack.submitForm("ben", slack.openForms("ben").at(-1)?.viewId ?? "", { ...values });
  await journal.find((entry) => entry.seq > seq && saying("Done")(entry));
  return desk.commands.at(-1);
}

test("a manager approves in the channel, by a message that nobody asked for there, and alone reads what came of it", () =>
  asked(async ({ slack, journal, desk }, ts) => {
    await slack.press("ben", ts, `approve:${job}`);
    await journal.find(saying("Approved"));
    expect(desk.commands).toMatchObject([
      {
        owner: { userId: ben },
        act: {
          kind: "press",
          action: { kind: "approve", jobId: job },
          on: { place: { channelId: slack.channelId, messageId: ts }, shows: true },
        },
      },
    ]);
    expect(slack.messages("ben").at(-1)).toMatchObject({ ephemeralFor: ben });
    expect(wordsIn(slack.messages("cleo").at(-1)?.blocks)).toContain("Approve this video?");
  }));

test("a manager declines in a form that the message opens, with or without a word", () =>
  asked(async (world, ts) => {
    for (const note of ["not this month", ""]) {
      const press = () => world.slack.press("ben", ts, `ask_decline:${job}`);
      const command = await filled(world, press, { note });
      expect(command).toMatchObject({ owner: { userId: ben }, act: { kind: "decline", jobId: job, note } });
    }
  }));

test("one channel is chosen for approvals, or none", () =>
  asked(async (world) => {
    const { channelId, unjoinedChannelId } = world.slack;
    const setup = () => world.slack.command("ben", "/video-team setup");
    const act = async (approvals: string) => (await filled(world, setup, { approvals }))?.act;
    expect(await act(channelId)).toMatchObject({ kind: "set_team_rules", given: { approvals: [channelId] } });
    expect(await act("")).toMatchObject({ kind: "set_team_rules", given: { approvals: [] } });
    await expect(act(`${channelId},${unjoinedChannelId}`)).rejects.toThrow("at most 1");
  }));
