import { describe, expect, test } from "vitest";
import { faultsNow, isDrawn, isFocused, plays } from "./browser/in-page.ts";
import {
  attach,
  be,
  chats,
  field,
  form,
  half,
  isPrivate,
  line,
  makeVideo,
  messages,
  more,
  press,
  show,
  strip,
  submit,
  tabTo,
  type,
} from "./browser/people.ts";
import { phone, visit } from "./browser/visit.ts";

const send = /^(Submit|See the price)$/;

describe.for(chats)("on %s", (chat) => {
  test("a typed command leads to a playing video, which is still on the page after a reload", async () => {
    const { page, sandbox } = await visit();
    const prompt = "a <b>kite</b> in the wind";
    const card = await makeVideo(page, chat, `/video ${prompt}`);
    const film = card.locator("video").first();
    await expect.poll(() => plays(film), { timeout: 15_000 }).toBe(true);
    expect(await film.getAttribute("aria-label")).toBe(`Video of: ${prompt}`);
    expect(await card.locator("figcaption").last().innerText()).toContain(prompt);
    await page.getByRole("region", { name: "Notifications" }).getByText(`${chat} notified Ada`).waitFor();
    await strip(page).getByText("Notification").waitFor();
    await expect
      .poll(() => strip(page).getByRole("listitem").allInnerTexts())
      .toEqual([
        expect.stringMatching(new RegExp(`Received\\s+from ${chat}`)),
        expect.stringMatching(/Answered\s+in \d+ ms/),
        expect.stringMatching(/Submitted\s+95 credits/),
        expect.stringMatching(/Polled\s+(once|\d+ times)/),
        expect.stringMatching(/Edited\s+(once|\d+ times)/),
        expect.stringMatching(/Final message\s+video ready, after \d+\.\d s/),
        expect.stringMatching(/Notification\s+after \d+\.\d s/),
      ]);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });

    const buttons = ["Again · 95 credits", "Edit & run", "In 720p", "Delete"];
    const shown = async () => {
      const names = await messages(page, chat, "95 credits used").getByRole("button").allInnerTexts();
      return names.filter((name) => buttons.includes(name));
    };
    expect(await shown()).toEqual(buttons);
    await page.reload();
    await expect.poll(shown).toEqual(buttons);
    await half(page, chat).locator("video").first().waitFor();
    if (chat === "Discord") return;
    await half(page, "Slack")
      .getByRole("button", { name: /2 replies/ })
      .click();
    const file = half(page, "Slack").getByRole("region", { name: "Thread" }).getByRole("article").last();
    await file.locator("figcaption").getByText(prompt).waitFor();
  });

  test("the buttons of a finished card work only for the requester of the video", async () => {
    const { page, sandbox } = await visit();
    const card = await makeVideo(page, chat);

    await press(page, chat, "In 720p");
    await isPrivate(messages(page, chat, "It costs 205 credits"));
    await press(page, chat, "Cancel");
    await messages(page, chat, "Nothing was started").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(1);

    await be(page, "Ben");
    await messages(page, chat, "Nothing was started").waitFor({ state: "detached" });
    await press(page, chat, "Delete");
    await isPrivate(messages(page, chat, "Only the person who asked"));
    await be(page, "Ada");
    await messages(page, chat, "Only the person who asked").waitFor({ state: "detached" });
    await press(page, chat, "Delete");
    await isPrivate(messages(page, chat, "Delete this card?"));
    await messages(page, chat, "Delete this card?").getByRole("button", { name: "Delete" }).click();
    await messages(page, chat, "The card is deleted").waitFor();
    await card.waitFor({ state: "detached" });
    await messages(page, chat, "Delete this card?").waitFor({ state: "detached" });
    await messages(page, chat, "Your video is ready").waitFor({ state: "detached" });
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("an open menu of a message keeps the focus while the message changes", async () => {
    const { page, sandbox } = await visit();
    sandbox.video.nextFate("stuck");
    await type(page, chat);
    const card = messages(page, chat, "a paper boat in the rain").first();
    await card.getByText("Making the video").waitFor();
    await card.hover();
    const opener = more(chat, card);
    await opener.click();
    const item = half(page, chat).getByRole("menuitem", { name: /Animate this/ });
    await item.waitFor();
    sandbox.video.settle(sandbox.video.tasks()[0]?.id ?? "", "succeeded");
    await card.getByText("The video is ready").waitFor();
    expect(await isFocused(item)).toBe(true);
    await page.keyboard.press("Escape");
    await item.waitFor({ state: "hidden" });
    expect(await isFocused(opener)).toBe(true);
    await opener.click();
    await page.getByRole("radio", { name: "Ada" }).focus();
    await item.waitFor({ state: "hidden" });

    await type(page, chat, "/video-jobs");
    const list = messages(page, chat, "Your videos");
    const chooser = list.getByRole("button", { name: "Bring a video's card here…" });
    const { width = 0, height = 0 } = (await chooser.boundingBox()) ?? {};
    // The text fits on one line.
    expect(width).toBeGreaterThan(3 * height);
    await chooser.press("Enter");
    await list.getByRole("menuitem", { name: "Ready: a paper boat in the rain" }).press("Enter");
    await expect.poll(() => messages(page, chat, "Watch or download the video").count()).toBe(2);
    expect(sandbox.video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  });

  test("a person can start a batch of videos with the keyboard only", async () => {
    const { page, sandbox } = await visit();
    const { keyboard } = page;
    await type(page, chat, "/video-batch");
    const scenes = field(page, "Scenes, one per line");
    await scenes.waitFor();
    expect(await isFocused(scenes)).toBe(true);
    await keyboard.type("a boat leaves");
    await keyboard.press("Enter");
    await keyboard.type("the boat is home");
    // In a radio group, Tab moves to the selected button.
    await keyboard.press("Tab");
    const kind = form(page).getByRole("radiogroup", { name: /^What to make/ });
    expect(await kind.getByRole("radio", { name: "One video per line" }).isChecked()).toBe(true);
    await keyboard.press("ArrowDown");
    expect(await kind.getByRole("radio", { name: "2 versions of one prompt" }).isChecked()).toBe(true);
    await keyboard.press("ArrowUp");
    await tabTo(page, send);
    await keyboard.press("Enter");
    const question = messages(page, chat, "Together they cost 190 credits");
    await isPrivate(question);
    expect(sandbox.video.ledger().tasks).toBe(0);
    await tabTo(page, /^Start 2 videos · 190 credits/, "Shift+Tab");
    await keyboard.press("Enter");
    await messages(page, chat, "Your 2 videos are ready").first().waitFor();
    await messages(page, chat, "Your videos have started.").first().waitFor();
    expect(sandbox.video.ledger()).toEqual({ charged: 190, refunded: 0, tasks: 2 });
  });

  test("“Animate this” makes a video from a picture in another person's message", async () => {
    const { page, sandbox } = await visit();
    await be(page, "Ben");
    await attach(page, chat);
    await half(page, chat).getByRole("button", { name: "Remove portrait.png" }).click();
    await half(page, chat).getByText("portrait.png").waitFor({ state: "detached" });
    await attach(page, chat);
    await type(page, chat, "my cat");
    await be(page, "Ada");
    const cat = messages(page, chat, "my cat");
    await expect.poll(() => isDrawn(cat.getByRole("img", { name: "portrait.png" }))).toBe(true);
    await cat.hover();
    await more(chat, cat).click();
    await page.getByRole("menuitem", { name: /Animate this/ }).click();
    await field(page, "Prompt").fill("it yawns");
    await submit(page);
    await messages(page, chat, "95 credits used").waitFor();
    expect(sandbox.video.tasks()).toMatchObject([{ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" }]);
    expect(await half(page, chat).getByRole("article").filter({ hasText: "my cat" }).count()).toBe(1);
  });

  test("“Show JSON” shows the JSON of a card or a private message that the bot sent", async () => {
    const { page, sandbox } = await visit();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    const card = await makeVideo(page, chat);
    // Uses only the keyboard.
    const opener = card.getByRole("button", { name: "Show JSON" });
    await opener.focus();
    await page.keyboard.press("Enter");
    const sheet = page.getByRole("dialog", { name: "What the bot sent" });
    expect(await faultsNow(page)).toEqual([]);
    const words = await sheet.locator("code").innerText();
    expect(JSON.parse(words)).toHaveProperty([chat === "Discord" ? "components" : "blocks", 0]);
    expect(words).toContain("a paper boat in the rain");
    expect(words).not.toContain(sandbox.video.key);
    await page.keyboard.press("Enter");
    await sheet.getByText("Copied.").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(words);
    await page.keyboard.press("Escape");
    await sheet.waitFor({ state: "detached" });
    expect(await isFocused(opener)).toBe(true);

    await type(page, chat, "/video-help");
    const help = messages(page, chat, "How to make a video").first();
    await isPrivate(help);
    await page.setViewportSize(phone);
    await show(page, chat);
    await help.hover();
    await help.getByRole("button", { name: "Show JSON" }).click();
    await sheet.getByText("How to make a video").first().waitFor();
    const box = await sheet.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? phone.width)).toBeLessThanOrEqual(phone.width);
    await sheet.getByRole("button", { name: "Close" }).click();
    await type(page, chat, "who has a boat?");
    await messages(page, chat, "who has a boat?").waitFor();
    expect(await messages(page, chat, "who has a boat?").getByRole("button", { name: "Show JSON" }).count()).toBe(0);
  });
});

describe("on the Discord page", () => {
  test("an attached picture is sent with the command that is typed next", async () => {
    const { page, sandbox } = await visit();
    await attach(page, "Discord");
    await type(page, "Discord", "/video it yawns");
    await messages(page, "Discord", "95 credits used").waitFor();
    const [task] = sandbox.video.tasks();
    expect(task).toMatchObject({ prompt: "it yawns", type: "image2video", aspectRatio: "9:16" });
    expect(task?.imageUrl).toContain("portrait.png");
  });

  test("an attached file is not sent if the command does not accept its type", async () => {
    const { page, sandbox } = await visit();
    // Simulates a bot whose option accepts only some file types.
    await page.route("**/sandbox/state", async (route) => {
      const response = await route.fetch();
      const state = await response.json();
      for (const { options = [] } of state.discord.commands)
        for (const option of options) if (option.name === "image") option.file_types = [".png", ".jpg"];
      await route.fulfill({ response, json: state });
    });
    await page.reload();
    const picker = half(page, "Discord").getByLabel("Picture on Discord");
    const command = line(page, "Discord");
    await command.fill("/video-help");
    expect(await picker.getAttribute("accept")).toBe("image/*");
    await command.fill("");
    await command.pressSequentially("/video ");
    await expect.poll(() => picker.getAttribute("accept")).toBe(".png,.jpg");
    await picker.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a") });
    await page.keyboard.type("it yawns");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
    await half(page, "Discord").getByText("image: notes.txt is not an accepted kind of file.").waitFor();
    expect(sandbox.video.ledger().tasks).toBe(0);
  });

  test("a person's earlier prompts are suggested while the person types a prompt", async () => {
    const { page, sandbox } = await visit();
    await makeVideo(page, "Discord");
    await line(page, "Discord").pressSequentially("/video boat");
    await half(page, "Discord").getByRole("option", { name: "a paper boat in the rain" }).click();
    await page.keyboard.press("Enter");
    await messages(page, "Discord", "95 credits used").nth(1).waitFor();
    expect(sandbox.video.tasks()[1]?.prompt).toBe("a paper boat in the rain");
  });
});

test("the choices of a resolution show the prices in Discord's list and in Slack's form", async () => {
  const { page } = await visit();
  const prices = ["480p (95 credits for 10 s, 143 for 15 s)", "720p (205 credits for 10 s, 308 for 15 s)"];
  await line(page, "Discord").pressSequentially("/video a boat reso");
  await half(page, "Discord")
    .getByRole("option", { name: /^resolution/ })
    .click();
  const offers = half(page, "Discord").getByRole("listbox").getByRole("option");
  await offers.first().waitFor();
  await expect.poll(() => offers.allInnerTexts()).toEqual(prices);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  expect(await line(page, "Discord").inputValue()).toBe("/video prompt:a boat resolution:720p ");

  await type(page, "Slack", "/video");
  const choices = field(page, "Resolution", "combobox").getByRole("option");
  await choices.first().waitFor({ state: "attached" });
  expect(await choices.allInnerTexts()).toEqual(expect.arrayContaining(prices));
});

test("a press of “Finish” for a video that has already ended shows an explanation", async () => {
  const { page, sandbox } = await visit();
  sandbox.video.nextFate("stuck");
  await type(page, "Discord");
  await page.getByRole("button", { name: /^Finish/ }).waitFor();
  // The page receives no updates while the video ends.
  let isHeld = true;
  await page.route("**/sandbox/state", async (route) => {
    await expect.poll(() => isHeld, { timeout: 8_000 }).toBe(false);
    await route.continue();
  });
  // The page sends one request at a time, so no earlier one is running.
  await page.waitForRequest("**/sandbox/state");
  sandbox.video.settle(sandbox.video.tasks()[0]?.id ?? "", "succeeded");
  await page.getByRole("button", { name: /^Finish/ }).click();
  await page.getByText(/has already succeeded/).waitFor();
  isHeld = false;
  await messages(page, "Discord", "95 credits used").waitFor();
});
