import type { ChatMessage } from "../../core/chat.ts";

/** What this module says by itself: only where nobody else was there to say anything. Nothing was charged in any of these. */
export const sentences = {
  broken: bad("Something went wrong on our side", "Nothing was charged. Try again in a moment."),
  late: bad("Reelay cannot save this now", "Nothing was charged. Try again in a moment."),
  leaving: bad("Reelay is restarting", "Nothing was charged. Try again in a moment."),
  closed: bad("That took too long to open", "Nothing was charged. Try again."),
  unpostable: bad(
    "Reelay could not show your video's card",
    "Nothing was charged. Invite Reelay to this channel, or try another.",
  ),
  notInstalled: bad(
    "Reelay is not installed in this workspace",
    "Nothing was charged. Ask an admin of the workspace to install it again.",
  ),
  /** No trouble: a private card lives there. */
  inDirect: {
    ...bad("Your video's card is in your direct messages", "Only you see it: your settings say so."),
    tone: "plain",
  },
  /** Said once to each person in each channel. */
  invite: {
    ...bad("Reelay is not in this channel", ""),
    tone: "plain",
    body: [
      [
        "So your video's card cannot move here while it is made. To change that, type ",
        { kind: "code", text: "/invite @Reelay" },
        ".",
      ],
    ],
  },
} as const satisfies Readonly<Record<string, ChatMessage>>;

function bad(title: string, sentence: string): ChatMessage {
  return { tone: "bad", title, quote: null, body: [[sentence]], bar: null, facts: [], video: null, buttons: [] };
}
