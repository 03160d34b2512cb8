import type { types } from "@slack/bolt";
import { limits } from "../limits.ts";
import type { Submission } from "../read/read.ts";
import { formView, messageView } from "../write/form-view.ts";
import { truncate } from "../write/truncate.ts";
import { type Line, type LineTools, tell } from "./line.ts";
import { tellInView } from "./view-news.ts";

/** Slack's own answer to a form: nothing closes it. */
export type FormAck =
  | { readonly response_action: "errors"; readonly errors: { [field: string]: string } }
  | { readonly response_action: "update"; readonly view: types.ModalView };

/** Answers a form that was sent. */
export function formLine(tools: LineTools, submission: Submission, ack: (body?: FormAck) => Promise<void>): Line {
  const { command, reply, origin, viewId, fields } = submission;
  const { takesFiles } = tools;
  const words = tools.wordsIn(command.locale).form;
  const say: Line["say"] = async (message) => {
    await ack();
    await tell(tools, reply, message);
  };

  return {
    accept: () => ack(),
    say,
    open: (form) => ack({ response_action: "update", view: formView(form, origin, { takesFiles, words }) }),
    // Slack shows an error of its own where the field is not in the form.
    pointOut: (field, text, message) =>
      fields.includes(field)
        ? ack({ response_action: "errors", errors: { [field]: truncate(text, limits.errorText) } })
        : say(message),
    async work(message) {
      await ack({ response_action: "update", view: messageView(message, origin, words) });
      return (done) => tellInView(tools, submission, { viewId, message: done });
    },
    replace: say,
    async removeMessage() {
      await ack();
      return false;
    },
  };
}
