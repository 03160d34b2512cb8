import { describe, expect, test } from "vitest";
import { hasChromium } from "../browser/chromium.ts";
import { ground, overhang } from "../browser/in-page.ts";
import { nameless } from "../browser/names.ts";
import { aBrowser, looks, wordy } from "../browser/visit.ts";
import { faintTexts } from "./contrast.ts";
import { goOn, longest, scenes } from "./scenes.ts";

describe.runIf(hasChromium)("the page", () => {
  const visit = aBrowser();

  test.for(looks)("fits, can be read and has a name for everything, %s in %o", async ([theme, size]) => {
    const there = await visit({ theme, size });
    const faults = new Map<string, string>();
    for (const scene of scenes) {
      await goOn(there, scene);
      const wide = await overhang(there.page);
      const found = [
        ...(wide > 0 ? [`${wide} px too wide`] : []),
        ...(await faintTexts(there.page)).map((words) => `faint: ${words}`),
        ...(await nameless(there.page)).map((words) => `no name: ${words}`),
      ];
      for (const fault of found) if (!faults.has(fault)) faults.set(fault, scene.name);
    }
    expect([...faults].map(([fault, scene]) => `${scene}: ${fault}`)).toEqual([]);
  });

  test.for(looks)(
    "fits and can be read with the longest cards in German and Japanese, %s in %o",
    async ([theme, size]) => {
      const faults: string[] = [];
      for (const language of wordy) {
        const there = await visit({ theme, size, language });
        for (const scene of longest) {
          await goOn(there, scene);
          const wide = await overhang(there.page);
          if (wide > 0) faults.push(`${scene.name} in ${language}: ${wide} px too wide`);
          for (const words of await faintTexts(there.page))
            faults.push(`${scene.name} in ${language}: faint: ${words}`);
        }
      }
      expect(faults).toEqual([]);
    },
  );

  test("follows the system's theme", async () => {
    const dark = await visit({ theme: "dark" });
    const light = await visit({ theme: "light" });
    expect(await ground(dark.page)).not.toBe(await ground(light.page));
  });
});
