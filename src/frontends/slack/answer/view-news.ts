import type { ChatMessage } from "../../../core/chat.ts";
import type { Incoming } from "../read/incoming.ts";
import { callAt } from "../send/client-of.ts";
import { waitOut } from "../send/wait-out.ts";
import { messageView } from "../write/form-view.ts";
import { type LineTools, tell } from "./line.ts";

/** Puts a message in the place of what that form or window shows; where the person has closed it, it is told privately. */
export async function tellInView(
  tools: LineTools,
  { command, reply, origin }: Incoming,
  { viewId, message }: { readonly viewId: string; readonly message: ChatMessage },
): Promise<void> {
  const { clientOf, clock, wordsIn } = tools;
  const view = messageView(message, origin, wordsIn(command.locale).form);
  // Without the repetition a form whose one update failed would say for ever that the key is being checked.
  const shown = await waitOut(
    clock,
    () => callAt(clientOf, reply, (client) => client.views.update({ view_id: viewId, view })),
    { isEdit: true },
  );
  if (!shown.ok) await tell(tools, reply, message);
}
