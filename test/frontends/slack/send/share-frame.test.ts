import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { inSlack, plain, type SlackWorld } from "../slack-world.ts";

const ada = "U00000ADA1";
const title = "The video begins with this frame";
const quiet = () => ({ kind: "nothing" }) as const;

/** A card, and a way to show a frame beside it; what was saved meanwhile. */
async function besideACard({ slack, front }: SlackWorld) {
  const channelId = slack.channelId;
  const before = aSlackReply({ teamId: slack.teamId, channelId, cardChannelId: channelId, userId: ada });
  const posted = await front.chat.post(before, plain("The card"), { to: "channel", nonce: "1" });
  if (!posted.ok || posted.value.platform !== "slack") throw new Error(JSON.stringify(posted));
  const reply = posted.value;
  const saved: SlackReply[] = [];
  const bytes = await readFile("sandbox/assets/portrait.png");
  const shared = () => slack.messages("ben").filter(({ fileIds }) => fileIds.length > 0);
  const share = async (
    over: { nth?: number; reply?: SlackReply; isSaved?: boolean; signal?: AbortSignal; onSave?: () => void } = {},
  ) =>
    front.chat.shareFrame?.(over.reply ?? reply, {
      bytes,
      title,
      nth: over.nth,
      signal: over.signal ?? new AbortController().signal,
      async save(next) {
        if (next.platform === "slack") saved.push(next);
        over.onSave?.();
        return over.isSaved ?? true;
      },
    });
  return { reply, saved, shared, share, bytes };
}

test("the frame stands in the thread of its card as a picture, saved before anybody sees it", () =>
  inSlack(quiet, async (world) => {
    const { reply, saved, shared, share, bytes } = await besideACard(world);
    const seenAtSave: number[] = [];
    expect(await share({ onSave: () => seenAtSave.push(shared().length) })).toEqual({ ok: true, value: null });
    expect(seenAtSave).toEqual([0]);
    const [message] = shared();
    expect(message).toMatchObject({ threadTs: reply.ts, text: "", films: [] });
    const [id = ""] = message?.fileIds ?? [];
    expect(saved).toEqual([{ ...reply, files: [{ id, isFrame: true }] }]);
    const held = world.slack.file(id);
    expect(held).toMatchObject({ name: "frame.png", title, alt: title, width: 360, height: 640 });
    expect(Buffer.from(held?.bytes ?? []).equals(bytes)).toBe(true);
    expect(world.journal.since(0).filter(({ kind }) => kind === "refused" || kind === "pinged")).toEqual([]);
  }));

test("of several it has its number, beside what is there already", () =>
  inSlack(quiet, async (world) => {
    const { reply, saved, shared, share } = await besideACard(world);
    const threadTs = reply.ts ?? "";
    await share({ nth: 2, reply: { ...reply, threadTs, files: [{ id: "F0" }] } });
    const [id = ""] = shared()[0]?.fileIds ?? [];
    expect(saved).toEqual([{ ...reply, threadTs, files: [{ id: "F0" }, { id, isFrame: true, nth: 2 }] }]);
    expect(world.slack.file(id)).toMatchObject({ name: "2-frame.png", title: `2. ${title}` });
  }));

test("it goes with its card", () =>
  inSlack(quiet, async (world) => {
    const { saved, share, shared } = await besideACard(world);
    await share();
    const [card] = saved;
    expect(card && (await world.front.chat.takeDown(card, []))).toEqual({ ok: true, value: [] });
    expect(shared()).toEqual([]);
    expect(world.slack.messages("ben")).toEqual([]);
  }));

test("it is not shown where it cannot be saved, where nobody waits any more, or where the card has no thread", () =>
  inSlack(quiet, async (world) => {
    const { reply, saved, shared, share } = await besideACard(world);
    expect(await share({ isSaved: false })).toEqual({ ok: false, refusal: { kind: "skipped" } });
    expect(saved).toHaveLength(1);
    expect(await share({ signal: AbortSignal.abort() })).toMatchObject({ ok: false });
    expect(await share({ reply: { ...reply, ts: null } })).toEqual({ ok: false, refusal: { kind: "card_gone" } });
    expect(saved).toHaveLength(1);
    expect(shared()).toEqual([]);
  }));

test.for([
  ["begin", "storage_limit_reached", 0],
  ["begin", "missing_scope", 0],
  ["complete", "file_type_not_allowed", 1],
] as const)("a workspace whose %s says %s is shown no frame", ([step, code, saves]) =>
  inSlack(quiet, async (world) => {
    world.slack.uploadRules[step] = code;
    const { saved, shared, share } = await besideACard(world);
    expect(await share()).toEqual({ ok: false, refusal: { kind: "not_taken", detail: code } });
    expect([saved.length, shared().length]).toEqual([saves, 0]);
  }),
);
