import type { RespondArguments } from "@slack/bolt";
import type { ChatMessage } from "../../../core/chat.ts";
import type { Incoming } from "../read/incoming.ts";
import { callAt } from "../send/client-of.ts";
import { formView } from "../write/form-view.ts";
import { mentioned } from "../write/naming.ts";
import { writeMessage } from "../write/write.ts";
import { type Line, type LineTools, tell } from "./line.ts";

/** Answers a slash command; `ack` is Slack's own answer, which may carry a private message; it says whether Slack could be given it. */
export function slashLine(
  tools: LineTools,
  { command, reply, origin, triggerId }: Incoming,
  ack: (body?: RespondArguments) => Promise<boolean>,
): Line {
  const words = tools.wordsIn(command.locale);
  const answer = (message: ChatMessage) =>
    ack({ response_type: "ephemeral", ...writeMessage(message, { naming: mentioned }) });
  const accept = async () => void (await ack());

  async function say(message: ChatMessage): Promise<void> {
    // A socket that is renewed while a command is in hand takes no answer to it any more.
    if (!(await answer(message))) await tell(tools, reply, message);
  }

  return {
    accept,
    say,
    repeat: async (message) => void (await answer(message)),
    async open(form) {
      // Begun first, since its trigger dies after three seconds; answered at once, since so does the command.
      const view = formView(form, origin, { takesFiles: tools.takesFiles, words: words.form });
      const opening = callAt(tools.clientOf, reply, (client) => client.views.open({ trigger_id: triggerId, view }));
      await ack();
      const opened = await opening;
      if (opened.ok) return;
      tools.log.warn("slack form not opened", { ...opened.refusal });
      await tell(tools, reply, words.closed);
    },
    pointOut: (_field, _text, message) => say(message),
    // What a command was answered with cannot be replaced.
    async work() {
      await accept();
      return (done) => tell(tools, reply, done);
    },
    replace: say,
    async removeMessage() {
      await accept();
      return false;
    },
  };
}
