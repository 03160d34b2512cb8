import { expect, test } from "vitest";
import { z } from "zod";
import { writeMessage } from "../../../../src/frontends/discord/out/write-discord-message.ts";
import { message } from "../typed.ts";

test("a card shows the video under the prompt and above everything else", () => {
  const one = message({
    title: "Ready",
    quote: "a boat",
    body: [["95 credits used."]],
    facts: [["480p"]],
    video: { description: "a boat" },
    buttons: [{ label: "Help", id: "help", style: "secondary" }],
  });
  const payload = writeMessage(one, { files: [{ id: "7", name: "a-boat.mp4" }] });
  const [container] = z.array(z.object({ components: z.array(z.looseObject({})) })).parse(payload.components);
  expect(container?.components.map(({ type, content }) => content ?? type)).toEqual([
    ...["### Ready", "> a boat", 12],
    ...["95 credits used.", "-# 480p", 1],
  ]);
});
