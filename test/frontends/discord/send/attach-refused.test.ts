import { expect, test } from "vitest";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import { refuse } from "../../../../src/core/result.ts";
import type { Api, ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { videoAttacher } from "../../../../src/frontends/discord/out/discord-files.ts";
import { toldClock } from "../../../fakes/told-clock.ts";
import { aVideoFile } from "../../../fakes/video-file.ts";
import { message } from "../typed.ts";

const reply: DiscordReply = {
  platform: "discord",
  applicationId: "1",
  guildId: null,
  channelId: "2",
  userId: "3",
  token: "a-token",
  messageId: "4",
  movedTo: null,
  isPrivate: false,
  editableUntil: null,
  tokenUntil: Number.POSITIVE_INFINITY,
};
const never = new AbortController().signal;

test.for<readonly [ApiNo, object, number]>([
  [{ kind: "refused", status: 413, code: 0 }, { kind: "too_large" }, 1],
  [{ kind: "refused", status: 400, code: 50035 }, { kind: "not_taken", detail: "token 400/50035" }, 1],
  [{ kind: "refused", status: 401, code: 50027 }, { kind: "card_gone" }, 2],
  [{ kind: "refused", status: 404, code: 10015 }, { kind: "card_gone" }, 2],
  [{ kind: "rate_limited", retryAfterMs: 700 }, { kind: "rate_limited", retryAfterMs: 700 }, 1],
  [
    { kind: "unavailable", unclear: true, detail: "status 500" },
    { kind: "unavailable", unclear: true, detail: "status 500" },
    1,
  ],
])("an upload that meets %j ends as %j, after %i", async ([no, refusal, tries]) => {
  let tried = 0;
  const send = async () => {
    tried += 1;
    return refuse(no);
  };
  const api: Api = { asBot: send, byToken: send, known: (guess) => guess };
  const { openVideo, seen } = aVideoFile({ sizeBytes: 1_000 });
  const attach = videoAttacher({ api, clock: toldClock(), openVideo });
  // A handle of an earlier version knows no limit.
  const put = await attach(reply, message(), { url: "https://videos.example/1.mp4", triedAt: null, signal: never });
  expect([put, tried, seen.closed]).toEqual([{ ok: false, refusal }, tries, tries]);
});
