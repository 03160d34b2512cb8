import { expect, test } from "vitest";
import type { ShareFrame } from "../../../src/core/film/card-films.ts";
import type { AttachRefusal } from "../../../src/core/film/film.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { applyTo } from "../../../src/jobs/apply.ts";
import { partsOf } from "../../../src/jobs/related-jobs.ts";
import { aFrame, aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aJobId, anOwner, aRequest, aSlackReply } from "../../fakes/jobs.ts";
import { aWorld } from "../world.ts";

type Shared = Parameters<ShareFrame>[1];

/** A world whose chat shows frames beside cards alone, as Slack does, and the order of a video that goes on from another. */
async function besideCards() {
  const world = aWorld();
  const kept = new Map<string, string>();
  const relay = {
    async keep(id: string, { bytes }: { readonly bytes: Uint8Array }) {
      kept.set(id, String(bytes));
      return `https://reelay.test/pictures/${id}`;
    },
    forget: async (id: string) => void kept.delete(id),
  };
  world.films.kept = relay;
  world.films.takeFrame = async () => ok(aFrame("its last frame"));
  const shown: Shared[] = [];
  const fates: (AttachRefusal | "slow" | "unbrought")[] = [];
  const shareFrame: ShareFrame = async (handle, frame) => {
    if (handle.platform !== "slack") return refuse({ kind: "card_gone" });
    const fate = fates.shift();
    if (fate === "slow") await new Promise((resolve) => frame.signal.addEventListener("abort", resolve));
    if (fate === "slow" || fate === "unbrought") return refuse({ kind: "unavailable", unclear: false, detail: "" });
    const file = { id: `F${shown.length}`, isFrame: true, ...(frame.nth !== undefined && { nth: frame.nth }) } as const;
    if (!(await frame.save({ ...handle, files: [...(handle.files ?? []), file] }))) return refuse({ kind: "skipped" });
    shown.push(frame);
    return fate ? refuse(fate) : ok(null);
  };
  Object.assign(world.chat, { showFrame: null, shareFrame });
  await world.restart();
  const first = aClosedJob({ id: aJobId(7) }, world.clock.now());
  await world.jobs.insert(first);
  const card = world.chat.freshCard();
  const reply = aSlackReply({ ts: card.platform === "discord" ? card.messageId : null });
  const picture = aFramePicture({ job: first.id, nth: 2 });
  const order = { reply, request: aRequest({ prompt: "and then it rains", picture }) };
  const paid = () => world.video.calls.filter(({ kind }) => kind === "submit").length;
  return { world, order, shown, fates, kept, paid };
}

test("people see the frame beside the card before anything is paid, and its file is saved before they do", async () => {
  const { world, order, shown, paid } = await besideCards();
  const saved: unknown[] = [];
  world.onSave(({ reply }) => saved.push([Object(reply).files, shown.length, paid()]));
  await world.begin(order);
  expect(shown).toMatchObject([{ title: "The video begins with this frame", nth: undefined }]);
  expect(String(shown[0]?.bytes)).toBe("its last frame");
  expect(saved).toContainEqual([[{ id: "F0", isFrame: true }], 0, 0]);
  expect(paid()).toBe(1);
  expect((await world.jobOf()).reply).toMatchObject({ files: [{ id: "F0", isFrame: true }] });
});

test.for([
  ["cannot be brought", "unbrought"],
  ["is not taken here", { kind: "not_taken", detail: "missing_scope" }],
  ["comes too fast", { kind: "rate_limited", retryAfterMs: 60_000 }],
  ["may have been shown", { kind: "unavailable", unclear: true, detail: "HTTP 500" }],
] as const)("a frame that %s holds no video up", async ([, fate]) => {
  const { world, order, shown, fates, paid } = await besideCards();
  fates.push(fate);
  await world.begin(order);
  expect(paid()).toBe(1);
  expect(shown.length).toBeLessThan(2);
});

test("a video waits 10 s at most for its frame to be shown", async () => {
  const { world, order, shown, fates, paid } = await besideCards();
  fates.push("slow");
  await world.begin(order);
  await world.clock.advance(9_900);
  expect(paid()).toBe(0);
  await world.clock.advance(200);
  expect([paid(), shown.length]).toEqual([1, 0]);
});

test("a process that ends when the frame is about to be shown shows it once at most, and pays once", async () => {
  const { world, order, shown, paid } = await besideCards();
  world.crashAfterSave(({ reply }) => reply.platform === "slack" && (reply.files ?? []).length > 0);
  await world.begin(order);
  expect([shown.length, paid()]).toEqual([0, 0]);
  await world.restart();
  await world.clock.advance(10_000);
  expect([shown.length, paid()]).toEqual([0, 1]);
});

test("a process that ends after the frame was shown shows it no second time", async () => {
  const { world, order, shown, paid } = await besideCards();
  world.crashAfterSave(({ request }) => request.picture?.isChecked === true);
  await world.begin(order);
  expect([shown.length, paid()]).toEqual([1, 0]);
  await world.restart();
  await world.clock.advance(10_000);
  expect([shown.length, paid()]).toEqual([1, 1]);
});

test("a job that ends while its frame is brought shows none, and keeps none", async () => {
  const { world, order, shown, kept, paid } = await besideCards();
  const before = world.chat.shareFrame;
  const shareFrame: ShareFrame = async (reply, frame) => {
    await applyTo(world.deps(), aJobId(), { kind: "not_started", why: "too_old" });
    return before ? before(reply, frame) : refuse({ kind: "skipped" });
  };
  Object.assign(world.chat, { shareFrame });
  await world.begin(order);
  expect([shown.length, paid(), kept.size]).toEqual([0, 0, 0]);
});

test("the frame of a part stands in the thread of its batch's card, under its number", async () => {
  const { world, order, shown } = await besideCards();
  await world.vault.put(anOwner(), world.key);
  const batch = await world.begin({ reply: order.reply, each: [aRequest({ prompt: "scene 1" }), order.request] });
  await world.clock.advance(20_000);
  expect(shown).toMatchObject([{ nth: 2 }]);
  expect(await world.jobOf(batch.id)).toMatchObject({ reply: { files: [{ id: "F0", isFrame: true, nth: 2 }] } });
  const parts = await partsOf(world.jobs, await world.jobOf(batch.id));
  expect(parts.map(({ job }) => job.state.status)).toEqual(["running", "running"]);
});
