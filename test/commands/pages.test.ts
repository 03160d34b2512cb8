import { describe, expect, test } from "vitest";
import { welcomes } from "../../src/commands/pages.ts";
import { commandSpecs } from "../../src/core/command-specs.ts";
import type { Job } from "../../src/core/job/job.ts";
import { noRules } from "../../src/core/team/rules.ts";
import { aKeptFilm, fakeKeptFilms } from "../fakes/film/kept-films.ts";
import {
  aClosed,
  aClosedJob,
  aDiscordReply,
  aJob,
  aJobId,
  aNotStarted,
  anOwner,
  aRequest,
  aRunning,
  aSlackOwner,
  aSlackReply,
  aWaiting,
  TEST_START,
} from "../fakes/jobs.ts";
import { aTeam } from "../fakes/teams.ts";
import { labelsOf, wordsOf } from "../messages/words-of.ts";
import { aCommand, blocked, commandWorld, keyedWorld, labelsIn, messageOf, press } from "./command-world.ts";

const list = { kind: "jobs", show: null } as const;
const page = (nth: number) => press("jobs", String(nth));

/** A person with that number of videos, numbered from the oldest. */
async function withVideos(count: number) {
  const world = commandWorld();
  for (let n = 1; n <= count; n += 1) {
    const request = aRequest({ prompt: `boat ${n}.` });
    await world.has(aClosedJob({ id: aJobId(n), acceptedAt: TEST_START + n, request }));
  }
  return world;
}

describe("/video-jobs", () => {
  test("lists each video's state, prompt, price, time and short id, newest first", async () => {
    const world = commandWorld();
    await world.has(aClosedJob({ id: aJobId(1), request: aRequest({ prompt: "a boat" }) }));
    const running = aRunning({ percent: 42 });
    await world.has(aJob({ id: aJobId(2), acceptedAt: TEST_START + 1_000, state: running }));
    const words = await world.reads(list);
    expect(words).toMatch(
      /42% done · “a paper boat in the rain” · 95 credits · time:\S+ · [0-9a-f]{6}\nReady · “a boat”/,
    );
    expect(words).toContain(` · ${aJobId(2).slice(0, 6)}`);
    expect(words).toContain("This month: 190 credits used.");
  });

  test("can also be used by a person whom the operator has blocked", async () => {
    expect(await commandWorld(blocked).reads(list)).toContain("Your videos");
  });

  test("lists only the person's own videos", async () => {
    const world = await withVideos(2);
    const words = await world.reads(list, { owner: anOwner("200000000000000009") });
    expect(words).toMatch(/You haven't made any videos yet\..*This month: no credits used\./s);
    expect(await world.reads(list, { owner: aSlackOwner() })).not.toContain("boat");
  });

  test("shows the expiry date of a stored video, and the earliest expiry date of a batch's videos", async () => {
    const world = commandWorld({ keptFilms: fakeKeptFilms({ now: () => TEST_START }) });
    const has = (n: number, days: number | null, over: Partial<Job> = {}) => {
      const film = days === null ? {} : { film: aKeptFilm({ until: TEST_START + days * 86_400_000 }) };
      return world.has(aClosedJob({ id: aJobId(n), ...film, ...over }));
    };
    await has(1, 30);
    await has(2, null, { parts: [aJobId(3), aJobId(4)] });
    await has(3, 9, { partOf: { job: aJobId(2), nth: 1 } });
    await has(4, 8, { partOf: { job: aJobId(2), nth: 2 } });
    await has(5, 0);
    const days = [...(await world.reads(list)).matchAll(/kept here, expires time:(\S+?)T/g)].map(([, day]) => day);
    expect(days.toSorted()).toEqual(["2026-11-29", "2026-12-21"]);
  });

  test("shows that the team will pay or has paid for a video, and shows no payer for a declined video", async () => {
    const world = commandWorld();
    await world.teams.saveRules(aTeam, noRules, 0);
    const declined = aClosed(aNotStarted("declined"));
    for (const [n, state] of [aClosedJob().state, declined, aWaiting()].entries())
      await world.has(aJob({ id: aJobId(n), acceptedAt: TEST_START + n, team: aTeam, state }));
    const lines = messageOf(await world.does(list)).body.map((line) => JSON.stringify(line));
    expect(lines.map((line) => /\w+ (?:be )?paid with the team's key|Paid with/.exec(line)?.[0])).toEqual([
      "Will be paid with the team's key",
      undefined,
      "Paid with",
    ]);
  });

  test("shows five videos per page, with buttons for newer and older videos", async () => {
    const world = await withVideos(11);
    const first = await world.does(list);
    const boats = messageOf(first).body.map((line) => /boat \d+/.exec(line.join())?.[0]);
    expect(boats).toEqual([11, 10, 9, 8, 7].map((n) => `boat ${n}`));
    expect(labelsIn(first)).toEqual(["Older"]);
    const second = await world.does(page(1));
    expect([second.kind, labelsIn(second)]).toEqual(["replace_message", ["Newer", "Older"]]);
    const last = await world.does(page(2));
    expect(wordsOf(messageOf(last))).toContain("“boat 1.”");
    expect(messageOf(last).body).toHaveLength(1);
    expect(labelsIn(last)).toEqual(["Newer"]);
    const behind = await world.does(page(3));
    expect(wordsOf(messageOf(behind))).toContain("There are no older videos.");
    expect([messageOf(behind).select, labelsIn(behind)]).toEqual([undefined, ["Newer"]]);
  });

  test("has a menu that brings the card of a listed video to the current channel", async () => {
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
    expect(await world.reads(show, { owner: aSlackOwner() })).toContain("No such video");
  });
});

describe("a person who opens Reelay for the first time", () => {
  const owner = aSlackOwner();
  const visitor = aCommand({ kind: "help" }, { owner, workspace: "T1", reply: aSlackReply(), isPlaceOpen: true });

  test("gets one welcome message with a short introduction", async () => {
    const welcome = welcomes(commandWorld().deps);
    const message = await welcome(visitor);
    expect(message && wordsOf(message)).toMatch(/^Welcome to Reelay\n.*type \/video in any channel.*API key first/s);
    expect(message && labelsOf(message)).toEqual(["Make a video", "Add my key", "Help"]);
    expect(await welcome(visitor)).toBeNull();
    const german = await welcome({ ...visitor, owner: aSlackOwner("U00000BEN2"), locale: "de" });
    expect(german).toMatchObject({ title: "Willkommen bei Reelay" });
  });

  test("is not asked to add a key if a key is already saved", async () => {
    const world = commandWorld();
    await world.withKey(owner);
    const message = await welcomes(world.deps)(visitor);
    expect(message && labelsOf(message)).toEqual(["Make a video", "Help"]);
    expect(message && wordsOf(message)).not.toContain("API key");
  });

  test.for([
    ["the person is blocked", { blockedUsers: new Set([owner.userId]) }],
    ["the workspace is not allowed", { allowedTeams: new Set(["T9"]) }],
  ] as const)("gets no welcome message if %s", async ([, access]) => {
    expect(await welcomes(commandWorld({ rules: { access } }).deps)(visitor)).toBeNull();
  });
});

test("the help lists every command", async () => {
  const shown = wordsOf(messageOf(await commandWorld().does({ kind: "help" })));
  const missing = commandSpecs("video").filter(({ name, means }) => means !== "help" && !shown.includes(`/${name}`));
  expect(missing).toEqual([]);
});

test("the help has the button “Make a video”, and asks only a person without a key to add a key", async () => {
  const without = messageOf(await commandWorld().does({ kind: "help" }));
  expect(labelsOf(without)).toEqual(["Make a video", "Add my key"]);
  expect(wordsOf(without)).toContain("Add your own API key with");
  const owner = messageOf(await (await keyedWorld()).does({ kind: "help" }));
  expect(labelsOf(owner)).toEqual(["Make a video"]);
  expect(wordsOf(owner)).not.toContain("Add your own API key with");
});
