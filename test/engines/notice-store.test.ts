import { expect, test } from "vitest";
import type { DueNotice, NoticeStore } from "../../src/core/team/notice.ts";
import { aDiscordReply, TEST_START } from "../fakes/jobs.ts";
import { aNotice, anOver } from "../fakes/teams.ts";
import { storesWorld } from "./stores-world.ts";

const noticeTest = (title: string, claim: (notices: NoticeStore) => Promise<void>) =>
  test(title, () => claim(storesWorld().notices));

noticeTest("a new notice to managers is stored as version 1 and loaded unchanged", async (notices) => {
  const notice = aNotice(1, { reply: aDiscordReply({ token: "🦊 'a\"\u0000\n%" }), begunAt: 5 });
  expect(await notices.load(notice.id)).toBeNull();
  expect(await notices.insert(notice)).toBe(true);
  expect(await notices.load(notice.id)).toEqual({ notice, version: 1 });
});

noticeTest(
  "a notice to managers is inserted only once and replaced only if the given version is current",
  async (notices) => {
    const tries = [1, 2, 3].map((attempts) => notices.insert(aNotice(1, { attempts })));
    expect(await Promise.all(tries)).toEqual([true, false, false]);
    for (const version of [0, 2]) expect(await notices.save(anOver(), version)).toBe(false);
    expect(await notices.load(aNotice().id)).toEqual({ notice: aNotice(1, { attempts: 1 }), version: 1 });
    expect(await notices.save(anOver(), 1)).toBe(true);
    expect(await notices.insert(aNotice())).toBe(false);
    expect(await notices.save(aNotice(2), 1)).toBe(false);
  },
);

noticeTest("a notice to managers cannot be scheduled for a fraction of a millisecond", async (notices) => {
  await notices.insert(aNotice());
  await expect(notices.save(aNotice(1, { dueAt: TEST_START + 0.5 }), 1)).rejects.toThrow();
  expect((await notices.load(aNotice().id))?.version).toBe(1);
});

noticeTest("each open notice to managers is listed once, with the time of the notice's next step", async (notices) => {
  const all = Array.from({ length: 25 }, (_, n) => aNotice(n));
  await Promise.all(all.map((notice) => notices.insert(notice)));
  await notices.insert(anOver(26));
  await notices.save(anOver(3), 1);
  await notices.save(aNotice(4, { status: "shown", dueAt: 7 }), 1);
  const seen: DueNotice[] = [];
  for (let after: DueNotice | null = null; ; ) {
    const page: readonly DueNotice[] = await notices.open(after, 10);
    seen.push(...page);
    const last = page.at(-1);
    if (!last || page.length < 10) break;
    after = last;
  }
  const wanted = all.filter((_, n) => n !== 3).map(({ id, dueAt }, n) => ({ id, dueAt: n === 3 ? 7 : dueAt }));
  const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);
  expect(seen.toSorted(byId)).toEqual(wanted.toSorted(byId));
});

noticeTest(
  "the cleanup of old notices to managers deletes only closed notices that were created before the given time",
  async (notices) => {
    const all = Array.from({ length: 1_203 }, (_, n) => anOver(n));
    await Promise.all(all.map((notice) => notices.insert(notice)));
    await notices.insert(aNotice(9_999, { createdAt: 0 }));
    expect(await notices.forget(TEST_START + 1_200)).toBe(1_200);
    expect(await notices.load(aNotice(1_199).id)).toBeNull();
    expect(await notices.load(aNotice(1_200).id)).not.toBeNull();
    expect(await notices.load(aNotice(9_999).id)).not.toBeNull();
    expect(await notices.forget(TEST_START + 1_200)).toBe(0);
    await notices.save(aNotice(9_999, { createdAt: 0, status: "over", dueAt: null }), 1);
    expect(await notices.forget(TEST_START)).toBe(1);
    expect(await notices.insert(aNotice(9_999))).toBe(true);
  },
);
