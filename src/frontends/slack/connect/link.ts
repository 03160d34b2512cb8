import { parseUrl } from "../../../core/text/parse-url.ts";
import { limits } from "../limits.ts";

/** A link as Slack takes it; `url` is null where the address is none that a person should follow, and the label then says it. */
export function linkOf(piece: { readonly label: string; readonly url: string }): {
  readonly label: string;
  readonly url: string | null;
} {
  const label = piece.label.trim() === "" ? piece.url : piece.label;
  const url = parseUrl(piece.url);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > limits.url) {
    return { label: piece.label === piece.url ? label : `${label} ${piece.url}`, url: null };
  }
  return { label, url: url.href };
}
