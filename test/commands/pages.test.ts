import { describe, expect, test } from "vitest";
import { welcomes } from "../../src/commands/pages.ts";
import { aKeptFilm, fakeKeptFilms } from "../fakes/film/kept-films.ts";
import {
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aSlackReply,
  TEST_START,
} from "../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { aCommand, blocked, commandWorld, labelsIn, messageOf, press, privateWords } from "./command-world.ts";

const list = { kind: "jobs", show: null } as const;
const page = (nth: number) => press("jobs", String(nth));

/** Somebody with that number of videos, of which the nth is the nth oldest. */
async function withVideos(count: number) {
  const world = commandWorld();
  for (let n = 1; n <= count; n += 1)
    await world.has(
      aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request: aRequest({ prompt: `boat ${n}.` }) }),
    );
  return world;
}

describe("/video-jobs", () => {
  test("says so where there is no video yet, and what was spent", async () => {
    const words = privateWords(await commandWorld().does(list));
    expect(words).toContain("You haven't made any videos yet.");
    expect(words).toContain("This month: no credits spent.");
  });

  test("tells of each video its state, prompt, price, time and the beginning of its id, newest first", async () => {
    const world = commandWorld();
    await world.has(aClosedJob({ id: aJobId(1), request: aRequest({ prompt: "a boat" }) }));
    const running = aRunning({ percent: 42 });
    await world.has(aJob({ id: aJobId(2), acceptedAt: TEST_START + 1_000, state: running }));
    const words = await world.reads(list);
    expect(words).toMatch(
      /42% done · “a paper boat in the rain” · 95 credits · time:\S+ · [0-9a-f]{6}\nReady · “a boat”/,
    );
    expect(words).toContain(` · ${aJobId(2).slice(0, 6)}`);
    expect(words).toContain("This month: 190 credits spent.");
  });

  test("says of a video that the bot keeps when that ends, and of several of one card when the first does", async () => {
    const world = commandWorld({ keptFilms: fakeKeptFilms({ now: () => TEST_START }) });
    const until = (day: number) => aKeptFilm({ until: TEST_START + day * 86_400_000 });
    await world.has(aClosedJob({ id: aJobId(1), film: until(30) }));
    const parts = [aJobId(3), aJobId(4)];
    const batch = aClosedJob({ id: aJobId(2), parts });
    await world.has(batch);
    await world.has(aClosedJob({ id: aJobId(3), partOf: { job: batch.id, nth: 1 }, film: until(9) }));
    await world.has(aClosedJob({ id: aJobId(4), partOf: { job: batch.id, nth: 2 }, film: until(8) }));
    await world.has(aClosedJob({ id: aJobId(5), film: until(0) }));
    const words = await world.reads(list);
    const days = [...words.matchAll(/kept here, expires time:(\S+?)T/g)].map(([, day]) => day);
    expect(days.toSorted()).toEqual(["2026-11-29", "2026-12-21"]);
  });

  test("shows nobody else's videos", async () => {
    const world = await withVideos(2);
    const words = await world.reads(list, { owner: anOwner("200000000000000009") });
    expect(words).toContain("You haven't made any videos yet.");
    expect(await world.reads(list, { owner: aSlackOwner() })).not.toContain("boat");
  });

  test("has five on a page, with buttons for newer and older ones in their place", async () => {
    const world = await withVideos(11);
    const first = messageOf(await world.does(list));
    expect(first.body.map((line) => /boat \d+/.exec(line.join())?.[0])).toEqual(
      [11, 10, 9, 8, 7].map((n) => `boat ${n}`),
    );
    expect(labelsOf(first)).toEqual(["Older"]);

    const second = await world.does(page(1));
    expect(second.kind).toBe("replace_message");
    expect(labelsIn(second)).toEqual(["Newer", "Older"]);
    const last = messageOf(await world.does(page(2)));
    expect(wordsOf(last)).toContain("“boat 1.”");
    expect(last.body).toHaveLength(1);
    expect(labelsOf(last)).toEqual(["Newer"]);
  });

  test("offers each of the page's videos by name: choosing one brings its card here", async () => {
    const world = await withVideos(7);
    const { select, facts } = messageOf(await world.does(list));
    expect(select?.label).toBe("Bring a video's card here…");
    expect(select?.options.map(({ label }) => label)).toEqual([7, 6, 5, 4, 3].map((n) => `Ready: boat ${n}.`));
    expect(JSON.stringify(facts)).not.toContain("video-jobs show");
    expect(select?.options[1]?.value).toBe(`show_job:${aJobId(6)}`);
    const show = press("show_job", aJobId(6));
    const here = aDiscordReply({ messageId: null, token: "of the choice" });
    const answer = await world.does(show, { reply: here });
    expect(answer).toMatchObject({ kind: "card_again", card: { jobId: aJobId(6), reply: here } });
    const stranger = await world.does(show, { owner: aSlackOwner() });
    expect(privateWords(stranger)).toContain("No such video");
    expect(messageOf(await world.does(page(3))).select).toBeUndefined();
  });

  test("a page behind the last one leads back", async () => {
    const world = await withVideos(1);
    const message = messageOf(await world.does(page(3)));
    expect(wordsOf(message)).toContain("There are no older videos.");
    expect(labelsOf(message)).toEqual(["Newer"]);
  });

  test("whoever may not make videos may still see their own", async () => {
    const world = commandWorld(blocked);
    expect(await world.reads(list)).toContain("Your videos");
  });
});

const owner = aSlackOwner();
const visitor = aCommand({ kind: "help" }, { owner, workspace: "T1", reply: aSlackReply(), isPlaceOpen: true });

test("whoever comes for the first time reads in a few words how to begin, once", async () => {
  const world = commandWorld();
  const welcome = welcomes(world.deps);
  const message = await welcome(visitor);
  expect(message && wordsOf(message)).toMatch(
    /^Welcome to Reelay\n[\s\S]*type \/video in any channel[\s\S]*API key first/,
  );
  expect(message && labelsOf(message)).toEqual(["Make a video", "Add my key", "Help"]);
  expect(await welcome(visitor)).toBeNull();
  expect(await welcome({ ...visitor, owner: aSlackOwner("U00000BEN2"), locale: "de" })).toMatchObject({
    title: "Willkommen bei Reelay",
  });
});

test("who has a key is not asked for one", async () => {
  const world = commandWorld();
  await world.withKey(owner);
  const message = await welcomes(world.deps)(visitor);
  expect(message && labelsOf(message)).toEqual(["Make a video", "Help"]);
  expect(message && wordsOf(message)).not.toContain("API key");
});

test("who may not make videos is not invited to", async () => {
  const blocked = commandWorld({ rules: { access: { blockedUsers: new Set([owner.userId]) } } });
  expect(await welcomes(blocked.deps)(visitor)).toBeNull();
  const elsewhere = commandWorld({ rules: { access: { allowedTeams: new Set(["T9"]) } } });
  expect(await welcomes(elsewhere.deps)(visitor)).toBeNull();
});
