import axe from "axe-core";
import type { Locator, Page } from "playwright-core";
import { z } from "zod";

/** The part of a video element that runs in the browser needs. The tests do not include DOM types. */
interface Film {
  muted: boolean;
  readonly currentSrc: string;
  readonly readyState: number;
  readonly networkState: number;
  readonly videoWidth: number;
  readonly duration: number;
  readonly paused: boolean;
  play(): Promise<void>;
  addEventListener(name: string, received: () => void, how: { once: true }): void;
}

/**
 * Starts a film that has loaded its first picture. Resolves to true after it advances, or false if it has not started to
 * load.
 */
export function plays(film: Locator): Promise<boolean> {
  return film.evaluate(async (node: Film) => {
    if (node.currentSrc === "") return false;
    const received = (name: string) =>
      new Promise<void>((done, fail) => {
        node.addEventListener(name, done, { once: true });
        node.addEventListener("error", () => fail(new Error("the film cannot be played")), { once: true });
      });
    if (node.readyState < 1) await received("loadedmetadata");
    node.muted = true;
    await node.play();
    await received("timeupdate");
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
  readonly ownerDocument: { readonly defaultView: { readonly innerWidth: number } };
}

/** How many pixels the page is wider than its window. */
export function overhang(page: Page): Promise<number> {
  return page
    .locator("html")
    .evaluate((html: Root) => Math.max(0, html.scrollWidth - html.ownerDocument.defaultView.innerWidth));
}

export function ground(node: Locator): Promise<string> {
  return node.evaluate((it: Drawn) => it.ownerDocument.defaultView.getComputedStyle(it).backgroundColor);
}

/** Resolves to true if the element has the focus. */
export function isFocused(node: Locator): Promise<boolean> {
  return node.evaluate((it: { matches(selector: string): boolean }) => it.matches(":focus"));
}

/** Resolves to true if a picture has loaded. */
export function isDrawn(picture: Locator): Promise<boolean> {
  return picture.evaluate((node: { readonly naturalWidth: number }) => node.naturalWidth > 0);
}

/** How many pixels the page is longer than its window. */
export function overlength(page: Page): Promise<number> {
  return page
    .locator("html")
    .evaluate((html: { readonly scrollHeight: number; readonly clientHeight: number }) =>
      Math.max(0, html.scrollHeight - html.clientHeight),
    );
}

/** Reads whether a film is playing and whether it is muted. */
export function playing(film: Locator): Promise<{ readonly plays: boolean; readonly isMuted: boolean }> {
  return film.evaluate((node: Film & { readonly currentTime: number }) => ({
    plays: !node.paused && node.currentTime > 0.2,
    isMuted: node.muted,
  }));
}

/** An element with one of these roles needs a name, so that a screen reader can announce it. */
const NAMED = new Set(
  `button link textbox searchbox combobox spinbutton checkbox radio switch slider listbox option tab tablist tabpanel
   menu menuitem dialog radiogroup image progressbar region Video`.split(/\s+/),
);

/** Controls, pictures and parts of the page that the browser exposes to screen readers without a name. */
async function nameless(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send("Accessibility.getFullAXTree");
  await session.detach();
  return nodes
    .filter(
      ({ ignored, role, name }) => !ignored && NAMED.has(String(role?.value)) && !String(name?.value ?? "").trim(),
    )
    .map(({ role, description, properties = [] }) => {
      const about = properties.map((each) => `${each.name}=${String(each.value.value)}`);
      return [role?.value, description?.value, ...about].filter(Boolean).join(" ");
    });
}

const violationsShape = z.array(
  z.object({ id: z.string(), nodes: z.array(z.object({ target: z.array(z.unknown()) })) }),
);

/** Contrast is the slowest rule of axe, and `faintTexts` is stricter. */
const HOW = JSON.stringify({ resultTypes: ["violations"], rules: { "color-contrast": { enabled: false } } });

/** Runs axe on the page. Lists each broken rule with its elements. */
async function violations(page: Page): Promise<readonly string[]> {
  // Evaluated instead of added as a script, because the page's security policy forbids that.
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(`${axe.source}; undefined`);
  const rules = await page.evaluate(`axe.run(document, ${HOW}).then((all) => all.violations)`);
  return violationsShape
    .parse(rules)
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** The part of an element and its window that code in the browser needs. The tests do not include DOM types. */
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
 * Lists texts that are hard to read, with their contrast: less than 4.5, or 3 for large letters. Disabled elements may be
 * faint. A filter that brightens makes colours unknown, so it counts as a fault. Source: WCAG 2.2, success criterion 1.4.3
 * (read 2026-11-21).
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

    // The canvas converts a colour in any notation.
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

/** Lists what has no name, and each rule of axe that the page breaks. */
export async function unnamedAndBroken(page: Page): Promise<readonly string[]> {
  return [
    ...(await nameless(page)).map((words) => `no name: ${words}`),
    ...(await violations(page)).map((rule) => `axe: ${rule}`),
  ];
}

/** Lists all faults of what the page shows now: its width, names, axe rules and colours. */
export async function faultsNow(page: Page): Promise<readonly string[]> {
  const wide = await overhang(page);
  return [
    ...(wide > 0 ? [`${wide} px too wide`] : []),
    ...(await unnamedAndBroken(page)),
    ...(await faintTexts(page)).map((words) => `faint: ${words}`),
  ];
}
