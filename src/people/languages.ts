import type Keyv from "keyv";
import { z } from "zod";
import { ownerName } from "../core/job/ids.ts";
import type { Languages } from "../core/text/locale.ts";
import { LOCALES } from "../core/text/locale.ts";

const shape = z.object({ v: z.literal(1), locale: z.enum(LOCALES) });

/**
 * People's languages, among their settings in a keyv that rejects when it fails, but each in an entry of its own: the
 * platform tells it at any time, and must not write over what its person sets meanwhile.
 */
export function languageStore(keyv: Keyv): Languages {
  const keyOf = (name: string) => `${name}:language`;
  return {
    async get(owner) {
      return shape.safeParse(await keyv.get(keyOf(ownerName(owner)))).data?.locale ?? null;
    },
    async put(owner, locale) {
      await keyv.set(keyOf(ownerName(owner)), { v: 1, locale } satisfies z.input<typeof shape>);
    },
  };
}
