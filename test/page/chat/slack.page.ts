import { describe, expect, test } from "vitest";
import { be, form, half, messages } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe("on Slack", () => {
  test("a slash offers what the manifest declares, and keys alone make a command of it", async () => {
    const { page, sandbox } = await visit();
    const slack = half(page, "Slack");
    const box = slack.getByRole("combobox", { name: "Message on Slack" });
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

  test("a reply stands in its thread, which Escape closes, and the focus is where it was", async () => {
    const { page } = await visit();
    const slack = half(page, "Slack");
    await slack.getByRole("combobox", { name: "Message on Slack" }).fill("who is here?");
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
    await expect.poll(() => opener.evaluate((node) => node.matches(":focus"))).toBe(true);
  });

  test("a form says at its field what is wrong, keeps what was typed, and gives the focus back", async () => {
    const { page } = await visit();
    const slack = half(page, "Slack");
    const box = slack.getByRole("combobox", { name: "Message on Slack" });
    await box.fill("/video");
    await page.keyboard.press("Enter");
    const prompt = form(page).getByRole("textbox", { name: "Prompt" });
    await prompt.waitFor();
    await page.keyboard.press("Tab");
    await form(page).getByRole("button", { name: "Make it" }).click();
    await form(page).getByText("Please complete this required field.").waitFor();
    expect(await prompt.evaluate((node) => node.matches(":focus"))).toBe(true);
    await page.keyboard.type("a boat");
    const address = form(page).getByRole("textbox", { name: "Picture address" });
    await address.fill("nothing");
    await page.keyboard.press("Enter");
    await expect.poll(() => address.getAttribute("aria-invalid")).toBe("true");
    expect(await prompt.inputValue()).toBe("a boat");
    await page.keyboard.press("Escape");
    await expect.poll(() => box.evaluate((node) => node.matches(":focus"))).toBe(true);
  });

  test("who comes to the direct message for the first time is welcomed there, once", async () => {
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
});
