import { z } from "zod";
import type { AttachRefusal } from "../../../core/job/video-file.ts";
import type { FetchWhole } from "../../../core/ports.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { limits } from "../limits.ts";
import type { CallRefusal } from "./call.ts";
import { type ClientOf, callAt, type Whereabouts } from "./client-of.ts";
import type { FileContent, SendBytes } from "./send-bytes.ts";

/** The workspace takes no file of that size. Source: docs.slack.dev, methods/files.completeUploadExternal#errors (read 2026-11-21). */
const TOO_LARGE: ReadonlySet<string> = new Set(["file_upload_size_restricted", "upload_length_too_large"]);

/** What brings a file to Slack. `apiUrl` is the Web API's base: a file goes to Slack's own hosts, or to this origin. */
export interface Uploading {
  readonly clientOf: ClientOf;
  readonly fetchWhole: FetchWhole;
  readonly apiUrl: string;
}

const begun = z.object({ upload_url: z.string(), file_id: z.string() });

interface AskedFor {
  readonly filename: string;
  readonly length: number;
  readonly alt_txt?: string;
  readonly content: FileContent;
  readonly signal: AbortSignal;
}

interface Sharing {
  readonly id: string;
  readonly title: string;
  readonly channelId: string;
  readonly threadTs: string | undefined;
}

/** Brings a file's bytes to Slack, and answers its id; nobody sees them yet, so whatever becomes of it may be repeated. */
export async function upload(
  { clientOf, send }: { readonly clientOf: ClientOf; readonly send: SendBytes },
  where: Whereabouts,
  { content, signal, ...asked }: AskedFor,
): Promise<Result<string, AttachRefusal>> {
  if (asked.length > limits.fileBytes) return refuse({ kind: "too_large" });
  const got = await callAt(clientOf, where, (client) => client.apiCall("files.getUploadURLExternal", { ...asked }));
  if (!got.ok) return refuse(harmless(fileRefusal(got.refusal)));
  const target = begun.safeParse(got.value);
  if (!target.success) return refuse({ kind: "unavailable", unclear: false, detail: "no upload_url" });
  const sent = await send(target.data.upload_url, content, { length: asked.length, signal });
  return sent.ok ? ok(target.data.file_id) : sent;
}

/** Shows a file that was brought to the people of a channel, or of a thread in it; asked for twice, it may be shown twice. */
export async function share(
  clientOf: ClientOf,
  where: Whereabouts,
  { channelId: channel_id, threadTs: thread_ts, ...file }: Sharing,
): Promise<Result<null, AttachRefusal>> {
  const shared = await callAt(clientOf, where, (client) =>
    client.apiCall("files.completeUploadExternal", { files: [file], channel_id, thread_ts }),
  );
  return shared.ok ? ok(null) : refuse(fileRefusal(shared.refusal));
}

/** Bytes that are held anyway, as content. */
export async function* inOnePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array, void> {
  yield bytes;
}

/** Any clear no is about files in this place: membership, room, types, the workspace's own rules. */
function fileRefusal(refusal: CallRefusal): AttachRefusal {
  if (refusal.kind !== "not_here") return refusal;
  return TOO_LARGE.has(refusal.code) ? { kind: "too_large" } : { kind: "not_taken", detail: refusal.code };
}

function harmless(refusal: AttachRefusal): AttachRefusal {
  return refusal.kind === "unavailable" ? { ...refusal, unclear: false } : refusal;
}
