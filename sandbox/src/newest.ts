/** The newest `most` of these, and the messages that they reply to: one that is missing counts as deleted. */
export function newestOf<T>(
  messages: readonly T[],
  most: number,
  read: { idOf(message: T): string; repliesTo(message: T): string | null },
): readonly T[] {
  if (messages.length <= most) return messages;
  const newest = new Set(messages.slice(-most));
  const answered = new Set([...newest].map(read.repliesTo));
  return messages.filter((message) => newest.has(message) || answered.has(read.idOf(message)));
}
