import { describe, expect, it, test } from "vitest";
import { machineClock as sandboxClock } from "../../../../sandbox/src/clock.ts";
import { openJournal } from "../../../../sandbox/src/journal.ts";
import { type SlackEmulator, startSlack } from "../../../../sandbox/src/slack/slack-emulator.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { AttachVideo } from "../../../../src/core/film/film.ts";
import type { FetchWhole } from "../../../../src/core/ports.ts";
import { boltLogger, clientOptions } from "../../../../src/frontends/slack/connect/slack-clients.ts";
import { clientsOf } from "../../../../src/frontends/slack/out/slack-calls.ts";
import { videoSharer } from "../../../../src/frontends/slack/out/slack-uploads.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { keptLog } from "../../../fakes/kept-log.ts";
import { aVideoFile } from "../../../fakes/video-file.ts";
import { plain } from "../slack-world.ts";

const ada = "U00000ADA1";
const card = plain("The video is ready", { video: { description: "a <paper> boat\nin the rain" } });
const several = plain("The videos are ready", {
  videos: [1, 2].map((nth) => ({ nth, description: `scene ${nth}` })),
});
const logger = boltLogger(keptLog());

interface World {
  readonly slack: SlackEmulator;
  readonly reply: SlackReply;
  readonly calls: readonly string[];
  attach(
    reply?: SlackReply,
    over?: { triedAt?: number | null; signal?: AbortSignal; nth?: number },
  ): ReturnType<AttachVideo>;
  /** The messages of the card's channel that bring files. */
  shared(): readonly { readonly threadTs: string | null; readonly fileIds: readonly string[] }[];
}

/** A card on the emulated Slack, and a video that is to be shared beside it. */
async function besideACard(
  file: Pick<ReturnType<typeof aVideoFile>, "openVideo">,
  live: (world: World) => Promise<void>,
  spoil: (ask: FetchWhole) => FetchWhole = (ask) => ask,
): Promise<void> {
  const slack = await startSlack({ clock: sandboxClock, journal: openJournal(sandboxClock) });
  const ask = spoil(fetchWhole(machineClock));
  const calls: string[] = [];
  const noted: FetchWhole = (address, init, limitMs) => {
    calls.push(new URL(address).pathname.split("/").slice(0, 3).join("/"));
    if (JSON.stringify(init.headers ?? {}).includes(slack.botToken) && !String(address).includes("/api/"))
      throw new Error("the token went astray");
    return ask(address, init, limitMs);
  };
  const apiUrl = slack.apiUrl;
  const { patient } = clientsOf(
    async () => slack.botToken,
    () => clientOptions(apiUrl, logger, noted),
  );
  const attach = videoSharer({ clientOf: patient, fetchWhole: noted, openVideo: file.openVideo, apiUrl });
  const client = await patient({ teamId: slack.teamId });
  if (!client.ok) throw new Error("no client");
  const posted = await client.value.chat.postMessage({ channel: slack.channelId, text: "Starting" });
  const [channelId, ts] = [slack.channelId, posted.ts ?? ""];
  const reply = aSlackReply({ teamId: slack.teamId, channelId, cardChannelId: channelId, userId: ada, ts });
  calls.length = 0;
  try {
    await live({
      slack,
      reply,
      calls,
      attach: (to = reply, { triedAt = null, signal = new AbortController().signal, nth } = {}) =>
        attach(to, nth === undefined ? card : several, { url: "https://videos.example/v.mp4", nth, triedAt, signal }),
      shared: () => slack.messages("ada", channelId).filter(({ fileIds }) => fileIds.length > 0),
    });
  } finally {
    await slack.stop();
  }
}

describe("a video's file on Slack", () => {
  it("is one of several in the thread of a batch's card, each under its number", () =>
    besideACard(aVideoFile({ sizeBytes: 100 }), async ({ slack, reply, attach, shared }) => {
      const first = await attach({ ...reply, files: [{ id: "F0" }] }, { nth: 1 });
      if (!first.ok || first.value.reply.platform !== "slack") throw new Error("not shared");
      const both = await attach(first.value.reply, { nth: 2 });
      const fileIds = shared().flatMap((one) => one.fileIds);
      expect(both).toMatchObject({
        ok: true,
        value: { reply: { files: [{ id: "F0" }, { id: fileIds[0], nth: 1 }, { id: fileIds[1], nth: 2 }] } },
      });
      expect(fileIds.map((id) => slack.file(id)?.name)).toEqual(["1-scene-1.mp4", "2-scene-2.mp4"]);
    }));

  it("goes into the thread of its card by three calls, byte for byte", () => {
    const file = aVideoFile({ sizeBytes: 3_000_000 });
    return besideACard(file, async ({ slack, reply, attach, shared, calls }) => {
      const files = [{ id: expect.any(String) }];
      expect(await attach()).toEqual({ ok: true, value: { reply: { ...reply, files } } });
      expect(calls).toEqual(["/api/files.getUploadURLExternal", "/upload/v1", "/api/files.completeUploadExternal"]);
      expect(shared()).toMatchObject([{ threadTs: reply.ts, fileIds: [expect.any(String)] }]);
      const held = slack.file(shared()[0]?.fileIds[0] ?? "");
      expect(held?.name).toBe("a-paper-boat-in-the-rain.mp4");
      expect(Buffer.compare(Buffer.from(held?.bytes ?? []), file.bytes)).toBe(0);
      expect(file.seen).toMatchObject({ opened: 1, closed: 1 });
    });
  });

  it("goes into the thread that the card stands in, and into direct messages", () =>
    besideACard(aVideoFile({ sizeBytes: 100 }), async ({ slack, reply, attach, shared }) => {
      await attach({ ...reply, threadTs: "1795219200.000100" });
      expect(shared()).toMatchObject([{ threadTs: "1795219200.000100" }]);
      const dm = slack.dmChannelId("ada");
      expect(await attach({ ...reply, cardChannelId: dm })).toMatchObject({ ok: true });
      expect(slack.messages("ada", dm).at(-1)).toMatchObject({ fileIds: [expect.any(String)] });
    }));

  it("is not shared again where it may have been shared", () => {
    const file = aVideoFile({ sizeBytes: 100 });
    return besideACard(file, async ({ attach, calls }) => {
      expect(await attach(undefined, { triedAt: 1 })).toEqual({ ok: false, refusal: { kind: "skipped" } });
      expect(calls).toEqual([]);
      expect(file.seen.opened).toBe(0);
    });
  });

  it("has no place where the card has no thread", () =>
    besideACard(aVideoFile({ sizeBytes: 100 }), async ({ reply, attach, calls }) => {
      expect(await attach({ ...reply, ts: null, isUneditable: true })).toMatchObject({
        refusal: { kind: "card_gone" },
      });
      expect(calls).toEqual([]);
    }));

  it("whose length nobody tells stays a link", () =>
    besideACard(aVideoFile({ sizeBytes: 100, isSizeTold: false }), async ({ attach, calls }) => {
      expect(await attach()).toMatchObject({ refusal: { kind: "not_taken" } });
      expect(calls).toEqual([]);
    }));

  test.for([
    ["begin", "file_upload_size_restricted", "too_large"],
    ["begin", "file_uploads_disabled", "not_taken"],
    ["begin", "missing_scope", "not_taken"],
    ["begin", "ratelimited", "rate_limited"],
    ["begin", "internal_error", "unavailable"],
    ["complete", "not_in_channel", "not_taken"],
    ["complete", "storage_limit_reached", "not_taken"],
    ["complete", "file_type_not_allowed", "not_taken"],
    ["complete", "file_uploads_except_images_disabled", "not_taken"],
    ["complete", "posting_to_channel_denied", "not_taken"],
  ] as const)("that is refused at %s by %s is %s", ([when, code, kind]) =>
    besideACard(aVideoFile({ sizeBytes: 100 }), async ({ slack, attach, shared }) => {
      slack.uploadRules[when] = code;
      expect(await attach()).toMatchObject({ ok: false, refusal: { kind } });
      expect(shared()).toEqual([]);
    }),
  );

  it("is refused where the bot is no member", () =>
    besideACard(aVideoFile({ sizeBytes: 100 }), async ({ slack, reply, attach }) => {
      const elsewhere = { ...reply, cardChannelId: slack.unjoinedChannelId };
      expect(await attach(elsewhere)).toMatchObject({ refusal: { kind: "not_taken", detail: "not_in_channel" } });
    }));
});

describe("a video's file whose way is cut", () => {
  const lostAt =
    (part: string): ((ask: FetchWhole) => FetchWhole) =>
    (ask) =>
    async (address, init, limitMs) => {
      const answer = await ask(address, init, limitMs);
      if (String(address).includes(part)) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
      return answer;
    };

  it.each([
    ["/files.getUploadURLExternal", false],
    ["/upload/v1/", false],
    ["/files.completeUploadExternal", true],
  ])("at %s may have arrived: %s", (part, unclear) =>
    besideACard(
      aVideoFile({ sizeBytes: 100 }),
      async ({ attach }) => expect(await attach()).toMatchObject({ refusal: { kind: "unavailable", unclear } }),
      lostAt(part),
    ),
  );

  it("at its source counts as no file, and nothing is shared", () =>
    besideACard(aVideoFile({ sizeBytes: 900_000, cutAt: 300_000 }), async ({ attach, shared, calls }) => {
      expect(await attach()).toEqual({ ok: false, refusal: { kind: "no_file", problem: { kind: "unreachable" } } });
      expect(calls).not.toContain("/api/files.completeUploadExternal");
      expect(shared()).toEqual([]);
    }));

  it("by a stop says that nothing was shared", () => {
    const stop = new AbortController();
    const stopping =
      (ask: FetchWhole): FetchWhole =>
      (address, init, limitMs) => {
        if (String(address).includes("/upload/")) stop.abort();
        return ask(address, init, limitMs);
      };
    return besideACard(
      aVideoFile({ sizeBytes: 100 }),
      async ({ attach, shared }) => {
        const put = await attach(undefined, { signal: stop.signal });
        expect(put).toMatchObject({ refusal: { kind: "unavailable", unclear: false } });
        expect(shared()).toEqual([]);
      },
      stopping,
    );
  });

  it.each([
    "https://evil.example/upload",
    "http://files.slack.com/upload",
    "https://slack.com.evil.example/x",
    "no address",
  ])("is not sent to %s", (upload_url) => {
    const file = aVideoFile({ sizeBytes: 100 });
    const astray =
      (ask: FetchWhole): FetchWhole =>
      (address, init, limitMs) =>
        String(address).includes("getUploadURL")
          ? Promise.resolve(Response.json({ ok: true, upload_url, file_id: "F1" }))
          : ask(address, init, limitMs);
    return besideACard(
      file,
      async ({ attach, calls }) => {
        expect(await attach()).toMatchObject({ refusal: { kind: "unavailable", unclear: false } });
        expect(calls).toHaveLength(1);
        expect(file.seen.taken).toBe(0);
      },
      astray,
    );
  });
});
