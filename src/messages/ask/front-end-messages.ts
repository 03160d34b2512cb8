import type { ChatMessage } from "../../core/chat.ts";
import type { OwnMessages } from "../../core/ports.ts";
import { buttonFor } from "../card/buttons.ts";
import { command, message } from "../message.ts";
import type { Words } from "../words.ts";
import { notice } from "./notices.ts";

/** Any front end shows these messages by itself. */
export const ownMessages: (words: Words) => OwnMessages = madeOnce((words) => ({
  somethingWentWrong: notice("somethingWentWrong", words),
  unreadable: notice("unreadable", words),
  restarting: notice("restarting", words),
  unfinished: notice("unfinished", words),
}));

/** Slack's front end also shows these, in its own forms and pages. */
export const slackWords = madeOnce((words) => {
  const { frontEnd, slackForms, install, buttons } = words;
  const { title, text } = frontEnd.invite;
  return {
    ...ownMessages(words),
    closed: notice("closed", words),
    unpostable: notice("unpostable", words),
    notInstalled: notice("notInstalled", words),
    inDirect: notice("inDirect", words),
    invite: message({ tone: "plain", title, body: [text({ kind: "code", text: "/invite @Reelay" })] }),
    whyHere: frontEnd.whyHere,
    form: { ...slackForms, cancel: buttons.cancel },
    install,
  };
});

/**
 * Makes a language's messages once: every command needs them, and they stay the same as long as the service keeps its
 * name.
 */
function madeOnce<Own>(make: (words: Words) => Own): (words: Words) => Own {
  const made = new WeakMap<Words, Own>();
  return (words) => {
    const own = made.get(words) ?? make(words);
    made.set(words, own);
    return own;
  };
}

/** Explains in a few words how to begin; `hasKey`: they have added a key already. */
export function welcome(
  { prefix, hasKey }: { readonly prefix: string; readonly hasKey: boolean },
  words: Words,
): ChatMessage {
  const { title, say, addKey } = words.home.welcome;
  return message({
    tone: "plain",
    title,
    body: [say(command(prefix)), ...(hasKey ? [] : [[addKey]])],
    buttons: [
      buttonFor({ kind: "make_video" }, words),
      ...(hasKey ? [] : [{ ...buttonFor({ kind: "add_key" }, words), style: "secondary" } as const]),
      buttonFor({ kind: "help" }, words),
    ],
  });
}
