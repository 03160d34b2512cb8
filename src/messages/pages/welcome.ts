import type { ChatMessage } from "../../core/chat.ts";
import { addKeyButton, helpButton, makeVideoButton } from "../card/buttons.ts";
import { command } from "../command.ts";
import { message } from "../message.ts";
import type { Words } from "../words.ts";

/** How to begin, in a few words; `hasKey`: the step of adding one is behind them. */
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
      makeVideoButton(words),
      ...(hasKey ? [] : [{ ...addKeyButton(words), style: "secondary" } as const]),
      helpButton(words),
    ],
  });
}
