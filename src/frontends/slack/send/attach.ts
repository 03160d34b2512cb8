import { type Film, filmOf, nameOf, threadFilesIn } from "../../../core/batch/films.ts";
import type { SlackReply } from "../../../core/chat.ts";
import type { AttachRefusal, AttachVideo, OpenedVideo, OpenVideo } from "../../../core/job/video-file.ts";
import { ok, type Result, refuse } from "../../../core/result.ts";
import { limits } from "../limits.ts";
import { withoutControls } from "../read/rich-text.ts";
import { slackReply } from "../read/slack-reply.ts";
import { truncate } from "../write/truncate.ts";
import { sendBytes } from "./send-bytes.ts";
import { share, type Uploading, upload } from "./upload.ts";

/**
 * Shares a video's file in the thread of its card, where Slack's own player shows it. The file is not in the card, so
 * edits leave it alone. Sharing it twice would show it twice: what may have been shared is never shared again.
 */
export function videoSharer(deps: Uploading & { readonly openVideo: OpenVideo }): AttachVideo {
  const { clientOf, openVideo } = deps;
  const send = sendBytes(deps);

  return async (handle, message, { url, nth, triedAt, signal }) => {
    if (triedAt !== null) return refuse({ kind: "skipped" });
    const reply = slackReply(handle);
    // Such a card stands where the bot is not, or nowhere: it has no thread that a file could go into.
    if (reply.ts === null) return refuse({ kind: "card_gone" });
    const opened = await openVideo(url, signal);
    if (!opened.ok) return refuse({ kind: "no_file", problem: opened.refusal });
    try {
      const film = filmOf(message, nth) ?? { description: "" };
      const fileId = await brought(reply, { film, signal, video: opened.value });
      if (!fileId.ok) return fileId;
      return signal.aborted ? givenUp : await shared(reply, film, fileId.value);
    } finally {
      opened.value.close();
    }
  };

  async function brought(
    reply: SlackReply,
    { film, signal, video }: { film: Film; signal: AbortSignal; video: OpenedVideo },
  ): Promise<Result<string, AttachRefusal>> {
    const { bytes: length, extension } = video;
    // Slack asks for it beforehand, and a film of unknown length may be of any.
    if (length === null) return refuse({ kind: "not_taken", detail: "length unknown" });
    return upload({ clientOf, send }, reply, { ...askedFor(film, extension), length, content: video, signal });
  }

  async function shared(
    reply: SlackReply,
    film: Film,
    id: string,
  ): Promise<Result<{ readonly reply: SlackReply }, AttachRefusal>> {
    const { ts, cardChannelId, channelId, threadTs } = reply;
    const { fileIds: _, fileId: __, ...bare } = reply;
    const files = [...threadFilesIn(reply), { id, ...(film.nth !== undefined && { nth: film.nth }) }];
    const file = { id, title: titleOf(film) };
    const where = { channelId: cardChannelId ?? channelId, threadTs: threadTs ?? ts ?? undefined };
    const done = await share(clientOf, reply, { ...file, ...where });
    return done.ok ? ok({ reply: { ...bare, files } }) : done;
  }
}

const givenUp = refuse({ kind: "unavailable", unclear: false, detail: "given up" } as const);

/** What a film's file is called, and what is said of it to those who do not see it. */
export function askedFor(film: Film, extension: string) {
  const alt_txt = truncate(tidy(film.description), limits.altText);
  return { filename: nameOf(film, extension, "any"), ...(alt_txt !== "" && { alt_txt }) };
}

/** Shown above the player. Slack says nothing of markup there: brackets, which begin all of it, are turned. */
export function titleOf({ nth, description }: Film): string {
  const words = tidy(description).replaceAll("<", "‹").replaceAll(">", "›") || "Video";
  return truncate(nth === undefined ? words : `${nth}. ${words}`, limits.fileTitle);
}

function tidy(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ").trim();
}
