import { readFile } from "node:fs/promises";
import { describe, expect, it, test } from "vitest";
import type { SlackEmulator } from "../../../../sandbox/src/slack/slack-emulator.ts";
import { fetchWhole } from "../../../../src/app/fetch-whole.ts";
import type { SlackReply } from "../../../../src/core/chat.ts";
import { machineClock } from "../../../../src/core/clock.ts";
import type { FetchWhole } from "../../../../src/core/http-client.ts";
import { aSlackReply } from "../../../fakes/jobs.ts";
import { anOwnFile } from "../../../fakes/own-file.ts";
import { aVideoFile } from "../../../fakes/video-file.ts";
import { ada, aSlackFor, cardFor, filesAt, givenCard, plain, wordsIn } from "../slack-world.ts";

const quiet = () => ({ kind: "nothing" }) as const;
const cat = { name: "cat.png", contentType: "image/png", bytes: new Uint8Array([1, 2, 3]) };

const fiveMb = { maxBytes: 5_000_000 };

test("a file on Slack can be fetched until the file is deleted", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const file = { platform: "slack", teamId: slack.teamId, enterpriseId: null, id: slack.upload("ada", cat) } as const;
  expect(await front.files.open(file, fiveMb)).toEqual({ ok: true, value: cat.bytes });
  expect(await front.files.isGone(file)).toBe(false);
  slack.removeFile(file.id);
  expect(await front.files.open(file, fiveMb)).toEqual({ ok: false, refusal: { kind: "gone" } });
  expect(await front.files.isGone(file)).toBe(true);
});

test("a picture on Slack is refused if more than 5 MB are received", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const open = (size: number) => {
    const id = slack.upload("ada", { ...cat, bytes: new Uint8Array(size) });
    return front.files.open({ platform: "slack", teamId: slack.teamId, enterpriseId: null, id }, fiveMb);
  };
  expect(await open(5_000_000)).toMatchObject({ ok: true });
  expect(await open(5_100_000)).toEqual({ ok: false, refusal: { kind: "too_large", sizeBytes: 5_100_000 } });
});

test("a picture on Slack is not downloaded if Slack reports a size above 5 MB", async () => {
  const asked: string[] = [];
  const give: FetchWhole = async (address) => {
    asked.push(String(address));
    return new Response(new Uint8Array([1]));
  };
  const open = (size: number) =>
    filesAt("https://files.slack.com/a.png", "https://slack.com/api/", give, { size }).open();
  expect(await open(5_000_001)).toEqual({ ok: false, refusal: { kind: "too_large", sizeBytes: 5_000_001 } });
  expect(asked).toEqual([]);
  expect(await open(5_000_000)).toMatchObject({ ok: true });
});

test("a Slack card's video is found by the file id and the number in the batch, even if the video exceeds 5 MB", async () => {
  const { slack, front } = await aSlackFor(quiet);
  const { signal } = new AbortController();
  const film = { name: "boat.mp4", contentType: "video/mp4", bytes: new Uint8Array(6_000_000) };
  const reply = { ...aSlackReply({ teamId: slack.teamId }), files: [{ id: slack.upload("ada", film) }] };
  const place = front.chat.filmIn(reply, undefined);
  const opened = place?.kind === "platform" ? await place.open(signal) : null;
  if (!opened?.ok) throw new Error(JSON.stringify(opened));
  let sizeBytes = 0;
  for await (const part of opened.value) sizeBytes += part.length;
  expect(sizeBytes).toBe(6_000_000);
  slack.removeFile(reply.files[0]?.id ?? "");
  expect(place?.kind === "platform" && (await place.open(signal))).toEqual({ ok: false, refusal: { kind: "gone" } });
  expect(front.chat.filmIn(reply, 2)).toBeNull();
  const several = {
    ...aSlackReply({ teamId: slack.teamId }),
    files: [{ id: slack.upload("ada", { ...film, bytes: new Uint8Array(10) }), nth: 2 }],
  };
  const second = front.chat.filmIn(several, 2);
  expect(second?.kind === "platform" && (await second.open(signal))).toMatchObject({ ok: true });
  for (const nth of [1, undefined]) expect(front.chat.filmIn(several, nth)).toBeNull();
  expect(front.chat.filmIn(aSlackReply(), undefined)).toBeNull();
  const begun = { ...aSlackReply(), files: [{ id: "F1", nth: 2, isFrame: true } as const] };
  expect(front.chat.filmIn(begun, 2)).toBeNull();
  const whole = { ...aSlackReply(), files: [{ id: "F1", isJoined: true } as const] };
  expect(front.chat.filmIn(whole, undefined)).toBeNull();
  expect(front.chat.showFrame).toBeNull();
});

test("a sign-in page that Slack returns instead of a file is refused, and the possibly missing scope is logged", async () => {
  const page = async () => new Response("<html>", { headers: { "content-type": "text/html; charset=utf-8" } });
  const { open, log } = filesAt("https://files.slack.com/a.png", "https://slack.com/api/", page);
  expect(await open()).toEqual({ ok: false, refusal: { kind: "unreachable" } });
  expect(JSON.stringify(log.lines)).toContain("files:read");
  expect(JSON.stringify(log.lines)).not.toContain("xoxb");
});

describe("attaching a video to a Slack card", () => {
  const card = plain("The video is ready", { video: { description: "a <paper> boat\nin the rain" } });
  const several = plain("The videos are ready", {
    videos: [1, 2].map((nth) => ({ nth, description: `scene ${nth}` })),
  });

  /** A card on the emulated Slack, and a video to share in its thread. */
  async function videoBesideACard(
    { openVideo }: Pick<ReturnType<typeof aVideoFile>, "openVideo">,
    spoil: (ask: FetchWhole) => FetchWhole = (ask) => ask,
  ) {
    const ask = spoil(fetchWhole(machineClock));
    const calls: string[] = [];
    const noted: FetchWhole = (address, init, ...limits) => {
      calls.push(new URL(address).pathname.split("/").slice(0, 3).join("/"));
      if (JSON.stringify(init.headers ?? {}).includes("xoxb-") && !String(address).includes("/api/"))
        throw new Error("the token went astray");
      return ask(address, init, ...limits);
    };
    const world = await aSlackFor(cardFor, { openVideo, fetchWhole: noted });
    const { slack, front } = world;
    const reply = await givenCard(world);
    calls.length = 0;
    return {
      slack,
      reply,
      calls,
      async attach(to = reply, over: { triedAt?: number; signal?: AbortSignal; nth?: number } = {}) {
        const { triedAt = null, signal = new AbortController().signal, nth } = over;
        const shown = nth === undefined ? card : several;
        const put = await front.chat.attach?.(to, shown, { url: "https://a.example/v.mp4", nth, triedAt, signal });
        return put ?? expect.unreachable();
      },
      /** The messages with files in the card's channel. */
      shared: () => slack.messages("ada").filter(({ fileIds }) => fileIds.length > 0),
    };
  }

  it("adds the numbers of a batch's videos to the file names", async () => {
    const { slack, reply, attach, shared } = await videoBesideACard(aVideoFile({ sizeBytes: 100 }));
    const first = await attach({ ...reply, files: [{ id: "F0" }] }, { nth: 1 });
    if (!first.ok || first.value.reply.platform !== "slack") throw new Error("not shared");
    const both = await attach(first.value.reply, { nth: 2 });
    const fileIds = shared().flatMap((one) => one.fileIds);
    expect(both).toMatchObject({
      ok: true,
      value: { reply: { files: [{ id: "F0" }, { id: fileIds[0], nth: 1 }, { id: fileIds[1], nth: 2 }] } },
    });
    expect(fileIds.map((id) => slack.file(id)?.name)).toEqual(["1-scene-1.mp4", "2-scene-2.mp4"]);
  });

  it("uploads the unchanged file to the card's thread", async () => {
    const file = aVideoFile({ sizeBytes: 3_000_000 });
    const { slack, reply, attach, shared, calls } = await videoBesideACard(file);
    const files = [{ id: expect.any(String) }];
    expect(await attach()).toEqual({ ok: true, value: { reply: { ...reply, files } } });
    expect(calls).toEqual(["/api/files.getUploadURLExternal", "/upload/v1", "/api/files.completeUploadExternal"]);
    expect(shared()).toMatchObject([{ threadTs: reply.ts, fileIds: [expect.any(String)] }]);
    const held = slack.file(shared()[0]?.fileIds[0] ?? "");
    expect(held?.name).toBe("a-paper-boat-in-the-rain.mp4");
    expect(Buffer.compare(Buffer.from(held?.bytes ?? []), file.bytes)).toBe(0);
    expect(file.seen).toMatchObject({ opened: 1, closed: 1 });
  });

  it("uploads the file to the thread or the direct messages that contain the card", async () => {
    const { slack, reply, attach, shared } = await videoBesideACard(aVideoFile({ sizeBytes: 100 }));
    await attach({ ...reply, threadTs: "1795219200.000100" });
    expect(shared()).toMatchObject([{ threadTs: "1795219200.000100" }]);
    const dm = slack.dmChannelId("ada");
    expect(await attach({ ...reply, cardChannelId: dm })).toMatchObject({ ok: true });
    expect(slack.messages("ada", dm).at(-1)).toMatchObject({ fileIds: [expect.any(String)] });
  });

  it("is not repeated if an earlier attempt may have succeeded", async () => {
    const file = aVideoFile({ sizeBytes: 100 });
    const { attach, calls } = await videoBesideACard(file);
    expect(await attach(undefined, { triedAt: 1 })).toEqual({ ok: false, refusal: { kind: "skipped" } });
    expect(calls).toEqual([]);
    expect(file.seen.opened).toBe(0);
  });

  test.for([
    ["fails if the card has no thread", {}, { ts: null, isUneditable: true }, "card_gone"],
    ["fails if the length of the video is unknown", { isSizeTold: false }, {}, "not_taken"],
  ] as const)("%s", async ([, file, over, kind]) => {
    const { reply, attach, calls } = await videoBesideACard(aVideoFile({ sizeBytes: 100, ...file }));
    expect(await attach({ ...reply, ...over })).toMatchObject({ refusal: { kind } });
    expect(calls).toEqual([]);
  });

  test.for([
    ["that the file is too large", "start", "file_upload_size_restricted", "too_large"],
    ["that the file was refused", "start", "file_uploads_disabled", "not_taken"],
    ["that a rate limit was reached", "start", "ratelimited", "rate_limited"],
    ["that Slack is unavailable", "start", "internal_error", "unavailable"],
    ["that the file was refused", "end", "storage_limit_reached", "not_taken"],
    ["that the file was refused", "start", "access_denied", "not_taken"],
    ["that the file was refused", "end", "ekm_access_denied", "not_taken"],
    ["that the file was refused", "end", "an_unknown_code", "not_taken"],
    ["that Slack is unavailable", "end", "token_revoked", "unavailable"],
  ] as const)("reports %s if the %s of the upload gets the error %s", async ([, when, code, kind]) => {
    const { slack, attach, shared } = await videoBesideACard(aVideoFile({ sizeBytes: 100 }));
    slack.uploadRules[when === "start" ? "begin" : "complete"] = code;
    expect(await attach()).toMatchObject({ ok: false, refusal: { kind } });
    expect(shared()).toEqual([]);
  });

  it("shares nothing if the download of the video fails", async () => {
    const { attach, shared, calls } = await videoBesideACard(aVideoFile({ sizeBytes: 900_000, cutAt: 300_000 }));
    expect(await attach()).toEqual({ ok: false, refusal: { kind: "no_file", problem: { kind: "unreachable" } } });
    expect(calls).not.toContain("/api/files.completeUploadExternal");
    expect(shared()).toEqual([]);
  });

  it("reports that the video was not shared if the bot stops during the upload", async () => {
    const stop = new AbortController();
    const stopping =
      (ask: FetchWhole): FetchWhole =>
      (address, init, limitMs) => {
        if (String(address).includes("/upload/")) stop.abort();
        return ask(address, init, limitMs);
      };
    const { attach, shared } = await videoBesideACard(aVideoFile({ sizeBytes: 100 }), stopping);
    const put = await attach(undefined, { signal: stop.signal });
    expect(put).toMatchObject({ refusal: { kind: "unavailable", unclear: false } });
    expect(shared()).toEqual([]);
  });
});

const bytes = Buffer.from("a joined film");
const film = plain("Parts 1 to 2 in one video", { video: { description: "Parts 1 to 2 in one video: a <boat>" } });
const nothing = async () => {};

/** Ada's card, and the messages with files that others see. */
async function aPostedCard() {
  const world = await aSlackFor(cardFor);
  const shared = () => world.slack.messages("ben").filter(({ fileIds }) => fileIds.length > 0);
  return { ...world, reply: await givenCard(world), shared };
}

test("a concatenated video is shared in the Slack thread of the card whose button was pressed", async () => {
  const { slack, front, journal, reply, shared } = await aPostedCard();
  const messageId = reply.ts ?? "";
  const to = { reply, card: { channelId: slack.channelId, messageId }, isPrivate: false };
  const { signal } = new AbortController();
  const saved: string[] = [];
  const save = async (id: string) => saved.push(`${id}, seen by ${slack.messages("ben").length - 1}`);
  expect(await front.chat.filmSender?.send(to, film, { bytes, signal, save })).toEqual({ ok: true, value: null });
  expect(shared()).toMatchObject([{ threadTs: messageId, films: [expect.any(String)] }]);
  expect(saved).toEqual([`${shared()[0]?.fileIds[0]}, seen by 0`]);
  expect(journal.since(0).filter(({ kind }) => kind === "refused")).toEqual([]);
});

/** A sender of joined videos, and a thread in a channel that Slack does not know. */
async function inUnknownChannel() {
  const { slack, front } = await aSlackFor(quiet);
  const reply = aSlackReply({ teamId: slack.teamId, channelId: "C0000NONE0", userId: ada });
  const to = { reply, card: { channelId: "C0000NONE0", messageId: "1.5" }, isPrivate: false };
  return { filmSender: front.chat.filmSender, to, signal: new AbortController().signal };
}

test("sharing a concatenated video on Slack fails if Slack does not know the channel", async () => {
  const { filmSender, to, signal } = await inUnknownChannel();
  const sent = await filmSender?.send(to, film, { bytes, signal, save: nothing });
  expect(sent).toMatchObject({ refusal: { kind: "not_taken" } });
});

test("a concatenated video of more than 1 GB is not uploaded to Slack", async () => {
  const { filmSender, to, signal } = await inUnknownChannel();
  expect(filmSender?.maxBytes(to)).toBe(1_000_000_000);
  const tooMany = Object.assign(Buffer.from("x"), {});
  Object.defineProperty(tooMany, "length", { value: 1_000_000_001 });
  expect(await filmSender?.send(to, film, { bytes: tooMany, signal, save: nothing })).toEqual({
    ok: false,
    refusal: { kind: "too_large" },
  });
});

describe("the first frame of a video on Slack", () => {
  const title = "The video begins with this frame";

  /** A card, a function that shares a frame in its thread, and the saved replies. */
  async function besideACard() {
    const world = await aPostedCard();
    const { front, reply } = world;
    const saved: SlackReply[] = [];
    const bytes = await readFile("sandbox/assets/portrait.png");
    const share = async (
      over: { nth?: number; reply?: SlackReply; isSaved?: boolean; signal?: AbortSignal; onSave?: () => void } = {},
    ) =>
      front.chat.shareFrame?.(over.reply ?? reply, {
        bytes,
        title,
        nth: over.nth,
        signal: over.signal ?? new AbortController().signal,
        async save(next) {
          if (next.platform === "slack") saved.push(next);
          over.onSave?.();
          return over.isSaved ?? true;
        },
      });
    return { ...world, saved, share, bytes };
  }

  test("appears as a picture in the card's thread only after the picture's file id was saved", async () => {
    const { slack, journal, reply, saved, shared, share, bytes } = await besideACard();
    const seenAtSave: number[] = [];
    expect(await share({ onSave: () => seenAtSave.push(shared().length) })).toEqual({ ok: true, value: null });
    expect(seenAtSave).toEqual([0]);
    const [message] = shared();
    expect(message).toMatchObject({ threadTs: reply.ts, text: "", films: [] });
    const [id = ""] = message?.fileIds ?? [];
    expect(saved).toEqual([{ ...reply, files: [{ id, isFrame: true }] }]);
    const held = slack.file(id);
    expect(held).toMatchObject({ name: "frame.png", title, alt: title, width: 360, height: 640 });
    expect(Buffer.from(held?.bytes ?? []).equals(bytes)).toBe(true);
    expect(journal.since(0).filter(({ kind }) => kind === "refused" || kind === "pinged")).toEqual([]);
  });

  test("has the video's number in its file name and title if the video belongs to a batch", async () => {
    const { slack, reply, saved, shared, share } = await besideACard();
    const threadTs = reply.ts ?? "";
    await share({ nth: 2, reply: { ...reply, threadTs, files: [{ id: "F0" }] } });
    const [id = ""] = shared()[0]?.fileIds ?? [];
    expect(saved).toEqual([{ ...reply, threadTs, files: [{ id: "F0" }, { id, isFrame: true, nth: 2 }] }]);
    expect(slack.file(id)).toMatchObject({ name: "2-frame.png", title: `2. ${title}` });
  });

  test("is not shown if the job cannot be saved", async () => {
    const { saved, shared, share } = await besideACard();
    expect(await share({ isSaved: false })).toEqual({ ok: false, refusal: { kind: "skipped" } });
    expect([saved.length, shared()]).toEqual([1, []]);
  });

  test("is neither shown nor saved in the job if the upload was aborted", async () => {
    const { saved, shared, share } = await besideACard();
    expect(await share({ signal: AbortSignal.abort() })).toMatchObject({ ok: false });
    expect([saved, shared()]).toEqual([[], []]);
  });

  test("is not shown if the card has no thread", async () => {
    const { reply, saved, shared, share } = await besideACard();
    expect(await share({ reply: { ...reply, ts: null } })).toEqual({ ok: false, refusal: { kind: "card_gone" } });
    expect([saved, shared()]).toEqual([[], []]);
  });

  test("is not shown in a workspace that does not allow picture files", async () => {
    const { slack, saved, shared, share } = await besideACard();
    slack.uploadRules.complete = "file_type_not_allowed";
    expect(await share()).toEqual({ ok: false, refusal: { kind: "not_taken", detail: "file_type_not_allowed" } });
    expect([saved.length, shared().length]).toEqual([1, 0]);
  });
});

/**
 * Gives Ada a file. `spoil` changes requests between the bot and Slack. Returns the messages to her and the files in her
 * direct messages.
 */
async function given(how: { spoil?: (ask: FetchWhole) => FetchWhole; rules?: (slack: SlackEmulator) => void } = {}) {
  const asking = (how.spoil ?? ((ask) => ask))(fetchWhole(machineClock));
  const finish = async () => ({
    message: plain("No file here"),
    file: { ...anOwnFile("its words"), notNow: plain("Not now") },
  });
  const working = { kind: "working", message: plain("A moment"), finish } as const;
  const { slack, journal } = await aSlackFor(() => working, { fetchWhole: asking });
  how.rules?.(slack);
  await slack.command("ada", "/video-data export");
  const answer = /No file here|Not now|Here it is|It may have arrived/;
  const { payload } = await journal.find((entry) => entry.kind === "message" && answer.test(wordsIn(entry.payload)));
  const ids = slack.messages("ada", slack.dmChannelId("ada")).flatMap(({ fileIds }) => fileIds);
  const files = ids.map((id) => [slack.file(id)?.name, Buffer.from(slack.file(id)?.bytes ?? []).toString()]);
  return { shown: answer.exec(wordsIn(payload))?.[0], files, slack };
}

describe("a data export on Slack", () => {
  it("is sent as a direct message and mentioned in a private message in the channel", async () => {
    const { shown, files, slack } = await given();
    expect([shown, files]).toEqual(["Here it is", [["reelay-data.json", "its words"]]]);
    const inChannel = slack.messages("ada").map(({ ephemeralFor, blocks }) => [ephemeralFor, wordsIn(blocks)]);
    expect(inChannel).toEqual([[ada, expect.stringContaining("Here it is")]]);
    expect(slack.messages("ben")).toEqual([]);
  });

  test.for([
    ["start", "file_uploads_disabled", "begin"],
    ["end", "file_type_not_allowed", "complete"],
  ] as const)(
    "ends with the message “No file here” if the %s of the upload gets the error %s",
    async ([, code, when]) => {
      const rules = (slack: SlackEmulator) => {
        slack.uploadRules[when] = code;
      };
      expect(await given({ rules })).toMatchObject({ shown: "No file here", files: [] });
    },
  );

  test.for([
    ["Not now", "conversations.open", 0],
    ["Not now", "/upload/v1/", 0],
    ["It may have arrived", "files.completeUploadExternal", 1],
  ] as const)("ends with the message “%s” if Slack's response to %s is lost", async ([shown, part, count]) => {
    const spoil =
      (ask: FetchWhole): FetchWhole =>
      async (address, init, ...limits) => {
        const answer = await ask(address, init, ...limits);
        if (String(address).includes(part)) throw new TypeError("fetch failed", { cause: { code: "ECONNRESET" } });
        return answer;
      };
    const seen = await given({ spoil });
    expect([seen.shown, seen.files.length]).toEqual([shown, count]);
  });
});
