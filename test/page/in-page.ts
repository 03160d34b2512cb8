import type { Locator, Page } from "playwright-core";

/** As much of a film as is asked for in the browser; these tests know no types of it. */
interface Film {
  muted: boolean;
  readonly readyState: number;
  readonly videoWidth: number;
  readonly duration: number;
  readonly paused: boolean;
  play(): Promise<void>;
  addEventListener(name: string, heard: () => void, how: { once: true }): void;
}

/** Whether a film has come as far as its first picture, and goes on from there. */
export function plays(film: Locator): Promise<boolean> {
  return film.evaluate(async (node: Film) => {
    const heard = (name: string) => new Promise<void>((done) => node.addEventListener(name, done, { once: true }));
    if (node.readyState < 1) await heard("loadedmetadata");
    node.muted = true;
    await node.play();
    await heard("timeupdate");
    return node.videoWidth > 0 && node.duration > 0 && !node.paused;
  });
}

interface Root {
  readonly scrollWidth: number;
  readonly ownerDocument: { readonly defaultView: { readonly innerWidth: number } };
}

/** By how many pixels the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page
    .locator("html")
    .evaluate((html: Root) => Math.max(0, html.scrollWidth - html.ownerDocument.defaultView.innerWidth));
}
