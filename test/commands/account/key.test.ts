import { describe, expect, test } from "vitest";
import { jobIdFrom } from "../../../src/core/job/ids.ts";
import { Secret } from "../../../src/core/text/secret.ts";
import { aJob, aJobId, anOwner, aRunning, aWaiting, TEST_KEY } from "../../fakes/jobs.ts";
import { memoryVault } from "../../fakes/vault.ts";
import { labelsOf, wordsOf } from "../../messages/words-of.ts";
import { commandWorld, finished, key, makeVideo, messageOf, never, privateWords } from "../command-world.ts";

const lastFour = TEST_KEY.slice(-4);
const give = (text: string) => ({ kind: "give_key", key: new Secret(text) }) as const;

describe("a key that is given", () => {
  test("is answered at once, tested after, and stored when it works", async () => {
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

  test("that is bad is not stored, keeps the old one and offers Add my key again", async () => {
    const world = commandWorld();
    await world.withKey();
    world.client.nextVerdicts("bad");
    const { message } = await finished(await world.does(give("another-key-987654")));
    expect(wordsOf(message)).toContain("was not saved");
    expect(labelsOf(message)).toEqual(["Add my key"]);
    expect((await world.vault.get(anOwner()))?.reveal()).toBe(TEST_KEY);
  });

  test("that could not be tested is stored and said to be unchecked", async () => {
    const world = commandWorld();
    world.client.nextVerdicts("unchecked");
    const { message } = await finished(await world.does(give(TEST_KEY)));
    expect(message.title).toBe("Your key is saved, but not verified");
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });

  test("whose test never ends is unchecked too", async () => {
    const world = commandWorld({ checkKey: never });
    const finishing = finished(await world.does(give(TEST_KEY)));
    await world.clock.advance(10_000);
    expect((await finishing).message.title).toBe("Your key is saved, but not verified");
  });

  test.for([
    ["", "Paste your API key here."],
    ["  ", "Paste your API key here."],
    ["two words", "A key is one word"],
    ["line\nbreak", "A key is one word"],
    ["schlüssel", "A key is one word"],
  ] as const)("of %j keeps the form open", async ([text, sentence]) => {
    const world = commandWorld();
    const answer = await world.does(give(text));
    expect(answer).toMatchObject({ kind: "form_error", field: "key", text: expect.stringContaining(sentence) });
    expect(world.client.calls).toEqual([]);
  });

  test("that cannot be stored is not said to be saved", async () => {
    const vault = { ...memoryVault(), put: () => Promise.reject(new Error("disk full")) };
    const { message } = await finished(await commandWorld({ vault }).does(give(TEST_KEY)));
    expect(wordsOf(message)).toContain("Reelay cannot save this now.");
  });

  test("whose test fails by a mistake of ours is answered all the same", async () => {
    const world = commandWorld({ checkKey: () => Promise.reject(new Error("a bug")) });
    const { message } = await finished(await world.does(give(TEST_KEY)));
    expect(message.title).toBe("Something went wrong");
    expect(world.log.lines).toMatchObject([{ level: "error", event: "command failed" }]);
  });

  test("never stands in an answer or a log line", async () => {
    const world = commandWorld();
    await world.does(makeVideo());
    const answer = await world.does(give(TEST_KEY));
    const everything = JSON.stringify([answer, await finished(answer), world.log.lines, world.orders]);
    expect(everything).not.toContain(TEST_KEY);
  });
});

describe("a request that waited for its key", () => {
  test("continues by itself, under the id of its own event and where it came from", async () => {
    const world = commandWorld();
    await world.does(makeVideo({ prompt: "a cat" }), { eventId: "e1", workspace: "its own" });
    const { message, card } = await finished(await world.does(give(TEST_KEY), { eventId: "e2", workspace: "another" }));
    expect(card).toMatchObject({ jobId: jobIdFrom("discord", "e1"), message: { quote: "a cat" } });
    expect(wordsOf(message)).toContain("The request that was waiting for it continues now.");
    expect(world.orders).toMatchObject([{ workspace: "its own" }]);
  });

  test("goes on once", async () => {
    const world = commandWorld();
    await world.does(makeVideo());
    await finished(await world.does(give(TEST_KEY)));
    const { card } = await finished(await world.does(give(TEST_KEY)));
    expect(card).toBeUndefined();
    expect(world.orders).toHaveLength(1);
  });

  test("still waits after a bad key", async () => {
    const world = commandWorld();
    await world.does(makeVideo());
    world.client.nextVerdicts("bad", "good");
    expect((await finished(await world.does(give(TEST_KEY)))).card).toBeUndefined();
    expect((await finished(await world.does(give(TEST_KEY)))).card).toBeDefined();
  });

  test("waits for a place like any other", async () => {
    const world = commandWorld({ rules: { maxJobsPerUser: 1 } });
    await world.does(makeVideo());
    await world.has(aJob());
    const { message, card } = await finished(await world.does(give(TEST_KEY)));
    expect(wordsOf(card?.message ?? message)).toContain("Waiting for its turn");
    expect(wordsOf(message)).toContain(`ends in ${lastFour}`);
  });

  test("that was accepted already makes no second job", async () => {
    const world = commandWorld();
    await world.does(makeVideo(), { eventId: "e1" });
    await world.has(aJob({ id: jobIdFrom("discord", "e1") }));
    const { card } = await finished(await world.does(give(TEST_KEY)));
    expect(card).toBeUndefined();
  });
});

describe("the status of a key", () => {
  test.for([
    ["good", "Your key works"],
    ["bad", "Your key does not work"],
    ["unchecked", "Your key could not be checked"],
  ] as const)("that is %s is titled: %s", async ([verdict, title]) => {
    const world = commandWorld();
    await world.withKey();
    world.client.nextVerdicts(verdict);
    const answer = await world.does({ kind: "show_key" });
    expect(world.client.calls).toEqual([]);
    const { message } = await finished(answer);
    expect(message.title).toBe(title);
    expect(wordsOf(message)).toContain(`ends in ${lastFour}`);
  });

  test("of somebody without one offers Add my key", async () => {
    const answer = await commandWorld().does({ kind: "show_key" });
    expect(privateWords(answer)).toContain("No key saved");
    expect(labelsOf(messageOf(answer))).toEqual(["Add my key"]);
  });
});

describe("removing a key", () => {
  test("forgets it", async () => {
    const world = commandWorld();
    await world.withKey();
    expect(privateWords(await world.does({ kind: "remove_key" }))).toContain("Your key is removed");
    expect(await world.vault.get(anOwner())).toBeNull();
  });

  test("while videos run says how many, and only Remove anyway removes it", async () => {
    const world = commandWorld();
    await world.withKey();
    for (const n of [1, 2]) await world.has(aJob({ id: aJobId(n), state: aRunning() }));

    const asked = await world.does({ kind: "remove_key" });
    expect(privateWords(asked)).toContain("2 videos are still in progress");
    expect(labelsOf(messageOf(asked))).toEqual(["Remove anyway"]);
    expect((await world.vault.get(anOwner()))?.reveal()).toBe(key.reveal());

    expect(
      privateWords(
        await world.does({ kind: "press", on: { place: null, shows: true }, action: { kind: "remove_key" } }),
      ),
    ).toContain("is removed");
    expect(await world.vault.get(anOwner())).toBeNull();
  });

  test("while a video waits says that it will not be started, and asks", async () => {
    const world = commandWorld();
    await world.withKey();
    await world.has(aJob({ sealedKey: null, state: aWaiting({ for: "turn" }) }));
    const asked = await world.does({ kind: "remove_key" });
    expect(privateWords(asked)).toContain("1 video is waiting. Without a key, it will not be started.");
    expect(privateWords(asked)).not.toContain("encrypted copy");
    const removed = await world.does({
      kind: "press",
      on: { place: null, shows: true },
      action: { kind: "remove_key" },
    });
    expect(privateWords(removed)).toContain("it will not be started");
  });

  test("of somebody without one says that there is nothing to remove", async () => {
    expect(privateWords(await commandWorld().does({ kind: "remove_key" }))).toContain("nothing to remove");
  });

  test("with a store that fails removes nothing", async () => {
    const world = commandWorld();
    await world.withKey();
    world.jobs.failNext();
    expect(privateWords(await world.does({ kind: "remove_key" }))).toContain("Reelay cannot save this now.");
    expect(await world.vault.get(anOwner())).not.toBeNull();
  });
});
