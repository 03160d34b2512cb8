import { drawParagraphs } from "../chat/draw-words.ts";
import { type FailureTexts, withFailures } from "../chat/failures.ts";
import { aboutFilm } from "../chat/film.ts";
import { readMarkdown } from "../chat/markdown.ts";
import { drawAvatar, drawFailed, drawHead, nameOfAuthor, plainText } from "../chat/message-head.ts";
import { messageTools } from "../chat/message-menu.ts";
import { drawFile } from "../chat/player.ts";
import { type Half, type Standpoint, timeline } from "../chat/timeline-view.ts";
import { button, element, find } from "../core/element.ts";
import { type Json, list, number, record, records, text } from "../core/json.ts";
import type { Seat } from "../core/page-state.ts";
import { COMPONENTS_V2, EPHEMERAL, messageCommands, quoteOf, THINKING } from "./commands.ts";
import { drawComponents, drawEmbed } from "./components.ts";
import { discordComposer } from "./discord-composer.ts";

export function openDiscord(panel: HTMLElement, at: Standpoint): Half {
  const composer = discordComposer(find("form.composer", HTMLFormElement, panel), {
    ...at,
    sent: () => messages.toEnd(),
  });
  const dismissed = new Set<string>();
  const box = find(".timeline", HTMLElement, panel);
  const messages = timeline(box, {
    idOf: (message) => text(message.id),
    draw: (message, seat) => drawDiscordMessage(message, seat, () => dismiss(text(message.id))),
    classOf: classOfMessage,
    tools: messageTools,
    example: composer.type,
    announce: at.announce,
  });

  function dismiss(id: string): void {
    dismissed.add(id);
    at.forget(id);
    at.redraw();
  }

  return (seat, channel, seen) => {
    composer.address(`Message ${channel.name}`);
    const shown = seen.filter(({ id }) => !dismissed.has(text(id)));
    const failed = { failures: at.failuresNow(), failureTexts: failureTextsFor(seat) };
    messages.show(withFailures(shown, channel.id, failed), channel, seat);
  };
}

const SUBCOMMAND = 1;

/** Discord's client shows a message for a failed command, and red text under the message of a failed press. */
function failureTextsFor({ state, personId }: Seat): FailureTexts {
  const userId = state.people.find(({ id }) => id === personId)?.discordId;
  return {
    idOf: ({ id }) => text(id),
    line: ({ id, act, payload }) => ({
      id,
      authorId: state.discord.botId,
      flags: EPHEMERAL,
      ephemeralFor: userId,
      interaction: { name: nameOf(act.payload), userId },
      failed: text(payload.text),
      isLocal: true,
    }),
    words: ({ payload }) => text(payload.text),
  };
}

function nameOf({ name, options }: Json): string {
  const subcommand = records(options).find(({ type }) => type === SUBCOMMAND);
  return [text(name), text(subcommand?.name)].filter(Boolean).join(" ");
}

const flagsOf = (message: Json) => number(message.flags) ?? 0;

function drawDiscordMessage(message: Json, seat: Seat, dismiss: () => void): readonly HTMLElement[] {
  const flags = flagsOf(message);
  const failed = text(message.failed);
  const head = drawHead({
    authorId: text(message.authorId),
    at: number(message.createdAt) ?? 0,
    above: drawAbove(message, seat),
    seat,
  });
  const isThinking = (flags & THINKING) !== 0;
  return [
    head,
    ...(isThinking ? [] : [drawBody(message, flags, seat)]),
    ...(isThinking && !failed ? [element("p", { class: "thinking" }, "Reelay is thinking…")] : []),
    ...(number(message.editedAt) === undefined ? [] : [element("small", { class: "edited" }, "(edited)")]),
    ...drawFailed(message),
    ...((flags & EPHEMERAL) !== 0 ? [drawOnlyYou(dismiss)] : []),
  ];
}

function classOfMessage(message: Json, seat: Seat): string {
  const you = seat.state.people.find(({ id }) => id === seat.personId)?.discordId;
  if ((flagsOf(message) & EPHEMERAL) !== 0) return "is-private";
  // In a direct message every message notifies, so none is highlighted.
  const isDirect = message.channelId === seat.state.discord.seenBy.get(seat.personId)?.dmChannelId;
  return !isDirect && list(message.mentions).includes(you) ? "is-ping" : "";
}

function drawOnlyYou(dismiss: () => void): HTMLElement {
  return element(
    "p",
    { class: "only-you" },
    "Only you can see this • ",
    button("Dismiss message", { class: "linked", "data-focus": "dismiss" }, dismiss),
  );
}

function drawBody(message: Json, flags: number, seat: Seat): HTMLElement {
  const body = element("div", { class: "body" });
  if (text(message.content)) body.append(drawParagraphs(readMarkdown(text(message.content)), seat.nameOf));
  for (const embed of records(message.embeds)) body.append(drawEmbed(embed, seat.nameOf));
  // With Components V2 a file shows only if a component names it.
  const about = aboutFilm(message, seat);
  if ((flags & COMPONENTS_V2) === 0)
    for (const file of records(message.attachments)) body.append(drawFile(file, about));
  for (const sticker of records(message.stickers))
    body.append(element("p", { class: "subtext" }, `Sticker: ${text(sticker.name)}`));
  const forwarded = record(message.forwarded);
  if (text(forwarded.id))
    body.append(element("div", { class: "forwarded" }, drawBody(forwarded, flagsOf(forwarded), seat)));
  body.append(...drawComponents(list(message.components), { messageId: text(message.id), message, seat }));
  return body;
}

function drawAbove(message: Json, seat: Seat): HTMLElement | undefined {
  const { name, userId } = record(message.interaction);
  if (text(name)) {
    const isOnMessage = messageCommands(seat.state.discord.commands).includes(text(name));
    const command = element("span", { class: "used" }, `${isOnMessage ? "" : "/"}${text(name)}`);
    return element("p", { class: "above" }, ...drawAuthor(text(userId), seat), " used ", command);
  }
  const reference = text(message.reference);
  if (!reference) return undefined;
  if (text(record(message.forwarded).id)) return element("p", { class: "above is-forward" }, "Forwarded");
  const seen = seat.state.discord.seenBy.get(seat.personId)?.messages ?? [];
  const original = seen.find(({ id }) => id === reference);
  if (!original) return element("p", { class: "above" }, element("em", {}, "Original message was deleted"));
  const quoted = element("span", { class: "quoted" }, plainText({ content: quoteOf(original) }, seat));
  const [face, author] = drawAuthor(text(original.authorId), seat);
  return element("p", { class: "above" }, face, unseen("Replying to "), author, unseen(": "), quoted);
}

const unseen = (words: string): HTMLElement => element("span", { class: "unseen" }, words);

function drawAuthor(authorId: string, seat: Seat): readonly [HTMLElement, HTMLElement] {
  return [drawAvatar(authorId, seat), element("strong", {}, nameOfAuthor(authorId, seat))];
}
