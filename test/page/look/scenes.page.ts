import { describe, expect, test } from "vitest";
import { sceneNow } from "../../../sandbox/src/scenes.ts";
import { messages, scene, serviceRegion, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

describe("a scene", () => {
  test("has an address that opens the page in it, and one that is chosen puts its name there", async () => {
    const { page, sandbox } = await visit();
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/?scene=fails`);
    await expect.poll(() => scene(page).inputValue()).toBe("fails");
    await serviceRegion(page).getByText("It fails half way").waitFor();
    await type(page, "Discord", "/video a paper boat in the rain");
    await messages(page, "Discord", "95 credits were refunded").first().waitFor();

    await scene(page).selectOption({ label: "Slack is down" });
    await page.waitForURL(`${origin}/?scene=slack-down`);
    expect(sceneNow(sandbox)).toBe("slack-down");
    await scene(page).selectOption({ label: "The video is made" });
    await page.waitForURL(`${origin}/`);
    expect(sceneNow(sandbox)).toBe("finishes");
  });

  test("that does not exist is told, and changes nothing", async () => {
    const { page, sandbox } = await visit();
    await page.goto(`${new URL(page.url()).origin}/?scene=nowhere`);
    await page.getByText("There is no scene “nowhere”.").waitFor();
    expect(sceneNow(sandbox)).toBe("finishes");
  });
});
