import type Keyv from "keyv";
import { z } from "zod";
import type { Clock } from "../core/clock.ts";
import type { Swap } from "../core/engine.ts";
import { type Owner, ownerName, teamName } from "../core/job/ids.ts";
import type { JobStore } from "../core/job/job-storage.ts";
import type { Spending } from "../core/job/ledger.ts";
import { monthOf } from "../core/period.ts";
import type { Welcomed } from "../core/personal-data.ts";
import { DURATIONS, RESOLUTIONS } from "../core/request/price.ts";
import { noSettings, type Settings, type SettingsStore } from "../core/request/settings.ts";
import { RATIOS } from "../core/request/video-request.ts";
import { noSavedStyles, type SavedStyles, type StyleStore } from "../core/style.ts";
import { PAYERS } from "../core/team/payer.ts";
import { monthBefore } from "../core/team/usage.ts";
import { type Languages, LOCALES } from "../core/text/locale.ts";

const settingsShape = z.object({
  v: z.literal(1),
  settings: z.object({
    aspectRatio: z.enum(RATIOS).exactOptional(),
    duration: z.literal(DURATIONS).exactOptional(),
    resolution: z.enum(RESOLUTIONS).exactOptional(),
    isBroadcast: z.literal(true).exactOptional(),
    isSilent: z.boolean().default(noSettings.isSilent),
    isAttached: z.boolean().default(noSettings.isAttached),
    isPrivate: z.boolean().default(noSettings.isPrivate),
    pay: z.enum(PAYERS).exactOptional(),
    confirmAbove: z.int().min(-1).default(noSettings.confirmAbove),
  } satisfies Readonly<Record<keyof Settings, z.ZodType>>),
});

/** A record of another version counts as none. The keyv must reject when it fails. */
export function settingsStore(keyv: Keyv): SettingsStore {
  return {
    async get(owner) {
      const record = settingsShape.safeParse(await keyv.get(ownerName(owner)));
      return record.success ? record.data.settings : noSettings;
    },
    async put(owner, settings) {
      await keyv.set(ownerName(owner), { v: 1, settings } satisfies z.input<typeof settingsShape>);
    },
  };
}

const languageShape = z.object({ v: z.literal(1), locale: z.enum(LOCALES) });

/**
 * Stored apart from the settings: the platform may send a language at any time, which must not undo a change of the
 * settings.
 */
export function languageStore(keyv: Keyv): Languages {
  const keyOf = (name: string) => `${name}:language`;
  return {
    async get(owner) {
      return languageShape.safeParse(await keyv.get(keyOf(ownerName(owner)))).data?.locale ?? null;
    },
    async put(owner, locale) {
      await keyv.set(keyOf(ownerName(owner)), { v: 1, locale } satisfies z.input<typeof languageShape>);
    },
  };
}

const welcomeShape = z.object({ v: z.literal(1), at: z.number() });

/** A record of another version also counts. */
export function welcomedPeople(keyv: Keyv, clock: Clock): Welcomed {
  const locked = new Set<string>();
  return {
    async note(owner) {
      const name = ownerName(owner);
      // Two tabs opened at once count as one visit.
      if (locked.has(name)) return false;
      locked.add(name);
      try {
        if ((await keyv.get(name)) !== undefined) return false;
        await keyv.set(name, { v: 1, at: clock.now() } satisfies z.input<typeof welcomeShape>);
        return true;
      } finally {
        locked.delete(name);
      }
    },
    async at(owner) {
      const record = welcomeShape.safeParse(await keyv.get(ownerName(owner)));
      return record.success ? record.data.at : null;
    },
  };
}

/** Uses months in UTC. Rejects if the store fails. */
export function spendingReader(jobs: Pick<JobStore, "ledger">, clock: Clock): (owner: Owner) => Promise<Spending> {
  return async (owner) => {
    const month = monthOf(clock.now());
    const [thisMonth, lastMonth] = await Promise.all([
      jobs.ledger(owner, month),
      jobs.ledger(owner, monthBefore(month)),
    ]);
    return { thisMonth, lastMonth };
  };
}

const savedStylesShape = z.object({
  v: z.literal(1),
  styles: z.array(z.object({ name: z.string(), text: z.string() })).readonly(),
  always: z.string().nullable(),
});

const TRIES_MAX = 30;

export function styleStore(keyv: Keyv, swap: (entry: Swap) => Promise<boolean>): StyleStore {
  return {
    async get(holder) {
      return savedStylesIn(await keyv.get(nameOf(holder)));
    },
    async change(holder, change) {
      const key = nameOf(holder);
      for (let tries = 0; tries < TRIES_MAX; tries += 1) {
        const before = await keyv.get(key);
        const savedStyles = change(savedStylesIn(before));
        if (savedStyles === null) return false;
        const after = { v: 1, ...savedStyles } satisfies z.input<typeof savedStylesShape>;
        if (await swap({ key, before, after })) return true;
      }
      throw new Error("styles are changed all the time");
    },
    async forget(holder) {
      await keyv.delete(nameOf(holder));
    },
  };
}

function savedStylesIn(record: unknown): SavedStyles {
  const savedStyles = savedStylesShape.safeParse(record);
  return savedStyles.success ? { styles: savedStyles.data.styles, always: savedStyles.data.always } : noSavedStyles;
}

/** No person's name begins like a team's. */
function nameOf(holder: Parameters<StyleStore["get"]>[0]): string {
  return "userId" in holder ? ownerName(holder) : `team:${teamName(holder)}`;
}
