import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { localServer } from "../video-api/local-server.ts";
import { faultsNow } from "./browser/in-page.ts";
import {
  be,
  type Chat,
  field,
  form,
  half,
  isPrivate,
  line,
  makeVideo,
  messages,
  press,
  submit,
  type,
} from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";

/** Ben's page shows only public messages. */
async function isHiddenFromBen(page: Page, chat: Chat, words: string): Promise<void> {
  await be(page, "Ben");
  await messages(page, chat, words).waitFor({ state: "detached" });
  await be(page, "Ada");
  await messages(page, chat, words).waitFor();
}

const toasts = (page: Page) => page.getByRole("region", { name: "Notifications" });

describe("while Discord is down, the page", () => {
  test("shows a failed command only to the author of the command, until the author dismisses the message", async () => {
    const { page, sandbox } = await visit({ theme: "dark" });
    sandbox.discord.setCondition("down");
    await type(page, "Discord");
    const answer = messages(page, "Discord", "The application did not respond");
    await isPrivate(answer);
    await answer.getByText("Ada used /video").waitFor();
    expect(await faultsNow(page)).toEqual([]);
    expect(await toasts(page).getByText("did not respond").count()).toBe(0);
    await isHiddenFromBen(page, "Discord", "The application did not respond");
    await answer.getByRole("button", { name: "Dismiss message" }).click();
    await answer.waitFor({ state: "detached" });
    expect(sandbox.video.ledger().tasks).toBe(0);

    await line(page, "Discord").pressSequentially("/video a boat");
    await half(page, "Discord").getByText("Loading options failed").waitFor();
    expect(await toasts(page).getByText("failed").count()).toBe(0);
  });

  test("shows a failed press of a button only to the person who pressed, until the next press", async () => {
    const { page, sandbox } = await visit();
    const card = await makeVideo(page, "Discord");
    sandbox.discord.setCondition("down");
    await press(page, "Discord", "In 720p");
    await card.getByText("This interaction failed").waitFor();
    expect(await toasts(page).getByText("failed").count()).toBe(0);
    await isHiddenFromBen(page, "Discord", "This interaction failed");
    expect(await faultsNow(page)).toEqual([]);
    sandbox.discord.setCondition("clear");
    await press(page, "Discord", "In 720p");
    await messages(page, "Discord", "It costs 205 credits").waitFor();
    expect(await card.getByText("This interaction failed").count()).toBe(0);

    await press(page, "Discord", "Edit & run");
    await field(page, "Prompt").fill("a kite in the wind");
    sandbox.discord.setCondition("down");
    await submit(page);
    await form(page).getByRole("alert").getByText("Something went wrong. Try again.").waitFor();
    expect(await field(page, "Prompt").inputValue()).toBe("a kite in the wind");
    sandbox.discord.setCondition("clear");
    await submit(page);
    await form(page).waitFor({ state: "hidden" });
  });
});

/** From now on Slack sends everything to a URL that never responds. */
async function silence({ sandbox }: Visit): Promise<void> {
  const { origin } = await localServer((response, { text }) => {
    if (text.includes("url_verification")) response.end(text);
  });
  await sandbox.slack.sendTo(`${origin}/`);
}

describe("if the app does not answer Slack in time, the page", () => {
  test("shows a failed command as a message from Slackbot, and a failed press as a warning on the message", async () => {
    const there = await visit();
    const { page } = there;
    const card = await makeVideo(page, "Slack");
    await silence(there);
    await type(page, "Slack", "/video a kite in the wind");
    const told = messages(page, "Slack", "/video failed because the app did not respond.");
    await isPrivate(told);
    await told.getByText("Slackbot").waitFor();
    expect(await faultsNow(page)).toEqual([]);
    await isHiddenFromBen(page, "Slack", "/video failed");
    await press(page, "Slack", "In 720p");
    await card.getByText("did not respond in time").waitFor();
    await isHiddenFromBen(page, "Slack", "did not respond in time");
    expect(await toasts(page).getByText("operation_timeout").count()).toBe(0);
  });
});
