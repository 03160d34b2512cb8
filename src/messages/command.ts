import type { Piece } from "../core/chat.ts";

/** One of our commands by what stands behind its prefix: "", "-key set". */
export function command(prefix: string, rest = ""): Extract<Piece, { kind: "command" }> {
  return { kind: "command", text: `/${prefix}${rest}` };
}
