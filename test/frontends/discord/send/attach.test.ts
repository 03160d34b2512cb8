import { describe, expect, it, test } from "vitest";
import type { Denial } from "../../../../sandbox/src/discord/refusal.ts";
import { message } from "../typed.ts";
import { aCard, attached, MIB, prompt, ready } from "../video-card.ts";

const refused = (refusal: object) => ({ ok: false, refusal });

/** What plays in a message: everything that a gallery in it shows. */
function films(components: unknown): unknown[] {
  if (typeof components !== "object" || components === null) return [];
  const { type, items }: Readonly<Record<string, unknown>> = { ...components };
  return type === 12 && Array.isArray(items) ? items : Object.values(components).flatMap(films);
}

describe("a video that fits", () => {
  test.for([
    ["its length is known", true],
    ["nobody says how long it is", false],
  ] as const)("plays in the card, whole, with the prompt as its description, where %s", async ([, isSizeTold]) => {
    const world = await aCard({ sizeBytes: 1_000_000, isSizeTold });
    const reply = await attached(world);
    const [file] = world.card()?.attachments ?? [];
    expect(reply).toEqual({ ...world.reply, files: [{ id: file?.id, name: "a-paper-boat-in-the-rain.mp4" }] });
    expect(file).toMatchObject({
      filename: "a-paper-boat-in-the-rain.mp4",
      content_type: "video/mp4",
      description: prompt,
    });
    expect(films(world.card()?.components)).toMatchObject([{ description: prompt, media: { url: file?.url } }]);
    expect(Buffer.from(await (await fetch(file?.url ?? "")).arrayBuffer()).equals(world.bytes)).toBe(true);
    expect(world.seen).toEqual({ opened: 1, closed: 1, taken: 1_000_000 });
    expect(world.refusals()).toBe(0);
  });

  it("is kept by every later edit, and dropped by none", async () => {
    const world = await aCard();
    const reply = await attached(world);
    const fresh = { ...ready, title: "Here is a new link" };
    expect(await world.show(reply, fresh, "in_place")).toEqual({ ok: true, value: { reply, isNew: false } });
    expect(world.card()).toMatchObject({ attachments: [{ id: reply.files?.[0]?.id }] });
    expect(films(world.card()?.components)).toMatchObject([{ media: { attachment_id: reply.files?.[0]?.id } }]);
    // Words that have no place for it leave it where it is.
    await world.show(reply, message({ title: "Something else" }), "in_place");
    expect(world.card()).toMatchObject({ attachments: [{ id: reply.files?.[0]?.id }] });
  });

  it("is there once, however often it is put there", async () => {
    const world = await aCard();
    const first = await attached(world);
    // As if the answer to the first had been lost.
    const second = await attached(world);
    expect(second.files?.[0]?.id).not.toBe(first.files?.[0]?.id);
    expect(world.card()?.attachments).toHaveLength(1);
    expect(world.card()?.attachments[0]?.id).toBe(second.files?.[0]?.id);
  });

  it("comes by the bot's own hand where the token is dead", async () => {
    const world = await aCard();
    world.discord.killTokens();
    const reply = await attached(world);
    expect(world.card()?.attachments).toMatchObject([{ id: reply.files?.[0]?.id, size: 200_000 }]);
    expect(world.seen).toMatchObject({ opened: 2, closed: 2 });
  });

  it("tells the id of a card whose id was lost with its answer", async () => {
    const world = await aCard();
    expect(await attached(world, { ...world.reply, messageId: null })).toMatchObject({
      messageId: world.reply.messageId,
      files: [{ name: "a-paper-boat-in-the-rain.mp4" }],
    });
  });

  it("stays with the old card where a new one takes its place", async () => {
    const world = await aCard();
    const reply = await attached(world);
    await world.frontEnd.chat.remove(reply);
    const moved = await world.show(reply, ready, "anywhere");
    expect(moved).toMatchObject({ ok: true, value: { isNew: true } });
    expect(moved.ok && "files" in moved.value.reply).toBe(false);
    expect(world.card()).not.toMatchObject({ id: reply.messageId });
    expect(world.card()?.attachments).toEqual([]);
  });
});

describe("a video that is too large", () => {
  it("is not even begun where its length is told", async () => {
    const world = await aCard({ sizeBytes: 20 * MIB + 1 });
    expect(await world.attach()).toEqual(refused({ kind: "too_large" }));
    expect(world.seen).toEqual({ opened: 1, closed: 1, taken: 0 });
    expect(world.refusals()).toBe(0);
    expect(world.card()?.attachments).toEqual([]);
  });

  it("is given up at the limit where it is not", async () => {
    const world = await aCard({ sizeBytes: 3 * MIB, isSizeTold: false }, { isPrivate: true, interactionMaxBytes: MIB });
    expect(await world.attach()).toEqual(refused({ kind: "too_large" }));
    expect(world.seen.taken).toBeLessThan(2 * MIB);
    expect(world.seen).toMatchObject({ opened: 1, closed: 1 });
    expect(world.card()?.attachments).toEqual([]);
  });

  it("by the interaction's own limit goes no way that takes less", async () => {
    const world = await aCard({ sizeBytes: 26 * MIB }, { interactionMaxBytes: 25 * MIB });
    expect(await world.attach()).toEqual(refused({ kind: "too_large" }));
    expect(world.seen.opened).toBe(1);
  });

  test.for<Denial["what"]>(["too_large", "file_too_large"])("by Discord's own word, %s, is that", async (what) => {
    const world = await aCard();
    world.discord.deny({ what, isUpload: true });
    expect(await world.attach()).toEqual(refused({ kind: "too_large" }));
    expect(world.seen.opened).toBe(world.seen.closed);
    expect(await world.show(world.reply, ready, "in_place")).toMatchObject({ ok: true });
  });
});

describe("the bot's own hand", () => {
  // What is offered is cut at its first byte, for fifty million more would prove nothing.
  const cut = refused({ kind: "no_file", problem: { kind: "unreachable" } });
  const tooLarge = refused({ kind: "too_large" });
  const offered = async (mib: number, over: object, tier = 0) => {
    const world = await aCard({ sizeBytes: mib * MIB, cutAt: 1 });
    world.discord.limitFiles({ tier });
    world.discord.killTokens();
    return { ...world, result: await world.attach({ ...world.reply, attachmentLimit: 1, ...over }) };
  };

  test.for([
    [0, 20, cut],
    [0, 21, tooLarge],
    [1, 21, tooLarge],
    [2, 50, cut],
    [2, 51, tooLarge],
    [3, 100, cut],
    [3, 101, tooLarge],
  ] as const)("in a server of level %i with %i MiB", async ([tier, mib, result]) => {
    expect((await offered(mib, {}, tier)).result).toEqual(result);
  });

  it("in a direct message has what everybody has, whatever the server's level", async () => {
    expect((await offered(21, { guildId: null }, 3)).result).toEqual(tooLarge);
    const movedTo = { channelId: "500000000000000001", messageId: "1" };
    expect((await offered(21, { movedTo }, 3)).result).toEqual(tooLarge);
  });

  it("asks for a server's level once an hour", async () => {
    const { reply, attach, clock, discord } = await offered(51, {}, 3);
    const again = () => attach({ ...reply, attachmentLimit: 1 });
    discord.limitFiles({ tier: 0 });
    expect(await again()).toEqual(cut);
    await clock.advance(3_600_001);
    expect(await again()).toEqual(tooLarge);
  });
});

describe("a video that is not taken", () => {
  test.for<readonly [Denial["what"], object]>([
    ["uploads_limited", { kind: "not_taken", detail: "token 403/400001" }],
    ["missing_permissions", { kind: "not_taken", detail: "token 403/50013" }],
    ["blocked_message", { kind: "not_taken", detail: "token 400/200000" }],
    ["unknown_message", { kind: "card_gone" }],
    ["missing_access", { kind: "card_gone" }],
  ])("because of %s says so, after one look where another would not help", async ([what, refusal]) => {
    const world = await aCard();
    world.discord.deny({ what, isUpload: true });
    expect(await world.attach()).toEqual(refused(refusal));
    expect(world.seen).toMatchObject(what === "missing_access" ? { opened: 2, closed: 2 } : { opened: 1, closed: 1 });
  });

  it.for(["not_public", "not_a_video", "unreachable", "expired"] as const)(
    "because there is none (%s) asks nothing of Discord",
    async (problem) => {
      const world = await aCard({ sizeBytes: 1, problem });
      expect(await world.attach()).toEqual(refused({ kind: "no_file", problem: { kind: problem } }));
      expect(world.card()?.editedAt).toBeNull();
    },
  );

  it("because its own line was cut is no fault of Discord's, and leaves the card as it was", async () => {
    const world = await aCard({ sizeBytes: 500_000, cutAt: 240_000 });
    expect(await world.attach()).toEqual(refused({ kind: "no_file", problem: { kind: "unreachable" } }));
    expect(world.card()?.editedAt).toBeNull();
    expect(world.seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it("because the process ends is unclear", async () => {
    const world = await aCard({ sizeBytes: 500_000 });
    world.aborter.abort();
    expect(await world.attach()).toMatchObject(refused({ kind: "unavailable" }));
    expect(world.seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it("in a private card whose token is dead finds no card", async () => {
    const world = await aCard({ sizeBytes: 1_000 }, { isPrivate: true });
    world.discord.killTokens();
    expect(await world.attach()).toEqual(refused({ kind: "card_gone" }));
    expect(world.seen.opened).toBe(1);
  });
});
