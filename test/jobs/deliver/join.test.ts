import { describe, expect, test } from "vitest";
import { sleep } from "../../../src/core/clock.ts";
import { JOIN_WITHIN_MS, type JoinNews } from "../../../src/core/film/film-chain.ts";
import type { Job } from "../../../src/core/job/job.ts";
import { ok, refuse } from "../../../src/core/result.ts";
import { filmJoiner } from "../../../src/jobs/deliver/join.ts";
import { message } from "../../../src/messages/message.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aDiscordReply, aJobId, aRequest, aSlackReply, VIDEO_URL } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { aWorld } from "../world.ts";

const timedOut = { kind: "unavailable", unclear: true, detail: "timed out" } as const;
const reply = aDiscordReply({ messageId: null });
const to = { reply, card: { channelId: reply.channelId, messageId: "5" }, isPrivate: false };

/** Three finished videos that continue each other, and a function that joins them. */
async function aChain(over: Partial<Job> = {}) {
  const world = aWorld();
  const parts = [1, 2, 3].map((nth) => {
    const picture = nth > 1 ? aFramePicture({ job: aJobId(nth - 1), nth }) : null;
    return aClosedJob({ id: aJobId(nth), request: aRequest({ picture }), ...over });
  });
  for (const part of parts) await world.jobs.insert(part);
  const card = parts[2] as Job;
  const stop = new AbortController();
  const join = filmJoiner({ ...world.deps(), stopping: stop.signal });
  return { ...world, card, stop, join: (): Promise<JoinNews> => join(card, parts, to) };
}

const no = (why: string, over: object = {}) => ({ kind: "not_joined", why, maxBytes: 20_000_000, ...over });

test("joining videos sends one file in a message with a “Delete” button", async () => {
  const { join, chat, log } = await aChain();
  expect(await join()).toEqual({ kind: "joined" });
  const fields = { job: aJobId(3), count: 3, outcome: "joined", why: null };
  expect(log.lines).toEqual([{ level: "info", event: "films joined", fields }]);
  const [sent, ...more] = chat.sent;
  expect(more).toEqual([]);
  expect(sent?.to).toEqual(to);
  expect(Buffer.from(sent?.bytes ?? []).toString()).toBe("3 films");
  expect(sent && wordsOf(sent.message)).toMatch(/Parts 1 to 3 in one video.*30 seconds · Joined for free/s);
  expect(sent && labelsOf(sent.message)).toEqual(["Delete"]);
  expect(sent?.message.video?.description).toContain("a paper boat in the rain");
});

/** Attaches a file to the card of the second video. */
async function fileSecond({ jobs, chat, storedOf }: Awaited<ReturnType<typeof aChain>>, over: Partial<Job> = {}) {
  const { job, version } = await storedOf(aJobId(2));
  const { signal } = new AbortController();
  const video = { url: "https://cdn.test/2.mp4", triedAt: null, signal };
  const filed = await chat.attach?.(chat.freshCard(), message({ tone: "good", title: "2" }), video);
  if (filed?.ok) await jobs.save({ ...job, reply: filed.value.reply, ...over }, version);
}

test("joining videos reads a video from the file on its card, or from its link if the card has no file", async () => {
  const chain = await aChain();
  await fileSecond(chain);
  const asked: string[][] = [];
  chain.films.joinFilms = async (sources, maxBytes) => {
    asked.push([...sources.map(([first]) => (first?.kind === "address" ? first.url : "file")), String(maxBytes)]);
    return refuse({ kind: "unequal", nth: 1 });
  };
  const url = VIDEO_URL;
  expect(await chain.join()).toEqual(no("unequal", { nth: 1 }));
  expect(asked).toEqual([[url, "file", url, "20000000"]]);
});

test("joining videos tries the original video first and the smaller copy on the card second", async () => {
  const chain = await aChain();
  await fileSecond(chain, { video: "copy" });
  const asked: unknown[] = [];
  chain.films.joinFilms = async (sources) => {
    asked.push(sources[1]?.map(({ kind, isCopy = false }) => `${kind} ${isCopy}`));
    return ok({ bytes: Buffer.from("film"), durationMs: 30_000, copies: [1] });
  };
  await chain.join();
  expect(asked).toEqual([["address false", "platform true"]]);
  expect(chain.chat.sent[0] && wordsOf(chain.chat.sent[0].message)).toContain("Some parts are smaller copies");
});

test("joining videos downloads nothing if one video has neither a file nor a working link", async () => {
  const { join, films, clock } = await aChain();
  films.joinFilms = () => Promise.reject(new Error("fetched"));
  await clock.advance(8_000_000);
  expect(await join()).toEqual(no("gone", { nth: 0 }));
});

test.for([
  ["because the file is too large", { kind: "too_large" }, "too_large"],
  ["because of a rate limit", { kind: "rate_limited", retryAfterMs: 9_000 }, "not_sent"],
  ["with HTTP status 502", { kind: "unavailable", unclear: false, detail: "HTTP 502" }, "not_sent"],
  ["because the card was deleted", { kind: "card_gone" }, "not_taken"],
] as const)("joining videos fails if the platform rejects the joined file %s", async ([, refusal, why]) => {
  const { join, chat } = await aChain();
  chat.frameNext(refusal);
  expect(await join()).toEqual(no(why));
  expect(chat.sent).toEqual([]);
});

test("joining videos is refused if the bot cannot join files or the platform cannot send files", async () => {
  const { chat, join, deps, card } = await aChain();
  const withoutFilms = filmJoiner({ ...deps(), films: null });
  expect(await withoutFilms(card, [card], to)).toEqual(no("not_taken"));
  Object.assign(chat, { filmSender: null });
  expect(await join()).toEqual(no("not_taken", { maxBytes: 0 }));
});

test("a joined file is not sent again if the platform's response is lost", async () => {
  const { join, chat } = await aChain();
  chat.frameNext({ kind: "unavailable", unclear: true, detail: "no answer" });
  expect(await join()).toEqual({ kind: "unclear" });
  expect(chat.sent).toHaveLength(1);
});

describe("joining videos", () => {
  test("is aborted after two minutes", async () => {
    const { join, films, clock } = await aChain();
    films.joinFilms = (_films, _most, signal) => untilGivenUp(signal);
    const joining = join();
    await clock.advance(119_999);
    expect(await Promise.race([joining, "joining"])).toBe("joining");
    await clock.advance(1);
    expect(await joining).toEqual(no("too_slow"));
  });

  test("is aborted at once when the process stops", async () => {
    const { join, films, stop } = await aChain();
    films.joinFilms = (_films, _most, signal) => untilGivenUp(signal);
    const joining = join();
    await Promise.resolve();
    stop.abort();
    expect(await joining).toEqual(no("stopped"));
    expect(await join()).toEqual(no("stopped"));
  });

  test.for([
    ["the joined file is too large", "too_large"],
    ["the videos have different formats", "unequal"],
    ["a smaller copy has a different format", "copy_unequal"],
  ] as const)("reports that %s even if the process is stopping", async ([, kind]) => {
    const { join, films, stop, log } = await aChain();
    films.joinFilms = async () => {
      stop.abort();
      return refuse({ kind, nth: 1 });
    };
    expect(await join()).toEqual(no(kind, { nth: 1 }));
    expect(log.lines.at(-1)?.fields).toMatchObject({ outcome: "not_joined", why: kind });
  });

  test("is refused while two other requests to join videos are running", async () => {
    const { join, films, clock } = await aChain();
    films.joinFilms = (_films, _most, signal) => untilGivenUp(signal);
    const both = [join(), join()];
    expect(await join()).toEqual(no("busy"));
    await clock.advance(JOIN_WITHIN_MS);
    await Promise.all(both);
    films.joinFilms = async () => refuse({ kind: "unreadable", nth: 0 });
    expect(await join()).toEqual(no("unreadable", { nth: 0 }));
  });
});

test("joining videos costs no credits and changes no job", async () => {
  const { join, jobs, video } = await aChain();
  const before = await jobs.load(aJobId(3));
  await join();
  expect(await jobs.load(aJobId(3))).toEqual(before);
  expect(video.calls).toEqual([]);
});

test("the id of a joined file is saved in the job whose “Join” button was pressed", async () => {
  const card = aSlackReply({ files: [{ id: "F1" }] });
  const { join, jobs, chat } = await aChain({ reply: card });
  const atSend: unknown[] = [];
  Object.assign(chat, {
    filmSender: {
      maxBytes: () => 1_000,
      async send(_to: unknown, _message: unknown, { save }: { save(id: string): Promise<unknown> }) {
        await save("F2");
        atSend.push(Object((await jobs.load(aJobId(3)))?.job.reply).files);
        return ok(null);
      },
    },
  });
  expect(await join()).toEqual({ kind: "joined" });
  expect(atSend).toEqual([[{ id: "F1" }, { id: "F2", isJoined: true }]]);
  const before = await jobs.load(aJobId(2));
  expect(before?.job.reply).toEqual(card);
});

describe("the text “Joining” on a card", () => {
  /** Three videos to join, and the text of the card whose button was pressed. */
  async function aShownChain() {
    const chain = await aChain();
    const card = chain.chat.freshCard();
    Object.assign(chain.chat.filmSender ?? {}, { progressCard: () => card });
    return { ...chain, cardText: () => chain.chat.seen.at(-1)?.text ?? "", edits: () => chain.chat.seen.at(-1)?.edits };
  }
  const joins = /Joining 3 parts….*press Join again/s;

  test("is shown until joining ends", async () => {
    const { join, films, cardText, edits, log } = await aShownChain();
    films.joinFilms = async () => {
      await expect.poll(cardText).toMatch(joins);
      return refuse({ kind: "unequal", nth: 1 });
    };
    expect(await join()).toMatchObject({ why: "unequal" });
    expect(cardText()).toContain("a paper boat in the rain");
    expect(cardText()).not.toContain("Joining");
    expect(edits()).toBe(2);
    expect(log.lines.map(({ event }) => event)).toEqual(["films joined"]);
  });

  test("is removed by a second edit if the result of the first edit is unclear", async () => {
    const { join, chat, films, clock, cardText } = await aShownChain();
    films.joinFilms = async () => {
      await sleep(clock, 10_000);
      return refuse({ kind: "unequal", nth: 1 });
    };
    chat.refuseNext([timedOut], "show");
    const joining = join();
    await clock.advance(10_000);
    await joining;
    expect([chat.calls.filter(({ call }) => call === "show").length, cardText().includes("Joining")]).toEqual([
      2,
      false,
    ]);
  });

  test("does not prevent the joining if the edit of the card fails with an exception", async () => {
    const { join, chat, log } = await aShownChain();
    const { show } = chat;
    chat.show = async () => {
      chat.show = show;
      throw new Error("the socket is gone");
    };
    expect(await join()).toEqual({ kind: "joined" });
    const fields = expect.objectContaining({ job: aJobId(3), error: "Error" });
    expect(log.lines).toContainEqual({ level: "warn", event: "a card was not drawn again", fields });
    expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(1);
  });

  test.for([
    ["is shown", "within 2 s", 2_000, 2],
    ["is not shown", "only after more than 2 s", 2_001, 0],
  ] as const)("%s if the rate limit allows the edit %s", async ([, , everyMs, edits]) => {
    const { join, chat, clock, films, deps, card } = await aShownChain();
    chat.bucketOf = (_reply, what) => ({ name: what, burst: 1, everyMs });
    await deps().traffic.promisedMs(card, 0);
    films.joinFilms = async () => {
      await sleep(clock, 10_000);
      return refuse({ kind: "unequal", nth: 1 });
    };
    const joining = join();
    await clock.advance(10_000);
    await clock.advance(10_000);
    await joining;
    expect(chat.calls.filter(({ call }) => call === "show")).toHaveLength(edits);
  });

  test("is removed after an outage of the platform", async () => {
    const { join, cardText, chat, clock, films } = await aShownChain();
    const { joinFilms } = films;
    films.joinFilms = async (...asked) => {
      await sleep(clock, 1_000);
      return joinFilms(...asked);
    };
    const joining = join();
    await expect.poll(cardText).toMatch(joins);
    chat.downUntil(clock.now() + 60_000);
    await clock.advance(3_000);
    expect(await joining).toEqual({ kind: "joined" });
    expect(chat.seen.some(({ text }) => joins.test(text))).toBe(true);
    await clock.advance(70_000);
    expect(cardText()).not.toContain("Joining");
  });

  test.for([
    ["cannot be reached", "unreachable"],
    ["was deleted", "card_gone"],
  ] as const)("is not shown if the card %s, but the videos are still joined", async ([, kind]) => {
    const { join, chat, cardText } = await aShownChain();
    if (kind === "card_gone") chat.loseCards();
    else chat.refuseNext([{ kind, detail: "gone" }], "show");
    expect(await join()).toEqual({ kind: "joined" });
    expect([cardText(), chat.calls.filter(({ call }) => call === "show").length]).toEqual(["", 1]);
  });
});

async function untilGivenUp(signal: AbortSignal) {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return refuse({ kind: "unreachable", nth: 1 } as const);
}
