import { describe, expect, test } from "vitest";
import { form, makeVideo, messages, press, submit } from "./browser/people.ts";
import { apart, pixelsAt, sourceOf } from "./browser/pixels.ts";
import { visit } from "./browser/visit.ts";

/** A codec changes a picture by at most the first; two pictures differ by at least the second. Both are of 0 to 255. */
const THE_SAME = 3;
const ANOTHER = 20;

describe("films", () => {
  test("a video made from a picture begins with that picture, and ends with another", async () => {
    const { page, sandbox } = await visit({ drawsFilms: true });
    const picture = `${sandbox.video.url}/samples/landscape.png`;
    const card = await makeVideo(page, "Discord", `/video a harbour by night image_url:${picture}`);
    const film = await sourceOf(card.locator("video").first());
    const shown = await pixelsAt(page, picture);
    expect(apart(await pixelsAt(page, film), shown)).toBeLessThan(THE_SAME);
    expect(apart(await pixelsAt(page, film, "last"), shown)).toBeGreaterThan(ANOTHER);
  });

  // The tour of a sequel has it on Discord.
  test("on Slack the second part begins with the frame that the first one ends with", async () => {
    const { page } = await visit({ drawsFilms: true });
    const first = await makeVideo(page, "Slack", "/video a harbour in the sun");
    await press(page, "Slack", "Continue");
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("night falls");
    await submit(page);
    const second = messages(page, "Slack", /Part 2/).filter({ hasText: /\d credits used/ });
    const [one, two] = [
      await sourceOf(first.locator("video").first()),
      await sourceOf(second.locator("video").first()),
    ];
    const end = await pixelsAt(page, one, "last");
    expect(apart(await pixelsAt(page, two), end)).toBeLessThan(THE_SAME);
    expect(apart(await pixelsAt(page, two, "last"), end)).toBeGreaterThan(ANOTHER);
  });
});
