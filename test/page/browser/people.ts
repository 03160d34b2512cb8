import type { Locator, Page } from "playwright-core";

export type Chat = "Discord" | "Slack";

export const chats: readonly Chat[] = ["Discord", "Slack"];

export const half = (page: Page, chat: Chat): Locator => page.getByRole("region", { name: chat, exact: true });

/** Changes the person who acts and sees. */
export async function be(page: Page, name: "Ada" | "Ben" | "Cleo"): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
}

/** The command line. */
export const line = (page: Page, chat: Chat): Locator =>
  half(page, chat).getByRole("combobox", { name: chat === "Discord" ? "Command on Discord" : "Message on Slack" });

export const BOAT = "/video a paper boat in the rain";

/** Types a whole command and sends it. */
export async function type(page: Page, chat: Chat, words = BOAT): Promise<void> {
  await line(page, chat).fill(words);
  await line(page, chat).press("Enter");
}

export const messages = (page: Page, chat: Chat, words: string | RegExp): Locator =>
  half(page, chat).getByRole("article").filter({ hasText: words });

/** Presses the newest button with that name, with or without a price. */
export const press = (page: Page, chat: Chat, name: string): Promise<void> =>
  half(page, chat)
    .getByRole("button", { name: new RegExp(`^${name}( · |$)`) })
    .last()
    .click();

/** Makes Ada's video, from its command to its final message. */
export async function makeVideo(page: Page, chat: Chat, words = BOAT): Promise<Locator> {
  await type(page, chat, words);
  const card = messages(page, chat, /\d credits used/).first();
  await card.waitFor();
  return card;
}

export const form = (page: Page): Locator => page.getByRole("dialog");

/** A field of the form whose name begins with this. */
export const field = (page: Page, name: string, role: "textbox" | "combobox" = "textbox"): Locator =>
  form(page).getByRole(role, { name: new RegExp(`^${name}`) });

export const submit = (page: Page): Promise<void> =>
  form(page)
    .getByRole("button", { name: /^(Submit|Make it|Save)$/ })
    .click();

/** A picture of the sandbox. */
export const PORTRAIT = new URL("../../../sandbox/assets/portrait.png", import.meta.url).pathname;

/** Attaches the picture to a chat's input. */
export const attach = (page: Page, chat: Chat): Promise<void> =>
  half(page, chat).getByRole("form").locator("input[type=file]").setInputFiles(PORTRAIT);

/** Dismisses all notifications. */
export async function putAway(page: Page): Promise<void> {
  const dismiss = page.getByRole("button", { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** Opens a part of the page on a phone, where one part is shown at a time. Dismisses notifications first. */
export async function show(page: Page, name: Chat | "Service"): Promise<void> {
  await putAway(page);
  await page.getByRole("tab", { name, exact: true }).click();
}

export const serviceRegion = (page: Page): Locator => page.getByRole("region", { name: "Video service" });

export const more = (chat: Chat, message: Locator): Locator =>
  message.getByRole("button", { name: chat === "Discord" ? "More" : "More actions", exact: true });

/** Resolves when the message shows that nobody else sees it. */
export const isPrivate = (message: Locator): Promise<void> =>
  message.getByText(/^Only (you can see|visible to you)/).waitFor();

/** The region that shows step by step what the bot just did. */
export const strip = (page: Page): Locator => page.getByRole("region", { name: "What just happened" });

/** The region that shows whether the bot runs, with the buttons that kill, start and reset it. */
export const botRegion = (page: Page): Locator => serviceRegion(page).getByRole("region", { name: "The bot" });

export const scene = (page: Page): Locator => serviceRegion(page).getByRole("combobox", { name: /^Scene/ });

/** Waits for the result of a form. Discord shows it in a message, and Slack in the form, which is then closed. */
async function verdict(page: Page, chat: Chat, words: string | RegExp): Promise<void> {
  if (chat === "Discord") return messages(page, chat, words).last().waitFor();
  await form(page).getByText(words).first().waitFor();
  await page.keyboard.press("Escape");
  await form(page).waitFor({ state: "hidden" });
}

/** Ben gives the team a key that everybody may spend, with a cap, and must approve every video above 95 credits. */
export async function setUpTeam(page: Page, chat: Chat): Promise<void> {
  await be(page, "Ben");
  await type(page, chat, "/video-team setup");
  await messages(page, chat, "Team key: none yet").waitFor();
  await press(page, chat, "Team key");
  await field(page, "API key").fill("sandbox");
  await submit(page);
  await verdict(page, chat, /The team's key \(ends in .{4}\) is stored encrypted/);

  await type(page, chat, "/video-team setup");
  await messages(page, chat, "Nobody may spend yet").last().waitFor();
  await press(page, chat, "Who may spend");
  await field(page, "Everyone here", "combobox").selectOption({ label: "Yes, everyone may spend" });
  await submit(page);
  await messages(page, chat, "May spend: everyone here").last().waitFor();

  await press(page, chat, "Rules");
  await field(page, "Caps for the team").fill("250 a day, 2,000 a month");
  await field(page, "Needs approval", "combobox").selectOption({ label: "Videos above 95 credits" });
  // The channel is chosen in a list on Discord, and with checkboxes on Slack.
  if (chat === "Discord") await field(page, "Approvals channel", "combobox").selectOption("# videos");
  else await form(page).getByRole("checkbox", { name: "# general", exact: true }).check();
  await submit(page);
  await messages(page, chat, "Approvals will arrive here").waitFor();
  await verdict(page, chat, `Approvals channel: ${chat === "Discord" ? "#videos" : "#general"}.`);
}

/** Cleo requests fifteen seconds and waits for an approval. */
export async function askAsCleo(page: Page, chat: Chat, prompt: string): Promise<void> {
  await be(page, "Cleo");
  await type(page, chat, chat === "Discord" ? `/video ${prompt} duration:15` : `/video ${prompt} --duration 15`);
}

/** Presses Tab until an element with that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const focused = page.locator(":focus");
  const isIt = (words: string | null) =>
    words !== null && (typeof name === "string" ? words === name : name.test(words));
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 0) continue;
    if (isIt(await focused.getAttribute("aria-label")) || isIt(await focused.innerText())) return;
  }
  throw new Error(`${key} does not reach ${name}`);
}
