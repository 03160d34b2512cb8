import { describe, expect, it, test } from "vitest";
import type { Bucket } from "../../../../src/core/budget/edit-budget.ts";
import { reportedLimits } from "../../../../src/frontends/discord/out/discord-api.ts";
import { bucketOf } from "../../../../src/frontends/discord/out/discord-ways.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { aWorldFor, givenCard, message } from "../world.ts";

const byToken = { method: "PATCH", route: `/webhooks/1/tok/messages/@original` };
const edit = { method: "PATCH", route: `/channels/7/messages/9` };
const post = { method: "POST", route: `/channels/7/messages` };
const guess = (name: string): Bucket => ({ name, burst: 5, everyMs: 2_400 });

const saying = (over: Record<string, string> = {}, status = 200) =>
  new Response(null, {
    status,
    headers: {
      "x-ratelimit-bucket": "abcd",
      "x-ratelimit-limit": "10",
      "x-ratelimit-remaining": "9",
      "x-ratelimit-reset-after": "4.000",
      ...over,
    },
  });

describe("a Discord rate limit", () => {
  it.for([
    ["an edit with an interaction token", byToken, "token:tok", "abcd:tok"],
    ["an edit with the bot's token", edit, "edit:7", "abcd:7"],
    ["a new message", post, "new_message:7", "abcd:7"],
  ] as const)("is taken from the response headers of %s", ([, request, guessed, name]) => {
    const clock = manualClock();
    const limits = reportedLimits(clock);
    limits.record(request, saying());
    const left = { remaining: 9, until: clock.now() + 4_000 };
    // Other processes may not know the measured bucket, so they share the guessed one.
    expect(limits.measured(guess(guessed))).toEqual({ name, commonName: guessed, burst: 10, everyMs: 400, left });
  });

  it("has the default value until a response from the same route arrives", () => {
    const limits = reportedLimits(manualClock());
    limits.record(edit, saying());
    for (const name of ["edit:8", "new_message:7"]) expect(limits.measured(guess(name))).toEqual(guess(name));
  });

  it("takes the window length from the first response in a window, not from later responses", () => {
    const limits = reportedLimits(manualClock());
    const later = saying({ "x-ratelimit-remaining": "3", "x-ratelimit-reset-after": "0.5" });
    limits.record(edit, later);
    expect(limits.measured(guess("edit:7"))).toMatchObject({ burst: 10, everyMs: 2_400, left: { remaining: 3 } });
    limits.record(edit, saying());
    limits.record(edit, later);
    expect(limits.measured(guess("edit:7"))).toMatchObject({ burst: 10, everyMs: 400, left: { remaining: 3 } });
  });

  it("keeps the default value after responses with missing or invalid headers", () => {
    const limits = reportedLimits(manualClock());
    limits.record(edit, new Response(null));
    for (const [header, value] of [
      ["limit", "0"],
      ["limit", "many"],
      ["remaining", "-1"],
      ["reset-after", "NaN"],
      ["reset-after", "86400"],
      ["bucket", ""],
    ] as const)
      limits.record(edit, saying({ [`x-ratelimit-${header}`]: value }));
    limits.record(edit, saying({}, 429));
    limits.record({ method: "DELETE", route: edit.route }, saying());
    limits.record({ method: "POST", route: `/webhooks/1/tok` }, saying());
    expect(limits.measured(guess("edit:7"))).toEqual(guess("edit:7"));
    expect(limits.measured(guess("token:tok"))).toEqual(guess("token:tok"));
  });

  it("is forgotten after the limits of two thousand other routes were received", () => {
    const limits = reportedLimits(manualClock());
    const at = (n: number) => ({ method: "PATCH", route: `/channels/${n}/messages/9` });
    for (let n = 0; n < 2_000; n += 1) limits.record(at(n), saying());
    for (const n of [0, 2_000]) limits.record(at(n), saying());
    expect([0, 1, 2].map((n) => limits.measured(guess(`edit:${n}`)).left !== undefined)).toEqual([true, false, true]);
  });
});

test("Discord's rate limit headers set the limits of edits with the interaction token and of edits with the bot's token", async () => {
  const world = await aWorldFor();
  const { clock } = world;
  const { chat } = world.frontEnd;
  const reply = await givenCard(world);
  const moved = { ...reply, movedTo: { channelId: reply.channelId, messageId: reply.messageId ?? "" } };
  await chat.show(reply, message({ tone: "running", title: "Making the video" }), "in_place");
  await chat.show(moved, message({ tone: "running", title: "Making the video" }), "in_place");
  const left = (windowMs: number) => ({ remaining: 4, until: clock.now() + windowMs });
  expect(chat.bucketOf(reply, "edit")).toMatchObject({ burst: 5, everyMs: 400, left: left(2_000) });
  expect(chat.bucketOf(moved, "edit")).toMatchObject({ burst: 5, everyMs: 1_000, left: left(5_000) });
});

const NOW = Date.UTC(2026, 10, 21, 12);
const reply = aDiscordReply({ tokenUntil: NOW + 900_000, token: "t", channelId: "c", movedTo: null });
const moved = { channelId: "d", messageId: "1" };

test.for([
  ["edits of a recent card use the interaction token's rate limit", reply, "edit", "token:t"],
  [
    "edits of a recent card without a message id use the interaction token's rate limit",
    { ...reply, messageId: null },
    "edit",
    "token:t",
  ],
  [
    "edits of a card with an expired token use the channel's rate limit",
    { ...reply, tokenUntil: NOW },
    "edit",
    "edit:c",
  ],
  [
    "edits of a card without a token use the channel's rate limit",
    { ...reply, token: "", messageId: null },
    "edit",
    "edit:c",
  ],
  ["edits of a moved card use the new channel's rate limit", { ...reply, movedTo: moved }, "edit", "edit:d"],
  ["new messages use the channel's rate limit", reply, "new_message", "new_message:c"],
] as const)("on Discord, %s", ([, handle, what, name]) => {
  expect(bucketOf(handle, what, NOW).name).toBe(name);
});

test("the bot sends at most 30 new messages a minute to a Discord channel", () => {
  const { burst, everyMs } = bucketOf(reply, "new_message", NOW);
  expect(burst + 60_000 / everyMs).toBeLessThanOrEqual(30);
});
