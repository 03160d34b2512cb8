import { describe, expect, it, test } from "vitest";
import { cardPlace } from "../../../../src/core/card-place.ts";
import type { DiscordReply } from "../../../../src/core/chat.ts";
import type { FilmPlace, OpenVideo } from "../../../../src/core/film/film.ts";
import { ok, type Result, refuse } from "../../../../src/core/result.ts";
import type { ApiNo } from "../../../../src/frontends/discord/out/discord-api.ts";
import { cardFilms, filmSender, giveFile, videoAttacher } from "../../../../src/frontends/discord/out/discord-files.ts";
import { aDiscordReply } from "../../../fakes/jobs.ts";
import { manualClock } from "../../../fakes/manual-clock.ts";
import { anOwnFile } from "../../../fakes/own-file.ts";
import { aVideoFile } from "../../../fakes/video-file.ts";
import { aFakeRest, anApi, inTime, type Reaction } from "../fake-rest.ts";
import { textOf } from "../text-of.ts";
import { aCard, ada, attached, aWorldFor, MIB, message, prompt, ready } from "../world.ts";

type World = Awaited<ReturnType<typeof aCard>>;

const refused = (refusal: object) => ({ ok: false, refusal });
const no = (status: number, code = 0) => refuse({ kind: "refused", status, code } as const);
const limited = refuse({ kind: "rate_limited", retryAfterMs: 700 } as const);
const silent = refuse({ kind: "unavailable", unclear: true, detail: "timed out" } as const);
const { signal } = new AbortController();

/** The items of all media galleries in a message. */
function films(components: unknown): unknown[] {
  if (typeof components !== "object" || components === null) return [];
  const { type, items }: Readonly<Record<string, unknown>> = { ...components };
  return type === 12 && Array.isArray(items) ? items : Object.values(components).flatMap(films);
}

describe("attaching a video to a Discord card", () => {
  test.for([
    ["known", true],
    ["unknown", false],
  ] as const)(
    "uploads the whole file with the prompt as description if the file's length is %s",
    async ([, isSizeTold]) => {
      const world = await aCard({ sizeBytes: 1_000_000, isSizeTold });
      const reply = await attached(world);
      const [file] = world.card()?.attachments ?? [];
      expect(reply).toEqual({ ...world.reply, files: [{ id: file?.id, name: "a-paper-boat-in-the-rain.mp4" }] });
      const filename = "a-paper-boat-in-the-rain.mp4";
      expect(file).toMatchObject({ filename, content_type: "video/mp4", description: prompt });
      expect(films(world.card()?.components)).toMatchObject([{ description: prompt, media: { url: file?.url } }]);
      expect(Buffer.from(await (await fetch(file?.url ?? "")).arrayBuffer()).equals(world.bytes)).toBe(true);
      expect(world.seen).toEqual({ opened: 1, closed: 1, taken: 1_000_000 });
      expect(world.refusals()).toBe(0);
    },
  );

  it("is not repeated on a new card that replaces a deleted card", async () => {
    const world = await aCard();
    const reply = await attached(world);
    await world.frontEnd.chat.remove(reply);
    const moved = await world.show(reply, ready, "anywhere");
    expect(moved).toMatchObject({ ok: true, value: { isNew: true } });
    expect(moved.ok && "files" in moved.value.reply).toBe(false);
    expect(world.card()).not.toMatchObject({ id: reply.messageId });
    expect(world.card()?.attachments).toEqual([]);
  });
});

it("an upload to Discord stops at the size limit if the length of the video is unknown", async () => {
  const world = await aCard({ sizeBytes: 3 * MIB, isSizeTold: false }, { isPrivate: true, interactionMaxBytes: MIB });
  expect(await world.attach()).toEqual(refused({ kind: "too_large", maxBytes: MIB }));
  expect(world.seen.taken).toBeLessThan(2 * MIB);
  expect(world.seen).toMatchObject({ opened: 1, closed: 1 });
  expect(world.card()?.attachments).toEqual([]);
});

it("uploading a smaller copy of a video to Discord does not open the original video", async () => {
  const world = await aCard({ sizeBytes: 20 * MIB + 1 });
  const copy = Buffer.alloc(1_000, 1);
  expect(await world.attach(world.reply, { copy })).toMatchObject({ ok: true });
  expect(world.seen.opened).toBe(0);
  expect(world.card()?.attachments).toMatchObject([{ size: 1_000, content_type: "video/mp4" }]);
});

test("an upload to Discord with the bot's token is not started if the video is larger than 20 MiB", async () => {
  const tooLarge = refused({ kind: "too_large", maxBytes: 20 * MIB });
  // The download is cut after one byte, because the other 20 MB do not matter.
  const cut = refused({ kind: "no_file", problem: { kind: "unreachable" } });
  for (const [sizeBytes, result] of [[20 * MIB, cut] as const, [20 * MIB + 1, tooLarge] as const]) {
    const world = await aCard({ sizeBytes, cutAt: 1 });
    expect(await world.attach({ ...world.reply, attachmentLimit: 1, tokenUntil: 0 })).toEqual(result);
    expect(world.seen).toEqual({ opened: 1, closed: 1, taken: result === cut ? 1 : 0 });
  }
});

describe("fetching a video for a Discord card", () => {
  it.for([
    ["the video's address is not public", "not_public"],
    ["the video's server is unreachable", "unreachable"],
  ] as const)("leaves the card unchanged if %s", async ([, problem]) => {
    const world = await aCard({ sizeBytes: 1, problem });
    expect(await world.attach()).toEqual(refused({ kind: "no_file", problem: { kind: problem } }));
    expect(world.card()?.editedAt).toBeNull();
  });

  it("ends with the result “unavailable” if the bot stops", async () => {
    const world = await aCard({ sizeBytes: 500_000 });
    world.aborter.abort();
    expect(await world.attach()).toMatchObject(refused({ kind: "unavailable" }));
    expect(world.seen).toMatchObject({ opened: 1, closed: 1 });
  });
});

describe("attaching several videos of a batch to a Discord card", () => {
  const films = message({
    tone: "good",
    title: "Your 3 videos are ready",
    videos: [1, 2, 3].map((nth) => ({ nth, description: `scene ${nth} in the rain` })),
  });
  const put = (world: World, to: DiscordReply, nth: number) => attached(world, to, { message: films, nth });
  const namesIn = ({ card }: World) => card()?.attachments.map(({ filename }) => filename);

  test("gives each video a unique file name and shows the videos in order", async () => {
    const world = await aCard();
    const { reply, card, refusals, show } = world;
    const second = await put(world, reply, 2);
    const both = await put(world, second, 1);
    expect(both.files).toMatchObject([{ nth: 2 }, { nth: 1 }]);
    const all = await put(world, both, 3);
    expect(namesIn(world)?.toSorted()).toEqual([1, 2, 3].map((nth) => `${nth}-scene-${nth}-in-the-rain.mp4`));
    const shown = JSON.stringify(card()?.components).match(/scene \d in the rain/g);
    expect(shown).toEqual([1, 2, 3].map((nth) => `scene ${nth} in the rain`));
    expect(all.files).toHaveLength(3);
    expect(refusals()).toBe(0);
    expect(await show(all, { ...films, title: "With a new link" }, "in_place")).toMatchObject({ ok: true });
    expect(namesIn(world)).toHaveLength(3);
  });

  test("allows a later edit of the card even if an attached file was deleted in the meantime", async () => {
    const world = await aCard();
    const { reply, show } = world;
    const one = await put(world, reply, 1);
    const gone = { ...one, files: [{ id: "999", name: "1-scene-1-in-the-rain.mp4", nth: 1 }] };
    expect(await show(gone, { ...films, title: "Words alone" }, "in_place")).toEqual({
      ok: true,
      value: { reply, isNew: false },
    });
  });
});

test("an edit of a Discord card with a video is tried only twice if AutoMod blocks the edit", async () => {
  const world = await aCard();
  const reply = await attached(world);
  world.discord.deny({ what: "blocked_message" });
  expect(await world.show(reply, ready, "in_place")).toMatchObject({ refusal: { kind: "unreachable" } });
  expect(world.refusals()).toBe(2);
});

const reply = aDiscordReply({ guildId: null, tokenUntil: Number.POSITIVE_INFINITY });
const tooLarge = { kind: "too_large", maxBytes: 10 * MIB };

test.for<readonly [result: string, cause: string, Result<unknown, ApiNo>, object, number]>([
  ["ends with the result “too large” after one request", "returns HTTP 413", no(413), tooLarge, 1],
  ["ends with the result “too large” after one request", "returns the error code 50045", no(400, 50045), tooLarge, 1],
  [
    "ends with the result “not accepted” after two requests",
    "returns the error code 50035",
    no(400, 50035),
    { kind: "not_taken", detail: "bot_edit 400/50035" },
    2,
  ],
  [
    "ends with the result “not accepted” after two requests",
    "returns the error code 50013",
    no(403, 50013),
    { kind: "not_taken", detail: "bot_edit 403/50013" },
    2,
  ],
  [
    "reports a missing card after one request",
    "returns the error code 10008",
    no(404, 10008),
    { kind: "card_gone" },
    1,
  ],
  [
    "reports a missing card after two requests",
    "returns the error code 50001",
    no(403, 50001),
    { kind: "card_gone" },
    2,
  ],
  [
    "reports a missing card after two requests",
    "returns the error code 50027",
    no(401, 50027),
    { kind: "card_gone" },
    2,
  ],
  [
    "reports a missing card after two requests",
    "returns the error code 10015",
    no(404, 10015),
    { kind: "card_gone" },
    2,
  ],
  [
    "reports Discord's delay after one request",
    "returns a rate limit",
    limited,
    { kind: "rate_limited", retryAfterMs: 700 },
    1,
  ],
  [
    "has an unclear result after one request",
    "does not respond before the deadline",
    silent,
    { kind: "unavailable", unclear: true, detail: "timed out" },
    1,
  ],
])("an upload to Discord %s if Discord %s", async ([, , answer, refusal, tries]) => {
  const { api, asked } = anApi(() => answer);
  const { openVideo, seen } = aVideoFile({ sizeBytes: 1_000 });
  const attach = videoAttacher({ api, clock: manualClock(), openVideo });
  // The interaction had no file limit.
  const put = await attach(reply, message(), { url: "https://videos.example/1.mp4", triedAt: null, signal });
  expect([put, asked.length, seen.closed]).toEqual([refused(refusal), tries, tries]);
});

const starting = message({ tone: "waiting", title: "Starting…", frames: [{ description: prompt }] });
const frame = { bytes: Buffer.from("89504e470d0a1a0a", "hex"), type: "image/png" as const };

/** The handle of a card that shows a frame, and the frame's URL. */
async function framed(world: World, to = world.reply, over: Partial<typeof frame> = {}) {
  const { signal } = world.aborter;
  const shown = await world.frontEnd.chat.showFrame?.(to, starting, { ...frame, ...over, signal });
  if (!shown?.ok || shown.value.reply.platform !== "discord") throw new Error(JSON.stringify(shown));
  return { reply: shown.value.reply, url: shown.value.url };
}

function opened(place: FilmPlace | null, signal = new AbortController().signal) {
  if (place?.kind !== "platform") throw new Error("no place");
  return place.open(signal);
}

const stale = (reply: DiscordReply): DiscordReply => ({ ...reply, files: [{ id: "1", name: "gone.mp4" }] });

test("the picture of a video frame is attached to a Discord card and not treated as the finished video", async () => {
  const world = await aCard();
  const { reply, url } = await framed(world);
  const [file] = world.card()?.attachments ?? [];
  expect(reply.files).toEqual([{ id: file?.id, name: "frame.png", isFrame: true }]);
  expect(file).toMatchObject({ filename: "frame.png", description: prompt, url });
  expect(world.frontEnd.chat.filmIn(reply, undefined)).toBeNull();
  expect(Buffer.from(await (await fetch(url)).arrayBuffer())).toEqual(frame.bytes);
});

test("on a Discord card, the finished video replaces the picture of a video frame", async () => {
  const world = await aCard();
  const { reply } = await framed(world);
  const whole = await attached(world, reply);
  expect(whole.files).toEqual([{ id: world.card()?.attachments[0]?.id, name: "a-paper-boat-in-the-rain.mp4" }]);
  expect(world.card()?.attachments).toHaveLength(1);
});

test("the video on a Discord card can be fetched until the file or the card is deleted", async () => {
  const world = await aCard();
  const reply = await attached(world);
  const { filmIn } = world.frontEnd.chat;
  expect(await opened(filmIn(reply, undefined))).toMatchObject({ ok: true });
  expect(filmIn(reply, 2)).toBeNull();
  expect(filmIn(world.reply, undefined)).toBeNull();
  expect(await opened(filmIn(stale(reply), undefined))).toEqual(refused({ kind: "gone" }));
  await world.frontEnd.chat.remove(reply);
  expect(await opened(filmIn(reply, undefined))).toEqual(refused({ kind: "gone" }));
});

test("the video on a replaced Discord card can be fetched and deleted through the new card", async () => {
  const world = await aCard();
  const earlier = await attached(world);
  const { filmIn, post, takeDown } = world.frontEnd.chat;
  const posted = await post(earlier, starting, { to: "channel", nonce: "4f0c5a1be2d97c63" });
  if (!posted.ok) throw new Error("no card");
  const reply = cardPlace(posted.value).inPlaceOf(earlier);
  expect(await opened(filmIn(reply, undefined))).toMatchObject({ ok: true });
  expect(world.discord.messages("ada")).toHaveLength(2);
  expect(await takeDown(reply, [])).toEqual({ ok: true, value: [] });
  expect(world.discord.messages("ada")).toEqual([]);
});

describe("on Discord,", () => {
  const reply = aDiscordReply({ files: [{ id: "77", name: "boat.mp4" }] });
  const starting = message({ tone: "waiting", title: "Starting…", frames: [{ description: "a boat" }] });
  const there = { id: reply.messageId, channel_id: reply.channelId };
  const file = { id: "77", filename: "boat.mp4", url: "https://cdn.discordapp.com/boat.mp4?ex=1" };
  const frame = { id: "78", filename: "frame.png", url: "https://cdn.discordapp.com/frame.png?ex=1" };

  /** The films of cards on a Discord that always gives this response. */
  function films(answer: Result<unknown, ApiNo>, opened: Awaited<ReturnType<OpenVideo>> = refuse({ kind: "refused" })) {
    const { api } = anApi(() => answer);
    const { filmIn, showFrame } = cardFilms({ api, clock: manualClock(), openVideo: async () => opened });
    const place = filmIn(reply, undefined);
    return {
      open: async () => (place?.kind === "platform" ? place.open(signal) : null),
      show: async () => showFrame?.(reply, starting, { bytes: Buffer.from("png"), type: "image/png", signal }),
    };
  }

  test.for<readonly [string, Result<unknown, ApiNo>, string]>([
    ["gone if the message was deleted", no(404, 10008), "gone"],
    ["gone if the file was removed from the message", ok({ ...there, attachments: [] }), "gone"],
    ["unreachable if Discord does not respond", silent, "unreachable"],
    ["unreachable if Discord's response is malformed", ok("<html>"), "unreachable"],
    [
      "unreachable if the attachment has no URL",
      ok({ ...there, attachments: [{ id: "77", filename: "x" }] }),
      "unreachable",
    ],
  ])("the video of a card is reported as %s", async ([, answer, kind]) => {
    expect(await films(answer).open()).toEqual(refused({ kind }));
  });

  test.for([
    ["gone", "refuses the request", "refused"],
    ["gone", "does not return a video", "not_a_video"],
    ["unreachable", "cannot be reached", "unreachable"],
  ] as const)("the video of a card is reported as %s if the attachment's URL %s", async ([missing, , kind]) => {
    const { open } = films(ok({ ...there, attachments: [file] }), refuse({ kind }));
    expect(await open()).toEqual(refused({ kind: missing }));
  });

  test.for([
    ["forbids the upload", no(403, 50013)],
    ["rejects the upload as too large", no(413)],
  ] as const)("the picture of a video frame is sent again with another token if Discord %s", async ([, refusal]) => {
    const card = ok({ ...there, attachments: [file, frame] });
    const { api, asked } = anApi(() => (asked.length === 1 ? refusal : card));
    const { showFrame } = cardFilms({ api, clock: manualClock() });
    const shown = await showFrame?.(reply, starting, { bytes: Buffer.from("png"), type: "image/png", signal });
    expect([shown?.ok, asked.map(({ by }) => by).toSorted()]).toEqual([true, ["bot", "token"]]);
  });

  test.for([
    ["no message", ok("<html>")],
    ["another message", ok({ ...there, id: "1", attachments: [frame] })],
    ["no file", ok(there)],
  ] as const)(
    "the picture of a video frame is not reported as shown if Discord's response contains %s",
    async ([what, answer]) => {
      const detail = `${what} in the answer`;
      expect(await films(answer).show()).toEqual(refused({ kind: "unavailable", unclear: true, detail }));
    },
  );
});

const bytes = Buffer.from("a joined film");
const film = message({ tone: "good", title: "Parts 1 to 2 in one video", video: { description: "a paper boat" } });

test.for([
  ["public", "to everybody", null],
  ["private", "only to the person who pressed the button", ada],
] as const)(
  "a concatenated video for a %s Discord card is a new message visible %s",
  async ([kind, , ephemeralFor]) => {
    const isPrivate = kind === "private";
    const { frontEnd, discord, reply } = await aCard();
    const how = { bytes, signal, save: async () => {} };
    const sent = await frontEnd.chat.filmSender?.send({ reply, card: null, isPrivate }, film, how);
    expect(sent).toEqual({ ok: true, value: null });
    const shown = discord.messages("ada").at(-1);
    expect(shown).toMatchObject({ ephemeralFor, attachments: [{ filename: "a-paper-boat.mp4", size: bytes.length }] });
    expect(shown && textOf(shown)).toContain("Parts 1 to 2 in one video");
    expect(Buffer.from(await (await fetch(shown?.attachments[0]?.url ?? "")).arrayBuffer())).toEqual(bytes);
  },
);

test.for([
  ["20 MiB", "states no attachment limit", 20 * MIB, null],
  ["500 MiB", "states an attachment limit of 500 MiB", 500 * MIB, 500 * MIB],
] as const)("a concatenated video may have up to %s if the Discord interaction %s", ([, , most, attachmentLimit]) => {
  const to = { reply: aDiscordReply({ attachmentLimit }), card: null, isPrivate: false };
  expect(filmSender(anApi(() => ok({})).api).maxBytes(to)).toBe(most);
});

test.for<readonly [string, Result<unknown, ApiNo>, object]>([
  ["rejects the upload with HTTP 413", no(413), { kind: "too_large" }],
  ["rejects the upload with the error code 40005", no(400, 40005), { kind: "too_large" }],
  ["does not allow files", no(403, 50013), { kind: "not_taken", detail: "403/50013" }],
  ["returns a rate limit", limited, limited.refusal],
  ["does not respond", silent, silent.refusal],
  ["returns a malformed response", ok("<html>"), { ...silent.refusal, detail: "no message in the answer" }],
])("a concatenated video is not sent again if Discord %s", async ([, answer, refusal]) => {
  const { api, asked } = anApi(() => answer);
  const to = { reply: aDiscordReply(), card: null, isPrivate: false };
  const sent = await filmSender(api).send(to, film, { bytes, signal, save: async () => {} });
  expect([sent, asked.length]).toEqual([refused(refusal), 1]);
});

async function givenTo(reactions: readonly Reaction[], attachmentLimit: number | null = null) {
  const world = await aFakeRest((_one, count) => reactions[count - 1] ?? { status: 200, body: { id: "1" } });
  const file = anOwnFile();
  const reply = aDiscordReply({ attachmentLimit });
  const given = await inTime(world.clock, giveFile(world, reply, file));
  return { given, limits: file.asked, tries: world.asked.length };
}

test("on Discord, a data export is attached to the private response to the command", async () => {
  const file = anOwnFile("their data");
  const { discord, journal } = await aWorldFor(() => ({
    kind: "working",
    message: message({ title: "A moment" }),
    finish: async () => ({ message: message({ title: "No file here" }), file }),
  }));
  await discord.command("ada", "video-data", {}, { subcommand: "export" });
  await journal.find(({ kind, payload }) => kind === "edited" && JSON.stringify(payload).includes("Here it is"));
  const [shown] = discord.messages("ada").filter(({ ephemeralFor }) => ephemeralFor === ada);
  expect(shown?.attachments).toMatchObject([{ filename: "reelay-data.json", size: 10 }]);
  expect(JSON.stringify(shown?.components)).toContain("reelay-data.json");
  const address = shown?.attachments[0]?.url ?? "";
  expect(await (await fetch(address)).text()).toBe("their data");
  expect(discord.messages("ben").map(textOf).join()).not.toContain("Here it is");
});

test.for([
  ["5 MiB if the interaction's limit is 5 MiB", 5 * MIB, 5 * MIB],
  ["20 MiB if the interaction's limit is 500 MiB", 500 * MIB, 20 * MIB],
  ["10 MiB if the interaction states no limit", null, 10 * MIB],
] as const)("a data export on Discord may have at most %s", async ([, limit, most]) => {
  expect((await givenTo([], limit)).limits).toEqual([most]);
});

test("a data export is uploaded to Discord again after a connection reset and after HTTP 503", async () => {
  expect(await givenTo(["reset", { status: 503 }])).toMatchObject({ given: "given", tries: 3 });
});

test.for([
  ["not retried after HTTP 403", { status: 403, body: { code: 50013, message: "no files" } }, "refused", 1],
  ["tried four times if every try gets HTTP 503", { status: 503 }, "not_now", 4],
] as const)("the upload of a data export to Discord is %s", async ([, reaction, given, tries]) => {
  expect(await givenTo([reaction, reaction, reaction, reaction, reaction])).toMatchObject({ given, tries });
});
