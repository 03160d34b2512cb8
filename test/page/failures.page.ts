import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localServer } from "../video-api/local-server.ts";
import { nameless } from "./browser/names.ts";
import { be, type Chat, form, half, isPrivate, makeVideo, messages, press, submit, type } from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";
import { faintTexts } from "./look/contrast.ts";

/** Ben's page shows what everybody sees, and none of this. */
async function isHiddenFromBen(page: Page, chat: Chat, words: string): Promise<void> {
  await be(page, "Ben");
  await messages(page, chat, words).waitFor({ state: "detached" });
  await be(page, "Ada");
  await messages(page, chat, words).waitFor();
}

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

describe("while Discord is down", () => {
  test("a command has a line in the answer's place for its person alone, until it is dismissed", async () => {
    const { page, sandbox } = await visit({ theme: "dark" });
    sandbox.discord.setCondition("down");
    await type(page, "Discord", "/video a paper boat in the rain");
    const line = messages(page, "Discord", "The application did not respond");
    await isPrivate(line);
    await line.getByText("Ada used /video").waitFor();
    expect([await faintTexts(page), await nameless(page)]).toEqual([[], []]);
    expect(await toasts(page).getByText("did not respond").count()).toBe(0);
    await isHiddenFromBen(page, "Discord", "The application did not respond");
    await line.getByRole("button", { name: "Dismiss message" }).click();
    await line.waitFor({ state: "detached" });
    expect(sandbox.video.ledger().tasks).toBe(0);
  });

  test("a press leaves red words under its message until the next one, for its person alone", async () => {
    const { page, sandbox } = await visit();
    const card = await makeVideo(page, "Discord");
    sandbox.discord.setCondition("down");
    await press(page, "Discord", "In 720p");
    await card.getByText("This interaction failed").waitFor();
    expect(await toasts(page).getByText("failed").count()).toBe(0);
    await isHiddenFromBen(page, "Discord", "This interaction failed");
    expect(await faintTexts(page)).toEqual([]);
    sandbox.discord.setCondition("clear");
    await press(page, "Discord", "In 720p");
    await messages(page, "Discord", "It costs 205 credits").waitFor();
    expect(await card.getByText("This interaction failed").count()).toBe(0);
  });

  test("a form stays open with what was typed, and says that it went wrong", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, "Discord");
    await press(page, "Discord", "Edit & run");
    const prompt = form(page).getByRole("textbox", { name: /^Prompt/ });
    await prompt.fill("a kite in the wind");
    sandbox.discord.setCondition("down");
    await submit(page);
    await form(page).getByRole("alert").getByText("Something went wrong. Try again.").waitFor();
    expect(await prompt.inputValue()).toBe("a kite in the wind");
    sandbox.discord.setCondition("clear");
    await submit(page);
    await form(page).waitFor({ state: "hidden" });
  });

  test("what would be suggested is said to have failed", async () => {
    const { page, sandbox } = await visit();
    sandbox.discord.setCondition("down");
    await half(page, "Discord")
      .getByRole("combobox", { name: "Command on Discord" })
      .pressSequentially("/video a boat");
    await half(page, "Discord").getByText("Loading options failed").waitFor();
    expect(await toasts(page).getByText("failed").count()).toBe(0);
  });
});

/** From now on Slack sends everything to an address that takes it and never answers. */
async function silence({ sandbox }: Visit): Promise<void> {
  const { origin } = await localServer((response, { text }) => {
    if (text.includes("url_verification")) response.end(text);
  });
  await sandbox.slack.sendTo(`${origin}/`);
}

describe("where the app does not answer Slack in time", () => {
  test("Slackbot tells a command's person, and a press has a warning on its message", async () => {
    const there = await visit();
    const { page } = there;
    const card = await makeVideo(page, "Slack");
    await silence(there);
    await type(page, "Slack", "/video a kite in the wind");
    const line = messages(page, "Slack", "/video failed because the app did not respond.");
    await isPrivate(line);
    await line.getByText("Slackbot").waitFor();
    expect([await faintTexts(page), await nameless(page)]).toEqual([[], []]);
    await isHiddenFromBen(page, "Slack", "/video failed");
    await press(page, "Slack", "In 720p");
    await card.getByText("did not respond in time").waitFor();
    await isHiddenFromBen(page, "Slack", "did not respond in time");
    expect(await toasts(page).getByText("operation_timeout").count()).toBe(0);
  });
});
