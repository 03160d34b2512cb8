import { describe, expect, test } from "vitest";
import { form, half, submit } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("Slack's Home tab", () => {
  test("has a button for a video, for the key and for the settings, and each does it", async () => {
    const { page, sandbox } = await visit();
    const home = half(page, "Slack").getByRole("tabpanel", { name: "Home" });
    await half(page, "Slack").getByRole("tab", { name: "Home" }).click();

    await home.getByRole("button", { name: "Change" }).click();
    await form(page)
      .getByRole("combobox", { name: /^Resolution/ })
      .selectOption({ index: 2 });
    await submit(page);
    await home.getByText("Resolution: 720p").waitFor();

    await home.getByRole("button", { name: "Check it" }).click();
    await page.getByText("Your key works").waitFor();
    await page.keyboard.press("Escape");
    await home.getByRole("button", { name: "Replace it" }).click();
    await form(page)
      .getByRole("textbox", { name: /^API key/ })
      .fill("sandbox");
    await submit(page);
    await page.getByText("Your key is saved").first().waitFor();
    await page.keyboard.press("Escape");

    await home.getByRole("button", { name: "Make a video" }).click();
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("a paper boat in the rain");
    await submit(page);
    await home.getByText("a paper boat in the rain").waitFor();
    // While it is on its way, removing the key is asked about once more.
    await home.getByRole("link", { name: /^Watch or download/ }).waitFor();
    await home.getByRole("button", { name: "Remove it" }).click();
    await home.getByText("Add your own API key to make videos").waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 205, refunded: 0, tasks: 1 });
  });
});
