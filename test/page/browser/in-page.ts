import type { Locator, Page } from "playwright-core";

/** As much of a film as is asked for in the browser; these tests know no types of it. */
interface Film {
  muted: boolean;
  readonly currentSrc: string;
  readonly readyState: number;
  readonly networkState: number;
  readonly videoWidth: number;
  readonly duration: number;
  readonly paused: boolean;
  play(): Promise<void>;
  addEventListener(name: string, heard: () => void, how: { once: true }): void;
}

/** Whether a film has come as far as its first picture, and goes on from there; false where it has not begun to load. */
export function plays(film: Locator): Promise<boolean> {
  return film.evaluate(async (node: Film) => {
    if (node.currentSrc === "") return false;
    const heard = (name: string) =>
      new Promise<void>((done, fail) => {
        node.addEventListener(name, done, { once: true });
        node.addEventListener("error", () => fail(new Error("the film cannot be played")), { once: true });
      });
    if (node.readyState < 1) await heard("loadedmetadata");
    node.muted = true;
    await node.play();
    await heard("timeupdate");
    return node.videoWidth > 0 && node.duration > 0 && !node.paused;
  });
}

/** Whether each film that is shown has its picture, and loads no more. */
export function areLoaded(page: Page): Promise<boolean> {
  return page
    .locator("video")
    .evaluateAll((films: readonly (Film & { checkVisibility(): boolean })[]) =>
      films.every((film) => (film.readyState >= 2 && film.networkState === 1) || !film.checkVisibility()),
    );
}

interface Root {
  readonly scrollWidth: number;
  readonly ownerDocument: {
    readonly defaultView: {
      readonly innerWidth: number;
      getComputedStyle(of: Root): { readonly backgroundColor: string };
    };
  };
}

/** By how many pixels the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page
    .locator("html")
    .evaluate((html: Root) => Math.max(0, html.scrollWidth - html.ownerDocument.defaultView.innerWidth));
}

/** The colour that lies behind everything. */
export function ground(page: Page): Promise<string> {
  return page
    .locator("html")
    .evaluate((html: Root) => html.ownerDocument.defaultView.getComputedStyle(html).backgroundColor);
}

/** Whether a picture has arrived. */
export function isDrawn(picture: Locator): Promise<boolean> {
  return picture.evaluate((node: { readonly naturalWidth: number }) => node.naturalWidth > 0);
}

/** By how many pixels the page is longer than its window. */
export function overlength(page: Page): Promise<number> {
  return page
    .locator("html")
    .evaluate((html: { readonly scrollHeight: number; readonly clientHeight: number }) =>
      Math.max(0, html.scrollHeight - html.clientHeight),
    );
}

/** Whether a film is playing, and whether it can be heard. */
export function playing(film: Locator): Promise<{ readonly plays: boolean; readonly isMuted: boolean }> {
  return film.evaluate((node: Film & { readonly currentTime: number }) => ({
    plays: !node.paused && node.currentTime > 0.2,
    isMuted: node.muted,
  }));
}
