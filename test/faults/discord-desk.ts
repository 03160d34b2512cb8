import { z } from "zod";
import type { Desk, DeskAnswer } from "./answer.ts";
import type { Screen } from "./life.ts";

const EPHEMERAL = 64;
/** The address of a card's frame. */
export const FRAME = "https://cdn.example.com/frame.png";
const sent = z.object({
  content: z.string().optional(),
  components: z.array(z.unknown()).optional(),
  flags: z.number().optional(),
  nonce: z.string().optional(),
  enforce_nonce: z.boolean().optional(),
});

/** Discord's REST interface, as far as one card needs it; what is not carried out is answered as if it were. */
export function discordDesk(screen: Screen, channelId: string): Desk {
  const no = { status: 400, json: { code: 50_035, message: "Invalid Form Body" } };
  const about = (id: string): DeskAnswer => ({ json: { id, channel_id: channelId }, id, no });

  return ({ method, path, body }, isCarriedOut) => {
    if (path === "/api/v10/users/@me/channels") return about(channelId);
    const messageId = /\/messages\/(\d+)$/.exec(path)?.[1];
    if (messageId !== undefined && method === "DELETE") {
      if (isCarriedOut) screen.remove(messageId);
      return about(messageId);
    }
    const read = sent.parse(JSON.parse(payloadOf(body)));
    const lines = linesOf(read);
    if (messageId !== undefined) {
      if (isCarriedOut && !screen.edit(messageId, lines)) throw new Error(`no message ${messageId} to edit`);
      const attachments = body === payloadOf(body) ? [] : [{ id: "71", filename: "frame.png", url: FRAME }];
      return { ...about(messageId), json: { id: messageId, channel_id: channelId, attachments } };
    }
    if (!isCarriedOut) return about("599999999999999999");
    const isPrivate = ((read.flags ?? 0) & EPHEMERAL) !== 0;
    return about(screen.put(lines, { isPrivate, nonce: read.enforce_nonce ? (read.nonce ?? null) : null }));
  };
}

/** Of a request with a file it is the first part. */
function payloadOf(body: string): string {
  const [, payload = body] = /name="payload_json"\r\n.*\r\n\r\n(.*)\r\n/.exec(body) ?? [];
  return payload;
}

/** Everything to be read, without markup and names: the title first. */
function linesOf({ content = "", components = [] }: z.infer<typeof sent>): readonly string[] {
  return [content, ...components.flatMap(wordsIn)]
    .join("\n")
    .replace(/\\([^0-9A-Za-z\s])/g, "$1")
    .split("\n")
    .map((line) => line.replace(/^(### |-# |> )/, "").replace(/<@\d+> ?/g, ""))
    .filter((line) => line.trim() !== "");
}

function wordsIn(component: unknown): string[] {
  if (Array.isArray(component)) return component.flatMap(wordsIn);
  if (typeof component !== "object" || component === null) return [];
  return Object.entries(component).flatMap(([name, value]) =>
    name === "content" && typeof value === "string" ? [value] : wordsIn(value),
  );
}
