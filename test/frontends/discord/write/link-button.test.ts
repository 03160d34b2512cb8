import { MessageCreateRequestSchema } from "discord-api-spec/zod";
import { expect, test } from "vitest";
import { z } from "zod";
import { writeMessage } from "../../../../src/frontends/discord/out/write-discord-message.ts";
import { message } from "../typed.ts";

test("a button that opens an address has no id on Discord", () => {
  const url = "https://filmwerk.example/credits";
  const buttons = [{ label: "Get a key", id: "open_link", style: "secondary" as const, url }];
  const payload = writeMessage(message({ buttons }));
  expect(z.safeParse(MessageCreateRequestSchema, payload).error).toBeUndefined();
  expect(JSON.stringify(payload)).toContain(JSON.stringify({ type: 2, label: "Get a key", style: 5, url }));
  expect(JSON.stringify(payload)).not.toContain("open_link");
});
