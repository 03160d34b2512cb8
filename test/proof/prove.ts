import type { Platform } from "./check.ts";
import { compare } from "./compare.ts";
import { discordOnEmulator, slackOnEmulator } from "./on-emulators.ts";
import type { Chosen, Opened } from "./run-checks.ts";
import type { CheckSeen, Transcript } from "./transcript.ts";

/**
 * Runs the checks on one platform after the other and returns the transcript. Always disconnects. If a platform cannot be
 * reached, the person is informed and the other one is still checked.
 */
export async function prove(open: readonly (() => Promise<Opened>)[], chosen: Chosen): Promise<Transcript> {
  const checks: CheckSeen[] = [];
  for (const begin of open) {
    const side = await begin().catch((error: unknown) => {
      const why = error instanceof Error ? error.message : "no reason";
      chosen.person.receives(`A platform was skipped: ${why}`);
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

/** Runs on the emulators the checks that were run on the platform. */
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

/** One line about the result of a check, and one for each failure. */
export function linesFor({ name, verdict }: CheckSeen): readonly string[] {
  if (verdict.kind === "passed") return [`pass       ${name}`];
  if (verdict.kind === "not tried") return [`not tried  ${name}: ${verdict.why}`];
  const causeOf = (why: string) => why.slice(why.indexOf(": ") + 1);
  return [`FAIL       ${name}`, ...onceEach(verdict.why, causeOf).map(([why, more]) => `             ${why}${more}`)];
}

/** Keeps the first entry of each cause, and adds the number of the others. */
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
    `${compared} checks compared with the emulators: ${wrong.length} different results, ${less.length} with fewer fields.`,
    ...onceEach(wrong, ({ why }) => why).map(([each, more]) => `WRONG  ${line(each)}${more}`),
    ...onceEach(less, ({ why }) => why).map(([each, more]) => `less   ${line(each)}${more}`),
  ];
}
