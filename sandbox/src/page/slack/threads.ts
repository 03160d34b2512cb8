import { type Json, number, text } from "../core/json.ts";

export type Threads = ReturnType<typeof threadsIn>;

export function threadsIn(messages: readonly Json[]) {
  const replies = new Map<string, Json[]>();
  for (const message of messages) {
    const parent = parentOf(message);
    if (parent) replies.set(parent, [...(replies.get(parent) ?? []), message]);
  }
  const rows = messages.filter((message) => !parentOf(message) || message.isBroadcast === true);
  return {
    rows: rows.map((row) => withReplies(row, replies)),
    of: (ts: string): readonly Json[] => replies.get(ts) ?? [],
  };
}

export function parentOf({ ts, threadTs }: Json): string {
  return text(threadTs) === text(ts) ? "" : text(threadTs);
}

function withReplies(row: Json, replies: ReadonlyMap<string, readonly Json[]>): Json {
  const under = replies.get(text(row.ts)) ?? [];
  if (under.length === 0) return row;
  const authors = [...new Set(under.map(({ userId }) => text(userId)))];
  return { ...row, replies: { count: under.length, lastAt: number(under.at(-1)?.createdAt) ?? 0, authors } };
}
