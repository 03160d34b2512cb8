import type { Notice, NoticeId, NoticeStore } from "../../src/core/team/notice.ts";

export interface MemoryNotices extends NoticeStore {
  /** All of them, oldest first. */
  all(): readonly Notice[];
}

/** Notices in memory, as JSON: nobody shares an object with it. `turn` is waited for first. */
export function memoryNotices(turn: () => Promise<void> = async () => {}): MemoryNotices {
  const rows = new Map<NoticeId, { readonly body: string; readonly version: number }>();
  const put = (notice: Notice, version: number) => {
    if (notice.dueAt !== null && !Number.isInteger(notice.dueAt)) throw new Error(`due at ${notice.dueAt}`);
    rows.set(notice.id, { body: JSON.stringify(notice), version });
  };
  const all = (): Notice[] => [...rows.values()].map(({ body }) => JSON.parse(body));

  return {
    all,
    async insert(notice) {
      await turn();
      if (rows.has(notice.id)) return false;
      put(notice, 1);
      return true;
    },
    async load(id) {
      await turn();
      const row = rows.get(id);
      return row ? { notice: JSON.parse(row.body), version: row.version } : null;
    },
    async save(notice, version) {
      await turn();
      if (rows.get(notice.id)?.version !== version) return false;
      put(notice, version + 1);
      return true;
    },
    async open(after, limit) {
      await turn();
      return all()
        .filter(({ id, dueAt }) => dueAt !== null && (after === null || id > after.id))
        .sort((one, other) => (one.id < other.id ? -1 : 1))
        .slice(0, limit)
        .map(({ id, dueAt }) => ({ id, dueAt: dueAt ?? 0 }));
    },
    async remove(id) {
      await turn();
      rows.delete(id);
    },
    async forget(before) {
      await turn();
      const old = all().filter(({ dueAt, createdAt }) => dueAt === null && createdAt < before);
      for (const { id } of old) rows.delete(id);
      return old.length;
    },
  };
}
