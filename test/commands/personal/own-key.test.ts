import { describe, expect, test } from "vitest";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { noRules } from "../../../src/core/team/rules.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import {
  aJob,
  aJobId,
  anAnnouncing,
  anOwner,
  aRefused,
  aRunning,
  aWaiting,
  TEST_KEY,
  TEST_START,
} from "../../fakes/jobs.ts";
import { aTeam } from "../../fakes/teams.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import {
  commandWorld,
  finished,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  never,
  press,
  pressOf,
  privateWords,
} from "../command-world.ts";

const lastFour = TEST_KEY.slice(-4);
const give = (text = TEST_KEY) => ({ kind: "give_key", key: new Secret(text) }) as const;
const showKey = { kind: "show_key" } as const;
const removeKey = { kind: "remove_key" } as const;
const unverified = "Your key is saved, but not verified";
const stillWaits =
  "This video costs 95 credits, charged to your own account.\nYour request is kept for an hour and continues by itself";

describe("an API key that a person enters", () => {
  test("is tested after an immediate acknowledgement, and is stored if the key works", async () => {
    const world = commandWorld();
    const answer = await world.does(give(` ${TEST_KEY}\n`));
    expect(messageOf(answer).title).toBe("Checking your key…");
    expect(world.client.calls).toEqual([]);
    const { message, card } = await finished(answer);
    expect(wordsOf(message)).toContain(`Your key (ends in ${lastFour}) works`);
    expect(card).toBeUndefined();
    expect((await world.vault.get(anOwner()))?.reveal()).toBe(TEST_KEY);
    expect(world.client.calls).toEqual([{ kind: "check_key", lastFour }]);
  });

  test("does not replace the old key if the service refuses the new key", async () => {
    const world = await keyedWorld();
    world.client.nextVerdicts("bad");
    const { message } = await world.ends(give("another-key-987654"));
    expect(wordsOf(message)).toContain("was not saved");
    expect(labelsOf(message)).toEqual(["Add my key"]);
    expect((await world.vault.get(anOwner()))?.reveal()).toBe(TEST_KEY);
  });

  test.for([
    ["is not possible", "unchecked", unverified],
    ["never ends", never<"good">, unverified],
    ["fails because of a bug", () => Promise.reject(new Error("a bug")), "Something went wrong"],
  ] as const)("is answered with a message even if the test of the key %s", async ([, verdict, title]) => {
    const world = commandWorld();
    world.client.nextVerdicts(verdict);
    const ending = world.ends(give());
    await world.clock.advance(10_000);
    expect((await ending).message.title).toBe(title);
    const isStored = title === unverified;
    expect(await world.vault.has(anOwner())).toBe(isStored);
    expect(world.log.lines).toMatchObject(isStored ? [] : [{ level: "error", event: "command failed" }]);
  });

  test.for([
    ["only spaces", "  ", "Paste your API key here."],
    ["two words", "two words", "A key is one word"],
    ["letters outside ASCII", "schlüssel", "A key is one word"],
  ] as const)("is rejected in the form if the text contains %s", async ([, text, sentence]) => {
    const world = commandWorld();
    const answer = await world.does(give(text));
    expect(answer).toMatchObject({ kind: "form_error", field: "key", text: expect.stringContaining(sentence) });
    expect(world.client.calls).toEqual([]);
  });

  test("is not reported as saved if storing the key fails", async () => {
    const vault = { ...memoryVault(), put: () => Promise.reject(new Error("disk full")) };
    const { message } = await commandWorld({ vault }).ends(give());
    expect(wordsOf(message)).toContain("Reelay cannot save this now.");
  });

  test("is reported as invalid even if the person's waiting request cannot be read", async () => {
    const world = commandWorld();
    const failing = commandWorld({ pending: { ...world.deps.pending, find: () => Promise.reject(new Error("down")) } });
    failing.client.nextVerdicts("bad");
    expect(wordsOf((await failing.ends(give())).message)).toContain("This key does not work");
  });

  test("never appears in an answer or a log line", async () => {
    const world = commandWorld();
    await world.does(makeVideo());
    const answer = await world.does(give());
    const everything = JSON.stringify([answer, await finished(answer), world.log.lines, world.orders]);
    expect(everything).not.toContain(TEST_KEY);
  });

  test.for([
    ["1 video", 1, "Your video continues."],
    ["2 videos", 2, "Your 2 videos continue."],
  ] as const)(
    "resumes the videos that waited for a key, and the answer shows the number (%s)",
    async ([, count, sentence]) => {
      const owners: unknown[] = [];
      const world = commandWorld({
        async wakeWaiting(payer) {
          owners.push([payer, "userId" in payer && (await world.vault.get(payer))?.lastFour()]);
          return count;
        },
      });
      const { message } = await world.ends(give());
      expect(wordsOf(message)).toContain(sentence);
      expect(wordsOf(message)).not.toContain("You can make videos now.");
      // The key is saved before the videos are polled with it.
      expect(owners).toEqual([[anOwner(), lastFour]]);
    },
  );

  test.for([
    ["fails", async () => Promise.reject(new Error("disk"))],
    ["never ends", never],
  ] as const)("is saved even if resuming the waiting videos %s", async ([, wakeWaiting]) => {
    const world = commandWorld({ wakeWaiting });
    const ending = world.ends(give());
    await world.clock.advance(1_500);
    expect(wordsOf((await ending).message)).toContain("You can make videos now.");
    expect(await world.vault.has(anOwner())).toBe(true);
  });
});

describe("a request that waits for an API key", () => {
  test("is started exactly once after a key is saved, with the original event id and server", async () => {
    const world = commandWorld();
    await world.does(makeVideo({ prompt: "a cat" }), { eventId: "e1", workspace: "its own" });
    const { message, card } = await world.ends(give(), { eventId: "e2", workspace: "another" });
    expect(card).toMatchObject({ jobId: jobIdFrom("discord", "e1"), message: { quote: "a cat" } });
    expect(wordsOf(message)).toContain("The request that was waiting for it continues now and costs 95 credits.");
    expect((await world.ends(give())).card).toBeUndefined();
    expect(world.orders).toMatchObject([{ workspace: "its own" }]);
  });

  test("is not started if the platform delivers an earlier key form a second time", async () => {
    const world = commandWorld();
    const form = { eventId: "the form" };
    await world.does(makeVideo({ prompt: "a cat" }));
    expect((await world.ends(give(), form)).card).toBeDefined();
    await world.deps.vault.remove(anOwner());
    await world.does(makeVideo({ prompt: "a dog" }));
    expect((await world.ends(give(), form)).card).toBeUndefined();
    expect(world.orders).toMatchObject([{ request: { prompt: "a cat" } }]);
  });

  test("keeps waiting if the service refuses the entered key", async () => {
    const world = commandWorld();
    await world.does(makeVideo());
    world.client.nextVerdicts("bad", "good");
    const { card, message } = await world.ends(give());
    expect(card).toBeUndefined();
    expect(wordsOf(message)).toContain(stillWaits);
    expect((await world.ends(give())).card).toBeDefined();
  });

  test("is mentioned in answers about the key until the request starts", async () => {
    const world = commandWorld();
    expect(privateWords(await world.does(showKey))).not.toContain("Your request");
    await world.does(makeVideo());
    expect(privateWords(await world.does(showKey))).toContain(stillWaits);
    expect(wordsOf(messageOf(await world.does(give("two words"))))).toContain(stillWaits);
    await world.ends(give());
    await world.deps.vault.remove(anOwner());
    expect(privateWords(await world.does(showKey))).not.toContain("Your request");
  });

  test("starts no second video if a video was already made from the request", async () => {
    const world = commandWorld();
    await world.does(makeVideo(), { eventId: "e1" });
    await world.has(aJob({ id: jobIdFrom("discord", "e1") }));
    expect((await world.ends(give())).card).toBeUndefined();
  });
});

describe("/video-key status", () => {
  test.for([
    ["Your key works", "resumes", "the key is valid", "good"],
    ["Your key does not work", "does not resume", "the service refuses the key", "bad"],
    ["Your key could not be checked", "does not resume", "the key cannot be checked", "unchecked"],
  ] as const)("shows “%s” and %s waiting videos if %s", async ([title, verb, , verdict]) => {
    const wakes = verb === "resumes" ? 1 : 0;
    let woken = 0;
    const world = await keyedWorld({
      async wakeWaiting() {
        woken += 1;
        return 1;
      },
    });
    world.client.nextVerdicts(verdict);
    const answer = await world.does(showKey);
    expect(world.client.calls).toEqual([]);
    const { message } = await finished(answer);
    expect(message.title).toBe(title);
    expect(wordsOf(message)).toContain(`ends in ${lastFour}`);
    expect([wordsOf(message).includes("Your video continues."), woken]).toEqual([wakes === 1, wakes]);
  });

  test("offers “Add my key” to a person without a key", async () => {
    const answer = await commandWorld().does(showKey);
    expect(privateWords(answer)).toContain("No key saved");
    expect(labelsIn(answer)).toEqual(["Add my key"]);
  });
});

describe("/video-key remove", () => {
  test("deletes the stored key", async () => {
    const world = await keyedWorld();
    expect(await world.reads(removeKey)).toContain("Your key is removed");
    expect(await world.vault.get(anOwner())).toBeNull();
    expect(await world.reads(removeKey)).toContain("No key saved");
  });

  test("asks for confirmation with the number of running videos that the key pays for", async () => {
    const own = [1, 2].map((n) => aJob({ id: aJobId(n), state: aRunning() }));
    const world = await keyedWorld({}, ...own);
    await world.teams.saveRules(aTeam, noRules, 0);
    await world.has(aJob({ id: aJobId(3), team: aTeam, state: aRunning() }));
    const asked = await world.does(removeKey);
    expect(privateWords(asked)).toContain("2 videos are still in progress");
    expect(labelsIn(asked)).toEqual(["Remove anyway", "Cancel"]);
    expect((await world.vault.get(anOwner()))?.reveal()).toBe(key.reveal());
    expect(await world.reads(press("remove_key"))).toContain("is removed");
    expect(await world.vault.get(anOwner())).toBeNull();
  });

  test("asks for confirmation with a warning that a waiting video will not start", async () => {
    const world = await keyedWorld({}, aJob({ sealedKey: null, state: aWaiting({ for: "turn" }) }));
    const asked = await world.reads(removeKey);
    expect(asked).toContain("1 video is waiting. Without a key, it will not be started.");
    expect(asked).not.toContain("encrypted copy");
    expect(await world.reads(press("remove_key"))).toContain("it will not be started");
  });
});

test.for([
  ["a running video that needs a valid key", aJob({ state: aRunning({ waitingFor: "key" }) })],
  ["a video with a refused key", aJob({ state: anAnnouncing(aRefused({ kind: "bad_key" })) })],
] as const)("on the card of %s, the button “Add my key” opens the key form", async ([, job]) => {
  const world = commandWorld();
  await world.has(job);
  const pressed = pressOf(cardOf(job, TEST_START), "renew_key");
  expect(await world.does(pressed)).toMatchObject({ kind: "form", form: { id: "key" } });
});
