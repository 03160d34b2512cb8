import type { Rows } from "../../src/core/rows.ts";
import type { Notice, NoticeStore } from "../../src/core/team/notice.ts";
import { noticeStore } from "../../src/engines/notice-store.ts";
import { memoryRows } from "./memory-rows.ts";

export interface MemoryNotices extends NoticeStore {
  /** All of them, oldest first. */
  all(): readonly Notice[];
}

/** The real store of notices over rows in memory. */
export function memoryNotices(): MemoryNotices {
  const rows = memoryRows();
  const values = new Map<string, unknown>();
  const watched: Rows = {
    ...rows,
    transact: (reads, decide, how) =>
      rows.transact(
        reads,
        (facts) => {
          const decision = decide(facts);
          for (const key of decision.deletes ?? []) values.delete(key);
          for (const { key, value } of decision.puts ?? []) values.set(key, JSON.parse(JSON.stringify(value)));
          return decision;
        },
        how,
      ),
  };
  return { ...noticeStore(watched, { error() {} }), all: () => [...values.values()] as Notice[] };
}
