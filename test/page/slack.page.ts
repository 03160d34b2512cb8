import type { Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { isFocused } from "./browser/in-page.ts";
import {
  askAsCleo,
  be,
  field,
  form,
  half,
  line,
  messages,
  PORTRAIT,
  press,
  setUpTeam,
  strip,
  submit,
  type,
} from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("on the Slack page", () => {
  test("a typed “/” opens a list of the commands that can be used with the keyboard", async () => {
    const { page, sandbox } = await visit();
    const slack = half(page, "Slack");
    const box = line(page, "Slack");
    await box.focus();
    await page.keyboard.type("/");
    const offers = slack.getByRole("listbox", { name: "Reelay" }).getByRole("option");
    await expect.poll(() => offers.count()).toBe(10);
    expect(await offers.last().innerText()).toContain("Make a video");
    const at = await box.getAttribute("aria-activedescendant");
    expect(await slack.locator(`[id="${at}"]`).innerText()).toContain("--ratio 16:9|9:16");
    await page.keyboard.press("Enter");
    await page.keyboard.type("a boat --ra");
    for (const key of ["Tab", "ArrowDown", "ArrowDown", "Enter"]) await page.keyboard.press(key);
    expect(await box.inputValue()).toBe("/video a boat --ratio 9:16 ");
    await page.keyboard.press("Enter");
    await expect.poll(() => sandbox.video.tasks()).toMatchObject([{ prompt: "a boat", aspectRatio: "9:16" }]);
    expect(await box.inputValue()).toBe("");
  });

  test("a reply is shown in a thread, and Escape closes the thread", async () => {
    const { page } = await visit();
    const slack = half(page, "Slack");
    await line(page, "Slack").fill("who is here?");
    await page.keyboard.press("Enter");
    const opener = messages(page, "Slack", "who is here?").getByRole("button", { name: "Reply in thread" });
    await opener.press("Enter");
    await page.keyboard.type("I am");
    await page.keyboard.press("Enter");
    const thread = slack.getByRole("region", { name: "Thread" });
    await thread.getByRole("article").filter({ hasText: "I am" }).waitFor();
    await page.keyboard.press("Escape");
    await slack.getByRole("button", { name: "1 reply" }).waitFor();
    expect(await thread.count()).toBe(0);
    await expect.poll(() => isFocused(opener)).toBe(true);
  });

  test("a form with an error shows the error at the field and keeps the content", async () => {
    const { page, sandbox } = await visit();
    const box = line(page, "Slack");
    await type(page, "Slack", "/video");
    const prompt = field(page, "Prompt");
    await prompt.waitFor();
    await page.keyboard.press("Tab");
    const make = form(page).getByRole("button", { name: "Make it" });
    await make.click();
    await form(page).getByText("Please complete this required field.").waitFor();
    expect(await isFocused(prompt)).toBe(true);
    await page.keyboard.type("it yawns");
    const address = form(page).getByRole("textbox", { name: "Picture address" });
    await address.fill("nothing");
    await page.keyboard.press("Enter");
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    expect(await prompt.inputValue()).toBe("it yawns");
    await page.keyboard.press("Escape");
    await expect.poll(() => isFocused(box)).toBe(true);

    await type(page, "Slack", "/video");
    await prompt.fill("it yawns");
    const picker = form(page).locator("input[type=file]");
    // The person cancels the file dialog.
    await picker.dispatchEvent("cancel", { bubbles: true });
    await make.click({ trial: true });
    expect(await prompt.inputValue()).toBe("it yawns");
    await picker.setInputFiles(PORTRAIT);
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

  test("the direct messages with the bot begin with a single welcome message", async () => {
    const { page } = await visit();
    const slack = half(page, "Slack");
    const channel = slack.getByRole("combobox", { name: "Slack channel" });
    await channel.selectOption("direct");
    const welcome = messages(page, "Slack", "Welcome to Reelay");
    await welcome.waitFor();
    await slack.getByRole("tab", { name: "Home" }).click();
    await slack.getByRole("button", { name: "Help", exact: true }).last().click();
    await form(page)
      .getByText(/480p +95 credits/)
      .waitFor();
    await form(page).getByRole("button", { name: "Close" }).first().click();
    await slack.getByRole("tab", { name: "Messages" }).click();
    await be(page, "Ben");
    await welcome.waitFor();
    await be(page, "Ada");
    await expect.poll(() => welcome.count()).toBe(1);
  });

  test("the message box shows a message again if the message could not be sent", async () => {
    const { page } = await visit();
    let go: (() => void) | undefined;
    const late = async (route: Route) => {
      await new Promise<void>((done) => {
        go = done;
      });
      await route.continue();
    };
    await page.route("**/sandbox/slack/say", late, { times: 1 });
    await type(page, "Slack", "the first");
    await line(page, "Slack").fill("the second");
    await expect.poll(() => go).toBeDefined();
    go?.();
    await messages(page, "Slack", "the first").waitFor();
    expect(await line(page, "Slack").inputValue()).toBe("the second");

    const refuse = (route: Route) => route.fulfill({ json: { refused: "Not now." } });
    await page.route("**/sandbox/slack/say", refuse, { times: 1 });
    await line(page, "Slack").press("Enter");
    await page.getByText("Not now.").waitFor();
    expect(await line(page, "Slack").inputValue()).toBe("the second");
  });

  test("the Home tab has working buttons for a video, the key and the settings", async () => {
    const { page, sandbox } = await visit();
    const home = half(page, "Slack").getByRole("tabpanel", { name: "Home" });
    await half(page, "Slack").getByRole("tab", { name: "Home" }).click();

    await home.getByRole("button", { name: "Change" }).click();
    await field(page, "Resolution", "combobox").selectOption({ index: 2 });
    await submit(page);
    await home.getByText("Resolution: 720p").waitFor();

    await home.getByRole("button", { name: "Check it" }).click();
    await page.getByText("Your key works").waitFor();
    await page.keyboard.press("Escape");
    await home.getByRole("button", { name: "Replace it" }).click();
    await field(page, "API key").fill("sandbox");
    await submit(page);
    await page.getByText("Your key is saved").first().waitFor();
    await page.keyboard.press("Escape");

    await home.getByRole("button", { name: "Make a video" }).click();
    await field(page, "Prompt").fill("a paper boat in the rain");
    await submit(page);
    await home.getByText("a paper boat in the rain").waitFor();
    // While a video is running, removing the key needs a confirmation.
    await home.getByRole("link", { name: /^Watch or download/ }).waitFor();
    await home.getByRole("button", { name: "Remove it" }).click();
    await home.getByText("Add your own API key to make videos").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 205, refunded: 0, tasks: 1 });
  });
});

// The team tour covers most of this on Discord.
test("on the Slack page a manager can approve a video that the team pays for", async () => {
  const { page, sandbox } = await visit();
  await setUpTeam(page, "Slack");
  await askAsCleo(page, "Slack", "a paper boat in the rain");
  // Everybody sees the question, but only a manager may decide.
  await press(page, "Slack", "Approve 143 credits");
  await messages(page, "Slack", "Admins only").waitFor();
  expect(sandbox.video.ledger().tasks).toBe(0);

  await be(page, "Ben");
  await press(page, "Slack", "Approve 143 credits");
  await messages(page, "Slack", "Approved by @Ben").first().waitFor();
  await be(page, "Cleo");
  await messages(page, "Slack", "143 credits used").first().waitFor();

  // Goes back past Ben's press and Cleo's own.
  await strip(page).getByRole("button", { name: "Earlier action" }).dblclick();
  await strip(page).getByText("Cleo on Slack: /video a paper boat in the rain").waitFor();
  await strip(page).getByText("143 credits", { exact: true }).waitFor();
  await strip(page)
    .getByText(/^video ready, after/)
    .waitFor();
});
