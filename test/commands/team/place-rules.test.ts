import { describe, expect, test } from "vitest";
import type { AgeRestriction } from "../../../src/core/command.ts";
import type { JudgePrompts } from "../../../src/core/prompt-policy.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aDiscordReply, anOwner, aSlackOwner } from "../../fakes/jobs.ts";
import { finished, formOf, labelsIn, makeVideo, never, press, privateWords } from "../command-world.ts";
import { team, teamWorld, unknownPeople } from "./team-world.ts";

const boat = { prompt: "a paper boat" };
const make = makeVideo({ ...boat, pay: "mine" });
const byEither = ["mine", "team"].map((pay) => makeVideo({ pay }));
const status = { kind: "team_status" } as const;

/** A team whose members have their own keys. */
async function ownKeyWorld(...given: Parameters<typeof teamWorld>) {
  const world = await teamWorld(...given);
  await world.withKey();
  return world;
}

describe("pausing Reelay in a team's server", () => {
  test("prevents new videos with a personal key or the team's key until an admin presses “Resume”", async () => {
    const world = await ownKeyWorld();
    const paused = await world.asAdmin(press("team_pause"));
    expect(paused.kind).toBe("replace_message");
    expect(privateWords(paused)).toContain("Videos in progress will still finish.");
    expect(labelsIn(paused)).toContain("Resume");
    for (const act of byEither) expect(await world.memberReads(act)).toContain("An admin has paused Reelay here");
    expect(world.orders).toEqual([]);
    expect(labelsIn(await world.asAdmin(press("team_go_on")))).toContain("Pause Reelay here");
    expect((await world.asMember(make)).kind).toBe("card");
  });

  test.for([
    ["direct messages", null],
    ["another server", "4"],
  ] as const)("does not prevent videos in %s", async ([, workspace]) => {
    expect((await (await ownKeyWorld({ isPaused: true })).does(make, { workspace })).kind).toBe("card");
  });
});

describe("a request whose API key is entered later in another channel", () => {
  const inDirect = { workspace: null, reply: aDiscordReply({ guildId: null, channelId: "499", messageId: null }) };
  const give = { kind: "give_key", key: new Secret("own-key-0123456789") } as const;

  test("is checked against the rules of the server where the request was made", async () => {
    const world = await teamWorld(null);
    await world.asMember(makeVideo(boat));
    await world.teams.saveRules(team, { ...noRules, isPaused: true }, 0);
    const { message } = await finished(await world.asMember(give, inDirect));
    expect(JSON.stringify(message)).toContain("An admin has paused Reelay here");
    expect(world.orders).toEqual([]);
  });

  test("gets the mandatory style of the server where the request was made", async () => {
    const world = await teamWorld(null);
    const house = { name: "house", text: "ink on rice paper: {prompt}" };
    await world.deps.styles.change(team, () => ({ styles: [house], always: "house" }));
    await world.asMember(makeVideo(boat));
    await finished(await world.asMember(give, inDirect));
    expect(world.orders.map(({ request }) => request.prompt)).toEqual(["ink on rice paper: a paper boat"]);
  });

  test("is checked against the age restriction of the channel where the request was made", async () => {
    const world = await teamWorld({ isAgeRestrictedOnly: true });
    await world.asMember(make, { ageRestriction: "yes" });
    await finished(await world.asMember(give, { ageRestriction: "no" }));
    expect(world.orders).toHaveLength(1);
  });
});

describe("the team rule “age-restricted channels only”", () => {
  const where = { isAgeRestrictedOnly: true };
  const only = "Videos can only be made in age-restricted channels here, or in their threads.";
  const standingUnconfirmed = "Discord didn't say whether this is one.";
  const people = (answer: Promise<boolean | null>) => ({ people: { ...unknownPeople, isAgeRestricted: () => answer } });

  test.for<readonly ["allows" | "refuses", string, AgeRestriction, boolean | null, string | null, string?]>([
    ["allows", "an age-restricted channel", "yes", null, null],
    ["allows", "a thread of an age-restricted channel", "ask", true, null],
    ["refuses", "a channel without age restriction", "no", true, only, "not_age_restricted"],
    ["refuses", "a thread of a channel without age restriction", "ask", false, only, "not_age_restricted"],
    ["refuses", "a channel of unknown age restriction", "ask", null, standingUnconfirmed, "age_unknown"],
  ])("%s videos with a personal key or the team's key in %s", async ([, , ageRestriction, answer, words, denial]) => {
    const world = await ownKeyWorld(where, people(Promise.resolve(answer)));
    for (const act of byEither) {
      const answer = await world.asMember(act, { ageRestriction });
      if (words === null) expect(answer.kind).toBe("card");
      else expect(privateWords(answer)).toContain(words);
    }
    expect(world.denials).toEqual(denial === undefined ? [] : [denial, denial]);
    expect(world.orders).toHaveLength(words === null ? 2 : 0);
  });

  test("refuses a video if Discord does not report the channel's age restriction within two seconds", async () => {
    const world = await ownKeyWorld(where, people(never()));
    const answer = world.memberReads(make, { ageRestriction: "ask" });
    await world.clock.advance(2_000);
    expect(await answer).toContain(standingUnconfirmed);
  });

  test("has a field in the form “Words & people” on Discord, but not on Slack", async () => {
    const world = await ownKeyWorld();
    const idsOf = async (command = {}) => formOf(await world.asAdmin(press("team_house"), command)).ids;
    expect(await idsOf()).toEqual(["words", "blocked", "age_restricted"]);
    expect(await idsOf({ owner: aSlackOwner() })).toEqual(["words", "blocked"]);
  });

  test("is shown in the team status after being saved", async () => {
    const world = await ownKeyWorld();
    const line = "Videos can be made in age-restricted channels only.";
    for (const ageRestricted of ["yes", "no"]) {
      const isSet = ageRestricted === "yes";
      const saved = await world.sets({ kind: "set_team_house", given: { words: "", blocked: [], ageRestricted } });
      for (const words of [privateWords(saved), await world.memberReads(status)])
        expect(words.includes(line)).toBe(isSet);
      expect(await world.rules()).toMatchObject({ isAgeRestrictedOnly: isSet });
    }
    const keyless = await teamWorld(null);
    await keyless.teams.saveRules(team, { ...noRules, ...where }, 0);
    expect(await keyless.memberReads(status)).toContain(line);
  });
});

describe("forbidden words and blocked people", () => {
  const house = (words: string, blocked: readonly string[] = []) =>
    ({ kind: "set_team_house", given: { words, blocked, ageRestricted: "no" } }) as const;

  test("are saved without duplicate words and without changing the team's spending caps", async () => {
    const world = await ownKeyWorld({ teamMonth: 7 });
    const saved = privateWords(await world.sets(house(" gun \r\n\nred   flag\ngun", ["9"])));
    expect(saved).toContain("Not allowed in prompts: 2 words.");
    expect(saved).toContain("Blocked: @9.");
    expect(await world.rules()).toMatchObject({ teamMonth: 7, words: ["gun", "red flag"], blocked: ["9"] });
  });

  test("are not saved if there are too many words or a word looks like an API key", async () => {
    const world = await ownKeyWorld({ words: ["gun"] });
    const answer = await world.sets(house(Array.from({ length: 101 }, (_, nth) => `w${nth}`).join("\n")));
    expect(answer).toMatchObject({ kind: "form_error", field: "words", text: expect.stringContaining("Up to 100") });
    const withKey = await world.sets(house(`vk-${"a1b2c3d4".repeat(4)}`));
    expect(withKey).toMatchObject({ kind: "form_error", field: "words", text: expect.stringContaining("API key") });
    expect(await world.rules()).toMatchObject({ words: ["gun"] });
  });
});

test("a person whom a team blocked cannot make videos in the team's server, even with their own key", async () => {
  const world = await ownKeyWorld({ blocked: [anOwner().userId] });
  for (const act of byEither) expect(await world.memberReads(act)).toContain("An admin has blocked you");
  expect(world.orders).toEqual([]);
  await world.withKey(anOwner("7"));
  expect((await world.asMember(make, { owner: anOwner("7") })).kind).toBe("card");
});

test("only prompts in a team's server are checked against the team's forbidden words", async () => {
  const received: unknown[] = [];
  const judgePrompts: JudgePrompts = async ({ teamWords }) => {
    received.push(teamWords);
    return teamWords.includes("boat") ? { kind: "team_words", word: null } : null;
  };
  const world = await ownKeyWorld({ words: ["boat"] }, { judgePrompts });
  expect(await world.memberReads(make)).toContain("a word that isn't allowed here");
  expect((await world.does(make, { workspace: null })).kind).toBe("card");
  expect(received).toEqual([["boat"], []]);
});

test("no video starts in a team's server if the team's rules cannot be read", async () => {
  const world = await ownKeyWorld();
  Object.assign(world.teams, { rules: () => Promise.reject(new Error("away")) });
  expect(await world.memberReads(make)).toContain("cannot read the team's rules right now");
  expect(world.orders).toEqual([]);
});
