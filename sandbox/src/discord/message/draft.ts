import { flag } from "../limits.ts";
import type { Cdn, StoredFile } from "../routes/cdn.ts";
import { type Fault, invalidForm, refuse } from "../routes/refusal.ts";
import type { Upload } from "../routes/upload.ts";
import type { MessageComponent } from "../schema/component-schema.ts";
import type { Embed, MessageBody } from "../schema/message-schema.ts";
import { messageFaults } from "./message-faults.ts";

/** The part of a message that the bot writes. */
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
  /** The same before it was read. */
  readonly sent: unknown;
  readonly uploads: readonly Upload[];
  /** Where the body stands in the request: `["data"]` in a callback. */
  readonly at: readonly string[];
  readonly maxFileBytes: number;
  readonly channelId: string;
}

interface Means {
  readonly cdn: Cdn;
  readonly nextId: () => string;
}

const EDITABLE = flag.suppressEmbeds | flag.componentsV2;

/** A new message out of a body, or the refusal Discord has for it. `flags` are the bits that may be set here. */
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
