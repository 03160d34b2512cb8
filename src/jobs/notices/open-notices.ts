import type { DueNotice, NoticeId, NoticeStore } from "../../core/team/notice.ts";

const PAGE = 500;

/** The ids of all notices that are not over, page by page. */
export async function* openNotices(notices: Pick<NoticeStore, "open">): AsyncGenerator<readonly NoticeId[]> {
  let after: DueNotice | null = null;
  for (;;) {
    const page: readonly DueNotice[] = await notices.open(after, PAGE);
    yield page.map(({ id }) => id);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
