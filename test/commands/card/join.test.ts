import { describe, expect, test } from "vitest";
import type { FilmBeside } from "../../../src/core/film/card-films.ts";
import { JOIN_WITHIN_MS, JOINED_PARTS_MAX, type JoinNews } from "../../../src/core/film/film-chain.ts";
import { type Job, outcomeOf } from "../../../src/core/job/job.ts";
import { aFramePicture } from "../../fakes/film/frames.ts";
import { aClosedJob, aDiscordReply, aJob, aJobId, anOwner, aRequest } from "../../fakes/jobs.ts";
import { settled, unclearOutcomes } from "../../messages/every-job.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { commandWorld, finished, messageOf, press, privateWords } from "../command-world.ts";

const pressed = press("join", aJobId(3));

/** The nth part of a chain, which is made. */
function part(nth: number, over: Partial<Job> = {}): Job {
  const picture = nth > 1 ? aFramePicture({ job: aJobId(nth - 1), nth }) : null;
  return aClosedJob({ id: aJobId(nth), request: aRequest({ picture }), ...over });
}

/** Three parts, a joiner that notes what it is asked for, and its news. */
async function aWorld({
  news = { kind: "joined" },
  parts = [part(1), part(2), part(3)],
  canContinue = true,
}: Told = {}) {
  const asked: { readonly card: string; readonly parts: readonly string[]; readonly to: FilmBeside }[] = [];
  const world = commandWorld({
    canContinue: () => canContinue,
    async joinParts(card, joined, to) {
      asked.push({ card: card.id, parts: joined.map(({ id }) => id), to });
      if (news instanceof Error) throw news;
      return news;
    },
  });
  for (const one of parts) await world.has(one);
  return { ...world, asked };
}

interface Told {
  readonly news?: JoinNews | Error;
  readonly parts?: readonly Job[];
  readonly canContinue?: boolean;
}

const notJoined = (over: Partial<Extract<JoinNews, { kind: "not_joined" }>>): JoinNews => ({
  kind: "not_joined",
  why: "not_sent",
  maxBytes: 20_971_520,
  ...over,
});

test("Join says at once how many parts it joins, that it is free and until when, and then that it is done", async () => {
  const { does, asked, orders } = await aWorld();
  const answer = await does(pressed);
  expect(answer).toMatchObject({ kind: "working", isSaid: true });
  expect(wordsOf(messageOf(answer))).toMatch(/Joining 3 parts.*free.*press Join again/s);
  expect(asked).toEqual([]);
  expect(wordsOf((await finished(answer)).message)).toMatch(/3 parts joined.*free/s);
  const to = { reply: aDiscordReply({ messageId: null }), card: null, isPrivate: false };
  expect(asked).toEqual([{ card: aJobId(3), parts: [aJobId(1), aJobId(2), aJobId(3)], to }]);
  expect(orders).toEqual([]);
});

test("on the card of an earlier part what came after it is not joined", async () => {
  const { does, asked } = await aWorld();
  await finished(await does(press("join", aJobId(2))));
  expect(asked.map(({ parts }) => parts)).toEqual([[aJobId(1), aJobId(2)]]);
});

test("what is joined of a private card is seen by its person alone, and stands where it was asked for", async () => {
  const { does, asked } = await aWorld({
    parts: [part(1), part(2), part(3, { reply: aDiscordReply({ isPrivate: true }) })],
  });
  const place = { channelId: "1", messageId: "2" };
  await finished(await does({ ...pressed, on: { place, shows: true } } as typeof pressed));
  expect(asked[0]?.to).toMatchObject({ card: place, isPrivate: true });
});

test("a double press joins once; two minutes later the same card can be joined again", async () => {
  const { does, asked, clock } = await aWorld();
  const [first, second] = await Promise.all([does(pressed), does(pressed)]);
  await finished(first);
  expect(privateWords(second)).toContain("less than two minutes ago");
  await clock.advance(JOIN_WITHIN_MS + 1_000);
  await finished(await does(pressed));
  expect(asked).toHaveLength(2);
});

test("somebody else joins nothing", async () => {
  const { does, asked } = await aWorld();
  expect(privateWords(await does(pressed, { owner: anOwner("9") }))).toContain("Only the person who asked");
  expect(asked).toEqual([]);
});

test("a first part, one that was not made and a video that is gone join nothing", async () => {
  const { does, asked } = await aWorld();
  expect((await does(press("join", aJobId(1)))).kind).toBe("private");
  expect((await does(press("join", aJobId(8)))).kind).toBe("private");
  for (const outcome of unclearOutcomes) {
    const { state } = settled(outcome);
    const world = await aWorld({ parts: [part(1), part(2), part(3, { state })] });
    expect((await world.does(pressed)).kind, outcome.kind).toBe("private");
  }
  expect(asked).toEqual([]);
});

test("where nothing reads films, an old button says so", async () => {
  const { does, asked } = await aWorld({ canContinue: false });
  expect(privateWords(await does(pressed))).toMatch(/can't join.*Nothing was charged/s);
  expect(asked).toEqual([]);
});

test("a part that is not known any more is named, and the others are offered", async () => {
  const { does, asked } = await aWorld({ parts: [part(2), part(3)] });
  const said = privateWords(await does(pressed));
  expect(said).toMatch(/Not joined.*part 1 .*\[Part 2\].*\[Part 3\]/s);
  expect(asked).toEqual([]);
});

test("the part of somebody else is none of this chain", async () => {
  const { does, asked } = await aWorld({ parts: [part(1, { owner: anOwner("9") }), part(2), part(3)] });
  expect(privateWords(await does(pressed))).toContain("part 1 ");
  expect(asked).toEqual([]);
});

test("a chain of more parts than are joined has no such button", async () => {
  const nth = JOINED_PARTS_MAX + 1;
  const { does } = await aWorld({ parts: [part(nth)] });
  expect((await does(press("join", aJobId(nth)))).kind).toBe("private");
});

test("a platform or a store that breaks joins nothing, and says so", async () => {
  const { does } = await aWorld({ news: new Error("the disk is full") });
  expect(wordsOf((await finished(await does(pressed))).message)).toContain("went wrong");
});

describe("what could not be joined", () => {
  test.for([
    [{ why: "too_large" }, "larger than 20 MB"],
    [{ why: "unequal", nth: 1 }, "Part 2 has another size or format"],
    [{ why: "unequal" }, "differ in size or format"],
    [{ why: "gone", nth: 0 }, "the link of part 1 works"],
    [{ why: "unreadable", nth: 2 }, "Part 3 cannot be read"],
    [{ why: "unreadable" }, "could not be fetched, joined or sent"],
    [{ why: "unreachable", nth: 2 }, "could not be fetched, joined or sent"],
    [{ why: "not_sent" }, "Try again in two minutes"],
    [{ why: "too_slow" }, "took too long"],
    [{ why: "busy" }, "Other videos are being joined"],
    [{ why: "stopped" }, "restarting"],
    [{ why: "not_taken" }, "cannot send a file here"],
  ] as const)("%j says why, that nothing was charged, and offers the parts", async ([over, said]) => {
    const { does } = await aWorld({ news: notJoined(over) });
    const words = wordsOf((await finished(await does(pressed))).message);
    expect(words).toContain(said);
    expect(words).toContain("Nothing was charged");
    expect(words).toMatch(/\[Part 1\].*\[Part 2\].*\[Part 3\]/s);
  });

  test("is offered by its link while that works, then by its card, and where others see none, not at all", async () => {
    const parts = [part(1, { reply: aDiscordReply({ isPrivate: true }) }), part(2), part(3)];
    const { does, clock } = await aWorld({ news: notJoined({}), parts });
    const link = (job: Job | undefined) => {
      const outcome = job && outcomeOf(job);
      return outcome?.kind === "succeeded" ? outcome.videoUrl : null;
    };
    const urls = async () => {
      const { body } = (await finished(await does(pressed))).message;
      return body.flat().flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece.url] : []));
    };
    expect(await urls()).toEqual(parts.map(link));
    await clock.advance(8_000_000);
    const card = "https://discord.com/channels/300000000000000003/400000000000000004/500000000000000005";
    expect(await urls()).toEqual([card, card]);
  });

  test("may have arrived: nobody is told to press again at once", async () => {
    const { does } = await aWorld({ news: { kind: "unclear" } });
    expect(wordsOf((await finished(await does(pressed))).message)).toContain("Look for it here before you press");
  });
});

describe("the card of a chain", () => {
  const batch = (made: number, over: Partial<Job> = {}) => {
    const parts = [1, 2, 3].map((nth) =>
      nth <= made
        ? part(nth, { partOf: { job: aJobId(7), nth } })
        : part(nth, {
            partOf: { job: aJobId(7), nth },
            state: { status: "closed", outcome: { kind: "not_started", why: "broken" }, told: true, closedAt: 0 },
          }),
    );
    const state = { status: "closed", outcome: { kind: "several" }, told: true, closedAt: 0 } as const;
    return [...parts, aJob({ id: aJobId(7), parts: parts.map(({ id }) => id), state, ...over })];
  };
  const presses = press("join", aJobId(7));

  test("joins all that are made", async () => {
    const { does, asked } = await aWorld({ parts: batch(3) });
    await finished(await does(presses));
    expect(asked).toMatchObject([{ card: aJobId(7), parts: [aJobId(1), aJobId(2), aJobId(3)] }]);
    const broken = await aWorld({ parts: batch(2) });
    await finished(await broken.does(presses));
    expect(broken.asked).toMatchObject([{ parts: [aJobId(1), aJobId(2)] }]);
  });

  test("joins nothing of one", async () => {
    const { does, asked } = await aWorld({ parts: batch(1) });
    expect((await does(presses)).kind).toBe("private");
    expect(asked).toEqual([]);
  });
});
