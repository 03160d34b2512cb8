import type { Failure } from "../chat/failures.ts";
import { messageMenu } from "../chat/message-menu.ts";
import { type Channel, type Half, type Standpoint, timeline } from "../chat/timeline-view.ts";
import { button, element, find } from "../core/element.ts";
import { type Json, records, text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { commandsAt, EPHEMERAL, isGivenUp } from "./commands.ts";
import { discordComposer } from "./discord-composer.ts";
import { drawDiscordMessage, lookOfMessage } from "./discord-message.ts";

export function openDiscord(panel: HTMLElement, at: Standpoint): Half {
  const composer = discordComposer(find("form.composer", HTMLFormElement, panel), {
    ...at,
    sent: () => messages.toEnd(),
  });
  const dismissed = new Set<string>();
  const box = find(".timeline", HTMLElement, panel);
  const start = channelStart(composer.type);
  box.append(start.node);
  const messages = timeline(box, {
    idOf: (message) => text(message.id),
    draw: (message, seat) => drawDiscordMessage(message, seat, () => dismiss(text(message.id))),
    look: lookOfMessage,
    tools: messageMenu,
    announce: at.announce,
  });

  function dismiss(id: string): void {
    dismissed.add(id);
    at.forget(id);
    at.redraw();
  }

  return (seat, channel, seen) => {
    composer.offer(commandsAt(seat, channel.id), channel);
    start.show(channel);
    const shown = seen.filter(({ id }) => !dismissed.has(text(id)));
    messages.show(withFailures(shown, channel.id, { failures: at.failuresNow(), seat }), channel.id, seat);
  };
}

const EXAMPLE = "/video a paper boat in the rain";

function channelStart(type: (line: string) => void): { readonly node: HTMLElement; show(channel: Channel): void } {
  const title = element("p", { class: "h2" });
  const node = element(
    "div",
    { class: "start" },
    title,
    element("p", {}, "Type / to see what Reelay can do."),
    button(`Try ${EXAMPLE}`, { class: "button is-primary" }, () => type(EXAMPLE)),
  );
  return {
    node,
    show({ name }) {
      const words = name.startsWith("#") ? `Welcome to ${name}!` : name.slice(1);
      if (title.textContent !== words) title.textContent = words;
    },
  };
}

/** An option that is a subcommand. Source: Discord docs, interactions/application-commands (read 2026-11-21). */
const SUBCOMMAND = 1;

/** Discord's client says this of an answer that was put off and never came. */
const NO_RESPONSE = "The application did not respond";

/**
 * The messages as Discord's client shows them where the bot did not answer: a command has a message that says so in the
 * answer's place, for its person alone, and a press leaves red words under its message. `failed` holds the words.
 */
function withFailures(
  messages: readonly Json[],
  channelId: string,
  { failures, seat }: { readonly failures: readonly Failure[]; readonly seat: Seat },
): readonly Json[] {
  const userId = seat.state.people.find(({ id }) => id === seat.personId)?.discordId;
  const rows = failures
    .filter(({ act }) => act.kind === "command" && act.channelId === channelId)
    .map(({ id, act, at, payload }) => ({
      id,
      channelId,
      authorId: seat.state.discord.botId,
      flags: EPHEMERAL,
      ephemeralFor: userId,
      createdAt: at,
      interaction: { name: nameOf(act.payload), userId },
      failed: text(payload.text),
      isLocal: true,
    }));
  const pressed = new Map(
    failures.flatMap(({ act, payload }) => (act.kind === "press" ? [[act.messageId, text(payload.text)]] : [])),
  );
  const marked = messages.map((message) => {
    const failed = isGivenUp(message, seat.state.now) ? NO_RESPONSE : pressed.get(text(message.id));
    return failed === undefined ? message : { ...message, failed };
  });
  return rows.length === 0 ? marked : [...marked, ...rows].toSorted((one, other) => madeAt(one) - madeAt(other));
}

const madeAt = ({ createdAt }: Json): number => Number(createdAt);

function nameOf({ name, options }: Json): string {
  const subcommand = records(options).find(({ type }) => type === SUBCOMMAND);
  return [text(name), text(subcommand?.name)].filter(Boolean).join(" ");
}
