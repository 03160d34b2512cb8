import { createHash } from "node:crypto";
import { type Colour, colourOf, mix, type Planes, type Size } from "./planes.ts";

/** The boat floats on this range, and those before it hide its keel. */
const BOAT_ON = 2;

const BOAT = { width: 0.36, speed: 0.05 };

export function drawScene(scene: Scene, seconds: number, into: Planes): void {
  drawSky(scene, seconds, into);
  for (const [nth, range] of scene.ranges.entries()) {
    drawRange(range, seconds, into);
    if (nth === BOAT_ON) drawBoat(scene, seconds, into);
  }
}

function drawSky({ sky, light, heading }: Scene, seconds: number, into: Planes): void {
  const { width, height } = into;
  for (let y = 0; y < height; y += 1) {
    const low = y / height;
    into.luma.fill(mix(sky.top[0], sky.low[0], low), y * width, (y + 1) * width);
    if (y % 2 === 1) continue;
    const row = (y * width) / 4;
    into.blue.fill(mix(sky.top[1], sky.low[1], low), row, row + width / 2);
    into.red.fill(mix(sky.top[2], sky.low[2], low), row, row + width / 2);
  }
  const x = (0.5 - heading * (0.28 - 0.02 * seconds)) * width;
  const y = light.level * height;
  const radius = light.radius * height;
  paint(into, disc(x, y, radius * 1.5), { colour: light.colour, share: 0.25 });
  paint(into, disc(x, y, radius), { colour: light.colour, share: 1 });
}

function edgeOf({ level, swell, length, speed }: Range, x: number, at: { seconds: number; height: number }): number {
  const phase = (2 * Math.PI * (x / at.height - speed * at.seconds)) / length;
  return at.height * (level - swell * (Math.sin(phase) + 0.4 * Math.sin(phase * 2.3 + level * 9)));
}

function drawRange(range: Range, seconds: number, into: Planes): void {
  const { width, height, luma, blue, red } = into;
  const [ofLuma, ofBlue, ofRed] = range.colour;
  const edges = new Float64Array(width);
  for (let x = 0; x < width; x += 1) edges[x] = edgeOf(range, x, { seconds, height });
  pour(luma, { width, height }, { edges, cell: 1, value: ofLuma });
  const half = { width: width / 2, height: height / 2 };
  pour(blue, half, { edges, cell: 2, value: ofBlue });
  pour(red, half, { edges, cell: 2, value: ofRed });
}

function pour(
  plane: Uint8Array,
  { width, height }: Size,
  { edges, cell, value }: { edges: Float64Array; cell: 1 | 2; value: number },
): void {
  let lowest = 0;
  for (const edge of edges) lowest = Math.max(lowest, edge);
  const bottom = Math.min(height, Math.ceil(lowest / cell));
  for (let x = 0; x < width; x += 1) {
    const edge = (edges[x * cell] ?? 0) / cell;
    const first = Math.floor(edge);
    const at = first * width + x;
    if (first < height) plane[at] = mix(plane[at] ?? 0, value, first + 1 - edge);
    for (let y = first + 1; y < bottom; y += 1) plane[y * width + x] = value;
  }
  plane.fill(value, bottom * width);
}

function drawBoat({ boat, ranges, heading }: Scene, seconds: number, into: Planes): void {
  const { width, height } = into;
  const range = ranges[BOAT_ON];
  if (!range) return;
  const unit = (BOAT.width * height) / 2;
  const x = width * (0.5 - heading * 0.22) + heading * BOAT.speed * seconds * width * 0.6;
  const deck = (at: number) => edgeOf(range, at, { seconds, height });
  const tilt = Math.atan2(deck(x + unit / 2) - deck(x - unit / 2), unit);
  const y = deck(x) - unit * 0.12;
  const shape = (...corners: readonly (readonly [number, number])[]): Shape =>
    polygon(
      corners.map(([right, down]) => [
        x + unit * (heading * right * Math.cos(tilt) - down * Math.sin(tilt)),
        y + unit * (heading * right * Math.sin(tilt) + down * Math.cos(tilt)),
      ]),
    );
  paint(into, shape([-0.02, -0.75], [0.42, 0.02], [-0.02, 0.02]), { colour: boat.paper, share: 1 });
  paint(into, shape([-0.02, -0.75], [-0.02, 0.02], [-0.42, 0.02]), { colour: boat.shade, share: 1 });
  paint(into, shape([-1, -0.12], [1, -0.12], [0.62, 0.34], [-0.62, 0.34]), { colour: boat.paper, share: 1 });
  paint(into, shape([-1, -0.12], [-0.2, 0.34], [-0.62, 0.34]), { colour: boat.shade, share: 1 });
}

export interface Shape {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  depth(x: number, y: number): number;
}

function disc(x: number, y: number, radius: number): Shape {
  return {
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
    depth: (atX, atY) => radius - Math.sqrt((atX - x) ** 2 + (atY - y) ** 2),
  };
}

type Corner = readonly [x: number, y: number];

function polygon(corners: readonly Corner[]): Shape {
  const sides = corners.map((corner, nth) => [corner, corners[(nth + 1) % corners.length] ?? corner] as const);
  const turn = Math.sign(sides.reduce((sum, [from, to]) => sum + from[0] * to[1] - to[0] * from[1], 0));
  // Each side as a, b, c: a point's distance from it is ax + by + c.
  const edges = sides.map(([from, to]) => {
    const length = turn * (Math.hypot(to[0] - from[0], to[1] - from[1]) || 1);
    const a = (from[1] - to[1]) / length;
    const b = (to[0] - from[0]) / length;
    return { a, b, c: -a * from[0] - b * from[1] };
  });
  const xs = corners.map(([x]) => x);
  const ys = corners.map(([, y]) => y);
  return {
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    depth(x, y) {
      let least = Number.POSITIVE_INFINITY;
      for (const { a, b, c } of edges) least = Math.min(least, a * x + b * y + c);
      return least;
    },
  };
}

function paint(planes: Planes, shape: Shape, { colour, share }: { colour: Colour; share: number }): void {
  const { width, height } = planes;
  const half = { width: width / 2, height: height / 2 };
  cover(planes.luma, { width, height, cell: 1 }, { shape, value: colour[0], share });
  cover(planes.blue, { ...half, cell: 2 }, { shape, value: colour[1], share });
  cover(planes.red, { ...half, cell: 2 }, { shape, value: colour[2], share });
}

function cover(
  plane: Uint8Array,
  { width, height, cell }: { width: number; height: number; cell: 1 | 2 },
  { shape, value, share }: { shape: Shape; value: number; share: number },
): void {
  const right = Math.min(width, Math.ceil(shape.right / cell) + 1);
  const bottom = Math.min(height, Math.ceil(shape.bottom / cell) + 1);
  for (let y = Math.max(0, Math.floor(shape.top / cell) - 1); y < bottom; y += 1)
    for (let x = Math.max(0, Math.floor(shape.left / cell) - 1); x < right; x += 1) {
      const covered = Math.min(1, shape.depth((x + 0.5) * cell, (y + 0.5) * cell) / cell + 0.5);
      const at = y * width + x;
      if (covered > 0) plane[at] = mix(plane[at] ?? 0, value, covered * share);
    }
}

export interface Range {
  readonly colour: Colour;
  readonly level: number;
  readonly swell: number;
  readonly length: number;
  readonly speed: number;
}

export interface Scene {
  readonly sky: { readonly top: Colour; readonly low: Colour };
  readonly light: { readonly colour: Colour; readonly radius: number; readonly level: number };
  readonly ranges: readonly Range[];
  readonly boat: { readonly paper: Colour; readonly shade: Colour };
  readonly heading: 1 | -1;
}

const RANGES = 4;

/**
 * The scene of a prompt: a paper boat on a sea whose colours, waves and heading come from the prompt's words, so that
 * the same words make the same film and others another one. Night is understood.
 */
export function sceneOf(prompt: string): Scene {
  const dice = createHash("sha256").update(prompt.trim().toLowerCase()).digest();
  const roll = (nth: number) => (dice[nth] ?? 0) / 255;
  const isNight = /\b(?:(?:mid)?night|moon(?:lit|light)?|stars?|dark)\b/i.test(prompt);
  const hue = 150 + roll(0) * 190;
  const skyHue = isNight ? 215 + roll(1) * 60 : 195 + roll(1) * 205;
  const heading = roll(2) < 0.5 ? -1 : 1;

  const ranges = Array.from({ length: RANGES }, (_, nth): Range => {
    const near = nth / (RANGES - 1);
    const lightness = isNight ? 0.26 - 0.17 * near : 0.66 - 0.36 * near;
    return {
      colour: hsl(hue + 14 * nth * heading, 0.42 + 0.18 * near, lightness),
      level: 0.55 + 0.37 * near,
      swell: 0.012 + (0.02 + 0.03 * roll(3)) * near,
      length: 0.5 + 0.9 * roll(4) + 0.5 * near,
      speed: heading * (0.03 + (0.1 + 0.2 * roll(5)) * near) * (nth % 2 === 0 ? 1 : -0.6),
    };
  });
  return {
    sky: isNight
      ? { top: hsl(skyHue, 0.5, 0.07), low: hsl(skyHue + 20, 0.45, 0.25) }
      : { top: hsl(skyHue, 0.5, 0.62), low: hsl(skyHue + 40, 0.75, 0.86) },
    light: {
      colour: isNight ? hsl(50, 0.3, 0.9) : hsl(skyHue + 60, 0.9, 0.92),
      radius: 0.07 + 0.06 * roll(6),
      level: 0.16 + 0.2 * roll(7),
    },
    ranges,
    boat: { paper: hsl(hue + 180, 0.25, isNight ? 0.82 : 0.97), shade: hsl(hue + 180, 0.22, isNight ? 0.6 : 0.8) },
    heading,
  };
}

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (nth: number) => {
    const turn = (((nth + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return colourOf(channel(0), channel(8), channel(4));
}
