import type { Locator, Page } from "playwright-core";

export type Chat = "Discord" | "Slack";

export const chats: readonly Chat[] = ["Discord", "Slack"];

/** One platform's half of the page. */
export const half = (page: Page, chat: Chat): Locator => page.getByRole("region", { name: chat, exact: true });

/** From now on somebody else acts, and looks. */
export async function be(page: Page, name: "Ada" | "Ben" | "Cleo"): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
}

/** Where commands are typed. */
export const line = (page: Page, chat: Chat): Locator =>
  half(page, chat).getByRole("combobox", { name: chat === "Discord" ? "Command on Discord" : "Message on Slack" });

/** The command of most videos. */
export const BOAT = "/video a paper boat in the rain";

/** Types the whole of it, and sends it. */
export async function type(page: Page, chat: Chat, words = BOAT): Promise<void> {
  await line(page, chat).fill(words);
  await line(page, chat).press("Enter");
}

/** The messages that say this. */
export const messages = (page: Page, chat: Chat, words: string | RegExp): Locator =>
  half(page, chat).getByRole("article").filter({ hasText: words });

/** Presses the newest button of that name, whatever price stands behind it. */
export const press = (page: Page, chat: Chat, name: string): Promise<void> =>
  half(page, chat)
    .getByRole("button", { name: new RegExp(`^${name}( · |$)`) })
    .last()
    .click();

/** Ada's video, from its command to its final message. */
export async function makeVideo(page: Page, chat: Chat, words = BOAT): Promise<Locator> {
  await type(page, chat, words);
  const card = messages(page, chat, /\d credits used/).first();
  await card.waitFor();
  return card;
}

/** The form that is open. */
export const form = (page: Page): Locator => page.getByRole("dialog");

/** A field of it, whose name begins so. */
export const field = (page: Page, name: string, role: "textbox" | "combobox" = "textbox"): Locator =>
  form(page).getByRole(role, { name: new RegExp(`^${name}`) });

/** Sends what is in the form. */
export const submit = (page: Page): Promise<void> =>
  form(page)
    .getByRole("button", { name: /^(Submit|Make it|Save)$/ })
    .click();

/** A picture of the sandbox's. */
export const PORTRAIT = new URL("../../../sandbox/assets/portrait.png", import.meta.url).pathname;

/** Gives it to the box at the bottom of a chat. */
export const attach = (page: Page, chat: Chat): Promise<void> =>
  half(page, chat).getByRole("form").locator("input[type=file]").setInputFiles(PORTRAIT);

/** Puts all notifications away. */
export async function putAway(page: Page): Promise<void> {
  const dismiss = page.getByRole("button", { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** On a phone one part is shown at a time; here without a notification of before. */
export async function show(page: Page, name: Chat | "Service"): Promise<void> {
  await putAway(page);
  await page.getByRole("tab", { name, exact: true }).click();
}

/** The service's own view. */
export const serviceRegion = (page: Page): Locator => page.getByRole("region", { name: "Video service" });

/** The button that opens that message's menu. */
export const more = (chat: Chat, message: Locator): Locator =>
  message.getByRole("button", { name: chat === "Discord" ? "More" : "More actions", exact: true });

/** Resolves once that message is there with its mark that nobody else sees it. */
export const isPrivate = (message: Locator): Promise<void> =>
  message.getByText(/^Only (you can see|visible to you)/).waitFor();

/** The region that shows step by step what the bot just did. */
export const strip = (page: Page): Locator => page.getByRole("region", { name: "What just happened" });

/** The region that shows whether the bot runs, with the buttons that kill, start and reset it. */
export const botRegion = (page: Page): Locator => serviceRegion(page).getByRole("region", { name: "The bot" });

/** The one menu of what may happen. */
export const scene = (page: Page): Locator => serviceRegion(page).getByRole("combobox", { name: /^Scene/ });

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
  // One channel is chosen in a list on Discord, and on Slack in a menu of several.
  if (chat === "Discord") await field(page, "Approvals channel", "combobox").selectOption("# videos");
  else await form(page).getByRole("checkbox", { name: "# general", exact: true }).check();
  await submit(page);
  await messages(page, chat, "Approvals will arrive here").waitFor();
  await verdict(page, chat, `Approvals channel: ${chat === "Discord" ? "#videos" : "#general"}.`);
}

/** Cleo asks for fifteen seconds, and waits for an approval. */
export async function askAsCleo(page: Page, chat: Chat, prompt: string): Promise<void> {
  await be(page, "Cleo");
  await type(page, chat, chat === "Discord" ? `/video ${prompt} duration:15` : `/video ${prompt} --duration 15`);
}

/** Goes on from one to the next, as somebody without a mouse does, until something of that name has the focus. */
export async function tabTo(page: Page, name: string | RegExp, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  const focused = page.locator(":focus");
  const isIt = (words: string | null) =>
    words !== null && (typeof name === "string" ? words === name : name.test(words));
  for (let steps = 0; steps < 120; steps += 1) {
    await page.keyboard.press(key);
    if ((await focused.count()) === 0) continue;
    if (isIt(await focused.getAttribute("aria-label")) || isIt(await focused.innerText())) return;
  }
  throw new Error(`nobody comes to ${name} by ${key}`);
}
