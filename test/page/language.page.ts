import { describe, test } from "vitest";
import { be, messages, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("a person's language", () => {
  test("is chosen on the page, kept by the sandbox for that person alone, and spoken by the bot", async () => {
    const { page } = await visit();
    const language = page.getByRole("combobox", { name: "Your language" });
    await language.selectOption("Deutsch");
    await page.getByText("Slack follows within a minute").waitFor();
    await type(page, "Discord", "/video a paper boat in the rain");
    await messages(page, "Discord", "Das Video ist fertig").first().waitFor();

    await be(page, "Ben");
    await language.locator("option:checked", { hasText: "English" }).waitFor({ state: "attached" });
    await language.selectOption("日本語");
    await type(page, "Slack", "/video a paper boat in the rain");
    await messages(page, "Slack", "まずAPIキーを追加してください").waitFor();

    await page.reload();
    await language.locator("option:checked", { hasText: "日本語" }).waitFor({ state: "attached" });
    await be(page, "Cleo");
    await language.locator("option:checked", { hasText: "English" }).waitFor({ state: "attached" });
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other.getByText(/Ada has a working key/).waitFor();
    await other
      .getByRole("combobox", { name: "Your language" })
      .locator("option:checked", { hasText: "Deutsch" })
      .waitFor({ state: "attached" });
  });
});
