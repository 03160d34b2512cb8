import { describe, expect, it } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { cardFor, inSlack, plain, type SlackWorld } from "../slack-world.ts";

const ada = "U00000ADA1";
const ready = plain("Your video is ready.");
const LONG_AGO = 1;

/** Ada's card, and how often she was called near it. */
async function beside({
  slack,
  desk,
  journal,
}: SlackWorld): Promise<{ readonly card: SlackReply; readonly calls: () => number }> {
  await slack.command("ada", "/video a cat");
  const fate = await desk.fate();
  if (fate.kind !== "given" || fate.reply.platform !== "slack") throw new Error(`the card was ${fate.kind}`);
  return { card: fate.reply, calls: () => journal.since(0).filter(({ kind }) => kind === "pinged").length };
}

describe("a notification whose answer was lost", () => {
  it("is found in the card's thread, and not sent again", () =>
    inSlack(cardFor, async (world) => {
      const { card, calls } = await beside(world);
      const { chat } = world.front;
      await chat.notify(card, ready, { people: [ada], nonce: "n1", triedAt: null });
      expect(await chat.notify(card, ready, { people: [ada], nonce: "n1", triedAt: LONG_AGO })).toMatchObject({
        ok: true,
        value: { kind: "sent" },
      });
      expect(calls()).toBe(1);
    }));

  it("is sent again where the thread has none of it, though another's stands there", () =>
    inSlack(cardFor, async (world) => {
      const { card, calls } = await beside(world);
      const { chat } = world.front;
      await chat.notify(card, ready, { people: [ada], nonce: "another", triedAt: null });
      expect(await chat.notify(card, ready, { people: [ada], nonce: "n1", triedAt: LONG_AGO })).toMatchObject({
        ok: true,
        value: { kind: "sent" },
      });
      expect(calls()).toBe(2);
    }));

  it("is waited for, since it may still arrive", () =>
    inSlack(cardFor, async (world) => {
      const { card, calls } = await beside(world);
      const sent = await world.front.chat.notify(card, ready, { people: [ada], nonce: "n1", triedAt: Date.now() });
      expect(sent).toMatchObject({ ok: false, refusal: { kind: "rate_limited" } });
      expect(calls()).toBe(0);
    }));

  it("is never sent again where Slack does not let the bot look, or the card has no thread", () =>
    inSlack(cardFor, async (world) => {
      const { card, calls } = await beside(world);
      const { chat } = world.front;
      world.slack.grants.history = false;
      const again = { people: [ada], nonce: "n1", triedAt: LONG_AGO };
      expect(await chat.notify(card, ready, again)).toEqual({ ok: true, value: { kind: "skipped" } });
      world.slack.grants.history = true;
      expect(await chat.notify({ ...card, ts: null }, ready, again)).toEqual({ ok: true, value: { kind: "skipped" } });
      expect(calls()).toBe(0);
    }));
});
