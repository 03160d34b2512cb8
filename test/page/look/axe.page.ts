import { describe, expect, test } from "vitest";
import { hasChromium } from "../browser/chromium.ts";
import { desk } from "../browser/people.ts";
import { aBrowser, looks } from "../browser/visit.ts";
import { violations } from "./axe.ts";
import { goOn, scenes } from "./scenes.ts";

/** Scenes in which something is drawn that the others do not have. */
const LOOKED_AT = [
  "first-sight",
  "commands-on-discord",
  "service",
  "done-on-slack",
  "home-on-slack",
  "form-on-discord",
  "approval-on-slack",
];

describe.runIf(hasChromium)("the page", () => {
  const visit = aBrowser();

  test.for(looks)("has nothing that axe finds fault with, %s in %o", async ([theme, size]) => {
    const there = await visit({ theme, size });
    const faults = new Map<string, string>();
    for (const scene of scenes) {
      await goOn(there, scene);
      if (!LOOKED_AT.includes(scene.name)) continue;
      if (scene.name === "service") await desk(there.page).getByText("What went over the wire").click();
      for (const fault of await violations(there.page)) if (!faults.has(fault)) faults.set(fault, scene.name);
    }
    expect([...faults].map(([fault, scene]) => `${scene}: ${fault}`)).toEqual([]);
  });
});
