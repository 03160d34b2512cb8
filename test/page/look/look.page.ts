import { describe, expect, test } from "vitest";
import { ground, overhang } from "../browser/in-page.ts";
import { nameless } from "../browser/names.ts";
import { messages, serviceRegion } from "../browser/people.ts";
import { phone, sizes, tablet, themes, type Visit, visit, wordy } from "../browser/visit.ts";
import { violations } from "./axe.ts";
import { faintTexts } from "./contrast.ts";
import { goOn, longest, scenes } from "./scenes.ts";

/**
 * Lists each fault of what the page shows now: on three widths what does not fit, and on the narrowest and the widest, which
 * differ most, what cannot be read in either theme.
 */
async function faultsOf({ page }: Visit, more: () => Promise<readonly string[]> = async () => []): Promise<string[]> {
  const faults: string[] = [];
  for (const size of sizes) {
    await page.setViewportSize(size);
    const wide = await overhang(page);
    if (wide > 0) faults.push(`${size.width}: ${wide} px too wide`);
    if (size === tablet) continue;
    for (const fault of await more()) faults.push(`${size.width}: ${fault}`);
    for (const colorScheme of themes) {
      await page.emulateMedia({ colorScheme });
      for (const words of await faintTexts(page)) faults.push(`${size.width} ${colorScheme}: faint: ${words}`);
    }
  }
  await page.setViewportSize(phone);
  return faults;
}

describe("the page", () => {
  test("fits, can be read, has a name for everything and no fault that axe finds, in each scene", {
    timeout: 600_000,
  }, async () => {
    const there = await visit({ size: phone });
    const { page } = there;
    const namesAndRules = async () => [
      ...(await nameless(page)).map((words) => `no name: ${words}`),
      ...(await violations(page)).map((rule) => `axe: ${rule}`),
    ];
    for (const scene of scenes) {
      await goOn(there, scene);
      if (scene.name === "service") await serviceRegion(page).getByText("What went over the wire").click();
      expect([scene.name, await faultsOf(there, namesAndRules)]).toEqual([scene.name, []]);
      if (!scene.name.startsWith("done-on") || scene.part === "Service") continue;
      const card = messages(page, scene.part, "95 credits used").last();
      for (const under of [card, card.getByRole("button").first()]) {
        const faults = await faultsOf(there, async () => {
          await under.hover();
          return [];
        });
        expect([`${scene.name}, under the pointer`, faults]).toEqual([`${scene.name}, under the pointer`, []]);
      }
    }
  });

  test.for(wordy)("fits and can be read with the longest cards in the words of %s", async (language) => {
    const there = await visit({ size: phone, language });
    for (const scene of longest) {
      await goOn(there, scene);
      expect([scene.name, await faultsOf(there)]).toEqual([scene.name, []]);
    }
  });

  test("follows the system's theme", async () => {
    const { page } = await visit({ theme: "dark" });
    const dark = await ground(page);
    await page.emulateMedia({ colorScheme: "light" });
    expect(await ground(page)).not.toBe(dark);
  });
});
