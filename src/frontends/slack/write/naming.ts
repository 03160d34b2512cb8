import type { UserId } from "../../../core/job/ids.ts";

/**
 * How a person is named in one message: null mentions them, a string stands for them. Slack notifies everybody whom a
 * new message mentions and has no way to name somebody silently, so a first card carries words instead; an edit of it may
 * mention, which notifies nobody.
 */
export type Naming = (userId: UserId) => string | null;

/** For edits, and for what only the person sees: nobody is notified by it. */
export const mentioned: Naming = (userId) => (isUserId(userId) ? null : someone);

/** For new messages that must not notify. */
export function unmentioned(names: ReadonlyMap<UserId, string> = new Map()): Naming {
  return (userId) => {
    const name = names.get(userId);
    return name === undefined ? someone : `@${name}`;
  };
}

const someone = "the person who asked";

/** A user's id as Slack gives it, safe inside its markup. */
export function isUserId(text: string): boolean {
  return /^[UW][A-Z0-9]{1,30}$/.test(text);
}
