import { expect, test } from "vitest";
import { bucketOf } from "../../../../src/frontends/discord/out/discord-ways.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";

const NOW = Date.UTC(2026, 10, 21, 12);
const reply = aDiscordReply({ tokenUntil: NOW + 900_000, token: "t", channelId: "c", movedTo: null });
const moved = { channelId: "d", messageId: "1" };

test.for([
  ["a young card has its token's own", reply, "edit", "token:t"],
  ["a card without an id too", { ...reply, messageId: null }, "edit", "token:t"],
  ["a card whose token is dead counts with its channel", { ...reply, tokenUntil: NOW }, "edit", "edit:c"],
  ["a moved card counts with its new channel", { ...reply, movedTo: moved }, "edit", "edit:d"],
  ["a new message counts with its channel", reply, "new_message", "new_message:c"],
] as const)("%s", ([, handle, what, name]) => {
  expect(bucketOf(handle, what, NOW).name).toBe(name);
});

test("no minute of a channel sees more than 30", () => {
  const { burst, everyMs } = bucketOf(reply, "new_message", NOW);
  expect(burst + 60_000 / everyMs).toBeLessThanOrEqual(30);
});
