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

/** Starts a film that has loaded its first picture and resolves to true once it advances; false if it has not begun to load. */
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

/** Resolves to true if each visible film shows its picture and has finished loading. */
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

/** Resolves to true once a picture has loaded. */
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

/** Reads if a film is playing and if it is muted. */
export function playing(film: Locator): Promise<{ readonly plays: boolean; readonly isMuted: boolean }> {
  return film.evaluate((node: Film & { readonly currentTime: number }) => ({
    plays: !node.paused && node.currentTime > 0.2,
    isMuted: node.muted,
  }));
}
