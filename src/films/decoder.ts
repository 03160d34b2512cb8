import { z } from "zod";
import type { RunChild } from "./run-child.ts";

/** Whether the package that decodes films is there, and works with this machine and this Node. */
export type DecoderSeen = { readonly kind: "ready" | "absent" } | { readonly kind: "broken"; readonly detail: string };

const said = z.union([
  z.object({ kind: z.enum(["ready", "absent"]) }),
  z.object({ kind: z.literal("broken"), detail: z.string() }),
]);

/** A machine that is busy starting a bot may be too busy to load it at once. */
const TRIES = 3;

/** Loads the decoder in a child, and nothing else. Never rejects. */
export async function seeDecoder(
  run: RunChild,
  signal: AbortSignal = new AbortController().signal,
): Promise<DecoderSeen> {
  const look = () => run({ task: ["check"], files: [], maxBytes: 0, signal });
  let answer = await look();
  for (let tries = 1; answer.kind === "too_slow" && tries < TRIES; tries += 1) answer = await look();
  if (answer.kind === "too_slow") return { kind: "broken", detail: "no answer within 5 seconds" };
  if (answer.kind === "ended") return { kind: "broken", detail: "the process that loads it ended" };
  const seen = said.safeParse(answer.head);
  return seen.success ? seen.data : { kind: "broken", detail: "no sense in its answer" };
}
