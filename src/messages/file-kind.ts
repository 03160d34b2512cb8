import type { Words } from "./words.ts";

/** What a file is, as people call it. */
export type FileKind = keyof Words["picture"]["found"];

/** The first that matches says what a file of that MIME type is. */
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

/** What a file of a MIME type is; null where people have no plain word for it. */
export function fileKindOf(mimeType: string): FileKind | null {
  return KINDS.find(([type]) => type.test(mimeType))?.[1] ?? null;
}
