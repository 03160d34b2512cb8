import { describe, expect, test } from "vitest";
import { isDrawn } from "../browser/in-page.ts";
import { animate, attach, be, chats, form, half, messages, say, submit, type } from "../browser/people.ts";
import { visit } from "../browser/visit.ts";

const portrait = new URL("../../../sandbox/assets/portrait.png", import.meta.url).pathname;

describe.for(chats)("on %s", (chat) => {
  test("Animate this makes a video of the picture in somebody's message, in its shape", async () => {
    const { page, sandbox } = await visit();
    await be(page, "Ben");
    await say(page, chat, "my cat", portrait);
    await be(page, "Ada");
    await animate(page, chat, messages(page, chat, "my cat"));
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("it yawns");
    await submit(page);
    await messages(page, chat, "95 credits used").waitFor();
    expect(sandbox.video.tasks()).toMatchObject([{ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" }]);
    expect(await half(page, chat).getByRole("article").filter({ hasText: "my cat" }).count()).toBe(1);
  });
});

describe("a picture that is attached", () => {
  test("on Discord goes into the command that is being typed", async () => {
    const { page, sandbox } = await visit();
    await attach(page, "Discord", portrait);
    await half(page, "Discord").getByText("portrait.png").waitFor();
    await type(page, "Discord", "/video it yawns");
    await messages(page, "Discord", "95 credits used").waitFor();
    const [task] = sandbox.video.tasks();
    expect(task).toMatchObject({ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" });
    expect(task?.imageUrl).toContain("portrait.png");
  });

  test("on Slack goes into the message, and the other person sees it", async () => {
    const { page } = await visit();
    await attach(page, "Slack", portrait);
    await half(page, "Slack").getByText("portrait.png").waitFor();
    await type(page, "Slack", "look at this");
    await be(page, "Ben");
    const picture = messages(page, "Slack", "look at this").getByRole("img", { name: "portrait.png" });
    await picture.waitFor();
    await expect.poll(() => isDrawn(picture)).toBe(true);
  });

  test("can be taken back before it is sent", async () => {
    const { page } = await visit();
    for (const chat of chats) {
      await attach(page, chat, portrait);
      await half(page, chat).getByRole("button", { name: "Remove portrait.png" }).click();
      await half(page, chat).getByText("portrait.png").waitFor({ state: "detached" });
    }
  });
});

describe("the picture of a command on Discord", () => {
  test("is picked among the kinds that the command takes, and of another kind is not sent", async () => {
    const { page, sandbox } = await visit();
    // As a bot registers it that takes some kinds alone.
    await page.route("**/sandbox/state", async (route) => {
      const response = await route.fetch();
      const state = await response.json();
      for (const { options = [] } of state.discord.commands)
        for (const option of options) if (option.name === "image") option.file_types = ["png", "jpg"];
      await route.fulfill({ response, json: state });
    });
    await page.reload();
    const picker = half(page, "Discord").getByLabel("Picture on Discord");
    await half(page, "Discord").getByRole("combobox", { name: "Command on Discord" }).fill("/video-help");
    expect(await picker.getAttribute("accept")).toBe("image/*");
    await half(page, "Discord").getByRole("combobox", { name: "Command on Discord" }).fill("");
    await half(page, "Discord").getByRole("combobox", { name: "Command on Discord" }).pressSequentially("/video ");
    await expect.poll(() => picker.getAttribute("accept")).toBe(".png,.jpg");
    await picker.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await page.keyboard.type("it yawns");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await half(page, "Discord").getByText("image: notes.txt is of a kind that is not taken here.").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(0);
  });
});
