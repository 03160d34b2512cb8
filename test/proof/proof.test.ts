import { expect, test } from "vitest";
import { startDiscord } from "../../sandbox/src/discord/discord-emulator.ts";
import { openJournal } from "../../sandbox/src/journal.ts";
import { manualSandboxClock } from "../../sandbox/test/sandbox-clock.ts";
import { howMany, isFull } from "../fakes/how-many.ts";
import { compare } from "./compare.ts";
import { openDiscord } from "./discord/side.ts";
import { networkEdge } from "./edge.ts";
import { leaked, listening, unjudged } from "./listening.ts";
import { agreeing, discordOnEmulator, slackOnEmulator } from "./on-emulators.ts";
import { linesOfReplay, replay } from "./prove.ts";
import { at } from "./recorder.ts";
import { type CheckSeen, readTranscript, type Step } from "./transcript.ts";

/** Checks that take seconds: every message of the bot, and files of 10 MiB. */
const LONG = /-(?:en|de|es|fr|ja|pt-BR|own)$/;
const all = {
  isChosen: (name: string) => !LONG.test(name),
  skipsSlow: false,
  inAllLanguages: true,
  onVerdict: () => {},
};
/** On Discord each message needs a request, so only the two languages with the longest words are tested. */
const places = [
  ["Discord", discordOnEmulator, /-(?:de|ja|own)$/],
  ["Slack", slackOnEmulator, LONG],
] as const;
const atTheEnd = unjudged();

/** The step as a platform with a different rule would record it. */
function otherwise(step: Step): readonly Step[] {
  if (step.kind === "fact") return [{ ...step, is: !step.is }];
  const isObject = typeof step.shape === "object" && !Array.isArray(step.shape) && Object.keys(step.shape).length > 0;
  const bare = isObject ? [{ ...step, shape: {} }] : [];
  if (step.kind === "event") return [...bare, { ...step, type: "ANOTHER" }];
  return [...bare, { ...step, status: 299 }, { ...step, code: "another" }];
}

const unpassed = (seen: readonly CheckSeen[]) =>
  seen.filter(({ verdict }) => verdict.kind !== "passed").map(({ name, verdict }) => [name, verdict]);

test.for(places)(
  "on the emulator of %s, all checks of docs/first-contact.md pass and their transcript contains no secret",
  { timeout: 120_000 },
  async ([, open]) => {
    const { received, way } = listening();
    const { run, person, stop } = await open(way);
    atTheEnd(stop);
    const checks = [...(await run({ ...all, person }))];
    expect(unpassed(checks)).toEqual([]);
    expect(checks.length).toBeGreaterThan(20);

    const platform = readTranscript(JSON.stringify({ version: 1, checks })) ?? expect.unreachable();
    expect(received.size).toBeGreaterThan(100);
    expect(leaked(platform, received)).toEqual([]);
    // A planted leak is found.
    const [first] = checks;
    const leaking = {
      ...platform,
      checks: [{ ...first, name: [...received].find((each) => /^\d{10}/.test(each)) ?? "" }],
    } as typeof platform;
    expect(leaked(leaking, received).length).toBeGreaterThan(0);

    // Replays the transcript on the same emulator; `npm test` replays every fifth check.
    const some = platform.checks.filter((_, nth) => nth % howMany(1, 5) === 0);
    const part = { ...platform, checks: some };
    const [head, ...differences] = linesOfReplay(part, await replay(part));
    expect(differences).toEqual([]);
    expect(head).toMatch(new RegExp(`^${part.checks.length} checks compared`));

    for (const check of some)
      for (const [nth, step] of check.steps.entries())
        for (const changed of otherwise(step)) {
          const one = { ...check, steps: check.steps.with(nth, changed) };
          const { wrong } = compare({ version: 1, checks: [one] }, platform);
          expect(wrong.map(({ rule }) => rule)).toContain(step.rule);
        }
  },
);

test.runIf(isFull).for(places)(
  "the emulator of %s accepts every message that the bot can show",
  { timeout: 120_000 },
  async ([, open, isLong]) => {
    const { run, person, stop } = await open();
    atTheEnd(stop);
    const seen = await run({ ...all, isChosen: (name) => isLong.test(name), person });
    expect(seen.length).toBeGreaterThanOrEqual(3);
    expect(unpassed(seen)).toEqual([]);
  },
);

test("the checks of docs/first-contact.md require the id of a Discord server if the bot is in several servers", async () => {
  const clock = manualSandboxClock();
  const discord = await startDiscord({ clock, journal: openJournal(clock) });
  atTheEnd(() => discord.stop());
  const { apiUrl, token, guildId } = discord;
  const receives = (frame: unknown) => {
    const guilds = [{ id: guildId }, { id: "300000000000000009" }];
    return at(frame, "t") === "READY" ? { ...Object(frame), d: { ...Object(at(frame, "d")), guilds } } : frame;
  };
  const person = { ...agreeing, does: async () => {} };
  const how = { reachable: null, edge: networkEdge, wait: async () => {}, withinMs: 5_000, receives };
  const opening = openDiscord({ apiUrl, token, guildId: null, person, ...how });
  await expect(opening).rejects.toThrow(`in 2 servers: ${guildId}, 300000000000000009. Say which`);
});
