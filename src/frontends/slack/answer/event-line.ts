import type { ChatMessage } from "../../../core/chat.ts";
import type { Incoming } from "../read/incoming.ts";
import { newMessage } from "../send/ways.ts";
import { mentioned } from "../write/naming.ts";
import { type Line, type LineTools, tell } from "./line.ts";

/** Answers a message to the bot: in the direct message with it as one more, elsewhere for its writer alone. */
export function eventLine(tools: LineTools, { reply, command }: Incoming, isDirect: boolean): Line {
  async function say(message: ChatMessage): Promise<void> {
    if (!isDirect) return tell(tools, reply, message);
    const sent = await tools.ways.inChannel(reply, newMessage(message, { naming: mentioned }));
    if (!sent.ok) tools.log.warn("slack private answer lost", { ...sent.refusal });
  }

  return {
    accept: async () => {},
    say,
    replace: say,
    // A message lets the bot open no form, and asks for none.
    open: async () => tools.log.error("slack form without a trigger", { act: command.act.kind }),
    pointOut: (_field, _text, message) => say(message),
    work: async () => say,
    removeMessage: async () => false,
  };
}
