import type { Half, Standpoint } from "../chat/half.ts";
import { timeline } from "../chat/timeline.ts";
import { element, find } from "../core/element.ts";
import { text } from "../core/json.ts";
import { slackComposer } from "./composer.ts";
import { drawSlackMessage } from "./message.ts";

export function openSlack(panel: HTMLElement, { seatNow, channelNow, announce }: Standpoint): Half {
  slackComposer(find("form.composer", HTMLFormElement, panel), seatNow, () => channelNow().id);
  const messages = timeline(find(".timeline", HTMLElement, panel), {
    idOf: (message) => text(message.ts),
    draw: drawSlackMessage,
    announce,
    nothing: element("p", { class: "nothing" }, "Nothing here yet. Type a command below."),
  });
  return {
    show: (seat, channel, seen) => messages.show(seen, channel.id, seat),
  };
}
