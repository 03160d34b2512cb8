import type { Locator, Page } from "playwright-core";

export type Chat = "Discord" | "Slack";

export const chats: readonly Chat[] = ["Discord", "Slack"];

/** One platform's half of the page. */
export const half = (page: Page, chat: Chat): Locator => page.getByRole("region", { name: chat, exact: true });

/** From now on somebody else acts, and looks. */
export async function be(page: Page, name: "Ada" | "Ben" | "Cleo"): Promise<void> {
  await page.getByRole("radio", { name: new RegExp(`^${name}`) }).check();
}

/** Types the whole of it, and sends it. */
export async function type(page: Page, chat: Chat, words: string): Promise<void> {
  const name = chat === "Discord" ? "Command on Discord" : "Message on Slack";
  const line = half(page, chat).getByRole("combobox", { name });
  await line.fill(words);
  await line.press("Enter");
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

/** Ada's video, from its command to its final word. */
export async function makeVideo(page: Page, chat: Chat, words = "/video a paper boat in the rain"): Promise<Locator> {
  await type(page, chat, words);
  const card = messages(page, chat, /\d credits used/).first();
  await card.waitFor();
  return card;
}

/** The form that is open. */
export const form = (page: Page): Locator => page.getByRole("dialog");

/** Sends what is in the form. */
export const submit = (page: Page): Promise<void> =>
  form(page)
    .getByRole("button", { name: /^(Submit|Make it|Save)$/ })
    .click();

/** Gives a file to the box at the bottom of a chat. */
export const attach = (page: Page, chat: Chat, path: string): Promise<void> =>
  half(page, chat).getByRole("form").locator("input[type=file]").setInputFiles(path);

/** Writes a message, with a picture where one is given. */
export async function say(page: Page, chat: Chat, words: string, picture?: string): Promise<void> {
  if (picture) await attach(page, chat, picture);
  await type(page, chat, words);
}

/** Puts all notifications away. */
export async function putAway(page: Page): Promise<void> {
  const dismiss = page.getByRole("button", { name: /^Dismiss: / });
  while ((await dismiss.count()) > 0) await dismiss.first().click();
}

/** On a phone one part is shown at a time, and a notification lies over the tabs until it is put away. */
export async function show(page: Page, name: Chat | "Service"): Promise<void> {
  await putAway(page);
  await page.getByRole("tab", { name, exact: true }).click();
}

/** The service's own view. */
export const serviceRegion = (page: Page): Locator => page.getByRole("region", { name: "Video service" });

/** Opens the form of Animate this on that message. */
export async function animate(page: Page, chat: Chat, message: Locator): Promise<void> {
  await message.hover();
  await message.getByRole("button", { name: chat === "Discord" ? "More" : "More actions", exact: true }).click();
  await page.getByRole("menuitem", { name: /Animate this/ }).click();
}

/** Resolves once that message is there with its mark that nobody else sees it. */
export const isPrivate = (message: Locator): Promise<void> =>
  message.getByText(/^Only (you can see|visible to you)/).waitFor();

/** The region that shows step by step what the bot just did. */
export const strip = (page: Page): Locator => page.getByRole("region", { name: "What just happened" });

/** The one menu of what may happen. */
export const scene = (page: Page): Locator => serviceRegion(page).getByRole("combobox", { name: /^Scene/ });
