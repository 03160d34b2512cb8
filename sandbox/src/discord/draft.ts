import type { Cdn, StoredFile, Upload } from "./cdn.ts";
import { flag, limits } from "./discord-limits.ts";
import type { Interaction } from "./interaction-book.ts";
import { type Embed, type MessageBody, type MessageComponent, walkComponents } from "./message-schema.ts";
import { type Fault, invalidForm, refuse } from "./refusal.ts";
import type { Sticker } from "./wire-types.ts";

export interface Draft {
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly MessageComponent[];
  readonly files: readonly StoredFile[];
  /** The JSON that the bot sent for it last; people's own messages have none. */
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

/** The message as an edit leaves it: absent keeps, null empties; a flag of Components V2 stays for ever. */
export function draftEdit(writing: Writing, before: Draft, means: Means): Draft {
  const { body, at } = writing;
  const kept = before.files.filter(
    ({ id }) => body.attachments === undefined || body.attachments?.some((each) => each.id === id),
  );
  return checked(
    {
      flags: editedFlags(body.flags, before.flags, at),
      content: body.content === undefined ? before.content : (body.content ?? ""),
      embeds: body.embeds === undefined ? before.embeds : (body.embeds ?? []),
      components: body.components === undefined ? before.components : (body.components ?? []),
      files: [...kept, ...newFiles(writing, before.files, means)],
      sent: writing.sent,
    },
    at,
  );
}

function editedFlags(asked: number | null | undefined, before: number, at: readonly string[]): number {
  const held = before & ~flag.loading;
  if (asked === null || asked === undefined) return held;
  // An edit that names "ephemeral" again, or leaves it out, changes nothing: that is fixed by the first answer.
  if ((asked & ~(EDITABLE | flag.ephemeral | flag.suppressNotifications)) !== 0) throw invalidForm([foreignFlags(at)]);
  if (held & flag.componentsV2 && !(asked & flag.componentsV2))
    throw invalidForm([
      {
        path: [...at, "flags"],
        code: "MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG",
        message: "The IS_COMPONENTS_V2 flag cannot be removed once it is set.",
      },
    ]);
  return (held & ~EDITABLE) | (asked & EDITABLE);
}

function foreignFlags(at: readonly string[]): Fault {
  return { path: [...at, "flags"], code: "BASE_TYPE_BAD_FLAGS", message: "Some of these flags cannot be set here." };
}

function newFiles({ body, uploads, at, ...rest }: Writing, before: readonly StoredFile[], means: Means) {
  if (uploads.some(({ bytes }) => bytes.length > rest.maxFileBytes)) throw refuse("too_large");
  const unknown = (body.attachments ?? []).flatMap(({ id }, index): Fault[] =>
    uploads.some((upload) => upload.index === id) || before.some((file) => file.id === id)
      ? []
      : [
          {
            path: [...at, "attachments", index, "id"],
            code: "ATTACHMENT_NOT_FOUND",
            message: "No such file in this request or message.",
          },
        ],
  );
  if (unknown.length > 0) throw invalidForm(unknown);
  return uploads.map((upload): StoredFile => {
    const told = body.attachments?.find(({ id }) => id === upload.index);
    return {
      id: means.nextId(),
      channelId: rest.channelId,
      filename: told?.filename ?? upload.filename,
      contentType: upload.contentType,
      bytes: upload.bytes,
      ...(told?.description ? { description: told.description } : {}),
    };
  });
}

function checked(draft: Draft, at: readonly string[]): Draft {
  const { flags, content, embeds, components, files } = draft;
  const faults = messageFaults({ flags, content, embeds, components, filenames: files.map((file) => file.filename) });
  if (files.length > 10)
    faults.push({ path: ["attachments"], code: "BASE_TYPE_MAX_LENGTH", message: "Must be 10 or fewer in length." });
  if (faults.length > 0) throw invalidForm(faults.map((fault) => ({ ...fault, path: [...at, ...fault.path] })));
  if (content.trim() === "" && embeds.length + components.length + files.length === 0) throw refuse("empty_message");
  return draft;
}

interface Whole {
  readonly flags: number;
  readonly content: string;
  readonly embeds: readonly Embed[];
  readonly components: readonly MessageComponent[];
  readonly filenames: readonly string[];
}

export function messageFaults(message: Whole): Fault[] {
  return [
    ...(message.flags & flag.componentsV2 ? displayFaults(message) : legacyFaults(message)),
    ...customIdFaults(message.components),
    ...embedFaults(message.embeds),
    ...fileFaults(message),
  ];
}

function legacyFaults({ components }: Whole): Fault[] {
  const foreign = components.flatMap(({ type }, index): Fault[] =>
    type === 1
      ? []
      : [
          {
            path: ["components", index, "type"],
            code: "UNION_TYPE_CHOICES",
            message: 'Value of field "type" must be one of (1,).',
          },
        ],
  );
  if (components.length <= limits.rows) return foreign;
  return [...foreign, tooMany(limits.rows)];
}

function displayFaults({ content, embeds, components }: Whole): Fault[] {
  const all = walkComponents(components);
  const text = all.reduce((sum, { component }) => sum + (component.type === 10 ? component.content.length : 0), 0);
  const faults: Fault[] = [];
  for (const [name, present] of Object.entries({ content: content !== "", embeds: embeds.length > 0 }))
    if (present)
      faults.push({
        path: [name],
        code: "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
        message: `The '${name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
      });
  if (all.length > limits.components) faults.push(tooMany(limits.components));
  if (text > limits.displayText)
    faults.push({
      path: ["components"],
      code: "COMPONENT_MAX_TOTAL_TEXT_SIZE_EXCEEDED",
      message: `Text of all components exceeds ${limits.displayText} characters.`,
    });
  return faults;
}

function tooMany(max: number): Fault {
  return { path: ["components"], code: "BASE_TYPE_MAX_LENGTH", message: `Must be ${max} or fewer in length.` };
}

function customIdFaults(components: readonly MessageComponent[]): Fault[] {
  const seen = new Set<string>();
  return walkComponents(components).flatMap(({ component, path }): Fault[] => {
    if (!("custom_id" in component) || component.custom_id === undefined) return [];
    if (!seen.has(component.custom_id)) {
      seen.add(component.custom_id);
      return [];
    }
    return [
      {
        path: [...path, "custom_id"],
        code: "COMPONENT_CUSTOM_ID_DUPLICATED",
        message: "Component custom id cannot be duplicated",
      },
    ];
  });
}

function embedFaults(embeds: readonly Embed[]): Fault[] {
  const size = embeds
    .flatMap(({ title, description, footer, author, fields }) => [
      title,
      description,
      footer?.text,
      author?.name,
      ...(fields ?? []).flatMap(({ name, value }) => [name, value]),
    ])
    .reduce((sum, text) => sum + (text?.length ?? 0), 0);
  if (size <= limits.embedText) return [];
  return [
    {
      path: ["embeds"],
      code: "MAX_EMBED_SIZE_EXCEEDED",
      message: `Embed size exceeds maximum size of ${limits.embedText}`,
    },
  ];
}

function fileFaults({ components, embeds, filenames }: Whole): Fault[] {
  const named = (url: string) => /^attachment:\/\/(.+)$/.exec(url)?.[1];
  const shown = walkComponents(components).flatMap(({ component, path }) => {
    if (component.type === 13) return [{ url: component.file.url, path: [...path, "file", "url"] }];
    if (component.type === 11) return [{ url: component.media.url, path: [...path, "media", "url"] }];
    if (component.type !== 12) return [];
    return component.items.map(({ media }, index) => ({
      url: media.url,
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
  return [
    ...missing.map(({ path }) => ({
      path,
      code: "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND",
      message: "The referenced attachment was not found.",
    })),
    ...notPictures.map((path) => ({
      path,
      code: "EMBED_ATTACHMENT_NOT_AN_IMAGE",
      message: "An embed shows jpg, png, webp and gif files only.",
    })),
  ];
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
