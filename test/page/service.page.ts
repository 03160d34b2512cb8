import { describe, expect, test } from "vitest";
import { messages, scene, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("at the video service", () => {
  test("a stuck video is finished, and a slow one fails, by a press", async () => {
    const { page, sandbox } = await visit({ taskMs: 20_000 });
    await scene(page).selectOption("stuck");
    await type(page, "Discord", "/video a stuck boat");
    await serviceRegion(page).getByText("a stuck boat").waitFor();
    await serviceRegion(page)
      .getByRole("button", { name: /^Finish/ })
      .click();
    await messages(page, "Discord", "95 credits used").waitFor();
    await scene(page).selectOption("slow");
    await type(page, "Slack", "/video a slow boat");
    await serviceRegion(page).getByText("a slow boat").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fail/ }).click();
    await messages(page, "Slack", "95 credits were refunded").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 95, tasks: 2 });
  });

  test("an empty account refuses, and a filled one pays", async () => {
    const { page, sandbox } = await visit();
    await serviceRegion(page)
      .getByRole("button", { name: /^Empty/ })
      .click();
    await type(page, "Discord", "/video a paper boat in the rain");
    await messages(page, "Discord", "your account doesn't have enough").waitFor();
    await serviceRegion(page).getByRole("button", { name: /^Fill/ }).click();
    await expect.poll(() => sandbox.video.credits()).toBeGreaterThan(95);
    await messages(page, "Discord", "your account doesn't have enough").getByRole("button", { name: "Again" }).click();
    await messages(page, "Discord", "95 credits used").waitFor();
  });
});
