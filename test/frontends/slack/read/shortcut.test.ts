import { describe, expect, it } from "vitest";
import type { Answer } from "../../../../src/core/command.ts";
import { readPress, readShortcut, readSubmission } from "../../../../src/frontends/slack/in/read-slack.ts";
import { packOrigin, unpackOrigin } from "../../../../src/frontends/slack/out/write-slack-form.ts";
import { defaultValues, videoForm } from "../../../../src/messages/ask/video-forms.ts";
import { en } from "../../../../src/messages/words/en.ts";
import { cardFor, inSlack, plain, wordsIn } from "../slack-world.ts";
import { ada, saying } from "../steps.ts";

const now = Date.UTC(2026, 10, 21);
const reading = { prefix: "video", now };
const sender = { user: { id: "U1", username: "ada" }, team: { id: "T1" }, trigger_id: "17.1.x" };
const shortcut = { ...sender, type: "shortcut", callback_id: "make_video", action_ts: "1766300001.5" };
const form = videoForm(defaultValues({}), en);

describe("a shortcut that is used anywhere", () => {
  it("opens the form where nobody knows the channel yet", () => {
    expect(readShortcut(shortcut, reading)).toMatchObject({
      command: { eventId: "slack:17.1.x", act: { kind: "open_video_form" }, isPlaceOpen: true },
      reply: { channelId: "U1", responseUrl: null },
      origin: { isPlaceOpen: true },
    });
    const other = readShortcut({ ...shortcut, callback_id: "x" }, reading);
    expect(other?.command.act).toEqual({ kind: "unknown", what: "shortcut x" });
    expect(readShortcut({ ...shortcut, user: null }, reading)).toBeNull();
  });

  it("is answered in a window of its own, and a word that follows takes its place", () =>
    inSlack(
      (): Answer => ({
        kind: "working",
        message: plain("Checking"),
        finish: async () => ({ message: plain("It works"), card: null }),
      }),
      async ({ slack, journal }) => {
        await slack.shortcut("ada", "make_video");
        await journal.find(saying("It works"));
        expect(slack.openForms("ada")).toHaveLength(1);
        expect(wordsIn(slack.openForms("ada")[0]?.view)).toContain("It works");
        expect(slack.messages("ada", slack.dmChannelId("ada"))).toEqual([]);
      },
    ));

  it("asks in its form where the card goes", () =>
    inSlack(
      () => ({ kind: "form", form }),
      async ({ slack, journal }) => {
        await slack.shortcut("ada", "make_video");
        await journal.find(({ kind }) => kind === "form");
        expect(wordsIn(slack.openForms("ada")[0]?.view)).toContain("Where the card goes");
      },
    ));
});

describe("where a form was opened", () => {
  it.each([
    { channelId: "C1", responseUrl: "https://hooks.slack.com/c/1", responseUrlUntil: 1, responseUrlUses: 2 },
    { channelId: "U1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0, isPlaceOpen: true as const },
    { channelId: "C1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0, threadTs: "1766300000.000100" },
  ])("is carried along: %o", (origin) => {
    expect(unpackOrigin(packOrigin(origin))).toEqual(origin);
  });

  const submission = (isPlaceOpen: boolean, where: string | null | undefined) => {
    const carried = { channelId: "U1", responseUrl: null, responseUrlUntil: 1, responseUrlUses: 0 };
    const metadata = packOrigin(isPlaceOpen ? { ...carried, isPlaceOpen } : carried);
    const asked = where === undefined ? {} : { where: { where: { selected_conversation: where } } };
    const values = { prompt: { prompt: { value: "a cat" } }, ...asked };
    const response_urls = [{ channel_id: "C9", response_url: "https://hooks.slack.com/app/1" }];
    const view = { id: "V1", callback_id: "make_video", hash: "h", private_metadata: metadata, state: { values } };
    return readSubmission({ ...sender, type: "view_submission", view, response_urls }, reading);
  };
  const submitted = (isPlaceOpen: boolean, where: string | null) => submission(isPlaceOpen, where)?.reply;

  it("is the channel that was chosen, with the response_url into it, and else the direct message", () => {
    const url = { responseUrl: "https://hooks.slack.com/app/1", responseUrlUntil: now + 1_800_000 };
    expect(submitted(true, "C9")).toMatchObject({ channelId: "C9", ...url });
    expect(submitted(true, "C8")).toMatchObject({ channelId: "C8", responseUrl: null });
    expect(submitted(true, null)).toMatchObject({ channelId: "U1", responseUrl: null });
    expect(submitted(false, "C9")).toMatchObject({ channelId: "U1" });
  });

  it("is open no more once the form that asked for it was sent, so that a list of channels holds in direct messages too", () => {
    expect(submission(true, undefined)?.command.isPlaceOpen).toBe(true);
    for (const where of ["C9", null]) expect(submission(true, where)?.command).not.toHaveProperty("isPlaceOpen");
  });
});

describe("in a thread", () => {
  const container = { type: "message", message_ts: "2.1", channel_id: "C1", is_ephemeral: false, thread_ts: "1.1" };
  const actions = [{ type: "button", action_id: "add_key", action_ts: "1766300001.5" }];
  const press = { ...sender, type: "block_actions", container, channel: { id: "C1" }, actions };

  it("a press is answered there", () => {
    expect(readPress(press, reading)).toMatchObject({ reply: { threadTs: "1.1" }, origin: { threadTs: "1.1" } });
  });

  it("the card, its notification and a whisper stay there; where the bot may not write, nothing stands in the channel", () =>
    inSlack(
      (command) => {
        if (command.reply.platform !== "slack") throw new Error("not of Slack");
        return cardFor({ ...command, reply: { ...command.reply, threadTs: "1766300000.000100" } });
      },
      async ({ slack, desk, front }) => {
        await slack.command("ada", "/video a cat");
        const fate = await desk.fate();
        if (fate.kind !== "given") throw new Error(fate.kind);
        await front.chat.notify(fate.reply, plain("Ready"), { people: [ada], nonce: "n", triedAt: null });
        await front.chat.whisper(fate.reply, plain("psst"));
        const threads = slack.messages("ada").map(({ threadTs }) => threadTs);
        expect(threads).toEqual(Array(3).fill("1766300000.000100"));

        await slack.command("ada", "/video a cat", { channelId: slack.foreignChannelId });
        while (desk.fates.length < 2) await new Promise((resolve) => setImmediate(resolve));
        expect(slack.messages("ada", slack.foreignChannelId)).toEqual([]);
        expect(desk.fates[1]?.fate).toMatchObject({ reply: { cardChannelId: slack.dmChannelId("ada") } });
        expect(desk.fates[1]?.fate).not.toHaveProperty("reply.threadTs");
      },
    ));
});
