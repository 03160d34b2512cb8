import type { Locator, Page } from "playwright-core";

export type Chat = "Discord" | "Slack";

export const chats: readonly Chat[] = ["Discord", "Slack"];

/** One platform's half of the page. */
export const half = (page: Page, chat: Chat): Locator => page.getByRole("region", { name: chat, exact: true });

/** Types the whole of it, and sends it. */
export async function type(page: Page, chat: Chat, words: string): Promise<void> {
  const name = chat === "Discord" ? "Command on Discord" : "Message on Slack";
  const line = half(page, chat).getByRole("combobox", { name });
  await line.fill(words);
  await line.press("Enter");
}
