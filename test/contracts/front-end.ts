import { describe, expect, it } from "vitest";
import type { ChatMessage, ReplyHandle } from "../../src/core/chat.ts";
import type { Chat } from "../../src/core/front-end.ts";

/** A platform or a fake, and one person who sees its messages. */
export interface ChatWorld {
  readonly chat: Chat;
  readonly ownerId: string;
  /** A card that a person received as a response. */
  freshCard(): Promise<ReplyHandle>;
  /** The requester's messages now, oldest first. */
  seen(): readonly Seen[];
  close(): Promise<void>;
}

export interface Seen {
  readonly text: string;
  readonly isPrivate: boolean;
  readonly mentions: readonly string[];
  readonly edits: number;
}

/** The contract of every platform's `Chat`. `open` makes a new world for each test. */
export function chatContract(name: string, open: () => Promise<ChatWorld>): void {
  /** `added` returns the messages since the card, without the card. */
  type Life = ChatWorld & { readonly card: ReplyHandle; added(): readonly Seen[] };
  const chatTest = (title: string, live: (world: Life) => Promise<void>) =>
    it(title, async () => {
      const world = await open();
      try {
        const card = await world.freshCard();
        const before = world.seen().length;
        await live({ ...world, card, added: () => world.seen().slice(before) });
      } finally {
        await world.close();
      }
    });

  describe(name, () => {
    chatTest(
      "shows progress by editing the card instead of sending a new message",
      async ({ chat, card, seen, added }) => {
        const first = await chat.show(card, message("Rendering"), "in_place");
        expect(first).toMatchObject(edited);
        const after = await chat.show(replyOf(first, card), message("Nearly there"), "in_place");
        expect(after).toMatchObject(edited);
        expect(added()).toEqual([]);
        expect(seen().at(-1)?.text).toContain("Nearly there");
        expect(seen().at(-1)?.text).not.toContain("Rendering");
        expect(seen().at(-1)?.edits).toBe(2);
      },
    );

    chatTest("edits an existing card to show the final message", async ({ chat, card, seen, added }) => {
      expect(await chat.show(card, ready, "anywhere")).toMatchObject(edited);
      expect(added()).toEqual([]);
      expect(seen().at(-1)?.text).toContain(ready.title);
    });

    chatTest(
      "reports a deleted card instead of sending a new message if only an edit is allowed",
      async ({ chat, card, seen }) => {
        const gone = { ok: false, refusal: { kind: "card_gone" } };
        await chat.remove(card);
        const before = seen().length;
        expect(await chat.show(card, message("Rendering"), "in_place")).toEqual(gone);
        // Without a request there is no card to edit.
        expect(await chat.show(placeOf(card), message("Approved"), "in_place")).toEqual(gone);
        expect(seen()).toHaveLength(before);
      },
    );

    chatTest(
      "posts the final message as a new, editable message if the card was deleted",
      async ({ chat, card, seen }) => {
        await chat.remove(card);
        const before = seen().length;
        const moved = await chat.show(card, ready, "anywhere");
        expect(moved).toMatchObject({ ok: true, value: { isNew: true } });
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)?.text).toContain(ready.title);
        const again = await chat.show(replyOf(moved, card), message("A fresh link"), "anywhere");
        expect(again).toMatchObject(edited);
        expect(seen()).toHaveLength(before + 1);
        expect(seen().at(-1)?.text).toContain("A fresh link");
      },
    );

    chatTest(
      "posts, edits and deletes a channel message that names a person without a mention",
      async ({ chat, card, added, ownerId }) => {
        const asking = { ...message("Ada asks for a video"), body: [[{ kind: "person" as const, userId: ownerId }]] };
        const posted = await chat.post(placeOf(card), asking, { to: "channel", nonce });
        expect(added()).toMatchObject([{ isPrivate: false, mentions: [], edits: 0 }]);
        if (!posted.ok) throw new Error("not posted");
        expect(await chat.show(posted.value, message("Approved"), "in_place")).toMatchObject(edited);
        expect(added()).toMatchObject([{ text: expect.stringContaining("Approved") }]);
        expect(await chat.remove(posted.value)).toEqual({ ok: true, value: null });
        expect(added()).toEqual([]);
      },
    );

    chatTest(
      "sends a notification as one new message that mentions only the given people",
      async ({ chat, card, added, ownerId }) => {
        const sent = await chat.notify(card, ready, { people: [ownerId], nonce, triedAt: null });
        expect(sent).toMatchObject({ ok: true, value: { kind: "sent" } });
        const text = expect.stringContaining(ready.title);
        expect(added()).toMatchObject([{ isPrivate: false, mentions: [ownerId], edits: 0, text }]);
      },
    );

    chatTest(
      "sends no second notification if an earlier attempt may have succeeded",
      async ({ chat, card, added, ownerId }) => {
        const again = await chat.notify(card, ready, { people: [ownerId], nonce, triedAt: 0 });
        expect(again).toEqual({ ok: true, value: { kind: "skipped" } });
        expect(added()).toEqual([]);
      },
    );

    chatTest("sends a private message that only the requester can see", async ({ chat, card, added }) => {
      expect(await chat.sendPrivately(card, message("That picture is too large"))).toEqual({ ok: true, value: null });
      expect(added()).toMatchObject([{ isPrivate: true, text: expect.stringContaining("That picture is too large") }]);
    });

    chatTest("deletes a card without an error, even if the card is already deleted", async ({ chat, card, seen }) => {
      const before = seen().length;
      for (let times = 1; times <= 2; times += 1) {
        expect(await chat.remove(card)).toEqual({ ok: true, value: null });
        expect(seen()).toHaveLength(before - 1);
      }
    });

    chatTest(
      "deletes a card and its notification without an error, even if both are already deleted",
      async ({ chat, card, seen, ownerId }) => {
        const before = seen().length;
        const sent = await chat.notify(card, ready, { people: [ownerId], nonce, triedAt: null });
        const at = sent.ok && sent.value.kind === "sent" && sent.value.at !== "lost" ? sent.value.at : [];
        expect(seen()).toHaveLength(before + 1);
        for (let times = 1; times <= 2; times += 1) {
          expect(await chat.takeDown(card, at)).toEqual({ ok: true, value: [] });
          expect(seen()).toHaveLength(before - 1);
        }
      },
    );

    chatTest(
      "mentions nobody if a text from a person or the video service contains the syntax of mentions",
      async ({ chat, card, seen, ownerId }) => {
        const evil = `<@${ownerId}> <@!${ownerId}> @everyone @here <!channel> <!here> <!everyone> @${ownerId}`;
        const hostile: ChatMessage = {
          ...message(evil),
          quote: evil,
          body: [[evil, { kind: "strong", text: evil }]],
          facts: [[evil, { kind: "code", text: "x" }]],
        };
        await chat.show(card, hostile, "in_place");
        await chat.notify(card, hostile, { people: [], nonce, triedAt: null });
        await chat.sendPrivately(card, hostile);
        expect(seen().flatMap(({ mentions }) => mentions)).toEqual([]);
        expect(seen().length).toBeGreaterThan(2);
      },
    );
  });
}

const nonce = "4f0c5a1be2d97c63";
const edited = { ok: true, value: { isNew: false } };
const ready = message("Your video is ready");

function replyOf(shown: Awaited<ReturnType<Chat["show"]>>, before: ReplyHandle): ReplyHandle {
  return shown.ok ? shown.value.reply : before;
}

/** A handle that knows only the card's channel, and no message. */
function placeOf(card: ReplyHandle): ReplyHandle {
  if (card.platform === "discord") return { ...card, token: "", tokenUntil: 0, messageId: null, movedTo: null };
  return { ...card, ts: null, cardChannelId: null, responseUrl: null, responseUrlUntil: 0, responseUrlUses: 0 };
}

function message(title: string): ChatMessage {
  return { tone: "running", title, quote: null, body: [], bar: null, facts: [], video: null, buttons: [] };
}
