import dns from "node:dns";
import { readFileSync } from "node:fs";
import { z } from "zod";
import { linesOf } from "../../src/cli/read-message.ts";
import type { RunChild } from "../../src/core/child-process.ts";
import type { Clock } from "../../src/core/clock.ts";
import type { Films } from "../../src/core/film/film.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { filmReader } from "../../src/films/film-reader.ts";
import { machineNetwork, type Network } from "../../src/images/guarded-fetch.ts";
import { openVideos } from "../../src/images/open-video.ts";
import { aFrame } from "../fakes/film/frames.ts";
import { aClosedJob, aDiscordReply, aJobId } from "../fakes/jobs.ts";
import { type Service, type ServiceAnswer, videoAnswer } from "./faults.ts";
import type { Around, Screen } from "./life.ts";

/** Forwards requests to the sandbox's video service. If a paid call is not carried out, responds as if it were. */
export function videoService({ url }: { readonly url: string }): Service {
  return async ({ method, path, headers, body }, isCarriedOut) => {
    const isPaid = path === "/api/generate-video";
    if (isPaid && !isCarriedOut)
      return videoAnswer(200, { code: 0, data: { success: true, taskId: "task_0", creditsUsed: 95 } });
    const kept = ["authorization", "content-type"].map((name): [string, string] => [name, headers.get(name) ?? ""]);
    const response = await fetch(`${url}${path}`, { method, headers: kept, body });
    return videoAnswer(response.status, await response.json());
  };
}

/** The part of Slack's Web API that one card needs. If a request is not carried out, responds as if it were. */
export function slackService(screen: Screen, channelId: string): Service {
  const no = { status: 200, json: { ok: false, error: "restricted_action" } };
  const about = (ts: string): ServiceAnswer => ({ json: { ok: true, channel: channelId, ts }, id: ts, no });

  return ({ path, body }, isCarriedOut) => {
    const asked = new URLSearchParams(body);
    const ts = asked.get("ts") ?? "";
    const [title = "", ...others] = shownLines({ blocks: JSON.parse(asked.get("blocks") ?? "[]") });
    // Each title begins with a symbol.
    const lines = [title.replace(/^\P{L}+/u, ""), ...others];
    const put = (isPrivate: boolean) => about(isCarriedOut ? screen.put(lines, { isPrivate }) : "1795219299.000999");
    switch (path) {
      case "/api/chat.postMessage":
        return put(false);
      case "/api/chat.postEphemeral":
        return put(true);
      case "/api/chat.update":
        if (isCarriedOut && !screen.edit(ts, lines)) throw new Error(`no message ${ts} to edit`);
        return about(ts);
      case "/api/chat.delete":
        if (isCarriedOut) screen.remove(ts);
        return about(ts);
      // The app does not have this optional scope.
      case "/api/conversations.replies":
      case "/api/conversations.history":
      case "/api/conversations.open":
        return { ...about(ts), json: { ok: false, error: "missing_scope" } };
      default:
        throw new Error(`no response is defined for ${path}`);
    }
  };
}

/** All readable lines without mentions, the title first. */
const shownLines = (payload: unknown) => linesOf(payload).map((line) => line.replace(/<@\w+> ?/g, ""));

const EPHEMERAL = 64;
/** The URL of the frame in a card. */
export const FRAME = "https://cdn.example.com/frame.png";
const sent = z.looseObject({
  flags: z.number().optional(),
  nonce: z.string().optional(),
  enforce_nonce: z.boolean().optional(),
});

/** The part of Discord's REST API that one card needs. If a request is not carried out, responds as if it were. */
export function discordService(screen: Screen, channelId: string): Service {
  const no = { status: 400, json: { code: 50_035, message: "Invalid Form Body" } };
  const about = (id: string): ServiceAnswer => ({ json: { id, channel_id: channelId }, id, no });

  return ({ method, path, body }, isCarriedOut) => {
    if (path === "/api/v10/users/@me/channels") return about(channelId);
    const messageId = /\/messages\/(\d+)$/.exec(path)?.[1];
    if (messageId !== undefined && method === "DELETE") {
      if (isCarriedOut) screen.remove(messageId);
      return about(messageId);
    }
    const read = sent.parse(JSON.parse(payloadOf(body)));
    const lines = shownLines(read);
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

/** In a request with a file, the JSON is the first part. */
function payloadOf(body: string): string {
  const [, payload = body] = /name="payload_json"\r\n.*\r\n\r\n(.*)\r\n/.exec(body) ?? [];
  return payload;
}

export const EARLIER = aJobId(7);
const FILM_ID = "film-1";
/** The response is JSON and also begins like an MP4 file: a quotation mark, three bytes, and "ftyp". */
const FILM = `---ftypisom ${FILM_ID} ${"-".repeat(5_000)}`;

export function filmService(): Service {
  const no = { status: 404, json: "gone" };
  return () => ({ json: FILM, id: FILM_ID, no });
}

/** The finished video that is continued. Its link works. */
export function earlierVideo(videoUrl: string): Job {
  const job = aClosedJob({ id: EARLIER });
  const outcome = outcomeOf(job);
  if (job.state.status !== "closed" || outcome?.kind !== "succeeded") throw new Error("no finished video");
  // Its card can no longer be edited, so no link to the new video is added.
  const reply = aDiscordReply({ editableUntil: 0 });
  return { ...job, reply, state: { ...job.state, outcome: { ...outcome, videoUrl, expiresAt: null } } };
}

/** The real film reader without its decoder process. The fake decoder returns a frame only for the complete film. */
export function watchedFilms(filmUrl: string, { clock, around }: { clock: Clock; around: Around }): Films {
  const run: RunChild = async ({ files: [file] = [] }) => {
    if (file === undefined || readFileSync(`/proc/self/fd/${file}`, "utf8") !== JSON.stringify(FILM))
      return { kind: "ended" };
    const { bytes, ...size } = aFrame();
    return { kind: "answered", head: { kind: "frame", ...size }, bytes };
  };
  const trustedOrigins = new Set([new URL(filmUrl).origin]);
  const openVideo = openVideos({ trustedOrigins, clock, network: { ...machineNetwork, resolve } });
  const { takeFrame, ...others } = filmReader({ run, runCopy: run, openVideo });
  return { takeFrame: (...asked) => around("film", () => takeFrame(...asked)), ...others };
}

/** Uses the current `lookup` of node:dns, because `fakeDns` may have replaced it. */
const resolve: Network["resolve"] = (hostname) =>
  new Promise((resolve, failed) => {
    dns.lookup(hostname, { all: true }, (error, addresses) => (error ? failed(error) : resolve(addresses)));
  });
