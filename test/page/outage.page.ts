import { describe, expect, test } from "vitest";
import { type Chat, chats, isPrivate, messages, press, type } from "./browser/people.ts";
import { type Visit, visit } from "./browser/visit.ts";

/** The service takes no paid call, and Ada asks for three videos before the one that she is asked about. */
async function askWhileDown({ page, sandbox }: Visit, chat: Chat): Promise<void> {
  sandbox.video.everyFate("server_error");
  for (const n of [1, 2, 3]) {
    await type(page, chat, `/video lost ship ${n}`);
    await messages(page, chat, `lost ship ${n}`).getByText("don't know whether this video was made").first().waitFor();
  }
  await type(page, chat, "/video a paper boat in the rain");
  const question = messages(page, chat, "The video service is not answering right now");
  await isPrivate(question);
  for (const name of ["Start anyway", "Start when it clears", "Cancel"])
    await question.getByRole("button", { name, exact: true }).waitFor();
}

describe("while the video service is down", () => {
  test.for(chats)("%s asks with three buttons, and a video waits with its card until it is withdrawn", async (chat) => {
    const there = await visit();
    const { page, sandbox } = there;
    await askWhileDown(there, chat);
    await press(page, chat, "Start when it clears");
    const card = messages(page, chat, "Waiting for the video service");
    await card.getByRole("button", { name: "Withdraw" }).click();
    await messages(page, chat, "withdrawn before it started").waitFor();
    expect(sandbox.video.tasks()).toEqual([]);
  });

  test("five videos that end well let the one begin that waits", async () => {
    const there = await visit();
    const { page, sandbox } = there;
    await askWhileDown(there, "Discord");
    await press(page, "Discord", "Start when it clears");
    await messages(page, "Discord", "Waiting for the video service").waitFor();
    sandbox.video.everyFate("quick");
    for (let n = 1; n <= 5; n += 1) {
      await type(page, "Discord", `/video a brave ship ${n}`);
      const ship = messages(page, "Discord", `a brave ship ${n}`);
      await ship.getByRole("button", { name: "Start anyway" }).click();
      await ship.getByText("The video is ready").first().waitFor();
    }
    await expect.poll(() => sandbox.video.tasks().length, { timeout: 15_000 }).toBe(6);
    await messages(page, "Discord", "a paper boat").getByText("The video is ready").first().waitFor();
  });
});
