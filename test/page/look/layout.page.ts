import type { Locator } from "playwright-core";
import { describe, expect, test } from "vitest";
import { overhang, overlength } from "../browser/in-page.ts";
import { be, makeVideo, scene, serviceRegion, show } from "../browser/people.ts";
import { phone, tablet, visit } from "../browser/visit.ts";

/** Returns the distances of its top and bottom edge from the top of the window, in pixels. */
async function extent(part: Locator): Promise<readonly [top: number, bottom: number]> {
  const { y = Number.NaN, height = Number.NaN } = (await part.boundingBox()) ?? {};
  return [y, y + height];
}

describe("the page", () => {
  test("has the service beside both platforms at 1024 pixels, and is no longer than its window", async () => {
    const { page } = await visit({ size: tablet });
    await makeVideo(page, "Discord");
    expect([await overhang(page), await overlength(page)]).toEqual([0, 0]);
    const notice = await page.getByText("Discord notified Ada").locator("..").boundingBox();
    expect(notice?.x).toBeGreaterThan((await serviceRegion(page).boundingBox())?.x ?? Number.NaN);
    for (const part of [
      serviceRegion(page),
      scene(page),
      serviceRegion(page).getByRole("region", { name: "Account" }),
    ]) {
      const [top, bottom] = await extent(part);
      expect(top).toBeGreaterThan(0);
      expect(bottom).toBeLessThanOrEqual(tablet.height);
    }
  });

  test("leaves three quarters of a phone to what was chosen, whoever acts and whatever just happened", async () => {
    const { page } = await visit({ size: phone });
    const top = async () => (await extent(page.getByRole("main")))[0];
    expect(await top()).toBeLessThan(phone.height / 4);
    await makeVideo(page, "Discord");
    for (const name of ["Ben", "Cleo"] as const) {
      await be(page, name);
      expect(await top()).toBeLessThan(phone.height / 4);
    }
    expect([await overhang(page), await overlength(page)]).toEqual([0, 0]);
    await show(page, "Service");
    const [, bottom] = await extent(scene(page));
    expect(bottom).toBeLessThan(phone.height / 2);
  });
});
