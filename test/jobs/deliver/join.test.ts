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

/** Three parts that are made, and what joins them. */
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

test("joining sends the videos in order as one message, which the owner can delete", async () => {
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

/** Puts a file into the card of the second part. */
async function fileSecond({ jobs, chat, storedOf }: Awaited<ReturnType<typeof aChain>>, over: Partial<Job> = {}) {
  const { job, version } = await storedOf(aJobId(2));
  const { signal } = new AbortController();
  const video = { url: "https://cdn.test/2.mp4", triedAt: null, signal };
  const filed = await chat.attach?.(chat.freshCard(), message({ tone: "good", title: "2" }), video);
  if (filed?.ok) await jobs.save({ ...job, reply: filed.value.reply, ...over }, version);
}

test("joining reads each video from the file on its card, or from its link if there is no file", async () => {
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

test("joining prefers the original to a smaller copy, and says if only a smaller copy was left", async () => {
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

test("joining fetches nothing if one video has neither file nor link", async () => {
  const { join, films, clock } = await aChain();
  films.joinFilms = () => Promise.reject(new Error("fetched"));
  await clock.advance(8_000_000);
  expect(await join()).toEqual(no("gone", { nth: 0 }));
});

test.for([
  [{ kind: "too_large" }, "too_large"],
  [{ kind: "rate_limited", retryAfterMs: 9_000 }, "not_sent"],
  [{ kind: "unavailable", unclear: false, detail: "HTTP 502" }, "not_sent"],
  [{ kind: "card_gone" }, "not_taken"],
] as const)("joining fails if the platform refuses the joined file as $kind", async ([refusal, why]) => {
  const { join, chat } = await aChain();
  chat.frameNext(refusal);
  expect(await join()).toEqual(no(why));
  expect(chat.sent).toEqual([]);
});

test("joining is refused if the bot cannot join files or the platform cannot send them", async () => {
  const { chat, join, deps, card } = await aChain();
  const withoutFilms = filmJoiner({ ...deps(), films: null });
  expect(await withoutFilms(card, [card], to)).toEqual(no("not_taken"));
  Object.assign(chat, { filmSender: null });
  expect(await join()).toEqual(no("not_taken", { maxBytes: 0 }));
});

test("a joined file that may have arrived is reported as unclear and not sent again", async () => {
  const { join, chat } = await aChain();
  chat.frameNext({ kind: "unavailable", unclear: true, detail: "no answer" });
  expect(await join()).toEqual({ kind: "unclear" });
  expect(chat.sent).toHaveLength(1);
});

describe("joining videos", () => {
  test("ends after two minutes", async () => {
    const { join, films, clock } = await aChain();
    films.joinFilms = (_films, _most, signal) => untilGivenUp(signal);
    const joining = join();
    await clock.advance(JOIN_WITHIN_MS);
    expect(await joining).toEqual(no("too_slow"));
  });

  test("ends at once when the process stops, and reports this as the reason", async () => {
    const { join, films, stop } = await aChain();
    films.joinFilms = (_films, _most, signal) => untilGivenUp(signal);
    const joining = join();
    await Promise.resolve();
    stop.abort();
    expect(await joining).toEqual(no("stopped"));
    expect(await join()).toEqual(no("stopped"));
  });

  test.for([["too_large"], ["unequal"], ["copy_unequal"]] as const)(
    'that fails as "%s" reports that reason even if the process is stopping',
    async ([kind]) => {
      const { join, films, stop, log } = await aChain();
      films.joinFilms = async () => {
        stop.abort();
        return refuse({ kind, nth: 1 });
      };
      expect(await join()).toEqual(no(kind, { nth: 1 }));
      expect(log.lines.at(-1)?.fields).toMatchObject({ outcome: "not_joined", why: kind });
    },
  );

  test("runs for two requests at a time, and for the next when one of them has ended", async () => {
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

test("joining costs nothing and changes no job", async () => {
  const { join, jobs, video } = await aChain();
  const before = await jobs.load(aJobId(3));
  await join();
  expect(await jobs.load(aJobId(3))).toEqual(before);
  expect(video.calls).toEqual([]);
});

test("a joined file without a Delete button is saved with the card, and is never continued from", async () => {
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

describe("joining, on platforms whose private answers cannot be removed", () => {
  /** A chain whose pressed card stands here, and what that card says. */
  async function aShownChain() {
    const chain = await aChain();
    const card = chain.chat.freshCard();
    Object.assign(chain.chat.filmSender ?? {}, { progressCard: () => card });
    return { ...chain, cardText: () => chain.chat.seen.at(-1)?.text ?? "", edits: () => chain.chat.seen.at(-1)?.edits };
  }
  const joins = /Joining 3 parts….*press Join again/s;

  test("the card says that its videos are being joined, until they are joined or joining fails", async () => {
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

  test('a card that may still show "Joining" is redrawn once', async () => {
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

  test("an edit that throws is logged, and the card is restored", async () => {
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
    [2_000, 2],
    [2_001, 0],
  ] as const)("a card whose turn is in %i ms is edited %i times", async ([everyMs, edits]) => {
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

  test('the card stops showing "Joining" however long the platform is down, and nothing waits for that', async () => {
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

  test.for([["unreachable"], ["card_gone"]] as const)(
    'a card that answers %s does not show "Joining"',
    async ([kind]) => {
      const { join, chat, cardText } = await aShownChain();
      if (kind === "card_gone") chat.loseCards();
      else chat.refuseNext([{ kind, detail: "gone" }], "show");
      expect(await join()).toEqual({ kind: "joined" });
      expect([cardText(), chat.calls.filter(({ call }) => call === "show").length]).toEqual(["", 1]);
    },
  );
});

async function untilGivenUp(signal: AbortSignal) {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
  return refuse({ kind: "unreachable", nth: 1 } as const);
}
