import { describe, expect, test } from "vitest";
import type { AgeRestriction, Answer } from "../../../src/core/command.ts";
import type { JudgePrompts } from "../../../src/core/prompt-policy.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDiscordReply, anOwner } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { finished, labelsIn, makeVideo, messageOf, press, privateWords } from "../command-world.ts";
import { team, teamWorld, untoldPeople } from "./team-world.ts";

const make = makeVideo({ prompt: "a paper boat", pay: "mine" });

async function aWorld(...given: Parameters<typeof teamWorld>) {
  const world = await teamWorld(...given);
  await world.withKey();
  return world;
}

describe("a team that its admins have paused", () => {
  test("makes no new videos, no matter who pays, until they let it go on", async () => {
    const world = await aWorld();
    const paused = await world.asAdmin(press("team_pause"));
    expect(paused.kind).toBe("replace_message");
    expect(privateWords(paused)).toContain("Videos in progress will still finish.");
    expect(labelsIn(paused)).toContain("Resume");
    for (const pay of ["mine", "team"])
      expect(await world.memberReads(makeVideo({ pay }))).toContain("An admin has paused Reelay here");
    expect(world.orders).toEqual([]);

    const going = await world.asAdmin(press("team_go_on"));
    expect(labelsIn(going)).toContain("Pause Reelay here");
    expect((await world.asMember(make)).kind).toBe("card");
  });

  test("is paused in its own place alone", async () => {
    const world = await aWorld({ isPaused: true });
    expect((await world.does(make, { workspace: null })).kind).toBe("card");
    expect((await world.does(make, { workspace: "4" })).kind).toBe("card");
  });

  test("is paused by nobody but an admin", async () => {
    const world = await aWorld({ managers: [anOwner().userId] });
    expect(await world.memberReads(press("team_pause"))).toContain("Only this team's admins can do that");
    expect(await world.rules()).toMatchObject({ isPaused: false });
  });
});

describe("a request that waited for a key that was given elsewhere", () => {
  const inDirect = { workspace: null, reply: aDiscordReply({ guildId: null, channelId: "499", messageId: null }) };
  const give = { kind: "give_key", key: new Secret("own-key-0123456789") } as const;

  test("is judged by the place where it was made", async () => {
    const world = await teamWorld(null);
    await world.asMember(makeVideo({ prompt: "a paper boat" }));
    await world.teams.saveRules(team, { ...noRules, isPaused: true }, 0);
    const { message } = await finished(await world.asMember(give, inDirect));
    expect(JSON.stringify(message)).toContain("An admin has paused Reelay here");
    expect(world.orders).toEqual([]);
  });

  test("gets the style that every video has in that place", async () => {
    const world = await teamWorld(null);
    const house = { name: "house", text: "ink on rice paper: {prompt}" };
    await world.deps.styles.change(team, () => ({ styles: [house], always: "house" }));
    await world.asMember(makeVideo({ prompt: "a paper boat" }));
    await finished(await world.asMember(give, inDirect));
    expect(world.orders.map(({ request }) => request.prompt)).toEqual(["ink on rice paper: a paper boat"]);
  });

  test("is judged by its own channel in the same server, too", async () => {
    const world = await teamWorld({ isAgeRestrictedOnly: true });
    await world.asMember(makeVideo({ prompt: "a paper boat", pay: "mine" }), { ageRestriction: "yes" });
    await finished(await world.asMember(give, { ageRestriction: "no" }));
    expect(world.orders).toHaveLength(1);
  });
});

describe("a team whose videos are made in age-restricted channels alone", () => {
  const where = { isAgeRestrictedOnly: true };
  const here = (isAgeRestricted: () => Promise<boolean | null>) => ({
    people: { ...untoldPeople, isAgeRestricted },
  });

  test.for<readonly [string, AgeRestriction, boolean | null, string | null]>([
    ["its age-restricted channels", "yes", null, null],
    ["a thread of one", "ask", true, null],
    ["other channels", "no", true, "Videos can only be made in age-restricted channels here, or in their threads."],
    ["a thread of another", "ask", false, "Videos can only be made in age-restricted channels here, or in their"],
    ["a channel of which Discord does not say", "ask", null, "Discord didn't say whether this is one."],
  ])("makes them in %s, or says why not, no matter who pays", async ([, ageRestriction, answer, words]) => {
    const world = await aWorld(
      where,
      here(async () => answer),
    );
    for (const pay of ["mine", "team"]) {
      const answer = await world.asMember(makeVideo({ pay }), { ageRestriction });
      if (words === null) expect(answer.kind).toBe("card");
      else expect(privateWords(answer)).toContain(words);
    }
    const refused = answer === null ? "age_unknown" : "not_age_restricted";
    const denied = ageRestriction === "no" ? "not_age_restricted" : refused;
    expect(world.denials).toEqual(words === null ? [] : [denied, denied]);
    expect(world.orders).toHaveLength(words === null ? 2 : 0);
  });

  test("waits no longer for Discord than for its own store", async () => {
    const world = await aWorld(
      where,
      here(() => new Promise(() => {})),
    );
    const answer = world.asMember(make, { ageRestriction: "ask" });
    await world.clock.advance(2_000);
    expect(privateWords(await answer)).toContain("Discord didn't say whether this is one.");
  });

  test("is set in the form on Discord, seen in the status, and on Slack there is no such field", async () => {
    const world = await aWorld();
    const ids = (answer: Answer) => (answer.kind === "form" ? answer.form.fields.map(({ id }) => id) : []);
    expect(ids(await world.asAdmin(press("team_house")))).toEqual(["words", "blocked", "age_restricted"]);
    const slack = { owner: { platform: "slack", teamId: "T1", userId: "U1" } } as const;
    expect(ids(await world.asAdmin(press("team_house"), slack))).toEqual(["words", "blocked"]);
    const line = "Videos can be made in age-restricted channels only.";
    for (const [ageRestricted, isSet] of [
      ["yes", true],
      ["no", false],
    ] as const) {
      const saved = await world.sets({ kind: "set_team_house", given: { words: "", blocked: [], ageRestricted } });
      expect(wordsOf(messageOf(saved)).includes(line)).toBe(isSet);
      expect((await world.memberReads({ kind: "team_status" })).includes(line)).toBe(isSet);
      expect(await world.rules()).toMatchObject({ isAgeRestrictedOnly: isSet });
    }
    const keyless = await teamWorld(null);
    await keyless.teams.saveRules(team, { ...noRules, ...where }, 0);
    expect(await keyless.memberReads({ kind: "team_status" })).toContain(line);
  });
});

describe("words and people", () => {
  test("are saved as typed and picked, each word once, and the caps stay", async () => {
    const world = await aWorld({ teamMonth: 7 });
    const opened = await world.asAdmin(press("team_house"));
    expect(opened).toMatchObject({ kind: "form", form: { id: "team_house" } });
    const given = { words: " gun \r\n\nred   flag\ngun", blocked: ["9"], ageRestricted: "no" };
    const saved = await world.sets({ kind: "set_team_house", given });
    expect(wordsOf(messageOf(saved))).toContain("Not allowed in prompts: 2 words.");
    expect(wordsOf(messageOf(saved))).toContain("Blocked: 1 person.");
    expect(await world.rules()).toMatchObject({ teamMonth: 7, words: ["gun", "red flag"], blocked: ["9"] });
  });

  test.for<readonly [string, string]>([
    ["too many", Array.from({ length: 101 }, (_, nth) => `w${nth}`).join("\n")],
    ["too long", "x".repeat(61)],
    ["too long as they are judged, eighteen letters for one", "\u{fdfa}".repeat(4)],
  ])("are refused at their field where they are %s", async ([, words]) => {
    const world = await aWorld({ words: ["gun"] });
    const answer = await world.sets({ kind: "set_team_house", given: { words, blocked: [], ageRestricted: "no" } });
    expect(answer).toMatchObject({ kind: "form_error", field: "words", text: expect.stringContaining("Up to 100") });
    expect(await world.rules()).toMatchObject({ words: ["gun"] });
  });

  test("are changed by nobody but an admin", async () => {
    const world = await aWorld();
    const given = { words: "boat", blocked: ["9"], ageRestricted: "yes" };
    const form = { kind: "set_team_house", given, version: await world.version() } as const;
    expect(await world.memberReads(form)).toContain("Only this team's admins can do that");
    expect(await world.rules()).toMatchObject({ words: [], blocked: [], isAgeRestrictedOnly: false });
  });

  test("that seem to hold a key are not stored", async () => {
    const world = await aWorld();
    const given = { words: `vk-${"a1b2c3d4".repeat(4)}`, blocked: [], ageRestricted: "no" };
    expect(privateWords(await world.sets({ kind: "set_team_house", given }))).toContain("Is there a key in this?");
    expect(await world.rules()).toMatchObject({ words: [] });
  });
});

test("somebody who is blocked makes no video here, with whatever key, and others do", async () => {
  const world = await aWorld({ blocked: [anOwner().userId] });
  for (const pay of ["mine", "team"])
    expect(await world.memberReads(makeVideo({ pay }))).toContain("An admin has blocked you");
  expect(world.orders).toEqual([]);
  const other = anOwner("7");
  await world.withKey(other);
  expect((await world.asMember(make, { owner: other })).kind).toBe("card");
});

test("each prompt written in a team's place is judged by that team's words", async () => {
  const heard: unknown[] = [];
  const judgePrompts: JudgePrompts = async ({ teamWords }) => {
    heard.push(teamWords);
    return teamWords.includes("boat") ? { kind: "team_words" } : null;
  };
  const world = await aWorld({ words: ["boat"] }, { judgePrompts });
  expect(await world.memberReads(make)).toContain("a word that isn't allowed here");
  expect((await world.does(make, { workspace: null })).kind).toBe("card");
  expect(heard).toEqual([["boat"], []]);
});

test("rules that cannot be read stop new videos in their place", async () => {
  const world = await aWorld();
  const rules = () => Promise.reject(new Error("away"));
  const away = await aWorld({}, { teams: { ...world.teams, rules } });
  expect(await away.memberReads(make)).toContain("cannot read the team's rules right now");
  expect(away.orders).toEqual([]);
  expect(await away.teams.saveRules(team, noRules, 1)).toBe(true);
});
