import { RequestMethod, Routes } from "discord.js";
import type { DiscordReply } from "../../../core/chat.ts";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { OwnFile } from "../../../core/command.ts";
import type { Log } from "../../../core/ports.ts";
import type { CommandIds } from "../write/mentions.ts";
import { writeMessage } from "../write/write.ts";
import type { Api } from "./api.ts";
import { multipart } from "./multipart.ts";
import { nonceOf } from "./ways.ts";

/** Where an interaction does not say what it takes. Source: Discord docs, reference, uploading files (read 2026-11-21); it was so until 2026-09-04. */
const DEFAULT_BYTES = 10 * 1_024 * 1_024;
/** However large a file is taken: it is held in memory. */
const MOST_BYTES = 20 * 1_024 * 1_024;

const TRIES = 3;
const WAIT_MS = 1_000;

/** Puts a person's file into the private answer to their command; false: it is not there, as far as anybody knows. Never rejects. */
export async function giveFile(
  {
    api,
    clock,
    log,
    commands,
  }: { readonly api: Api; readonly clock: Clock; readonly log: Log; readonly commands?: CommandIds | undefined },
  { reply }: { readonly reply: DiscordReply },
  file: OwnFile,
): Promise<boolean> {
  try {
    const { content, message } = await file.within(Math.min(reply.attachmentLimit ?? DEFAULT_BYTES, MOST_BYTES));
    const payload = writeMessage(message, { document: file.name, commands });
    for (let tries = 1; ; tries += 1) {
      // An edit: repeated, it puts the same file into the same message.
      const given = await api.byToken({
        method: RequestMethod.Patch,
        route: Routes.webhookMessage(reply.applicationId, reply.token),
        upload: multipart(payload, { ...file, bytes: content.length, content: [content] }, nonceOf(reply, "file")),
      });
      if (given.ok) return true;
      const { refusal } = given;
      if (refusal.kind === "refused" || tries === TRIES) {
        const { kind: why } = refusal;
        log.warn("discord file not given", { why, ...(refusal.kind === "refused" && { code: refusal.code }) });
        return false;
      }
      const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : WAIT_MS;
      await sleep(clock, Math.min(waitMs, 5 * WAIT_MS));
    }
  } catch (error) {
    log.error("discord file not given", { error: error instanceof Error ? error.message : "not an error" });
    return false;
  }
}
