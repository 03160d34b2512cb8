import type Keyv from "keyv";
import { z } from "zod";
import { ownerName } from "../core/job/ids.ts";
import { DURATIONS, RESOLUTIONS } from "../core/request/price.ts";
import { noSettings, type SettingsStore } from "../core/request/settings.ts";
import { RATIOS } from "../core/request/video-request.ts";
import { PAYERS } from "../core/team/payer.ts";

const shape = z.object({
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
    confirmAbove: z.int().min(0).default(noSettings.confirmAbove),
  }),
});

/** What each person has set, in a keyv that rejects when it fails. A record of another version counts as none. */
export function settingsStore(keyv: Keyv): SettingsStore {
  return {
    async get(owner) {
      const found = shape.safeParse(await keyv.get(ownerName(owner)));
      return found.success ? found.data.settings : noSettings;
    },
    async put(owner, settings) {
      await keyv.set(ownerName(owner), { v: 1, settings } satisfies z.input<typeof shape>);
    },
  };
}
