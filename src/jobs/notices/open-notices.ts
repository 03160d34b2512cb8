import type { NoticeId, NoticeStore } from "../../core/team/notice.ts";

const PAGE = 500;

/** The ids of all notices that are not over, in their order, page by page. */
export async function* openNotices(notices: Pick<NoticeStore, "open">): AsyncGenerator<readonly NoticeId[]> {
  let after: NoticeId | null = null;
  for (;;) {
    const page: readonly NoticeId[] = (await notices.open(after, PAGE)).map(({ id }) => id);
    yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    after = last;
  }
}
