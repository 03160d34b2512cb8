import type { Words } from "./words.ts";

export type FileKind = keyof Words["picture"]["found"];

/** The first pattern that matches a MIME type gives the kind of its file. */
const KINDS: readonly (readonly [type: RegExp, kind: FileKind])[] = [
  [/^image\//, "picture"],
  [/^(?:video\/|application\/mp4$)/, "video"],
  [/^(?:audio\/|application\/ogg$)/, "sound"],
  [/^(?:text\/html|application\/xhtml\+xml)$/, "page"],
  [/^(?:text|application)\/(?:x-)?(?:javascript|php|python|sh|shellscript)$/, "program"],
  [/^application\/(?:wasm|x-elf|x-msdownload|vnd\.microsoft\.portable-executable)$/, "program"],
  [/^(?:text\/|application\/(?:json|xml)$)/, "text"],
  [/^application\/pdf$/, "pdf"],
  [/^application\/(?:zip|gzip|zstd|vnd\.rar|x-(?:gzip|tar|bzip2?|xz|rar(?:-compressed)?|7z-compressed))$/, "archive"],
  [/^application\/(?:msword|rtf|x-cfb|vnd\.(?:ms-|openxmlformats-officedocument|oasis\.opendocument).*)$/, "document"],
];

/** Returns the kind of a file by its MIME type; null where people have no plain word for it. */
export function fileKindOf(mimeType: string): FileKind | null {
  return KINDS.find(([type]) => type.test(mimeType))?.[1] ?? null;
}
