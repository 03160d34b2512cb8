import type { types } from "@slack/bolt";
import type { ChatMessage } from "../../../core/chat.ts";
import type { Incoming } from "../read/incoming.ts";
import { callAt } from "../send/client-of.ts";
import { formView, messageView } from "../write/form-view.ts";
import { type Line, type LineTools, tell } from "./line.ts";
import { tellInView } from "./view-news.ts";

/** Answers a shortcut, or a button of the person's home: there is no message near it, so every word has a window of its own. */
export function windowLine(tools: LineTools, incoming: Incoming): Line {
  const { command, reply, origin, triggerId } = incoming;
  const { clientOf, log, takesFiles } = tools;
  const words = tools.wordsIn(command.locale);
  const open = (view: types.ModalView) =>
    callAt(clientOf, reply, (client) => client.views.open({ trigger_id: triggerId, view }));

  async function say(message: ChatMessage): Promise<void> {
    const opened = await open(messageView(message, origin, words.form));
    if (!opened.ok) await tell(tools, reply, message);
  }

  return {
    accept: async () => {},
    say,
    replace: say,
    async open(form) {
      const opened = await open(formView(form, origin, { takesFiles, words: words.form }));
      if (opened.ok) return;
      log.warn("slack form not opened", { ...opened.refusal });
      await tell(tools, reply, words.closed);
    },
    pointOut: (_field, _text, message) => say(message),
    async work(message) {
      const opened = await open(messageView(message, origin, words.form));
      const viewId = opened.ok ? opened.value.view?.id : undefined;
      return (done) =>
        viewId === undefined ? tell(tools, reply, done) : tellInView(tools, incoming, { viewId, message: done });
    },
    // A home is no message that could be taken away.
    removeMessage: async () => false,
  };
}
