import type { Platform } from "./check.ts";
import { compare } from "./compare.ts";
import { discordOnEmulator, slackOnEmulator, type Way } from "./on-emulators.ts";
import type { Opened } from "./opened.ts";
import type { Chosen } from "./run-checks.ts";
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
      chosen.person.hears(`A platform was left out: ${why}`);
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
export async function replay(platform: Transcript, way?: Way): Promise<Transcript> {
  const tried = new Set(platform.checks.filter(({ verdict }) => verdict.kind !== "not tried").map(({ name }) => name));
  const on = { discord: () => discordOnEmulator(way), slack: () => slackOnEmulator(way) } as const;
  const places = (Object.keys(on) as Platform[]).filter((place) =>
    [...tried].some((name) => name.startsWith(`${place}/`)),
  );
  const checks: CheckSeen[] = [];
  for (const place of places) {
    const chosen = { isChosen: (name: string) => tried.has(name), skipsSlow: false, told: () => {} };
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
  return [`FAIL       ${name}`, ...verdict.why.map((why) => `             ${why}`)];
}

/** What a replay found: the rules that the emulators have wrong, and where they say less. */
export function linesOfReplay(platform: Transcript, emulators: Transcript): readonly string[] {
  const { wrong, less, compared } = compare(platform, emulators);
  const line = ({ check, rule, why }: (typeof wrong)[number]) => `${check}, "${rule}": ${why}`;
  return [
    `${compared} checks held against the emulators: ${wrong.length} answers otherwise, ${less.length} that say less.`,
    ...wrong.map((each) => `WRONG  ${line(each)}`),
    ...less.map((each) => `less   ${line(each)}`),
  ];
}
