import { describe, expect, test } from "vitest";
import { hasChromium } from "../browser/chromium.ts";
import { ground, overhang } from "../browser/in-page.ts";
import { nameless } from "../browser/names.ts";
import { messages, serviceRegion } from "../browser/people.ts";
import { aBrowser, looks, wordy } from "../browser/visit.ts";
import { violations } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import { goOn, longest, scenes } from "./scenes.ts";

describe.runIf(hasChromium)("the page", () => {
  const visit = aBrowser();

  test.for(looks)(
    "fits, can be read, has a name for everything and no fault that axe finds, %s in %o",
    { timeout: 240_000 },
    async ([theme, size]) => {
      const there = await visit({ theme, size });
      const { page } = there;
      const faults = new Map<string, string>();
      const look = async (where: string) => {
        const wide = await overhang(page);
        const faultsHere = [
          ...(wide > 0 ? [`${wide} px too wide`] : []),
          ...(await faintTexts(page)).map((words) => `faint: ${words}`),
          ...(await nameless(page)).map((words) => `no name: ${words}`),
          ...(await violations(page)).map((rule) => `axe: ${rule}`),
        ];
        for (const fault of faultsHere) if (!faults.has(fault)) faults.set(fault, where);
      };
      for (const scene of scenes) {
        await goOn(there, scene);
        if (scene.name === "service") await serviceRegion(page).getByText("What went over the wire").click();
        await look(scene.name);
        if (!scene.name.startsWith("done-on")) continue;
        const card = messages(page, scene.part === "Service" ? "Discord" : scene.part, "95 credits used").last();
        for (const under of [card, card.getByRole("button").first()]) {
          await under.hover();
          await look(`${scene.name}, under the pointer`);
        }
      }
      expect([...faults].map(([fault, scene]) => `${scene}: ${fault}`)).toEqual([]);
    },
  );

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
