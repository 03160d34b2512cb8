import { describe, expect, test } from "vitest";
import type { ButtonAction } from "../../src/core/button.ts";
import { cardPlace } from "../../src/core/card-place.ts";
import type { Deletion, MessagePlace, PressedOn, SlackReply } from "../../src/core/chat.ts";
import type { Act, Answer } from "../../src/core/command.ts";
import type { FilmDestination, LinkNews } from "../../src/core/film/film.ts";
import { JOIN_WITHIN_MS, JOINED_PARTS_MAX, type JoinNews } from "../../src/core/film/film-chain.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { aBatch } from "../fakes/batch/batches.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import { aKeptFilm, fakeKeptFilms } from "../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aFailed,
  aJob,
  aJobId,
  aKeeping,
  aNotStarted,
  anOwner,
  aRequest,
  aRunning,
  aSeveral,
  aSlackOwner,
  aSlackReply,
  aSubmitting,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { settled } from "../messages/every-job.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { commandWorld, keyedWorld, labelsIn, messageOf, nameOf, press, privateWords } from "./command-world.ts";

const ben = anOwner("999");

/** A world with these jobs and no keys. */
async function worldOf(jobs: readonly Job[], changes: Parameters<typeof commandWorld>[0] = {}) {
  const world = commandWorld(changes);
  for (const job of jobs) await world.has(job);
  return world;
}

const pressed = { channelId: "400000000000000004", messageId: "500000000000000005" };
const deletePress = (kind: "delete" | "delete_it" | "delete_card", place: MessagePlace | null = pressed): Act => ({
  kind: "press",
  action: { kind, jobId: aJobId() },
  on: { place, shows: true },
});

describe("the button “Delete”", () => {
  /** A finished video, with the result of deleting its card. */
  async function finishedWorld(
    deletion: Deletion | Error = { kind: "deleted", left: [], saved: 0 },
    jobs: readonly Job[] = [aClosedJob({ reply: aDiscordReply(pressed) })],
  ) {
    const deleted: string[] = [];
    const keptFilms = fakeKeptFilms({ now: () => TEST_START });
    const world = await worldOf(jobs, {
      keptFilms,
      async deleteCard(id, what) {
        deleted.push(`${id} ${what}`);
        if (deletion instanceof Error) throw deletion;
        return deletion;
      },
    });
    return { ...world, deleted, keptFilms };
  }

  async function endOf(answer: Answer): Promise<string> {
    if (answer.kind !== "replace_later") throw new Error(`the answer is ${answer.kind}`);
    return wordsOf(await answer.finish());
  }

  test("asks for confirmation in a private message with the buttons “Delete” and “Cancel”", async () => {
    const world = await finishedWorld();
    const answer = await world.does(deletePress("delete"));
    expect(privateWords(answer)).toMatch(
      /removes the card for everyone, along with its notification and the video.*The video stays at the video service/s,
    );
    expect(messageOf(answer).buttons).toMatchObject([
      { label: "Delete", style: "danger", id: `delete_it:${aJobId()}` },
      { label: "Cancel", style: "secondary", id: "keep" },
    ]);
    expect(world.deleted).toEqual([]);
  });

  test("deletes nothing if “Cancel” is pressed in the question", async () => {
    const world = await finishedWorld();
    const cancelled = await world.does(press("keep"));
    expect(cancelled).toMatchObject({
      kind: "replace_message",
      message: { title: "Nothing was deleted.", buttons: [] },
    });
    expect(world.deleted).toEqual([]);
  });

  test("deletes the card after confirmation, and replaces the question with the result", async () => {
    const world = await finishedWorld();
    const answer = await world.does(deletePress("delete_it"));
    expect(world.deleted).toEqual([]);
    expect(await endOf(answer)).toContain("The card is deleted.");
    expect(world.deleted).toEqual([`${aJobId()} everything`]);
  });

  const reply = aDiscordReply(pressed);
  const film = aKeptFilm();
  const linked = "This also deletes the saved video; its link stops working now.";
  const unlinked = "This also deletes the saved video.";
  const [aCard, ...ofCard] = aBatch(["ready", "ready", "ready"], { reply });
  const withFilms = ofCard.map((part, nth) => ({ ...part, ...(nth < 2 && { film }) }) as Job);
  test.for<readonly [string, readonly Job[], boolean, string]>([
    ["a saved video with a link", [aClosedJob({ reply, film })], true, linked],
    ["a saved video without a link", [aClosedJob({ reply, film })], false, unlinked],
    ["a video that is being saved", [aJob({ reply, keep: "due", state: aKeeping() })], true, unlinked],
    [
      "the saved videos of a batch",
      [{ ...aCard, id: aJobId() }, ...withFilms],
      true,
      "This also deletes the saved videos; their links stop working now.",
    ],
  ])(
    "warns that the deletion includes %s, and offers to remove only the card",
    async ([, jobs, hasLinks, sentence]) => {
      const world = await finishedWorld(undefined, jobs);
      world.keptFilms.hasLinks = hasLinks;
      const answer = await world.does(deletePress("delete"));
      expect(messageOf(answer).body.flat()).toContain(sentence);
      expect(privateWords(answer)).not.toContain("stays at the video service");
      expect(messageOf(answer).buttons.map(({ label, id }) => [label, id])).toEqual([
        ["Delete", `delete_it:${aJobId()}`],
        ["Remove the card only", `delete_card:${aJobId()}`],
        ["Cancel", "keep"],
      ]);
    },
  );

  test("does not warn about a saved video that has expired", async () => {
    const world = await finishedWorld(undefined, [aClosedJob({ reply, film: aKeptFilm({ until: TEST_START }) })]);
    const answer = await world.does(deletePress("delete"));
    expect(labelsIn(answer)).toEqual(["Delete", "Cancel"]);
    expect(privateWords(answer)).toContain("The video stays at the video service");
  });

  test("keeps the saved video if “Remove the card only” is pressed in the question", async () => {
    const world = await finishedWorld({ kind: "deleted", left: [], saved: 1 });
    const answer = await world.does(deletePress("delete_card"));
    expect(await endOf(answer)).toMatch(/The card is deleted\.\s+The saved video stays: \/video-jobs shows it\./);
    expect(world.deleted).toEqual([`${aJobId()} card_only`]);
  });

  test.for<[string, Deletion | Error, RegExp]>([
    [
      "the notification cannot be deleted",
      { kind: "deleted", left: ["notification"], saved: 0 },
      /is deleted.*notification could not be/s,
    ],
    [
      "the video in the thread cannot be deleted",
      { kind: "deleted", left: ["video"], saved: 0 },
      /is deleted.*video in the thread could not be/s,
    ],
    [
      "the card cannot be deleted",
      { kind: "deleted", left: ["card"], saved: 0 },
      /Not everything could be deleted.*card could not be/s,
    ],
    ["the platform is unreachable", { kind: "not_now" }, /Not everything is deleted yet.*Press Delete again/s],
    ["the store is unreachable", new Error("away"), /Something went wrong/],
  ])("shows an error message if %s", async ([, deletion, words]) => {
    const world = await finishedWorld(deletion);
    expect(await endOf(await world.does(deletePress("delete_it")))).toMatch(words);
  });

  test("removes only the copy, without asking for confirmation, if pressed on a copy of the card", async () => {
    const world = await finishedWorld();
    const copy = { ...pressed, messageId: "500000000000000077" };
    expect(await world.does(deletePress("delete", copy))).toMatchObject({ kind: "remove_message" });
    expect(world.deleted).toEqual([]);
  });

  test.for([
    ["“Delete” on the card", "delete"],
    ["“Delete” in the question", "delete_it"],
    ["“Remove the card only” in the question", "delete_card"],
  ] as const)("is refused while the video is in progress (pressed button: %s)", async ([, kind]) => {
    for (const job of [aJob(), aJob({ state: aRunning() })])
      expect(await (await worldOf([job])).reads(press(kind, aJobId()))).toMatch(/still being made.*cannot be stopped/s);
  });
});

describe("the button “Fresh link”", () => {
  const freshLink = press("fresh_link", aJobId());
  const videoUrl = "https://cdn.example.com/w.mp4";

  test.for<readonly [string, LinkNews, string, (readonly string[])?]>([
    ["a new link on the card", { kind: "new", videoUrl, isShown: true }, "The card now has the new link"],
    [
      "a new link, but the card was not updated",
      { kind: "new", videoUrl, isShown: false },
      "The card could not be updated",
    ],
    [
      "the same link as before, valid for another minute",
      { kind: "same", expiresAt: TEST_START + 60_000 },
      "The link works until time:",
    ],
    [
      "the same link as before, already expired",
      { kind: "same", expiresAt: TEST_START },
      "The link has probably expired",
    ],
    [
      "the same link as before, without an expiry time",
      { kind: "same", expiresAt: null },
      "We don't know how long it will work",
    ],
    ["no link", { kind: "no_link" }, "The video service no longer has a link to this video. Nothing has changed."],
    ["no response from the service", { kind: "no_answer" }, "The video service did not answer. Nothing has changed."],
    [
      "no saved API key",
      { kind: "no_key" },
      "You have no API key saved, so we can't ask for a new link.",
      ["Add my key"],
    ],
    ["a refused API key", { kind: "bad_key" }, "The video service does not accept your key.", ["Add my key"]],
  ])(
    "acknowledges the press, then tries once to get a link and shows the result (result: %s)",
    async ([, news, sentence, labels]) => {
      const asked: string[] = [];
      const world = await worldOf([aClosedJob()], {
        async askLink(id) {
          asked.push(id);
          return news;
        },
      });
      const answer = await world.does(freshLink);
      expect([messageOf(answer).title, asked]).toEqual(["Getting a new link…", []]);
      const { message, card } = answer.kind === "working" ? await answer.finish() : { message: messageOf(answer) };
      expect(wordsOf(message)).toContain(sentence);
      expect(wordsOf(message).includes(`(${videoUrl})`)).toBe(news.kind === "new");
      if (labels) expect(labelsOf(message)).toEqual(labels);
      expect([asked, card]).toEqual([[aJobId()], undefined]);
    },
  );

  test.for<readonly [string, LinkNews, "can" | "cannot", RegExp]>([
    [
      "the link has expired",
      { kind: "same", expiresAt: TEST_START },
      "can",
      /Reelay still has the video.*until time:\S+: Continue and Join still work/s,
    ],
    [
      "the service has no link",
      { kind: "no_link" },
      "can",
      /Reelay still has the video.*: Continue and Join still work/s,
    ],
    [
      "the service has no link, and the bot has no video decoder",
      { kind: "no_link" },
      "cannot",
      /Reelay keeps it until time:\S+\.(?! Ask)/s,
    ],
    [
      "the service does not respond",
      { kind: "no_answer" },
      "can",
      /did not answer.*Try again.*Reelay keeps it until.*Continue/s,
    ],
    ["the person has no API key", { kind: "no_key" }, "can", /no API key saved.*Reelay keeps it until.*Continue/s],
  ])(
    "does not suggest making the video again if the bot still has the file (problem: %s)",
    async ([, news, can, words]) => {
      const world = await worldOf([aClosedJob()], {
        canContinue: () => can === "can",
        askLink: async () => ({ ...news, keptUntil: TEST_START + 60_000 }) as LinkNews,
      });
      const answer = await world.does(freshLink);
      const { message } = answer.kind === "working" ? await answer.finish() : { message: messageOf(answer) };
      expect(wordsOf(message)).toMatch(words);
      expect(wordsOf(message)).not.toMatch(/make the video again/);
    },
  );

  test("is refused on a video in progress and on a failed video", async () => {
    const world = await worldOf([aJob({ state: aRunning() })]);
    expect(await world.reads(freshLink)).toContain("This video is already in progress.");
    const outcome = aFailed();
    await world.has(aClosedJob({ state: aClosed(outcome) }));
    expect(await world.reads(freshLink)).toContain("it does not work here");
  });
});

const joinPressed = press("join", aJobId(3));

/** The nth part of a chain of successful videos. */
function part(nth: number, over: Partial<Job> = {}): Job {
  const picture = nth > 1 ? aFramePicture({ job: aJobId(nth - 1), nth }) : null;
  return aClosedJob({ id: aJobId(nth), request: aRequest({ picture }), ...over });
}

interface Joinable {
  readonly news?: JoinNews;
  readonly parts?: readonly Job[];
  readonly canContinue?: boolean;
}

/** Three parts, and a joiner that records its calls and returns `news`. */
async function chainWorld({
  news = { kind: "joined" },
  parts = [part(1), part(2), part(3)],
  canContinue = true,
}: Joinable = {}) {
  const asked: { readonly card: string; readonly parts: readonly string[]; readonly to: FilmDestination }[] = [];
  const world = await worldOf(parts, {
    canContinue: () => canContinue,
    async joinParts(card, joined, to) {
      asked.push({ card: card.id, parts: joined.map(({ id }) => id), to });
      return news;
    },
  });
  const endReads = async (act: Act = joinPressed) => wordsOf((await world.ends(act)).message);
  return { ...world, asked, endReads };
}

const notJoined = (over: Partial<Extract<JoinNews, { kind: "not_joined" }>>): JoinNews => ({
  kind: "not_joined",
  why: "not_sent",
  maxBytes: 20_971_520,
  ...over,
});

describe("the button “Join”", () => {
  test("announces at once that three parts are being joined for free, and reports the result later", async () => {
    const { does, asked, orders } = await chainWorld();
    const answer = await does(joinPressed);
    expect(answer).toMatchObject({ kind: "working", isAlwaysShown: true });
    expect(wordsOf(messageOf(answer))).toMatch(/Joining 3 parts.*free.*press Join again/s);
    expect(asked).toEqual([]);
    const done = answer.kind === "working" ? (await answer.finish()).message : messageOf(answer);
    expect(wordsOf(done)).toMatch(/3 parts joined.*free/s);
    const to = { reply: aDiscordReply({ messageId: null }), card: null, isPrivate: false };
    expect(asked).toEqual([{ card: aJobId(3), parts: [aJobId(1), aJobId(2), aJobId(3)], to }]);
    expect(orders).toEqual([]);
  });

  test("joins only parts 1 and 2 if pressed on the card of part 2", async () => {
    const { ends, asked } = await chainWorld();
    await ends(press("join", aJobId(2)));
    expect(asked.map(({ parts }) => parts)).toEqual([[aJobId(1), aJobId(2)]]);
  });

  test("sends the joined video privately if the card is private", async () => {
    const reply = aDiscordReply({ isPrivate: true });
    const { ends, asked } = await chainWorld({ parts: [part(1), part(2), part(3, { reply })] });
    await ends({ ...joinPressed, on: { place: pressed, shows: true } } as typeof joinPressed);
    expect(asked[0]?.to).toMatchObject({ card: pressed, isPrivate: true });
  });

  test("joins the same parts at most once in two minutes", async () => {
    const { does, ends, asked, clock } = await chainWorld();
    const [first, second] = await Promise.all([does(joinPressed), does(joinPressed)]);
    if (first.kind === "working") await first.finish();
    expect(privateWords(second)).toContain("less than two minutes ago");
    await clock.advance(JOIN_WITHIN_MS + 1_000);
    await ends(joinPressed);
    expect(asked).toHaveLength(2);
  });

  const tooMany = JOINED_PARTS_MAX + 1;
  test.for<readonly [string, string, readonly Job[]]>([
    ["the video is the first part of a chain", aJobId(1), [part(1)]],
    ["the chain has more parts than the limit", aJobId(tooMany), [part(tooMany)]],
  ])("joins nothing if %s", async ([, id, parts]) => {
    const { does, asked } = await chainWorld({ parts });
    expect((await does(press("join", id))).kind).toBe("private");
    expect(asked).toEqual([]);
  });

  test("joins nothing if the bot has no video decoder", async () => {
    const { reads, asked } = await chainWorld({ canContinue: false });
    expect(await reads(joinPressed)).toMatch(/can't join.*Nothing was charged/s);
    expect(asked).toEqual([]);
  });

  test.for([
    ["part 1 was deleted", [part(2), part(3)]],
    ["part 1 belongs to another person", [part(1, { owner: ben }), part(2), part(3)]],
  ] as const)("joins nothing and links to the other parts if %s", async ([, parts]) => {
    const { reads, asked } = await chainWorld({ parts });
    expect(await reads(joinPressed)).toMatch(/Not joined.*part 1 .*\[Part 2\].*\[Part 3\]/s);
    expect(asked).toEqual([]);
  });

  test.for([
    ["the joined video is too large", { why: "too_large" }, "larger than 20 MB"],
    ["part 2 has another format", { why: "unequal", nth: 1 }, "Part 2 has another size or format"],
    ["the parts have different formats", { why: "unequal" }, "differ in size or format"],
    ["the link of part 1 no longer works", { why: "gone", nth: 0 }, "the link of part 1 works"],
    ["part 3 cannot be decoded", { why: "unreadable", nth: 2 }, "Part 3 cannot be read"],
    ["an unknown part cannot be decoded", { why: "unreadable" }, "could not be fetched, joined or sent"],
    ["part 3 cannot be fetched", { why: "unreachable", nth: 2 }, "could not be fetched, joined or sent"],
    ["the joined video was not sent", { why: "not_sent" }, "Try again in two minutes"],
    ["the platform accepts no file", { why: "not_taken" }, "cannot send a file here"],
  ] as const)(
    "explains a failure, links to the parts and says that nothing was charged (reason: %s)",
    async ([, over, sentence]) => {
      const words = await (await chainWorld({ news: notJoined(over) })).endReads();
      expect(words).toContain(sentence);
      expect(words).toMatch(/\[Part 1\].*\[Part 2\].*\[Part 3\]/s);
      expect(words).toContain("Nothing was charged");
    },
  );

  test("links to the parts' videos after a failure, or to the parts' public cards if the video links have expired", async () => {
    const parts = [part(1, { reply: aDiscordReply({ isPrivate: true }) }), part(2), part(3)];
    const { ends, clock } = await chainWorld({ news: notJoined({}), parts });
    const urls = async () => {
      const { body } = (await ends(joinPressed)).message;
      return body.flat().flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece.url] : []));
    };
    const outcomes = parts.map(outcomeOf);
    expect(await urls()).toEqual(outcomes.map((one) => (one?.kind === "succeeded" ? one.videoUrl : null)));
    await clock.advance(8_000_000);
    const card = "https://discord.com/channels/300000000000000003/400000000000000004/500000000000000005";
    expect(await urls()).toEqual([card, card]);
  });

  test("asks the person to check for the joined video if the result of the upload is unknown", async () => {
    const { endReads } = await chainWorld({ news: { kind: "unclear" } });
    expect(await endReads()).toContain("Check whether it is here before you press");
  });

  test.for([
    ["joins all three parts", "three finished parts", 3, [aJobId(1), aJobId(2), aJobId(3)]],
    ["joins two parts", "two finished parts", 2, [aJobId(1), aJobId(2)]],
    ["joins nothing", "one finished part", 1, null],
  ] as const)("%s if pressed on the card of a chain with %s", async ([, , made, joined]) => {
    const broken = settled(aNotStarted("broken"));
    const parts = [1, 2, 3].map((nth) =>
      part(nth, { partOf: { job: aJobId(7), nth }, ...(nth > made && { state: broken.state }) }),
    );
    const card = { ...settled(aSeveral()), id: aJobId(7), parts: parts.map(({ id }) => id) };
    const { does, asked } = await chainWorld({ parts: [...parts, card] });
    const answer = await does(press("join", aJobId(7)));
    if (answer.kind === "working") await answer.finish();
    expect(asked.map(({ card, parts }) => [card, parts])).toEqual(joined ? [[aJobId(7), joined]] : []);
  });
});

describe("the button “Notify me too”", () => {
  const notifyMe = press("notify_me", aJobId());
  const running = aJob({ state: aRunning() });
  const too = "You'll be notified too.";

  test("informs the owner that the owner is notified anyway", async () => {
    const { reads, stored } = await worldOf([running]);
    expect(await reads(notifyMe)).toContain("You'll be notified anyway.");
    expect((await stored()).notify).toEqual([]);
  });

  test("adds each person only once to the list of people to notify", async () => {
    const { reads, stored } = await worldOf([running]);
    expect(await reads(notifyMe, { owner: ben })).toContain(too);
    expect(await reads(notifyMe, { owner: anOwner("998") })).toContain(too);
    expect(await reads(notifyMe, { owner: ben })).toContain(too);
    expect((await stored()).notify).toEqual(["999", "998"]);
  });

  test("adds the owner to the list of people to notify if notifications are off for the video", async () => {
    const { reads, stored } = await worldOf([aJob({ isSilent: true })]);
    expect(await reads(notifyMe)).toContain(too);
    expect(await reads(notifyMe)).toContain(too);
    expect((await stored()).notify).toEqual([anOwner().userId]);
  });

  test("can be used by a person whom the operator has blocked", async () => {
    const { reads } = await worldOf([aJob()], { rules: { access: { blockedUsers: new Set(["999"]) } } });
    expect(await reads(notifyMe, { owner: ben })).toContain(too);
  });

  test("is not shown on a private card, and a forged press adds nobody to the list of people to notify", async () => {
    const job = { ...running, reply: aDiscordReply({ isPrivate: true, editableUntil: TEST_START + 900_000 }) };
    const { reads, stored } = await worldOf([job]);
    expect(await reads(notifyMe, { owner: ben })).toContain("No notifications here");
    expect((await stored()).notify).toEqual([]);
    for (const state of [aRunning(), aJob().state])
      expect(labelsOf(cardOf({ ...job, state }, TEST_START))).not.toContain("Notify me too");
  });

  const editableFor15Minutes = { ...running, reply: aDiscordReply({ editableUntil: TEST_START + 900_000 }) };

  test("says that the person is notified only “for a while” if the card can be edited only for a limited time", async () => {
    const words = await (await worldOf([editableFor15Minutes])).reads(notifyMe, { owner: ben });
    expect(words).toContain("You'll be notified too, for a while.");
    expect(words).toContain("After that, Reelay can only notify the person who asked for it.");
  });

  test("disappears two minutes before the card becomes uneditable", () => {
    expect(labelsOf(cardOf(editableFor15Minutes, TEST_START + 779_000))).toEqual(["Notify me too"]);
    expect(labelsOf(cardOf(editableFor15Minutes, TEST_START + 780_000))).toEqual([]);
  });

  test("answers “Already finished” if the video ended before or during the press", async () => {
    const over = await worldOf([aClosedJob()]);
    expect(await over.reads(notifyMe, { owner: ben })).toContain("Already finished");
    const ending = await worldOf([running], { notifyMe: async () => aClosedJob() });
    expect(await ending.reads(notifyMe, { owner: ben })).toContain("Already finished");
  });

  test("adds at most as many people as one message can mention", async () => {
    const { reads, stored } = await worldOf([running]);
    for (let nth = 0; nth < 39; nth += 1) await reads(notifyMe, { owner: anOwner(`1${nth}`) });
    expect(await reads(notifyMe, { owner: ben })).toContain("The list is full");
    expect((await stored()).notify).toHaveLength(39);
  });
});

test("a press of “Notify me too” or “Leave the queue” starts a check whether the pressed message is a duplicate card", async () => {
  const places: unknown[] = [];
  const reply = aSlackReply();
  const job = aJob({ owner: aSlackOwner(), reply, state: aWaiting({ for: "turn" }) });
  const { does } = await worldOf([job], { removeLostCard: (...asked) => void places.push(asked) });
  const at = { channelId: "C1", messageId: "1.0" };
  for (const kind of ["notify_me", "withdraw"] as const)
    for (const place of [at, null])
      await does(
        { kind: "press", action: { kind, jobId: aJobId() }, on: { place, shows: true } },
        { owner: aSlackOwner() },
      );
  expect(places).toEqual([
    [aJobId(), at],
    [aJobId(), at],
  ]);
});

describe("/video-jobs show", () => {
  const show = (id: string): Act => ({ kind: "jobs", show: id });
  const running = aJob({ state: aRunning({ percent: 42 }), reply: aDiscordReply({ channelId: "elsewhere" }) });
  const here = aDiscordReply({ messageId: null, token: "of the command" });

  test.for([
    ["the whole id", aJobId()],
    ["the first six characters of the id", aJobId().slice(0, 6)],
    ["the start of the id in capitals with spaces", ` ${aJobId().slice(0, 7).toUpperCase()} `],
  ] as const)("shows a running video's card in the current channel (found by %s)", async ([, id]) => {
    const answer = await (await worldOf([running])).does(show(id), { reply: here });
    expect(answer).toMatchObject({ kind: "card_again", isLive: true, card: { jobId: aJobId(), reply: here } });
    if (answer.kind === "card_again") expect(wordsOf(answer.card.message)).toContain("42% done");
  });

  test("shows the card of an ended video with the card's buttons", async () => {
    const answer = await (await worldOf([aClosedJob()])).does(show(aJobId()));
    expect(answer).toMatchObject({ kind: "card_again", isLive: false });
    if (answer.kind === "card_again") expect(labelsOf(answer.card.message)).toContain("Again · 95 credits");
  });

  test("shows a private card in a private message", async () => {
    const world = await worldOf([{ ...running, reply: aDiscordReply({ isPrivate: true }) }]);
    expect(await world.does(show(aJobId()), { reply: here })).toMatchObject({
      card: { reply: cardPlace(here).privately() },
    });
  });

  test("finds nothing for an unknown id, another person's id or fewer than six characters of an id", async () => {
    const { reads } = await worldOf([running]);
    for (const id of ["", aJobId().slice(0, 5), aJobId(2)])
      expect(await reads(show(id))).toContain("None of your videos has an id that begins like that");
    expect(await reads(show(aJobId()), { owner: ben })).toContain("None of your videos");
  });

  test("answers “This video is just starting.” if the video has not started at the service", async () => {
    for (const job of [aJob(), aJob({ state: aSubmitting() })])
      expect(await (await worldOf([job])).reads(show(aJobId()))).toContain("This video is just starting.");
  });
});

test("the button “Cancel” replaces a price question with the message “Nothing was started.”", async () => {
  const answer = await commandWorld().does(press("cancel"));
  expect([answer.kind, messageOf(answer).title, labelsIn(answer)]).toEqual([
    "replace_message",
    "Nothing was started.",
    [],
  ]);
});

const jobId = aJobId();
const card = { channelId: "400000000000000004", messageId: "500000000000000005" };
const reply = aDiscordReply(card);
const elsewhere = { channelId: card.channelId, messageId: "599999999999999999" };

const pressedOn = (action: ButtonAction, on: PressedOn): Act => ({ kind: "press", action, on });
const everyKind = (["again", "edit", "in_720p", "fresh_link", "delete"] as const).map((kind) => ({ kind, jobId }));

/** Presses a button on the card of a finished video. Returns false if the bot replies that the button belongs to another message. */
async function isAccepted(act: Act, job = aClosedJob({ reply })) {
  const world = await keyedWorld({}, job);
  await world.withKey(job.owner);
  const answer = JSON.stringify(await world.does(act, { owner: job.owner }));
  const isStray = answer.includes("This button does not belong to the message");
  if (isStray) expect([world.orders, await world.vault.has(anOwner())]).toEqual([[], true]);
  return !isStray;
}

describe("a press of a button", () => {
  test.for<readonly ["is accepted" | "is refused", string, PressedOn]>([
    ["is refused", "lacks the button and is not the video's card", { place: elsewhere, shows: false }],
    ["is refused", "has unknown buttons and is not the video's card", { place: elsewhere, shows: null }],
    ["is accepted", "is the video's card", { place: card, shows: null }],
    ["is accepted", "is the video's card, even without the button", { place: card, shows: false }],
    ["is accepted", "has the button but is not the video's card", { place: elsewhere, shows: true }],
    ["is accepted", "has the button but no known id", { place: null, shows: true }],
    ["is accepted", "has unknown buttons and no known id", { place: null, shows: null }],
  ])("%s if the pressed message %s", async ([verb, , on]) => {
    for (const action of everyKind)
      expect(await isAccepted(pressedOn(action, on)), action.kind).toBe(verb === "is accepted");
  });

  const again = { kind: "again", jobId } as const;

  test("is accepted on the old and on the new message of a moved card", async () => {
    const movedTo = { channelId: "7", messageId: "8" };
    for (const place of [movedTo, card])
      expect(
        await isAccepted(pressedOn(again, { place, shows: null }), aClosedJob({ reply: { ...reply, movedTo } })),
      ).toBe(true);
  });

  test("is accepted only in the card's channel if the card's message id is unknown", async () => {
    const job = aClosedJob({ reply: { ...reply, messageId: null } });
    const on = (channelId: string) => ({ place: { channelId, messageId: "77" }, shows: null });
    expect(await isAccepted(pressedOn(again, on("9")), job)).toBe(false);
    expect(await isAccepted(pressedOn(again, on(card.channelId)), job)).toBe(true);
  });

  const at = (channelId: string, messageId: string) => ({ channelId, messageId });
  test.for<readonly ["is accepted" | "is refused", string, Partial<SlackReply>, PressedOn]>([
    ["is accepted", "is the video's card", {}, { place: at("C1", "1.1"), shows: null }],
    ["is refused", "has the card's timestamp but is in another channel", {}, { place: at("C2", "1.1"), shows: null }],
    ["is refused", "lacks the button and is not the video's card", {}, { place: at("C1", "1.2"), shows: false }],
    ["is accepted", "is a copy of the card", {}, { place: at("C2", "1.2"), shows: true }],
    [
      "is accepted",
      "has the button while the card's timestamp is unknown",
      { ts: null, cardChannelId: null },
      { place: at("C1", "1.9"), shows: true },
    ],
    ["is accepted", "is visible only to the presser", {}, { place: null, shows: null }],
  ])("%s in Slack if the pressed message %s", async ([verb, , over, on]) => {
    const own = aSlackReply({ channelId: "C1", cardChannelId: "C1", ts: "1.1", ...over });
    const job = aClosedJob({ owner: aSlackOwner(), reply: own });
    expect(await isAccepted(pressedOn({ kind: "delete", jobId }, on), job)).toBe(verb === "is accepted");
  });

  test("is refused for “Notify me too” if the pressed message lacks the button or is entirely unknown", async () => {
    const world = commandWorld();
    await world.has(aJob({ reply, state: aRunning() }));
    for (const on of [
      { place: elsewhere, shows: false },
      { place: null, shows: null },
    ])
      expect(await world.reads(pressedOn({ kind: "notify_me", jobId }, on), { owner: anOwner("999") })).toContain(
        "does not belong to the message",
      );
    expect((await world.stored()).notify).toEqual([]);
  });

  const withoutCard: readonly ButtonAction[] = [
    { kind: "cancel" },
    { kind: "keep" },
    { kind: "jobs", page: 0 },
    { kind: "remove_key" },
    ...(["start_kept", "open_kept", "start_typed", "show_job", "delete_it", "delete_card"] as const).map((kind) => ({
      kind,
      jobId,
    })),
  ];
  const named = withoutCard.map((action) => [nameOf(pressedOn(action, { place: null, shows: true })), action] as const);
  test.for(named)(
    "is accepted if the message's buttons are unknown, and refused if the message lacks the button (pressed: %s)",
    async ([, action]) => {
      expect(await isAccepted(pressedOn(action, { place: card, shows: false }))).toBe(false);
      expect(await isAccepted(pressedOn(action, { place: elsewhere, shows: null }))).toBe(true);
    },
  );
});
