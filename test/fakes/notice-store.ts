import type { Notice, NoticeStore } from "../../src/core/team/notice.ts";
import { noticeStore } from "../../src/engines/notice-store.ts";
import { memoryRows } from "./memory-rows.ts";

export interface MemoryNotices extends NoticeStore {
  all(): Promise<readonly Notice[]>;
}

/** The real store of notices over rows in memory. */
export function memoryNotices(): MemoryNotices {
  const rows = memoryRows();
  return {
    ...noticeStore(rows, { error() {} }),
    async all() {
      const notices: Notice[] = [];
      for await (const page of rows.walk("")) notices.push(...page.map(({ value }) => value as Notice));
      return notices;
    },
  };
}
