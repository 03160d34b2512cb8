import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { form, messages, say, submit, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

const portrait = new URL("../../../sandbox/assets/portrait.png", import.meta.url).pathname;

describe("the page", () => {
  test("goes on where a message has a moment that is none, and loads no film or picture from elsewhere", async () => {
    const { page, sandbox } = await visit();
    await say(page, "Discord", "at <t:99999999999999999:R>");
    await messages(page, "Discord", "at Invalid date").waitFor();
    const link = { url: "https://elsewhere.example/picture.png", width: 10, height: 10 };
    sandbox.discord.post("ben", "look https://elsewhere.example/videos/a.mp4", [], { link });
    const message = messages(page, "Discord", "look");
    await message.getByRole("link", { name: "a picture" }).waitFor();
    expect(await message.locator("video").count()).toBe(0);
    sandbox.slack.say("ben", "see https://elsewhere.example/videos/a.mp4");
    await messages(page, "Slack", "see").waitFor();
    expect(await messages(page, "Slack", "see").locator("video").count()).toBe(0);
  });

  test("begins anew where the sandbox does", async () => {
    const { page } = await visit();
    await type(page, "Discord", "/video-help");
    await messages(page, "Discord", "How to make a video").waitFor();
    const otherWorld = async (route: Route) => {
      const response = await route.fetch();
      const state = await response.json();
      await route.fulfill({ response, json: { ...state, startedAt: state.startedAt + 1 } });
    };
    await page.route("**/sandbox/state", otherWorld, { times: 1 });
    const again = page.waitForEvent("load");
    await say(page, "Discord", "who is here?");
    await again;
    await messages(page, "Discord", "who is here?").waitFor();
  });

  test("makes no video without the picture that was chosen for it, where Slack does not take the picture", async () => {
    const { page, sandbox } = await visit();
    await type(page, "Slack", "/video");
    await form(page).getByRole("textbox", { name: "Prompt" }).fill("it yawns");
    await form(page).locator("input[type=file]").setInputFiles(portrait);
    await page.route("**/sandbox/slack/upload", (route) =>
      route.fulfill({ json: { refused: "Too large for Slack." } }),
    );
    await submit(page);
    await form(page).getByText("Too large for Slack.").waitFor();
    await page.unroute("**/sandbox/slack/upload");
    await submit(page);
    await messages(page, "Slack", "95 credits used").waitFor();
    expect(sandbox.video.tasks()).toMatchObject([{ prompt: "it yawns", type: "image2video" }]);
  });

  test("keeps a form open, and what was typed into it, where somebody leaves the choice of a file", async () => {
    const { page } = await visit();
    await type(page, "Slack", "/video");
    const prompt = form(page).getByRole("textbox", { name: "Prompt" });
    await prompt.fill("a boat");
    await form(page).locator("input[type=file]").dispatchEvent("cancel", { bubbles: true });
    await form(page).getByRole("button", { name: "Make it" }).click({ trial: true });
    expect(await prompt.inputValue()).toBe("a boat");
  });
});
