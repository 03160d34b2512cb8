import { describe, expect, test } from "vitest";
import type { JudgePrompts } from "../../../src/core/policy/policy.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { anOwner } from "../../fakes/jobs.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { makeVideo, messageOf, privateWords } from "../command-world.ts";
import { pressed, team, teamWorld } from "./team-world.ts";

const make = makeVideo({ prompt: "a paper boat", pay: "mine" });

async function aWorld(...given: Parameters<typeof teamWorld>) {
  const world = await teamWorld(...given);
  await world.withKey();
  return world;
}

describe("a team that its admins have paused", () => {
  test("makes no new videos, no matter who pays, until they let it go on", async () => {
    const world = await aWorld();
    const paused = await world.asAdmin(pressed("team_pause"));
    expect(paused.kind).toBe("replace_message");
    expect(privateWords(paused)).toContain("Videos in progress will still finish.");
    expect(labelsOf(messageOf(paused))).toContain("Go on");
    for (const pay of ["mine", "team"])
      expect(privateWords(await world.asMember(makeVideo({ pay })))).toContain("An admin has paused Reelay here");
    expect(world.orders).toEqual([]);

    const going = await world.asAdmin(pressed("team_go_on"));
    expect(labelsOf(messageOf(going))).toContain("Pause Reelay here");
    expect((await world.asMember(make)).kind).toBe("card");
  });

  test("is paused in its own place alone", async () => {
    const world = await aWorld({ isPaused: true });
    expect((await world.does(make, { workspace: null })).kind).toBe("card");
    expect((await world.does(make, { workspace: "4" })).kind).toBe("card");
  });

  test("is paused by nobody but an admin", async () => {
    const world = await aWorld({ managers: [anOwner().userId] });
    expect(privateWords(await world.asMember(pressed("team_pause")))).toContain("Only this team's admins can do that");
    expect(await world.rules()).toMatchObject({ isPaused: false });
  });
});

describe("words and people", () => {
  test("are saved as they were typed and picked, each word once, and the caps stay", async () => {
    const world = await aWorld({ teamMonth: 7 });
    const opened = await world.asAdmin(pressed("team_house"));
    expect(opened).toMatchObject({ kind: "form", form: { id: "team_house" } });
    const given = { words: " gun \r\n\nred   flag\ngun", blocked: ["9"] };
    const saved = await world.sets({ kind: "set_team_house", given });
    expect(wordsOf(messageOf(saved))).toContain("Not allowed in prompts: 2 words.");
    expect(wordsOf(messageOf(saved))).toContain("Blocked: 1 person.");
    expect(await world.rules()).toMatchObject({ teamMonth: 7, words: ["gun", "red flag"], blocked: ["9"] });
  });

  test.for<readonly [string, string]>([
    ["too many", Array.from({ length: 101 }, (_, nth) => `w${nth}`).join("\n")],
    ["too long", "x".repeat(61)],
  ])("are refused at their field where they are %s", async ([, words]) => {
    const world = await aWorld({ words: ["gun"] });
    const answer = await world.sets({ kind: "set_team_house", given: { words, blocked: [] } });
    expect(answer).toMatchObject({ kind: "form_error", field: "words", text: expect.stringContaining("Up to 100") });
    expect(await world.rules()).toMatchObject({ words: ["gun"] });
  });

  test("are changed by nobody but an admin", async () => {
    const world = await aWorld();
    const given = { words: "boat", blocked: ["9"] };
    const form = { kind: "set_team_house", given, version: await world.version() } as const;
    expect(privateWords(await world.asMember(form))).toContain("Only this team's admins can do that");
    expect(await world.rules()).toMatchObject({ words: [], blocked: [] });
  });

  test("that hold what looks like a key are not kept", async () => {
    const world = await aWorld();
    const given = { words: `vk-${"a1b2c3d4".repeat(4)}`, blocked: [] };
    expect(privateWords(await world.sets({ kind: "set_team_house", given }))).toContain("Is there a key in this?");
    expect(await world.rules()).toMatchObject({ words: [] });
  });
});

test("somebody who is blocked makes no video here, with whatever key, and others do", async () => {
  const world = await aWorld({ blocked: [anOwner().userId] });
  for (const pay of ["mine", "team"])
    expect(privateWords(await world.asMember(makeVideo({ pay })))).toContain("An admin has blocked you");
  expect(world.orders).toEqual([]);
  const other = anOwner("7");
  await world.withKey(other);
  expect((await world.asMember(make, { owner: other })).kind).toBe("card");
});

test("a team's words are judged with each prompt that is written in its place", async () => {
  const heard: unknown[] = [];
  const judgePrompts: JudgePrompts = async ({ teamWords }) => {
    heard.push(teamWords);
    return teamWords.includes("boat") ? { kind: "team_words" } : null;
  };
  const world = await aWorld({ words: ["boat"] }, { judgePrompts });
  expect(privateWords(await world.asMember(make))).toContain("a word that isn't allowed here");
  expect((await world.does(make, { workspace: null })).kind).toBe("card");
  expect(heard).toEqual([["boat"], []]);
});

test("rules that cannot be read stop new videos in their place", async () => {
  const world = await aWorld();
  const rules = () => Promise.reject(new Error("away"));
  const away = await aWorld({}, { teams: { ...world.teams, rules } });
  expect(privateWords(await away.asMember(make))).toContain("The rules here can't be read right now.");
  expect(away.orders).toEqual([]);
  expect(await away.teams.saveRules(team, noRules, 1)).toBe(true);
});
