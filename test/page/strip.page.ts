import { describe, expect, test } from "vitest";
import { chats, messages, scene, serviceRegion, strip, type } from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";

const steps = ({ page }: Visit) => strip(page).getByRole("listitem").allInnerTexts();

/** As many polls of a task as in a long night. */
function pollMuch({ sandbox }: Visit): void {
  const taskId = sandbox.video.tasks()[0]?.id;
  for (let nth = 0; nth < 900; nth += 1)
    sandbox.journal.add({ place: "video", kind: "polled", payload: { taskId, status: "running", progress: 63 } });
}

describe("the page's strip of recent steps", () => {
  test.for(chats)("shows all steps of a video with a lost answer on %s, even after a reload", async (chat) => {
    const there = await visit();
    await scene(there.page).selectOption("lost-answer");
    await type(there.page, chat);
    await messages(there.page, chat, "It may have been charged").first().waitFor();
    await serviceRegion(there.page).getByText("Done after").waitFor();
    const end = [
      ...[expect.stringContaining("Received"), expect.stringContaining("Answered")],
      ...[expect.stringMatching(/Submitted\s+95 credits/), expect.stringContaining("Answer lost")],
      expect.stringMatching(/Final message\s+may have been charged, after \d+\.\d s/),
      expect.stringMatching(/Notification\s+after \d+\.\d s/),
    ];
    await expect.poll(() => steps(there)).toEqual(end);
    await there.page.reload();
    await expect.poll(() => steps(there)).toEqual(end);
  });

  test("shows hundreds of polls as a single step", async () => {
    const there = await visit();
    const { page } = there;
    await scene(page).selectOption("stuck");
    await type(page, "Discord");
    await serviceRegion(page).getByText("Stuck at 63 %", { exact: true }).waitFor();
    pollMuch(there);
    const isCounted = expect.stringMatching(/Polled\s+(still to come)?.*\d{3,} times/s);
    await expect.poll(() => steps(there)).toEqual(expect.arrayContaining([isCounted]));
    await page.reload();
    await expect.poll(() => steps(there)).toEqual(expect.arrayContaining([isCounted]));
    await strip(page).getByText("Ada on Discord: /video a paper boat in the rain").waitFor();

    await serviceRegion(page).getByText("All requests and messages").press("Enter");
    const lines = serviceRegion(page)
      .getByRole("list", { name: /^Requests and messages/ })
      .locator("summary");
    await lines.filter({ hasText: /Service polled \d{3,} times/ }).waitFor();
    expect(await lines.filter({ hasText: "Key check" }).first().innerText()).toContain("the key works");
    expect(await lines.count()).toBeLessThan(60);

    await lines.filter({ hasText: "Service submitted" }).press("Enter");
    const payload = serviceRegion(page).getByRole("group", { name: "Payload" });
    expect(JSON.parse(await payload.innerText())).toMatchObject({
      body: { prompt: "a paper boat in the rain", duration: 10 },
      response: { status: 200, body: { data: { creditsUsed: 95 } } },
    });
    expect(await payload.innerText()).toContain('\n    "prompt": "a paper boat in the rain"');
  });

  test("does not show a key that a person has typed into a command", async () => {
    const { page, sandbox } = await visit();
    await type(page, "Discord", "/video a boat vk-live-4f9a8b7c6d5e4f3a2b1c");
    await strip(page).getByText("/video a boat •••").waitFor();
    expect(await strip(page).getByText("4f9a8b7c").count()).toBe(0);
    sandbox.slack.post("ben", "mine is vk-live-4f9a8b7c6d5e4f3a2b1c");
    await serviceRegion(page).getByText("All requests and messages").click();
    const line = serviceRegion(page).getByRole("listitem").filter({ hasText: "Slack message" }).first();
    await line.locator("summary").click();
    await line.getByText("mine is •••").waitFor();
    expect(await serviceRegion(page).getByText("4f9a8b7c").count()).toBe(0);
  });
});
