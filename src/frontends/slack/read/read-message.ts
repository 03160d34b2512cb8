import type { z } from "zod";
import type { Act } from "../../../core/command.ts";
import type { FoundFiles, FoundPicture, NoPicture } from "../../../core/request/found-picture.ts";
import { parseUrl } from "../../../core/text/parse-url.ts";
import type { Who } from "./incoming.ts";
import type { messageShortcutPayload } from "./payloads.ts";
import { readFile } from "./read-file.ts";

type Message = z.infer<typeof messageShortcutPayload>["message"];

/** The pictures of a message, in the order in which people see them: its own files, then what links and blocks show. */
export function animateAct({ files, attachments, blocks }: Message, who: Who): Act {
  const own = picturesIn(files, who);
  const linked = attachments.flatMap(({ title, image_url: url, image_width, image_height }) =>
    url ? [addressed(url, title ?? null, image_width ?? null, image_height ?? null)] : [],
  );
  const shown = blocks.flatMap(({ type, image_url: url }) =>
    type === "image" && url ? [addressed(url, null, null, null)] : [],
  );
  const others: readonly NoPicture[] = files.some(({ mimetype }) => mimetype?.startsWith("video/")) ? ["video"] : [];
  return { kind: "animate", pictures: onceEach([...own, ...linked, ...shown]), others };
}

/** What came with a message to the bot. */
export function filesIn(files: Message["files"], who: Who): FoundFiles {
  const pictures = picturesIn(files, who);
  return { pictures: onceEach(pictures), otherFiles: files.length - pictures.length };
}

function picturesIn(files: Message["files"], who: Who): readonly FoundPicture[] {
  return files
    .filter(({ mimetype }) => mimetype?.startsWith("image/"))
    .map((file) => ({ source: "attachment", name: file.name ?? "picture", file: readFile(file, who) }));
}

function addressed(url: string, title: string | null, width: number | null, height: number | null): FoundPicture {
  const host = parseUrl(url)?.hostname;
  return { source: "address", name: title || (host ? `picture from ${host}` : "picture"), url, width, height };
}

function onceEach(pictures: readonly FoundPicture[]): readonly FoundPicture[] {
  const keyOf = (one: FoundPicture) => (one.source === "address" ? one.url : (one.file.file?.id ?? one.file.url));
  return [...new Map(pictures.toReversed().map((one) => [keyOf(one), one])).values()].toReversed();
}
