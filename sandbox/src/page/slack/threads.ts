import { type Json, number, text } from "../core/json.ts";

export type Threads = ReturnType<typeof threadsIn>;

/**
 * Sorts replies under their parents. A row that has some tells how many and since when, in `replies`; a parent that is
 * gone leaves a row with `isGone`, as on Slack, while replies stand under it.
 */
export function threadsIn(messages: readonly Json[]) {
  const replies = new Map<string, Json[]>();
  for (const message of messages) {
    const parent = parentOf(message);
    if (parent) replies.set(parent, [...(replies.get(parent) ?? []), message]);
  }
  const timestamps = new Set(messages.map(({ ts }) => text(ts)));
  const gone = [...replies.keys()].filter((ts) => !timestamps.has(ts));
  const rows = [
    ...gone.map(
      (ts): Json => ({ ts, channelId: replies.get(ts)?.[0]?.channelId, isGone: true, createdAt: Number(ts) * 1_000 }),
    ),
    ...messages.filter((message) => !parentOf(message) || message.isBroadcast === true),
  ];
  return {
    rows: rows.toSorted((one, other) => Number(one.ts) - Number(other.ts)).map((row) => withReplies(row, replies)),
    of: (ts: string): readonly Json[] => replies.get(ts) ?? [],
  };
}

export function parentOf({ ts, threadTs }: Json): string {
  return text(threadTs) === text(ts) ? "" : text(threadTs);
}

/** By which a row is known again; what stands for a parent that is gone is another row. */
export function idOfRow({ ts, isGone }: Json): string {
  return isGone === true ? `gone ${text(ts)}` : text(ts);
}

function withReplies(row: Json, replies: ReadonlyMap<string, readonly Json[]>): Json {
  const under = replies.get(text(row.ts)) ?? [];
  if (under.length === 0) return row;
  const authors = [...new Set(under.map(({ userId }) => text(userId)))];
  return { ...row, replies: { count: under.length, lastAt: number(under.at(-1)?.createdAt) ?? 0, authors } };
}
