import type {
  APIActionRowComponent,
  APIButtonComponentWithCustomId,
  APIButtonComponentWithURL,
  APIComponentInMessageActionRow,
  APIContainerComponent,
  APIFileComponent,
  APIMediaGalleryComponent,
  APITextDisplayComponent,
} from "discord.js";
import { ButtonStyle, ComponentType, MessageFlags } from "discord.js";
import { z } from "zod";
import { type Button, type ChatMessage, SELECT_ID, type Section, type Select, type Tone } from "../../../core/chat.ts";
import { type CardFile, filmsOf } from "../../../core/film/card-files.ts";
import type { UserId } from "../../../core/job/ids.ts";
import { shareOut } from "../../../core/text/text-layout.ts";
import { limits, shares } from "../discord-limits.ts";
import {
  type CommandIds,
  cutToFit,
  escapeLine,
  isSnowflake,
  NO_IDS,
  plain,
  writeBar,
  writeQuote,
  writeSection,
  writeSentence,
} from "./write-discord-text.ts";

type Row = APIActionRowComponent<APIComponentInMessageActionRow>;

type ShownFile = Omit<CardFile, "id"> & { readonly id: string | null };

const ACCENTS: Readonly<Record<Tone, number | null>> = {
  waiting: 0x95a5a6,
  running: 0x5865f2,
  good: 0x57f287,
  bad: 0xed4245,
  unsure: 0xfee75c,
  key: 0xe67e22,
  plain: null,
};

const SIGNS: Partial<Readonly<Record<Tone, string>>> = { key: "🔑 " };

const SEPARATOR = { type: ComponentType.Separator } as const;

const BUTTON_STYLES = {
  primary: ButtonStyle.Primary,
  secondary: ButtonStyle.Secondary,
  danger: ButtonStyle.Danger,
} as const;

/** A message has no space for a hundred mentions. */
const CALLED_MAX = 40;

/** `calls` are mentioned above the message. A new message notifies them. */
export function writeMessage(
  message: ChatMessage,
  how: {
    readonly isPrivate?: boolean;
    readonly calls?: readonly UserId[];
    readonly files?: readonly ShownFile[];
    readonly document?: string;
    readonly commands?: CommandIds | undefined;
  } = {},
) {
  const calls = calledIn(how.calls ?? []);
  const names = calls.map((id) => `<@${id}>`).join(" ");
  const accent = ACCENTS[message.tone];
  const shown = described(message, how.files ?? []);
  const { above, below, sections, small, isCut } = writeTexts(message, names.length, how.commands ?? NO_IDS);
  const container: APIContainerComponent = {
    type: ComponentType.Container,
    ...(message.mark ? { id: message.mark } : {}),
    ...(accent === null ? {} : { accent_color: accent }),
    components: [
      ...above.map(textDisplay),
      ...(shown.length === 0 ? [] : [gallery(shown)]),
      ...below.map(textDisplay),
      ...sections.flatMap(({ text, isItem }) => [...(isItem ? [] : [SEPARATOR]), textDisplay(text)]),
      ...small.map(textDisplay),
      ...(how.document === undefined ? [] : [download(how.document)]),
      ...menu(message.select),
      ...rows(isCut && message.readAll ? [...message.buttons, message.readAll] : message.buttons),
    ],
  };
  return {
    flags: MessageFlags.IsComponentsV2 | (how.isPrivate ? MessageFlags.Ephemeral : 0),
    components: names === "" ? [container] : [textDisplay(names), container],
    allowed_mentions: mentionsOf(calls),
    // Discord removes files that are not listed, but keeps all without this field. A frame is removed once its film is made
    // or never will be.
    ...(shown.length === 0 && !how.files?.some(({ isFrame }) => isFrame) ? {} : { attachments: shown.map(attachment) }),
    ...(how.document === undefined ? {} : { attachments: [{ id: "0", filename: how.document }] }),
  };
}

function calledIn(people: readonly UserId[]): readonly UserId[] {
  return [...new Set(people.filter(isSnowflake))].slice(0, CALLED_MAX);
}

/** Allows no other mentions. Discord does not remember this, so it is sent with every request. */
function mentionsOf(called: readonly UserId[]) {
  return { parse: [] as const, ...(called.length > 0 && { users: called }) };
}

function described(message: ChatMessage, files: readonly ShownFile[]) {
  const films = filmsOf(message).map((film) => ({ ...film, isFrame: false }));
  const frames = (message.frames ?? []).map((film) => ({ ...film, isFrame: true }));
  return [...films, ...frames].flatMap(({ nth, description, isFrame }) => {
    const file = files.find((one) => one.nth === nth && (one.isFrame ?? false) === isFrame);
    return file ? [{ ...file, description: cutToFit(description.trim(), limits.galleryDescription, plain) }] : [];
  });
}

type DescribedFile = ReturnType<typeof described>[number];

function gallery(files: readonly DescribedFile[]): APIMediaGalleryComponent {
  const items = files.map(({ name, description }) => ({
    media: { url: `attachment://${name}` },
    ...(description === "" ? {} : { description }),
  }));
  return { type: ComponentType.MediaGallery, items };
}

function download(name: string): APIFileComponent {
  return { type: ComponentType.File, file: { url: `attachment://${name}` } };
}

function attachment({ id, name, description }: DescribedFile) {
  if (id !== null) return { id };
  return { id: "0", filename: name, ...(description === "" ? {} : { description }) };
}

/** The most important texts get their space first. The quote gets the rest. */
function writeTexts(message: ChatMessage, taken: number, commands: CommandIds) {
  const { tone, title, quote, cutQuote, body, bar, sections = [], facts } = message;
  let available: number = limits.displayText - taken;
  let isCut = false;
  const noteOnCut =
    cutQuote &&
    ((characters: number) => {
      isCut = true;
      return cutQuote(characters);
    });
  const take = (text: string) => {
    available -= text.length + 1;
    return text;
  };
  const heading = take(`### ${SIGNS[tone] ?? ""}${cutToFit(title.trim(), shares.title, escapeLine) || "Reelay"}`);
  const paragraphs = body.map((sentence) => take(writeSentence(sentence, Math.max(0, available - 1), commands)));
  const progress = take(bar ? writeBar(bar, available - 1) : "");
  const small = facts.map((fact) => {
    const text = writeSentence(fact, Math.min(shares.fact, available - 5), commands);
    return take(text === "" ? "" : `-# ${text}`);
  });
  const sectionWithin = (section: Section, max: number) =>
    writeSection(section, max, { commands, cutQuote: noteOnCut });
  // Measure all sections first. Otherwise only the last one would be cut.
  const needs = sections.map((section) => sectionWithin(section, Number.POSITIVE_INFINITY).length + 1);
  const given = shareOut(needs, available);
  const parts = sections.map((section, index) => {
    return { text: take(sectionWithin(section, (given[index] ?? 0) - 1)), isItem: section.isItem };
  });
  const quoted = writeQuote(quote ?? "", available, noteOnCut);
  const hasText = (text: string) => text.trim() !== "";
  return {
    above: [heading, quoted].filter(hasText),
    below: [lines(paragraphs), progress].filter(hasText),
    sections: parts.filter(({ text }) => hasText(text)),
    small: [lines(small)].filter(hasText),
    isCut,
  };
}

function lines(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

function textDisplay(content: string): APITextDisplayComponent {
  return { type: ComponentType.TextDisplay, content };
}

function menu(select: Select | undefined): readonly Row[] {
  const options = select?.options.slice(0, limits.selectOptions).flatMap(({ label, value }) => {
    const text = cutToFit(label.trim(), limits.selectText, plain).trim() || "…";
    return value.length <= limits.selectText ? [{ label: text, value }] : [];
  });
  if (!select || !options || options.length === 0) return [];
  const placeholder = cutToFit(select.label.trim(), limits.selectPlaceholder, plain).trim() || "…";
  const component = { custom_id: SELECT_ID, placeholder, options };
  return [{ type: ComponentType.ActionRow, components: [{ type: ComponentType.StringSelect, ...component }] }];
}

function rows(buttons: readonly Button[]): readonly Row[] {
  if (buttons.length > limits.rows * limits.rowButtons)
    throw new Error(`a message on Discord has too many buttons: ${buttons.map(({ id }) => id)}`);
  const written = buttons.map(writeButton);
  const count = Math.ceil(written.length / limits.rowButtons);
  return Array.from({ length: count }, (_, row) => ({
    type: ComponentType.ActionRow,
    components: written.slice(row * limits.rowButtons, (row + 1) * limits.rowButtons),
  }));
}

function writeButton({ label, id, style, url }: Button): APIButtonComponentWithCustomId | APIButtonComponentWithURL {
  const face = { type: ComponentType.Button, label: cutToFit(label.trim(), limits.buttonLabel, plain) || "…" } as const;
  if (url !== undefined) return { ...face, style: ButtonStyle.Link, url };
  return { ...face, style: BUTTON_STYLES[style], custom_id: id };
}

/** Only our own link may be unfurled, and only if the card does not show its film. */
export function writeNotification(
  message: ChatMessage,
  people: readonly UserId[],
  how: { readonly isPrivate?: boolean } = {},
) {
  const called = calledIn(people);
  let content = called.map((id) => `<@${id}>`).join(" ");
  const add = (text: string, gap: string) => {
    if (text !== "") content += content === "" ? text : gap + text;
  };
  add(cutToFit(message.title.trim(), shares.title, escapeLine).trim() || "Reelay", " ");
  const quoted = cutToFit(message.quote?.trim() ?? "", shares.title, escapeLine);
  if (quoted !== "") add(`> ${quoted}`, "\n");
  for (const sentence of message.body) add(writeSentence(sentence, limits.content - content.length - 1), "\n");
  const hasLink = message.body.some((pieces) =>
    pieces.some((piece) => typeof piece !== "string" && piece.kind === "link"),
  );
  return {
    content,
    flags:
      (hasLink && !message.hidesPreview ? 0 : MessageFlags.SuppressEmbeds) |
      (how.isPrivate ? MessageFlags.Ephemeral : 0),
    allowed_mentions: mentionsOf(called),
  };
}

export function idsIn(components: unknown): string[] {
  if (Array.isArray(components)) return components.flatMap(idsIn);
  if (typeof components !== "object" || components === null) return [];
  const own = "custom_id" in components && typeof components.custom_id === "string" ? [components.custom_id] : [];
  const offered = own[0] === SELECT_ID && "options" in components ? valuesIn(components.options) : [];
  return [...own, ...offered, ...("components" in components ? idsIn(components.components) : [])];
}

function valuesIn(options: unknown): string[] {
  const read = z.array(z.object({ value: z.string() })).safeParse(options);
  return read.success ? read.data.map(({ value }) => value) : [];
}
