const SVG = "http://www.w3.org/2000/svg";

/** Lines on a field of 20 by 20. */
const paths = {
  attach: "M10 4v12M4 10h12",
  close: "M5 5l10 10M15 5L5 15",
  eye: "M2 10s3-5.5 8-5.5S18 10 18 10s-3 5.5-8 5.5S2 10 2 10zM10 7.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 1 0 0-5z",
  file: "M5 2.5h7l4 4v11H5zM12 2.5v4h4",
  more: "M10 4.5v.1M10 10v.1M10 15.5v.1",
  reply: "M3 4.5h14v9H9l-4 3v-3H3zM7 8h6M7 10.5h4",
  send: "M3 3.5l14.5 6.5L3 16.5l1.8-6.5zM4.8 10H10",
  shortcut: "M11 2.5L4.5 11.5H9L8 17.5l7-9.5h-4.5z",
  slash: "M7 17.5L13 2.5",
} as const;

export type IconName = keyof typeof paths;

/** A picture beside words, or in a control that has a name: nobody need hear of it. */
export function icon(name: IconName): Element {
  const drawn = document.createElementNS(SVG, "svg");
  for (const [attribute, value] of Object.entries({
    viewBox: "0 0 20 20",
    class: `icon is-${name}`,
    "aria-hidden": "true",
  }))
    drawn.setAttribute(attribute, value);
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", paths[name]);
  drawn.append(line);
  return drawn;
}
