import type { ChatMessage } from "../../../core/chat.ts";
import type { Press } from "../read/read.ts";
import { callAt } from "../send/client-of.ts";
import { waitOut } from "../send/wait-out.ts";
import { formView } from "../write/form-view.ts";
import { mentioned } from "../write/naming.ts";
import { writeMessage } from "../write/write.ts";
import { type Line, type LineTools, tell } from "./line.ts";
import { tellInView } from "./view-news.ts";
import { windowLine } from "./window-line.ts";

/** Answers a press. Slack's own answer to it carries nothing and has been given: everything here comes after. */
export function pressLine(tools: LineTools, press: Press): Line {
  const { command, reply, origin, message: pressed, triggerId, viewId } = press;
  if (press.isAtHome) return windowLine(tools, press);
  const { clientOf, postToUrl, clock, log, takesFiles } = tools;
  const { act } = command;
  const words = tools.wordsIn(command.locale);
  // A card stays where it is, even one that only its owner sees.
  const isOfCard = act.kind === "press" && "jobId" in act.action;

  const say = (message: ChatMessage) =>
    viewId === null ? tell(tools, reply, message) : tellInView(tools, press, { viewId, message });

  /** In the place of the private message whose button it was; a public card is never replaced by a private word. */
  async function replace(message: ChatMessage): Promise<void> {
    const { responseUrl } = reply;
    if (!pressed?.isEphemeral || responseUrl === null) return say(message);
    const body = { replace_original: true, ...writeMessage(message, { naming: mentioned }) };
    const replaced = await waitOut(clock, () => postToUrl(responseUrl, body), { isEdit: true });
    if (!replaced.ok) await say(message);
  }

  return {
    accept: async () => {},
    say,
    replace,
    async open(form) {
      const view = formView(form, origin, { takesFiles, words: words.form });
      const opened = await callAt(clientOf, reply, (client) =>
        viewId === null
          ? client.views.open({ trigger_id: triggerId, view })
          : client.views.update({ view_id: viewId, view }),
      );
      if (opened.ok) return;
      log.warn("slack form not opened", { ...opened.refusal });
      await say(words.closed);
    },
    pointOut: (_field, _text, message) => say(message),
    async work(message) {
      const show = isOfCard ? say : replace;
      const isReplaced = viewId !== null || (!isOfCard && pressed?.isEphemeral && reply.responseUrl !== null);
      if (isReplaced) await show(message);
      return show;
    },
    async removeMessage() {
      if (pressed === null) return false;
      const { channelId: channel, ts, isEphemeral } = pressed;
      if (!isEphemeral) {
        const deleted = await callAt(clientOf, reply, (client) => client.chat.delete({ channel, ts }));
        if (deleted.ok) return true;
        if (deleted.refusal.kind !== "not_here") return false;
      }
      if (reply.responseUrl === null) return false;
      const { responseUrl } = reply;
      const removed = await waitOut(clock, () => postToUrl(responseUrl, { delete_original: true }));
      if (!removed.ok) log.warn("slack message not removed", { ...removed.refusal });
      return removed.ok;
    },
  };
}
