import { expect, test } from "vitest";
import { isFull } from "../fakes/how-many.ts";
import { leaked, listening, unjudged } from "./listening.ts";
import { discordOnEmulator, slackOnEmulator } from "./on-emulators.ts";
import { linesOfReplay, replay } from "./prove.ts";
import { type CheckSeen, readTranscript } from "./transcript.ts";

/** All that the bot can show takes seconds to judge, and so do files of 10 MiB. */
const LONG = /^(?!slack\/(?:forms|homes)-en$).*-(?:en|de|es|fr|ja|pt-BR|own)$/;
const all = {
  isChosen: (name: string) => !LONG.test(name),
  skipsSlow: false,
  inAllLanguages: true,
  onVerdict: () => {},
};
/** On Discord each message takes a request: two languages of the longest words stand for all. */
const places = [
  ["Discord", discordOnEmulator, /-(?:de|ja|own)$/],
  ["Slack", slackOnEmulator, LONG],
] as const;
const atTheEnd = unjudged();

const unpassed = (seen: readonly CheckSeen[]) =>
  seen.filter(({ verdict }) => verdict.kind !== "passed").map(({ name, verdict }) => [name, verdict]);

test.for(places)(
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

    const [head, ...differences] = linesOfReplay(platform, await replay(platform));
    expect(differences).toEqual([]);
    expect(head).toMatch(new RegExp(`^${checks.length} checks held`));
  },
);

test.runIf(isFull).for(places)(
  "%s's emulator takes all that the bot can show",
  { timeout: 120_000 },
  async ([, open, isLong]) => {
    const { run, person, stop } = await open();
    atTheEnd(stop);
    const seen = await run({ ...all, isChosen: (name) => isLong.test(name), person });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(unpassed(seen)).toEqual([]);
  },
);
