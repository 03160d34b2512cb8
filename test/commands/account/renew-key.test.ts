import { describe, expect, test } from "vitest";
import { Secret } from "../../../src/core/text/secret.ts";
import { cardOf } from "../../../src/messages/card/card.ts";
import { aJob, aJobId, anAnnouncing, anOwner, aRunning, TEST_KEY, TEST_START } from "../../fakes/jobs.ts";
import { wordsOf } from "../../messages/words-of.ts";
import { commandWorld, finished, never, privateWords } from "../command-world.ts";

const lastFour = TEST_KEY.slice(-4);
const give = (text: string) => ({ kind: "give_key", key: new Secret(text) }) as const;

describe("a key that is given", () => {
  test.for([
    [1, "Your video continues."],
    [2, "Your 2 videos continue."],
  ] as const)("lets %i videos go on that waited for it, and says so", async ([count, sentence]) => {
    const owners: unknown[] = [];
    const world = commandWorld({
      async wakeWaiting(payer) {
        owners.push([payer, "userId" in payer && (await world.vault.get(payer))?.lastFour()]);
        return count;
      },
    });
    const { message } = await finished(await world.does(give(TEST_KEY)));
    expect(wordsOf(message)).toContain(sentence);
    expect(wordsOf(message)).not.toContain("You can make videos now.");
    // Saved first: they are polled with it.
    expect(owners).toEqual([[anOwner(), lastFour]]);
  });

  test.for([
    ["rejects", async () => Promise.reject(new Error("disk"))],
    ["hangs", never],
  ] as const)("is saved although a store that %s cannot tell what waits", async ([, wakeWaiting]) => {
    const world = commandWorld({ wakeWaiting });
    const finishing = finished(await world.does(give(TEST_KEY)));
    await world.clock.advance(1_500);
    expect(wordsOf((await finishing).message)).toContain("You can make videos now.");
  });
});

describe("the test of a stored key", () => {
  test.for([
    ["good", ["Your video continues."], 1],
    ["bad", [], 0],
    ["unchecked", [], 0],
  ] as const)("that is %s wakes what waits for it where it works", async ([verdict, sentences, wakes]) => {
    let woken = 0;
    const world = commandWorld({
      async wakeWaiting() {
        woken += 1;
        return 1;
      },
    });
    await world.withKey();
    world.client.nextVerdicts(verdict);
    const { message } = await finished(await world.does({ kind: "show_key" }));
    for (const sentence of sentences) expect(wordsOf(message)).toContain(sentence);
    expect(woken).toBe(wakes);
  });
});

describe("Add my key on a card", () => {
  const press = { kind: "press", action: { kind: "renew_key", jobId: aJobId() } } as const;
  const waiting = aJob({ state: aRunning({ waitingFor: "key" }) });

  test("is its owner's alone; others get a polite no", async () => {
    const world = commandWorld();
    await world.has(waiting);
    const on = { place: null, shows: true } as const;
    expect(await world.does({ ...press, on })).toMatchObject({ kind: "form", form: { id: "key" } });
    const no = privateWords(await world.does({ ...press, on }, { owner: anOwner("999") }));
    expect(no).toContain("Only the person who asked for this video can do that.");
  });

  test("stands on a card that waits for a key, and on one that was refused for it, with the card's own job", () => {
    const refused = anAnnouncing({ kind: "refused", refusal: { kind: "bad_key" } });
    for (const job of [waiting, aJob({ state: refused })]) {
      const { buttons } = cardOf(job, TEST_START);
      expect(buttons.find(({ label }) => label === "Add my key")?.id).toBe(`renew_key:${job.id}`);
    }
  });
});
