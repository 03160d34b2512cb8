import { WebClient } from "@slack/web-api";
import { Routes } from "discord.js";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { restOf } from "../../../sandbox/test/discord/world.ts";
import { input, modal } from "../../../sandbox/test/slack/slack-world.ts";
import { be, type Chat, form, messages, press } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";
import { ownDiscordBot, ownSlackBot } from "./own-bot.ts";

const question = "Approve a paper boat?";
const id = "ask_decline:0123456789abcdef0123";
const note = "not this month";

/** Everybody reads the bot's own message; Ben presses in it, and fills in the form that opens. */
async function benDeclines(page: Page, chat: Chat): Promise<void> {
  for (const name of ["Ada", "Cleo", "Ben"] as const) {
    await be(page, name);
    await messages(page, chat, question).waitFor();
  }
  await press(page, chat, "Decline");
  await form(page).getByRole("textbox").fill(note);
  await form(page)
    .getByRole("button", { name: /^(Submit|Start)$/ })
    .click();
}

describe("a message that the bot posts in the channel", () => {
  test("is pressed on Discord by a manager, and opens a form", async () => {
    const there = await visit();
    const { discord } = there.sandbox;
    const component = { type: 4, style: 1, custom_id: "note", required: false };
    const components = [{ type: 18, label: "A word with it", component }];
    const bot = await ownDiscordBot(there, [], { custom_id: "decline", title: "Decline", components });
    const button = { type: 2, style: 2, label: "Decline", custom_id: id };
    const body = { content: question, components: [{ type: 1, components: [button] }] };
    await restOf(discord, discord.token).post(Routes.channelMessages(discord.channelId), { body });
    await benDeclines(there.page, "Discord");
    expect(await bot.submitted()).toMatchObject({ components: [{ component: { custom_id: "note", value: note } }] });
  });

  test("is pressed on Slack by a manager, and opens a form", async () => {
    const there = await visit();
    const { slack } = there.sandbox;
    const bot = await ownSlackBot(there, modal([input("note", { type: "plain_text_input", action_id: "note" })]));
    const text = { type: "plain_text" as const, text: "Decline" };
    await new WebClient(slack.botToken, { slackApiUrl: slack.apiUrl }).chat.postMessage({
      channel: slack.channelId,
      text: question,
      blocks: [
        { type: "section", text: { type: "plain_text", text: question } },
        { type: "actions", elements: [{ type: "button", text, action_id: id }] },
      ],
    });
    await benDeclines(there.page, "Slack");
    expect(await bot.submitted()).toMatchObject({ state: { values: { note: { note: { value: note } } } } });
  });
});
