import type { Page } from "playwright-core";

/** Of an element and its window, as much as is asked for in the browser; these tests know no types of them. */
interface Styles {
  readonly color: string;
  readonly backgroundColor: string;
  readonly backgroundImage: string;
  readonly opacity: string;
  readonly fontSize: string;
  readonly fontWeight: string;
  readonly visibility: string;
  readonly filter: string;
}

interface Drawn {
  readonly parentElement: Drawn | null;
  readonly ownerDocument: {
    readonly defaultView: { getComputedStyle(of: Drawn): Styles };
    createElement(name: "canvas"): Canvas;
  };
  readonly childNodes: Iterable<{ readonly nodeType: number; readonly textContent: string }>;
  readonly tagName: string;
  readonly className: string;
  closest(selector: string): Drawn | null;
  getClientRects(): { readonly length: number };
}

interface Canvas {
  width: number;
  height: number;
  getContext(
    kind: "2d",
    how: { willReadFrequently: true },
  ): {
    fillStyle: string;
    clearRect(x: number, y: number, width: number, height: number): void;
    fillRect(x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { readonly data: ArrayLike<number> };
  };
}

/**
 * Texts that are hard to read: each with its contrast to what lies behind it, where that is less than 4.5 (3 for large letters).
 * A disabled element may be faint. A filter that brightens changes
 * colours that no style tells, so it is a fault. Source: WCAG 2.2, success criterion 1.4.3 (read 2026-11-21).
 */
export function faintTexts(page: Page): Promise<readonly string[]> {
  return page.locator("body *").evaluateAll((all: readonly Drawn[]) => {
    type Colour = readonly [red: number, green: number, blue: number, alpha: number];
    const [first] = all;
    if (!first) return ["nothing is drawn"];
    const { ownerDocument: html } = first;
    const canvas = html.createElement("canvas");
    [canvas.width, canvas.height] = [1, 1];
    const pen = canvas.getContext("2d", { willReadFrequently: true });
    const colours = new Map<string, Colour>();

    // Whatever way a colour is spelled, the canvas knows what it looks like.
    function read(spelled: string): Colour {
      const seen = colours.get(spelled);
      if (seen) return seen;
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = spelled;
      pen.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = Array.from(pen.getImageData(0, 0, 1, 1).data);
      const colour: Colour = [red, green, blue, alpha / 255];
      colours.set(spelled, colour);
      return colour;
    }
    const over = (top: Colour, under: Colour): Colour => {
      const mix = (at: 0 | 1 | 2) => top[at] * top[3] + under[at] * (1 - top[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const styleOf = (node: Drawn) => html.defaultView.getComputedStyle(node);
    function behind(node: Drawn | null): Colour {
      if (!node) return [255, 255, 255, 1];
      const [red, green, blue, alpha] = read(styleOf(node).backgroundColor);
      return alpha === 1 ? [red, green, blue, 1] : over([red, green, blue, alpha], behind(node.parentElement));
    }
    function opacityOf(node: Drawn | null): number {
      return node ? Number(styleOf(node).opacity) * opacityOf(node.parentElement) : 1;
    }
    function brightness([red, green, blue]: Colour): number {
      const linear = (part: number) => (part <= 10.31475 ? part / 3294.6 : ((part / 255 + 0.055) / 1.055) ** 2.4);
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    }
    function contrast(one: Colour, other: Colour): number {
      const [a, b] = [brightness(one), brightness(other)];
      return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    }

    const faint = new Set<string>();
    for (const node of all) {
      const words = [...node.childNodes]
        .filter(({ nodeType }) => nodeType === 3)
        .map(({ textContent }) => textContent.trim())
        .join(" ")
        .trim();
      if (words === "") continue;
      const style = styleOf(node);
      const isSeen = node.getClientRects().length > 0 && style.visibility === "visible" && opacityOf(node) > 0;
      if (!isSeen || node.closest("[disabled], [aria-disabled=true], [inert], .unseen")) continue;
      if (/brightness|contrast/.test(style.filter)) faint.add(`${node.tagName.toLowerCase()} "${words}" is filtered`);
      const back = behind(node);
      const [red, green, blue, alpha] = read(style.color);
      const ratio = contrast(over([red, green, blue, alpha * opacityOf(node)], back), back);
      const size = Number.parseFloat(style.fontSize);
      const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
      if (ratio < (isLarge ? 3 : 4.5))
        faint.add(`${node.tagName.toLowerCase()}.${node.className} "${words.slice(0, 40)}" ${ratio.toFixed(2)}`);
    }
    return [...faint];
  });
}
