import { expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import type { Api } from "../../../../src/frontends/discord/out/discord-api.ts";
import { isAgeRestricted, isChannelOf } from "../../../../src/frontends/discord/out/discord-people.ts";

test.for([
  [ok({ id: "4", nsfw: true }), true],
  [ok({ id: "4", nsfw: false }), false],
  [ok({ id: "4" }), null],
  [ok({ id: "4", nsfw: "true" }), null],
  [refuse({ kind: "refused", status: 403, code: 50001 } as const), null],
  [refuse({ kind: "unavailable", unclear: true, detail: "no answer" } as const), null],
] as const)("%j means %s", async ([told, is]) => {
  const asked: unknown[] = [];
  const asBot: Api["asBot"] = async (request) => {
    asked.push(request);
    return told;
  };
  expect(await isAgeRestricted({ asBot }, "4")).toBe(is);
  // Somebody waits for it.
  expect(asked).toEqual([{ method: "GET", route: "/channels/4", deadlineMs: 500 }]);
});

test.for([
  [ok({ id: "4", guild_id: "77" }), true],
  [ok({ id: "4", guild_id: "78" }), false],
  [ok({ id: "4" }), null],
  [refuse({ kind: "refused", status: 404, code: 10_003 } as const), null],
] as const)("whether a channel is in the server 77: %j means %s", async ([told, is]) => {
  expect(await isChannelOf({ asBot: async () => told }, "77", "4")).toBe(is);
});
