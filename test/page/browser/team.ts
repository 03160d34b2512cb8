import type { Page } from "playwright-core";
import { be, type Chat, form, messages, press, submit, type } from "./people.ts";

const field = (page: Page, role: "textbox" | "combobox", name: string) =>
  form(page).getByRole(role, { name: new RegExp(`^${name}`) });

/** Waits for the result of a form: Discord shows it in a message, Slack in the form, which is closed then. */
async function verdict(page: Page, chat: Chat, words: string | RegExp): Promise<void> {
  if (chat === "Discord") return messages(page, chat, words).last().waitFor();
  await form(page).getByText(words).first().waitFor();
  await page.keyboard.press("Escape");
  await form(page).waitFor({ state: "hidden" });
}

/** Ben gives the team a key that everybody may spend, with a cap, and is asked before any video above 95 credits. */
export async function setUpTeam(page: Page, chat: Chat): Promise<void> {
  await be(page, "Ben");
  await type(page, chat, "/video-team setup");
  await messages(page, chat, "Team key: none yet").waitFor();
  await press(page, chat, "Team key");
  await field(page, "textbox", "API key").fill("sandbox");
  await submit(page);
  await verdict(page, chat, /The team's key \(ends in .{4}\) is stored encrypted/);

  await type(page, chat, "/video-team setup");
  await messages(page, chat, "Nobody may spend yet").last().waitFor();
  await press(page, chat, "Who may spend");
  await field(page, "combobox", "Everyone here").selectOption({ label: "Yes, everyone may spend" });
  await submit(page);
  await messages(page, chat, "May spend: everyone here").last().waitFor();

  await press(page, chat, "Rules");
  await field(page, "textbox", "Credits a month for the team").fill("250");
  await field(page, "combobox", "Needs approval").selectOption({ label: "Videos above 95 credits" });
  // One channel is chosen in a list on Discord, and on Slack in a menu of several.
  if (chat === "Discord") await field(page, "combobox", "Approvals channel").selectOption("# videos");
  else await form(page).getByRole("checkbox", { name: "# general", exact: true }).check();
  await submit(page);
  await messages(page, chat, "Approvals will arrive here").waitFor();
  await verdict(page, chat, "Approvals channel: chosen.");
}

/** Cleo asks for fifteen seconds, and waits for an approval. */
export async function askAsCleo(page: Page, chat: Chat, prompt: string): Promise<void> {
  await be(page, "Cleo");
  await type(page, chat, chat === "Discord" ? `/video ${prompt} duration:15` : `/video ${prompt} --duration 15`);
}
