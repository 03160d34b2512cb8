import { expect, test } from "vitest";
import type { DiscordReply } from "../../../src/core/chat.ts";
import type { Answer, Command } from "../../../src/core/command.ts";
import { approvalsField, declineForm, formWith, job, question } from "../approval-forms.ts";
import { textOf } from "./text-of.ts";
import { message } from "./typed.ts";
import { ada, aWorldFor, ben } from "./world.ts";

const answers = ({ act }: Command): Answer => {
  if (act.kind === "press" && act.action.kind === "ask_decline") return { kind: "form", form: declineForm };
  if (act.kind === "press")
    return {
      kind: "working",
      message: message({ title: "A moment" }),
      finish: async () => ({ message: message({ title: "Approved" }) }),
    };
  if (act.kind === "team_setup") return { kind: "form", form: formWith("team_rules", approvalsField()) };
  return { kind: "private", message: message({ title: "Done" }) };
};

/** A question that the bot posted in the channel where everybody is. */
async function asked() {
  const world = await aWorldFor(answers);
  const { discord, frontEnd } = world;
  const place: DiscordReply = {
    platform: "discord",
    applicationId: discord.applicationId,
    guildId: discord.guildId,
    channelId: discord.channelId,
    userId: ada,
    token: "",
    tokenUntil: 0,
    messageId: null,
    movedTo: null,
    isPrivate: false,
    editableUntil: null,
  };
  await frontEnd.chat.post(place, question, { to: "channel", nonce: "n" });
  return { ...world, messageId: discord.messages("ben")[0]?.id ?? "" };
}

test("a manager approves in the channel, by a message that nobody asked for there, and alone reads what came of it", async () => {
  const { discord, commands, journal, messageId } = await asked();
  const pressed = await discord.press("ben", messageId, `approve:${job}`);
  await journal.find(
    ({ kind, interactionId, payload }) =>
      (kind === "edited" || kind === "message") &&
      interactionId === pressed &&
      JSON.stringify(payload).includes("Approved"),
  );
  expect(commands).toMatchObject([
    {
      owner: { userId: ben },
      standing: { isAdmin: true },
      act: {
        kind: "press",
        action: { kind: "approve", jobId: job },
        on: { place: { channelId: discord.channelId, messageId }, shows: true },
      },
    },
  ]);
  expect(discord.messages("ben").map(({ ephemeralFor }) => ephemeralFor)).toEqual([null, ben]);
  expect(discord.messages("cleo").map(textOf)).toEqual([expect.stringContaining("Approve this video?")]);
});

test("a manager declines in a form that the message opens, with or without a word", async () => {
  const { discord, commands, seen, messageId } = await asked();
  for (const note of ["not this month", ""]) {
    const formId = await discord.press("ben", messageId, `ask_decline:${job}`);
    await seen("form", formId);
    await seen("message", await discord.submitForm("ben", formId, { note }));
    expect(commands.at(-1)).toMatchObject({ owner: { userId: ben }, act: { kind: "decline", jobId: job, note } });
  }
});

test("one channel is chosen for approvals, or none", async () => {
  const { discord, commands, seen } = await asked();
  const { channelId, foreignChannelId } = discord;
  const fill = async (approvals: readonly string[]) => {
    const formId = await discord.command("ben", "video-team", {}, { subcommand: "setup" });
    await seen("form", formId);
    await seen("message", await discord.submitForm("ben", formId, { approvals }));
    return commands.at(-1)?.act;
  };
  expect(await fill([channelId])).toMatchObject({ kind: "set_team_rules", given: { approvals: [channelId] } });
  expect(await fill([])).toMatchObject({ kind: "set_team_rules", given: { approvals: [] } });
  await expect(fill([channelId, foreignChannelId])).rejects.toThrow("approvals");
});
