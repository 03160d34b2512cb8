import { describe, expect, test } from "vitest";
import type { MessagePlace } from "../../src/core/chat.ts";
import type { Act, Answer } from "../../src/core/command.ts";
import type { FilmBeside } from "../../src/core/film/film.ts";
import { JOIN_WITHIN_MS, JOINED_PARTS_MAX, type JoinNews } from "../../src/core/film/film-chain.ts";
import type { Deletion, LinkNews } from "../../src/core/job/card-news.ts";
import { type Job, outcomeOf } from "../../src/core/job/job.ts";
import { cardOf } from "../../src/messages/card/card.ts";
import { aFramePicture } from "../fakes/film/frames.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  aRequest,
  aRunning,
  aSlackReply,
  TEST_START,
} from "../fakes/jobs.ts";
import { settled, unclearOutcomes } from "../messages/every-job.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { commandWorld, finished, labelsIn, messageOf, press, privateWords } from "./command-world.ts";

const deletePress = (kind: "delete" | "delete_it", place: MessagePlace | null = pressed): Act => ({
  kind: "press",
  action: { kind, jobId: aJobId() },
  on: { place, shows: true },
});
const pressed = { channelId: "400000000000000004", messageId: "500000000000000005" };
const reply = aDiscordReply(pressed);

/** Somebody's finished video, and what deleting its card comes to. */
async function finishedWorld(deletion: Deletion | Error = { kind: "deleted", left: [] }) {
  const deleted: string[] = [];
  const world = commandWorld({
    async deleteCard(id) {
      deleted.push(id);
      if (deletion instanceof Error) throw deletion;
      return deletion;
    },
  });
  await world.has(aClosedJob({ reply }));
  return { ...world, deleted };
}

async function endOf(answer: Answer): Promise<string> {
  if (answer.kind !== "replace_later") throw new Error(`the answer is ${answer.kind}`);
  return wordsOf(await answer.finish());
}

describe("Delete", () => {
  test("asks once, privately and with danger, and deletes nothing yet", async () => {
    const world = await finishedWorld();
    const answer = await world.does(deletePress("delete"));
    expect(privateWords(answer)).toContain(
      "This removes the card for everyone, along with its notification and the video",
    );
    expect(messageOf(answer).buttons).toMatchObject([
      { label: "Delete", style: "danger", id: `delete_it:${aJobId()}` },
      { label: "Cancel", style: "secondary", id: "keep_card" },
    ]);
    expect(world.deleted).toEqual([]);
  });

  test("Cancel deletes nothing and says so in the question's place", async () => {
    const world = await finishedWorld();
    const answer = await world.does(press("keep_card"));
    expect(answer).toMatchObject({ kind: "replace_message", message: { title: "Nothing was deleted." } });
    expect(labelsIn(answer)).toEqual([]);
  });

  test("confirmed, it deletes the card once the person has been answered, and says so in the question's place", async () => {
    const world = await finishedWorld();
    const answer = await world.does(deletePress("delete_it"));
    expect(world.deleted).toEqual([]);
    expect(await endOf(answer)).toContain("The card is deleted.");
    expect(world.deleted).toEqual([aJobId()]);
  });

  test.for<[string, Deletion | Error, RegExp]>([
    [
      "its notification stays",
      { kind: "deleted", left: ["notification"] },
      /The card is deleted.*notification could not be/s,
    ],
    ["the film stays", { kind: "deleted", left: ["video"] }, /The card is deleted.*video in the thread could not be/s],
    ["the card stays", { kind: "deleted", left: ["card"] }, /Not everything could be deleted.*card could not be/s],
    ["the platform is away", { kind: "not_now" }, /Not everything is deleted yet.*Press Delete again/s],
    ["the file is on its way", { kind: "still_open" }, /nothing was deleted.*Press Delete again/s],
    ["the store is away", new Error("away"), /Something went wrong/],
  ])("says what could not be done where %s", async ([, deletion, words]) => {
    const world = await finishedWorld(deletion);
    expect(await endOf(await world.does(deletePress("delete_it")))).toMatch(words);
  });

  test("on a copy of the card takes the copy away, and asks nothing: the card stays", async () => {
    const world = await finishedWorld();
    const copy = { ...pressed, messageId: "500000000000000077" };
    expect(await world.does(deletePress("delete", copy))).toMatchObject({ kind: "remove_message" });
    expect(world.deleted).toEqual([]);
  });

  test.for(["delete", "delete_it"] as const)("is its owner's alone, and for what has ended: %s", async (kind) => {
    const world = await finishedWorld();
    const other = await world.does(deletePress(kind), { owner: anOwner("999") });
    expect(privateWords(other)).toContain("Only the person who asked");
    const running = commandWorld();
    await running.has(aJob({ reply, state: aRunning() }));
    expect(await running.reads(deletePress(kind))).toContain("still being made");
    expect(world.deleted).toEqual([]);
  });
});

const freshLink = press("fresh_link", aJobId());

async function askedForLink(news: LinkNews) {
  const asked: string[] = [];
  const world = commandWorld({
    askLink: async (id) => {
      asked.push(id);
      return news;
    },
  });
  await world.has(aClosedJob());
  const answer = await world.does(freshLink);
  expect(asked).toEqual([]);
  const { message, card } = await finished(answer);
  expect(card).toBeUndefined();
  expect(asked).toEqual([aJobId()]);
  return { answer, message, words: wordsOf(message) };
}

describe("Fresh link", () => {
  test("asks once, after the answer, and says so meanwhile", async () => {
    const { answer } = await askedForLink({ kind: "no_answer" });
    expect(answer).toMatchObject({ kind: "working", message: { title: "Getting a new link…" } });
  });

  test("tells a new link, and whether the card has it", async () => {
    const shown = await askedForLink({ kind: "new", videoUrl: "https://cdn.example.com/w.mp4", isShown: true });
    expect(shown.words).toContain("(https://cdn.example.com/w.mp4)");
    expect(shown.words).toContain("The card now has the new link");
    const hidden = await askedForLink({ kind: "new", videoUrl: "https://cdn.example.com/w.mp4", isShown: false });
    expect(hidden.words).toContain("The card could not be updated");
  });

  test.for<readonly [LinkNews, string]>([
    [{ kind: "same", expiresAt: TEST_START + 60_000 }, "The link works until time:"],
    [{ kind: "same", expiresAt: TEST_START }, "The link has probably expired"],
    [{ kind: "same", expiresAt: null }, "We don't know how long it will work"],
    [{ kind: "no_link" }, "The video service no longer has a link to this video. Nothing has changed."],
    [{ kind: "no_answer" }, "The video service did not answer. Nothing has changed."],
    [{ kind: "no_key" }, "You have no API key saved, so we can't ask for a new link."],
    [{ kind: "bad_key" }, "The video service does not accept your key."],
  ])("that brings %j says: %s", async ([news, words]) => {
    expect((await askedForLink(news)).words).toContain(words);
  });

  test.for(["no_key", "bad_key"] as const)("with %s offers Add my key", async (kind) => {
    expect(labelsOf((await askedForLink({ kind })).message)).toEqual(["Add my key"]);
  });

  test("that fails inside Reelay says so", async () => {
    const world = commandWorld({ askLink: () => Promise.reject(new Error("disk")) });
    await world.has(aClosedJob());
    const { message } = await world.ends(freshLink);
    expect(wordsOf(message)).toContain("Something went wrong in Reelay");
  });

  test("of a forgotten video, or one on its way, or one without a link to come, asks nobody", async () => {
    const world = commandWorld();
    expect(await world.reads(freshLink)).toContain("record has been deleted");
    await world.has(aJob({ state: aRunning() }));
    expect(await world.reads(freshLink)).toContain("This video is already in progress.");
    const outcome = { kind: "failed", taskId: "t", refunded: 95, creditsAreExact: true } as const;
    await world.has(aClosedJob({ state: { status: "closed", outcome, isNotified: true, closedAt: 0 } }));
    expect(await world.reads(freshLink)).toContain("it does not work here");
  });
});

const joinPressed = press("join", aJobId(3));

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
  const answer = await does(joinPressed);
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
  await finished(await does({ ...joinPressed, on: { place, shows: true } } as typeof joinPressed));
  expect(asked[0]?.to).toMatchObject({ card: place, isPrivate: true });
});

test("a double press joins once; two minutes later the same card can be joined again", async () => {
  const { does, asked, clock } = await aWorld();
  const [first, second] = await Promise.all([does(joinPressed), does(joinPressed)]);
  await finished(first);
  expect(privateWords(second)).toContain("less than two minutes ago");
  await clock.advance(JOIN_WITHIN_MS + 1_000);
  await finished(await does(joinPressed));
  expect(asked).toHaveLength(2);
});

test("a first part, one that was not made and a video that is gone join nothing", async () => {
  const { does, asked } = await aWorld();
  expect((await does(press("join", aJobId(1)))).kind).toBe("private");
  expect((await does(press("join", aJobId(8)))).kind).toBe("private");
  for (const outcome of unclearOutcomes) {
    const { state } = settled(outcome);
    const world = await aWorld({ parts: [part(1), part(2), part(3, { state })] });
    expect((await world.does(joinPressed)).kind, outcome.kind).toBe("private");
  }
  expect(asked).toEqual([]);
});

test("where nothing reads films, an old button says so", async () => {
  const { does, asked } = await aWorld({ canContinue: false });
  expect(privateWords(await does(joinPressed))).toMatch(/can't join.*Nothing was charged/s);
  expect(asked).toEqual([]);
});

test("a part that is not known any more is named, and the others are offered", async () => {
  const { does, asked } = await aWorld({ parts: [part(2), part(3)] });
  const shown = privateWords(await does(joinPressed));
  expect(shown).toMatch(/Not joined.*part 1 .*\[Part 2\].*\[Part 3\]/s);
  expect(asked).toEqual([]);
});

test("the part of somebody else is none of this chain", async () => {
  const { does, asked } = await aWorld({ parts: [part(1, { owner: anOwner("9") }), part(2), part(3)] });
  expect(privateWords(await does(joinPressed))).toContain("part 1 ");
  expect(asked).toEqual([]);
});

test("a chain of more parts than are joined has no such button", async () => {
  const nth = JOINED_PARTS_MAX + 1;
  const { does } = await aWorld({ parts: [part(nth)] });
  expect((await does(press("join", aJobId(nth)))).kind).toBe("private");
});

test("a platform or a store that breaks joins nothing, and says so", async () => {
  const { does } = await aWorld({ news: new Error("the disk is full") });
  expect(wordsOf((await finished(await does(joinPressed))).message)).toContain("went wrong");
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
  ] as const)("%j says why, that nothing was charged, and offers the parts", async ([over, sentence]) => {
    const { does } = await aWorld({ news: notJoined(over) });
    const words = wordsOf((await finished(await does(joinPressed))).message);
    expect(words).toContain(sentence);
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
      const { body } = (await finished(await does(joinPressed))).message;
      return body.flat().flatMap((piece) => (typeof piece !== "string" && piece.kind === "link" ? [piece.url] : []));
    };
    expect(await urls()).toEqual(parts.map(link));
    await clock.advance(8_000_000);
    const card = "https://discord.com/channels/300000000000000003/400000000000000004/500000000000000005";
    expect(await urls()).toEqual([card, card]);
  });

  test("may have arrived: nobody is asked to press again at once", async () => {
    const { does } = await aWorld({ news: { kind: "unclear" } });
    expect(wordsOf((await finished(await does(joinPressed))).message)).toContain(
      "Check whether it is here before you press",
    );
  });
});

describe("the card of a chain", () => {
  const batch = (made: number, over: Partial<Job> = {}) => {
    const parts = [1, 2, 3].map((nth) =>
      nth <= made
        ? part(nth, { partOf: { job: aJobId(7), nth } })
        : part(nth, {
            partOf: { job: aJobId(7), nth },
            state: { status: "closed", outcome: { kind: "not_started", why: "broken" }, isNotified: true, closedAt: 0 },
          }),
    );
    const state = { status: "closed", outcome: { kind: "several" }, isNotified: true, closedAt: 0 } as const;
    return [...parts, aJob({ id: aJobId(7), parts: parts.map(({ id }) => id), state, ...over })];
  };
  const presses = press("join", aJobId(7));

  test("joins all that are made", async () => {
    const { does, asked } = await aWorld({ parts: batch(3) });
    await finished(await does(presses));
    expect(asked).toMatchObject([{ card: aJobId(7), parts: [aJobId(1), aJobId(2), aJobId(3)] }]);
    const broken = await aWorld({ parts: batch(2) });
    await broken.ends(presses);
    expect(broken.asked).toMatchObject([{ parts: [aJobId(1), aJobId(2)] }]);
  });

  test("joins nothing of one", async () => {
    const { does, asked } = await aWorld({ parts: batch(1) });
    expect((await does(presses)).kind).toBe("private");
    expect(asked).toEqual([]);
  });
});

const notifyMe = press("notify_me", aJobId());
const ben = anOwner("999");

async function running() {
  const world = commandWorld();
  await world.has(aJob({ state: aRunning() }));
  const listed = async () => (await world.stored()).notify;
  return { world, listed };
}

describe("Notify me too", () => {
  test("puts anybody on the list", async () => {
    const { world, listed } = await running();
    expect(await world.reads(notifyMe, { owner: ben })).toContain("You'll be notified too.");
    expect(await world.reads(notifyMe, { owner: anOwner("998") })).toContain("You'll be notified too.");
    expect(await listed()).toEqual(["999", "998"]);
  });

  test("pressed again says that the person is on the list, once", async () => {
    const { world, listed } = await running();
    await world.does(notifyMe, { owner: ben });
    expect(await world.reads(notifyMe, { owner: ben })).toContain("You're already on the list.");
    expect(await listed()).toEqual(["999"]);
  });

  test("tells the owner that they are notified anyway", async () => {
    const { world, listed } = await running();
    expect(await world.reads(notifyMe)).toContain("You'll be notified anyway.");
    expect(await listed()).toEqual([]);
  });

  test("puts the owner on the list where their settings say no ping", async () => {
    const world = commandWorld();
    await world.has(aJob({ isSilent: true }));
    expect(await world.reads(notifyMe)).toContain("You'll be notified too.");
    expect(await world.reads(notifyMe)).toContain("You're already on the list.");
    expect((await world.stored()).notify).toEqual([anOwner().userId]);
  });

  test("works before the video has started, and for whoever may not make videos", async () => {
    const world = commandWorld({ rules: { access: { blockedUsers: new Set(["999"]) } } });
    await world.has(aJob());
    expect(await world.reads(notifyMe, { owner: ben })).toContain("You'll be notified too.");
  });

  test.for([
    ["on a private card", aDiscordReply({ isPrivate: true, editableUntil: TEST_START + 900_000 })],
    ["in a direct message with the bot", aDiscordReply({ guildId: null })],
    ["where the bot is not, once the card's time is over", aDiscordReply({ editableUntil: TEST_START + 100_000 })],
    ["in Slack's direct message", aSlackReply({ cardChannelId: "D0000000001" })],
    ["in Slack's direct message that has no card yet", aSlackReply({ channelId: "U0000000002", cardChannelId: null })],
  ] as const)("%s promises nothing to anybody else, and its card has no such button", async ([, reply]) => {
    const world = commandWorld();
    const job = aJob({ reply: { ...reply, userId: "U0000000002" }, state: aRunning() });
    await world.has(job);
    expect(await world.reads(notifyMe, { owner: ben })).toContain("No notifications here");
    expect((await world.stored()).notify).toEqual([]);
    for (const state of [aRunning(), aJob().state])
      expect(cardOf({ ...job, state }, TEST_START).buttons.map(({ label }) => label)).not.toContain("Notify me too");
  });

  test("where the bot is not promises no more than it can keep", async () => {
    const world = commandWorld();
    const reply = aDiscordReply({ editableUntil: TEST_START + 900_000 });
    const job = aJob({ reply, state: aRunning() });
    await world.has(job);
    const shown = await world.reads(notifyMe, { owner: ben });
    expect(shown).toContain("You'll be notified too, for a while.");
    expect(shown).toContain("After that, Reelay can only notify the person who asked for it.");
    const labels = (at: number) => cardOf(job, at).buttons.map(({ label }) => label);
    expect(labels(TEST_START + 779_000)).toEqual(["Notify me too"]);
    expect(labels(TEST_START + 780_000)).toEqual([]);
  });

  test.for([
    ["a server", aDiscordReply()],
    ["a channel on Slack", aSlackReply()],
    ["a group message on Discord", aDiscordReply({ guildId: null, editableUntil: TEST_START + 900_000 })],
  ] as const)("in %s has its button", ([, reply]) => {
    const { buttons } = cardOf(aJob({ reply, state: aRunning() }), TEST_START);
    expect(buttons.map(({ label }) => label)).toEqual(["Notify me too"]);
  });

  test("of a video that has ended says so", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    expect(await world.reads(notifyMe, { owner: ben })).toContain("Already finished");
  });

  test("of a video that ends at this moment says so", async () => {
    const world = commandWorld({ notifyMe: async () => aClosedJob() });
    await world.has(aJob({ state: aRunning() }));
    expect(await world.reads(notifyMe, { owner: ben })).toContain("Already finished");
  });

  test("names no more people than one message holds", async () => {
    const { world, listed } = await running();
    const others = Array.from({ length: 39 }, (_, nth) => anOwner(`1${nth}`));
    for (const owner of others) await world.does(notifyMe, { owner });
    expect(await world.reads(notifyMe, { owner: ben })).toContain("The list is full");
    expect(await listed()).toHaveLength(39);
  });
});

const show = (id: string): Act => ({ kind: "jobs", show: id });
const runningJob = aJob({ state: aRunning({ percent: 42 }), reply: aDiscordReply({ channelId: "elsewhere" }) });
const here = aDiscordReply({ messageId: null, token: "of the command" });

describe("/video-jobs show", () => {
  test.for([aJobId(), aJobId().slice(0, 6), ` ${aJobId().slice(0, 7).toUpperCase()} `])(
    "brings the card of a running video here, by %j",
    async (id) => {
      const world = commandWorld();
      await world.has(runningJob);
      const answer = await world.does(show(id), { reply: here });
      expect(answer).toMatchObject({ kind: "card_again", isLive: true, card: { jobId: aJobId(), reply: here } });
      if (answer.kind === "card_again") expect(wordsOf(answer.card.message)).toContain("42% done");
    },
  );

  test("brings a copy of an ended one, with its buttons", async () => {
    const world = commandWorld();
    await world.has(aClosedJob());
    const answer = await world.does(show(aJobId()));
    expect(answer).toMatchObject({ kind: "card_again", isLive: false });
    if (answer.kind === "card_again")
      expect(answer.card.message.buttons.map(({ label }) => label)).toContain("Again · 95 credits");
  });

  test("leaves a private card private", async () => {
    const world = commandWorld();
    await world.has({ ...runningJob, reply: aDiscordReply({ isPrivate: true }) });
    const answer = await world.does(show(aJobId()), { reply: here });
    expect(answer).toMatchObject({ card: { reply: { ...here, isPrivate: true } } });
  });

  test.for(["", aJobId().slice(0, 5), aJobId(2), "show me"])("knows no video by %j", async (id) => {
    const world = commandWorld();
    await world.has(runningJob);
    expect(await world.reads(show(id))).toContain("None of your videos has an id that begins like that");
  });

  test("knows nobody else's", async () => {
    const world = commandWorld();
    await world.has(runningJob);
    const answer = await world.does(show(aJobId()), { owner: anOwner("200000000000000009") });
    expect(privateWords(answer)).toContain("None of your videos");
  });

  test("waits for a video that is just starting", async () => {
    const world = commandWorld();
    await world.has(aJob());
    expect(await world.reads(show(aJobId()))).toContain("This video is just starting.");
    await world.has(aJob({ state: { status: "submitting", since: 0, attempts: 1, answer: null } }));
    expect(await world.reads(show(aJobId()))).toContain("This video is just starting.");
  });

  test("is for those who may make videos here", async () => {
    const world = commandWorld({ rules: { access: { allowedChannels: new Set(["another"]) } } });
    await world.has(runningJob);
    expect(wordsOf(messageOf(await world.does(show(aJobId()))))).toContain("You can't make videos here");
  });
});
