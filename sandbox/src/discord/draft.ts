import type { Cdn, StoredFile, Upload } from "./cdn.ts";
import { flag, limits } from "./discord-limits.ts";
import type { Interaction } from "./interaction-book.ts";
import { type Embed, type MessageBody, type MessageComponent, walkComponents } from "./message-schema.ts";
import { type Fault, fault, invalidForm, refuse } from "./refusal.ts";

export interface Draft {
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly MessageComponent[];
  readonly files: readonly StoredFile[];
  readonly sent?: unknown;
}

export interface Writing {
  readonly body: MessageBody;
  readonly sent: unknown;
  readonly uploads: readonly Upload[];
  readonly at: readonly string[];
  readonly maxFileBytes: number;
  readonly channelId: string;
}

interface Means {
  readonly cdn: Cdn;
  readonly nextId: () => string;
}

const EDITABLE = flag.suppressEmbeds | flag.componentsV2;

export function draftMessage(writing: Writing, flags: number, means: Means): Draft {
  const { body, at } = writing;
  const set = body.flags ?? 0;
  if ((set & ~flags) !== 0) throw invalidForm([foreignFlags(at)]);
  return checked(
    {
      flags: set,
      content: body.content ?? "",
      embeds: body.embeds ?? [],
      components: body.components ?? [],
      files: newFiles(writing, [], means),
      sent: writing.sent,
    },
    at,
  );
}

/** A field not given keeps its value, and null empties it. The flag of Components V2 cannot be removed. */
export function draftEdit(writing: Writing, before: Draft, means: Means): Draft {
  const { body, at } = writing;
  const keptFiles = before.files.filter(
    ({ id }) => body.attachments === undefined || body.attachments?.some((each) => each.id === id),
  );
  return checked(
    {
      flags: editedFlags(body.flags, before.flags, at),
      content: body.content === undefined ? before.content : (body.content ?? ""),
      embeds: body.embeds === undefined ? before.embeds : (body.embeds ?? []),
      components: body.components === undefined ? before.components : (body.components ?? []),
      files: [...keptFiles, ...newFiles(writing, before.files, means)],
      sent: writing.sent,
    },
    at,
  );
}

function editedFlags(asked: number | null | undefined, before: number, at: readonly string[]): number {
  const held = before & ~flag.loading;
  if (asked === null || asked === undefined) return held;
  // Only the first answer sets "ephemeral"; an edit cannot change it.
  if ((asked & ~(EDITABLE | flag.ephemeral | flag.suppressNotifications)) !== 0) throw invalidForm([foreignFlags(at)]);
  if (held & flag.componentsV2 && !(asked & flag.componentsV2))
    throw invalidForm([
      fault(
        [...at, "flags"],
        "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
        "The IS_COMPONENTS_V2 flag cannot be removed once it is set.",
      ),
    ]);
  return (held & ~EDITABLE) | (asked & EDITABLE);
}

function foreignFlags(at: readonly string[]): Fault {
  return fault([...at, "flags"], "BASE_TYPE_BAD_FLAGS", "Some of these flags cannot be set here.");
}

function newFiles({ body, uploads, at, ...rest }: Writing, before: readonly StoredFile[], means: Means) {
  if (uploads.some(({ bytes }) => bytes.length > rest.maxFileBytes)) throw refuse("too_large");
  const ids = new Set([...uploads.map(({ index }) => index), ...before.map(({ id }) => id)]);
  const missing = (body.attachments ?? []).flatMap(({ id }, index) => (ids.has(id) ? [] : [index]));
  const why = "No such file in this request or message.";
  if (missing.length > 0)
    throw invalidForm(missing.map((index) => fault([...at, "attachments", index, "id"], "ATTACHMENT_NOT_FOUND", why)));
  return uploads.map((upload): StoredFile => {
    const named = body.attachments?.find(({ id }) => id === upload.index);
    return {
      id: means.nextId(),
      channelId: rest.channelId,
      filename: named?.filename ?? upload.filename,
      contentType: upload.contentType,
      bytes: upload.bytes,
      ...(named?.description && { description: named.description }),
    };
  });
}

function checked(draft: Draft, at: readonly string[]): Draft {
  const { flags, content, embeds, components, files } = draft;
  const faults = messageFaults({ flags, content, embeds, components, filenames: files.map((file) => file.filename) });
  if (files.length > 10) faults.push(tooMany("attachments", 10));
  if (faults.length > 0) throw invalidForm(faults.map((fault) => ({ ...fault, path: [...at, ...fault.path] })));
  if (content.trim() === "" && embeds.length + components.length + files.length === 0) throw refuse("empty_message");
  return draft;
}

type Whole = Omit<Draft, "files" | "sent"> & { readonly filenames: readonly string[] };

export function messageFaults(message: Whole): Fault[] {
  return [
    ...(message.flags & flag.componentsV2 ? displayFaults(message) : legacyFaults(message)),
    ...customIdFaults(message.components),
    ...embedFaults(message.embeds),
    ...fileFaults(message),
  ];
}

function legacyFaults({ components }: Whole): Fault[] {
  const faults = components.flatMap(({ type }, index) =>
    type === 1
      ? []
      : [fault(["components", index, "type"], "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')],
  );
  return components.length > limits.rows ? [...faults, tooMany("components", limits.rows)] : faults;
}

function displayFaults({ content, embeds, components }: Whole): Fault[] {
  const all = walkComponents(components);
  const text = all.reduce((sum, { component }) => sum + (component.type === 10 ? component.content.length : 0), 0);
  const faults = Object.entries({ content, embeds }).flatMap(([name, value]) =>
    value.length === 0
      ? []
      : [
          fault(
            [name],
            "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
            `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
          ),
        ],
  );
  if (all.length > limits.components) faults.push(tooMany("components", limits.components));
  if (text > limits.displayText)
    faults.push(
      fault(
        ["components"],
        "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED",
        `Text of all components exceeds ${limits.displayText} characters.`,
      ),
    );
  return faults;
}

function tooMany(name: string, max: number): Fault {
  return fault([name], "BASE_TYPE_MAX_LENGTH", `Must be ${max} or fewer in length.`);
}

function customIdFaults(components: readonly MessageComponent[]): Fault[] {
  const named = walkComponents(components).flatMap(({ component, path }) =>
    "custom_id" in component && component.custom_id !== undefined ? [{ id: component.custom_id, path }] : [],
  );
  const repeated = named.filter(({ id }, index) => named.findIndex((each) => each.id === id) < index);
  return repeated.map(({ path }) =>
    fault([...path, "custom_id"], "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"),
  );
}

function embedFaults(embeds: readonly Embed[]): Fault[] {
  const texts = embeds.flatMap(({ title, description, footer, author, fields }) => [
    title,
    description,
    footer?.text,
    author?.name,
    ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
  ]);
  const size = texts.reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (size <= limits.embedText) return [];
  return [fault(["embeds"], "MAX_EMBED_SIZE_EXCEEDED", `Embed size exceeds maximum size of ${limits.embedText}`)];
}

function fileFaults({ components, embeds, filenames }: Whole): Fault[] {
  const named = (url: string) => /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const shown = walkComponents(components).flatMap(({ component, path }) => {
    if (component.type === 13) return [{ url: component.file.url, path: [...path, "file", "url"] }];
    if (component.type === 11) return [{ url: component.media.url, path: [...path, "media", "url"] }];
    if (component.type !== 12) return [];
    return component.items.map(({ media: { url } }, index) => ({
      url,
      path: [...path, "items", index, "media", "url"],
    }));
  });
  const missing = shown.filter(({ url }) => {
    const name = named(url);
    return name !== undefined && !filenames.includes(name);
  });
  const notPictures = embeds.flatMap(({ image, thumbnail }, index) =>
    Object.entries({ image, thumbnail })
      .filter(([, picture]) => picture && !/\.(jpe?g|png|webp|gif)$/i.test(named(picture.url) ?? ".png"))
      .map(([name]) => ["embeds", index, name, "url"]),
  );
  const isMissing = "The referenced attachment was not found.";
  const isNoPicture = "An embed shows jpg, png, webp and gif files only.";
  return [
    ...missing.map(({ path }) => fault(path, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", isMissing)),
    ...notPictures.map((path) => fault(path, "EMBED_ATTACHMENT_NOT_AN_IMAGE", isNoPicture)),
  ];
}

/** Format 1 is PNG, 2 APNG, 3 Lottie, 4 GIF. */
export interface Sticker {
  readonly id: string;
  readonly name: string;
  readonly format_type: 1 | 2 | 3 | 4;
}

export interface StoredMessage extends Draft {
  readonly id: string;
  readonly channelId: string;
  readonly authorId: string;
  readonly type: number;
  readonly mentioned: readonly string[];
  readonly notified: readonly string[];
  readonly ephemeralFor: string | null;
  readonly createdAt: number;
  readonly editedAt: number | null;
  readonly madeBy: Interaction | null;
  readonly reference: string | null;
  readonly nonce: string | number | null;
  readonly stickers?: readonly Sticker[];
  readonly previews?: readonly object[];
  readonly forwarded?: StoredMessage;
}
