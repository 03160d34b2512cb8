import { expect, test } from "vitest";
import { isFull } from "../fakes/how-many.ts";
import { leaked, listening } from "./listening.ts";
import { discordOnEmulator, slackOnEmulator } from "./on-emulators.ts";
import { linesOfReplay, replay } from "./prove.ts";
import { type CheckSeen, readTranscript } from "./transcript.ts";
import { unjudged } from "./unjudged.ts";

/** All that the bot can show, in every language, takes seconds to judge. */
const OTHERS = /-(?:de|es|fr|ja|pt-BR)$|messages-en$/;
const all = { isChosen: (name: string) => isFull || !OTHERS.test(name), skipsSlow: false, told: () => {} };
const atTheEnd = unjudged();

const unpassed = (seen: readonly CheckSeen[]) =>
  seen.filter(({ verdict }) => verdict.kind !== "passed").map(({ name, verdict }) => [name, verdict]);

test.for([
  ["Discord", discordOnEmulator],
  ["Slack", slackOnEmulator],
] as const)(
  "%s's emulator passes every check, and its transcript tells no secret and finds nothing wrong in it",
  async ([, open]) => {
    const { heard, way } = listening();
    const { run, person, stop } = await open(way);
    atTheEnd(stop);
    const checks = [...(await run({ ...all, person }))];
    expect(unpassed(checks)).toEqual([]);
    expect(checks.length).toBeGreaterThan(20);

    const platform = readTranscript(JSON.stringify({ version: 1, checks })) ?? expect.unreachable();
    expect(heard.size).toBeGreaterThan(100);
    expect(leaked(platform, heard)).toEqual([]);
    // What would leak is found.
    const [first] = checks;
    const leaking = {
      ...platform,
      checks: [{ ...first, name: [...heard].find((each) => /\d{15}/.test(each)) ?? "" }],
    } as typeof platform;
    expect(leaked(leaking, heard).length).toBeGreaterThan(0);

    const [head, ...found] = linesOfReplay(platform, await replay(platform));
    expect(found).toEqual([]);
    expect(head).toMatch(new RegExp(`^${checks.length} checks held`));
  },
);
