/**
 * The path of a request exactly as it was sent, without its query: nothing in it is decoded, resolved or mended, so that
 * `/slack/../metrics` is not `/metrics`, here or at a proxy that reads paths in another way.
 */
export function requestPath({ url = "" }: { readonly url?: string | undefined }): string {
  return url.split("?", 1)[0] ?? "";
}
