import { describe, expect, it } from "vitest";
import type { ChatMessage, ReplyHandle } from "../../src/core/chat.ts";
import type { Chat } from "../../src/core/ports.ts";

/** A platform, or something that stands in for one, with one person who watches it. */
export interface ChatWorld {
  readonly chat: Chat;
  readonly ownerId: string;
  /** A card that a person really got as an answer. */
  freshCard(): Promise<ReplyHandle>;
  /** The requester's messages as they are now, oldest first. */
  seen(): readonly Seen[];
  close(): Promise<void>;
}

export interface Seen {
  readonly text: string;
  readonly isPrivate: boolean;
  /** Ids of the people whom it calls. */
  readonly mentions: readonly string[];
  readonly edits: number;
}

/** The promises of every platform's `Chat`. `open` begins a world of its own for each claim. */
export function chatContract(name: string, open: () => Promise<ChatWorld>): void {
  describe(`the chat of ${name}`, () => {
    it("shows progress by editing the card, and makes no new message", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const card = await freshCard();
        const before = seen().length;
        const first = await chat.show(card, message("Rendering"), "in_place");
        expect(first).toMatchObject({ ok: true, value: { isNew: false } });
        const after = await chat.show(replyOf(first, card), message("Nearly there"), "in_place");
        expect(after).toMatchObject({ ok: true, value: { isNew: false } });
        expect(seen()).toHaveLength(before);
        expect(seen().at(-1)?.text).toContain("Nearly there");
        expect(seen().at(-1)?.text).not.toContain("Rendering");
        expect(seen().at(-1)?.edits).toBe(2);
      }));

    it("brings the final word on the card while the card is there", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const card = await freshCard();
        const before = seen().length;
        expect(await chat.show(card, message("Your video is ready"), "anywhere")).toMatchObject({
          ok: true,
          value: { isNew: false },
        });
        expect(seen()).toHaveLength(before);
        expect(seen().at(-1)?.text).toContain("Your video is ready");
      }));

    it("says that a card is gone where only an edit is allowed", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const card = await freshCard();
        await chat.remove(card);
        const before = seen().length;
        expect(await chat.show(card, message("Rendering"), "in_place")).toEqual({
          ok: false,
          refusal: { kind: "card_gone" },
        });
        expect(seen()).toHaveLength(before);
      }));

    it("brings the final word of a deleted card as one new message, and edits that one from then on", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const card = await freshCard();
        await chat.remove(card);
        const before = seen().length;
        const moved = await chat.show(card, message("Your video is ready"), "anywhere");
        expect(moved).toMatchObject({ ok: true, value: { isNew: true } });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)?.text).toContain("Your video is ready");
        const again = await chat.show(replyOf(moved, card), message("A fresh link"), "anywhere");
        expect(again).toMatchObject({ ok: true, value: { isNew: false } });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)?.text).toContain("A fresh link");
      }));

    it("posts one message in a channel where nothing was asked, calls nobody, and edits it from then on", () =>
      inWorld(open, async ({ chat, freshCard, seen, ownerId }) => {
        const place = placeOf(await freshCard());
        const before = seen().length;
        const asking = { ...message("Ada asks for a video"), body: [[{ kind: "person" as const, userId: ownerId }]] };
        const posted = await chat.post(place, asking, { to: "channel", nonce: "4f0c5a1be2d97c63" });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)).toMatchObject({ isPrivate: false, mentions: [], edits: 0 });
        if (!posted.ok) throw new Error("not posted");
        const after = await chat.show(posted.value, message("Approved"), "in_place");
        expect(after).toMatchObject({ ok: true, value: { isNew: false } });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)?.text).toContain("Approved");
        expect(await chat.remove(posted.value)).toEqual({ ok: true, value: null });
        expect(seen()).toHaveLength(before);
      }));

    it("has no card to edit where nothing was asked", () =>
      inWorld(open, async ({ chat, freshCard }) => {
        const place = placeOf(await freshCard());
        expect(await chat.show(place, message("Approved"), "in_place")).toEqual({
          ok: false,
          refusal: { kind: "card_gone" },
        });
      }));

    it("notifies with exactly one new message that calls exactly the people named", () =>
      inWorld(open, async ({ chat, freshCard, seen, ownerId }) => {
        const card = await freshCard();
        const before = seen().length;
        const how = { people: [ownerId], nonce: "4f0c5a1be2d97c63", triedAt: null };
        expect(await chat.notify(card, message("Your video is ready"), how)).toMatchObject({
          ok: true,
          value: { kind: "sent" },
        });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)).toMatchObject({ isPrivate: false, mentions: [ownerId], edits: 0 });
        expect(seen().at(-1)?.text).toContain("Your video is ready");
      }));

    it("does not notify again where an earlier try of long ago may have arrived", () =>
      inWorld(open, async ({ chat, freshCard, seen, ownerId }) => {
        const card = await freshCard();
        const before = seen().length;
        const how = { people: [ownerId], nonce: "4f0c5a1be2d97c63", triedAt: 0 };
        expect(await chat.notify(card, message("Your video is ready"), how)).toEqual({
          ok: true,
          value: { kind: "skipped" },
        });
        expect(seen()).toHaveLength(before);
      }));

    it("whispers to the owner alone", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const card = await freshCard();
        const before = seen().length;
        expect(await chat.whisper(card, message("That picture is too large"))).toEqual({ ok: true, value: null });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)).toMatchObject({ isPrivate: true });
        expect(seen().at(-1)?.text).toContain("That picture is too large");
      }));

    it("takes a card away, and a second time is no failure", () =>
      inWorld(open, async ({ chat, freshCard, seen }) => {
        const before = seen().length;
        const card = await freshCard();
        expect(await chat.remove(card)).toEqual({ ok: true, value: null });
        expect(seen()).toHaveLength(before);
        expect(await chat.remove(card)).toEqual({ ok: true, value: null });
      }));

    it("takes a card down with its notification, and a second time is no failure", () =>
      inWorld(open, async ({ chat, freshCard, seen, ownerId }) => {
        const before = seen().length;
        const card = await freshCard();
        const how = { people: [ownerId], nonce: "4f0c5a1be2d97c63", triedAt: null };
        const sent = await chat.notify(card, message("Your video is ready"), how);
        const at = sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
        expect(seen()).toHaveLength(before + 2);
        expect(await chat.takeDown(card, at)).toEqual({ ok: true, value: [] });
        expect(seen()).toHaveLength(before);
        expect(await chat.takeDown(card, at)).toEqual({ ok: true, value: [] });
      }));

    it("calls nobody with anything that a person or the service wrote", () =>
      inWorld(open, async ({ chat, freshCard, seen, ownerId }) => {
        const evil = `<@${ownerId}> <@!${ownerId}> @everyone @here <!channel> <!here> <!everyone> @${ownerId}`;
        const hostile: ChatMessage = {
          ...message(evil),
          quote: evil,
          body: [[evil, { kind: "strong", text: evil }]],
          facts: [[evil, { kind: "code", text: "x" }]],
        };
        const card = await freshCard();
        await chat.show(card, hostile, "in_place");
        await chat.notify(card, hostile, { people: [], nonce: "4f0c5a1be2d97c63", triedAt: null });
        await chat.whisper(card, hostile);
        expect(seen().flatMap(({ mentions }) => mentions)).toEqual([]);
        expect(seen().length).toBeGreaterThan(2);
      }));
  });
}

async function inWorld(open: () => Promise<ChatWorld>, live: (world: ChatWorld) => Promise<void>): Promise<void> {
  const world = await open();
  try {
    await live(world);
  } finally {
    await world.close();
  }
}

function replyOf(shown: Awaited<ReturnType<Chat["show"]>>, before: ReplyHandle): ReplyHandle {
  return shown.ok ? shown.value.reply : before;
}

/** A handle with that card's channel alone: it answers nothing and knows of no message. */
function placeOf(card: ReplyHandle): ReplyHandle {
  if (card.platform === "discord") return { ...card, token: "", tokenUntil: 0, messageId: null, movedTo: null };
  return { ...card, ts: null, cardChannelId: null, responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
}

function message(title: string): ChatMessage {
  return { tone: "running", title, quote: null, body: [], bar: null, facts: [], video: null, buttons: [] };
}
