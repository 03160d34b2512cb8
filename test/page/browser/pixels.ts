import type { Locator, Page } from "playwright-core";

/** So small is what is compared: a codec's own traces are gone, and every shape is still there. */
const SIZE = { width: 64, height: 36 };

interface Drawable {
  readonly duration: number;
  currentTime: number;
  addEventListener(kind: string, hear: () => void, how: { readonly once: true }): void;
  readonly ownerDocument: {
    createElement(name: "canvas"): {
      width: number;
      height: number;
      getContext(kind: "2d"): {
        imageSmoothingQuality: string;
        drawImage(what: unknown, x: number, y: number, width: number, height: number): void;
        getImageData(x: number, y: number, width: number, height: number): { readonly data: Iterable<number> };
      };
    };
  };
}

/**
 * Reads the pixels that the browser shows of the picture or film at that address, 0 to 255; of a film its first frame, or
 * its last one. It is opened by itself, in a window of its own: a page may not read the pixels of what comes from elsewhere.
 */
export async function pixelsAt(page: Page, address: string, frame: "first" | "last" = "first"): Promise<number[]> {
  const context = await page.context().browser()?.newContext();
  if (!context) throw new Error("the browser is not open");
  const tab = await context.newPage();
  await tab.goto(address);
  const shown = tab.locator("img, video").first();
  const pixels = await shown.evaluate(
    async (node: Drawable, { width, height, isLast }) => {
      if (Number.isFinite(node.duration)) {
        const seeked = new Promise<void>((resolve) => node.addEventListener("seeked", resolve, { once: true }));
        node.currentTime = isLast ? node.duration : 0;
        await seeked;
      }
      const canvas = node.ownerDocument.createElement("canvas");
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext("2d");
      context.imageSmoothingQuality = "high";
      context.drawImage(node, 0, 0, width, height);
      return [...context.getImageData(0, 0, width, height).data];
    },
    { ...SIZE, isLast: frame === "last" },
  );
  await context.close();
  return pixels;
}

/** The address of that film, without the moment that its player shows first. */
export async function sourceOf(film: Locator): Promise<string> {
  await film.waitFor();
  return ((await film.getAttribute("src")) ?? "").replace(/#.*$/, "");
}

/** Returns the mean difference between two pictures' pixels, 0 to 255. */
export function apart(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, each, at) => sum + Math.abs(each - (other[at] ?? 0)), 0) / one.length;
}
