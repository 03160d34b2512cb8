import type { Platform } from "./check.ts";
import { compare } from "./compare.ts";
import { discordOnEmulator, slackOnEmulator } from "./on-emulators.ts";
import type { Chosen, Opened } from "./run-checks.ts";
import type { CheckSeen, Transcript } from "./transcript.ts";

/**
 * Tries the checks on one platform after the other, and gives the transcript; each platform is left again, however it ends. One
 * that cannot be reached is told to the person, and does not keep the proof from the other.
 */
export async function prove(open: readonly (() => Promise<Opened>)[], chosen: Chosen): Promise<Transcript> {
  const checks: CheckSeen[] = [];
  for (const begin of open) {
    const side = await begin().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "no reason";
      chosen.person.receives(`A platform was left out: ${why}`);
      return null;
    });
    if (!side) continue;
    try {
      checks.push(...(await side.run(chosen)));
    } finally {
      await side.end();
    }
  }
  return { version: 1, checks };
}

/** Asks the emulators what the platform was asked, those checks alone that were tried there. */
export async function replay(platform: Transcript): Promise<Transcript> {
  const tried = new Set(platform.checks.filter(({ verdict }) => verdict.kind !== "not tried").map(({ name }) => name));
  const on = { discord: discordOnEmulator, slack: slackOnEmulator } as const;
  const places = (Object.keys(on) as Platform[]).filter((place) =>
    [...tried].some((name) => name.startsWith(`${place}/`)),
  );
  const checks: CheckSeen[] = [];
  for (const place of places) {
    const chosen = {
      isChosen: (name: string) => tried.has(name),
      skipsSlow: false,
      inAllLanguages: true,
      onVerdict: () => {},
    };
    const emulator = await on[place]();
    try {
      checks.push(...(await emulator.run({ ...chosen, person: emulator.person })));
    } finally {
      await emulator.stop();
    }
  }
  return { version: 1, checks };
}

/** One line of what became of a check, and those of what failed in it. */
export function linesFor({ name, verdict }: CheckSeen): readonly string[] {
  if (verdict.kind === "passed") return [`pass       ${name}`];
  if (verdict.kind === "not tried") return [`not tried  ${name}: ${verdict.why}`];
  const causeOf = (why: string) => why.slice(why.indexOf(": ") + 1);
  return [`FAIL       ${name}`, ...onceEach(verdict.why, causeOf).map(([why, more]) => `             ${why}${more}`)];
}

/** Keeps the first of several with one cause, and says how many more there are. */
function onceEach<One>(all: readonly One[], causeOf: (one: One) => string): readonly (readonly [One, string])[] {
  const first = new Map<string, { readonly one: One; more: number }>();
  for (const one of all) {
    const seen = first.get(causeOf(one));
    if (seen) seen.more += 1;
    else first.set(causeOf(one), { one, more: 0 });
  }
  return [...first.values()].map(
    ({ one, more }) => [one, more === 0 ? "" : ` (and ${more} more of the same)`] as const,
  );
}

export function linesOfReplay(platform: Transcript, emulators: Transcript): readonly string[] {
  const { wrong, less, compared } = compare(platform, emulators);
  const line = ({ check, rule, why }: (typeof wrong)[number]) => `${check}, "${rule}": ${why}`;
  return [
    `${compared} checks held against the emulators: ${wrong.length} answers otherwise, ${less.length} that say less.`,
    ...onceEach(wrong, ({ why }) => why).map(([each, more]) => `WRONG  ${line(each)}${more}`),
    ...onceEach(less, ({ why }) => why).map(([each, more]) => `less   ${line(each)}${more}`),
  ];
}
