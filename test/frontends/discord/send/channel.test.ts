import { expect, test } from "vitest";
import { ok, refuse } from "../../../../src/core/result.ts";
import { isAgeRestricted } from "../../../../src/frontends/discord/send/age-restriction.ts";
import type { Api } from "../../../../src/frontends/discord/send/api.ts";

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
