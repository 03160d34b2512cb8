import { describe, expect, test } from "vitest";
import { chats, messages, scene, serviceRegion, type } from "./browser/people.ts";
import { visit } from "./browser/visit.ts";

describe("where three videos of a person are on their way", () => {
  test.for(chats)(
    "%s lets the next ones wait in the queue: one leaves it, the other begins when one is finished",
    async (chat) => {
      const { page, sandbox } = await visit();
      await scene(page).selectOption("stuck");
      for (const n of [1, 2, 3]) {
        await type(page, chat, `/video a stuck boat ${n}`);
        await serviceRegion(page).getByText(`a stuck boat ${n}`).waitFor();
      }
      await type(page, chat, "/video a swan");
      await messages(page, chat, "a swan").getByText("In the queue, 1st").waitFor();
      await type(page, chat, "/video a duck");
      await messages(page, chat, "a duck").getByText("In the queue, 2nd").waitFor();
      expect(sandbox.video.ledger().tasks).toBe(3);

      await messages(page, chat, "a swan").getByRole("button", { name: "Leave the queue" }).click();
      await messages(page, chat, "a swan").getByText("withdrawn before it started").waitFor();
      await messages(page, chat, "a duck").getByText("In the queue, 1st").waitFor();
      await serviceRegion(page)
        .getByRole("button", { name: /^Finish/ })
        .first()
        .click();
      await serviceRegion(page).getByText("a duck").waitFor();
      expect(sandbox.video.ledger().tasks).toBe(4);
    },
  );
});
