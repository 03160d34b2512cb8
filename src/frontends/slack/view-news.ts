import type { ChatMessage } from "../../core/chat.ts";
import { callAt } from "./client-of.ts";
import { messageView } from "./form-view.ts";
import type { Incoming } from "./incoming.ts";
import { type LineTools, tell } from "./line.ts";
import { waitOut } from "./wait-out.ts";

/** Puts a message in the place of what that form or window shows; where the person has closed it, it is told privately. */
export async function tellInView(
  tools: LineTools,
  { command, reply, origin }: Incoming,
  { viewId, message }: { readonly viewId: string; readonly message: ChatMessage },
): Promise<void> {
  const { clientOf, clock } = tools;
  const view = messageView(message, origin, command.locale);
  // Without the repetition a form whose one update failed would say for ever that the key is being checked.
  const shown = await waitOut(
    clock,
    () => callAt(clientOf, reply, (client) => client.views.update({ view_id: viewId, view })),
    { isEdit: true },
  );
  if (!shown.ok) await tell(tools, reply, message);
}
