import { describe, expect, test } from "vitest";
import { chats, form, makeVideo, messages, press, submit } from "./browser/people.ts";
import { apart, pixelsAt, sourceOf } from "./browser/pixels.ts";
import { visit } from "./browser/visit.ts";

/** A codec changes a picture by at most the first; two pictures differ by at least the second. Both are of 0 to 255. */
const THE_SAME = 3;
const ANOTHER = 20;

describe("films", () => {
  test.for(chats)("on %s a video made from a picture begins with that picture, and ends with another", async (chat) => {
    const { page, sandbox } = await visit({ drawsFilms: true });
    const picture = `${sandbox.video.url}/samples/landscape.png`;
    const from = chat === "Discord" ? `image_url:${picture}` : `--image ${picture}`;
    const card = await makeVideo(page, chat, `/video a harbour by night ${from}`);
    const film = await sourceOf(card.locator("video").first());
    const shown = await pixelsAt(page, picture);
    expect(apart(await pixelsAt(page, film), shown)).toBeLessThan(THE_SAME);
    expect(apart(await pixelsAt(page, film, "last"), shown)).toBeGreaterThan(ANOTHER);
  });

  test.for(chats)("on %s the second part begins with the frame that the first one ends with", async (chat) => {
    const { page } = await visit({ drawsFilms: true });
    const first = await makeVideo(page, chat, "/video a harbour in the sun");
    await press(page, chat, "Continue");
    await form(page)
      .getByRole("textbox", { name: /^Prompt/ })
      .fill("night falls");
    await submit(page);
    const second = messages(page, chat, /Part 2/).filter({ hasText: /\d credits used/ });
    const [one, two] = [
      await sourceOf(first.locator("video").first()),
      await sourceOf(second.locator("video").first()),
    ];
    const end = await pixelsAt(page, one, "last");
    expect(apart(await pixelsAt(page, two), end)).toBeLessThan(THE_SAME);
    expect(apart(await pixelsAt(page, two, "last"), end)).toBeGreaterThan(ANOTHER);
  });
});
