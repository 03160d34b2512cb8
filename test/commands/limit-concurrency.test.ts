import { expect, test } from "vitest";
import { Secret } from "../../src/core/text/secret.ts";
import { ownRate } from "../../src/engines/embedded.ts";
import { anOwner } from "../fakes/jobs.ts";
import { toldClock } from "../fakes/told-clock.ts";
import { memoryVault } from "../fakes/vault.ts";
import { commandWorld, makeVideo, privateWords, setting } from "./command-world.ts";

const AT_ONCE = 1_000;

/** A bot with as many commands in hand as it takes, none of which its store lets go on. */
async function aFullBot() {
  const waiting: (() => void)[] = [];
  const vault = memoryVault();
  let isHeld = true;
  const get: typeof vault.get = (owner) =>
    isHeld ? new Promise((resolve) => waiting.push(() => resolve(vault.get(owner)))) : vault.get(owner);
  const world = commandWorld({ vault: { ...vault, get } });
  const inHand = Array.from({ length: AT_ONCE }, (_, n) => world.does(makeVideo(), { owner: anOwner(`${n}`) }));
  while (waiting.length < AT_ONCE) await new Promise((resolve) => setImmediate(resolve));
  const letGo = () => {
    isHeld = false;
    for (const go of waiting.splice(0)) go();
  };
  return { ...world, inHand, letGo };
}

test("a thousand commands are decided at once, whoever comes then reads that nothing was charged, and room comes back", async () => {
  const { does, inHand, letGo, log } = await aFullBot();
  const words = privateWords(await does(makeVideo()));
  expect(words).toContain("Reelay is busy with other people's commands. Try again in a minute.");
  expect(words).toContain("Nothing was charged.");
  expect(log.lines.map(({ event }) => event)).toEqual(["too many commands at once, the next ones are refused"]);
  letGo();
  for (const answer of await Promise.all(inHand)) expect(privateWords(answer)).toContain("Add your API key");
  expect(privateWords(await does({ kind: "help" }))).toContain("How to make a video");
});

test("in the crowd a form stays open with what was typed, and who types is offered nothing; the log is told once", async () => {
  const { does, log } = await aFullBot();
  const key = { kind: "give_key", key: new Secret("k") } as const;
  for (const [act, field] of [
    [makeVideo({}, "form"), "prompt"],
    [setting({}, "form"), "ratio"],
    [key, "key"],
  ] as const)
    expect(await does(act)).toMatchObject({ kind: "form_error", field, text: expect.stringContaining("is busy") });
  const typed = { kind: "suggest", option: "prompt", typed: "a bo" } as const;
  expect(await does(typed)).toEqual({ kind: "suggestions", choices: [] });
  expect(log.lines).toHaveLength(1);
});

test("fifty thousand people's commands are counted, and of more the first are forgotten", async () => {
  const rate = ownRate(toldClock());
  const isWithin = (n: number) => rate(`${n}`, 1, 60_000);
  for (let n = 0; n <= 50_000; n += 1) await isWithin(n);
  expect([await isWithin(50_000), await isWithin(1), await isWithin(0)]).toEqual([false, false, true]);
});
