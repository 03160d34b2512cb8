import { disc, paint, polygon, type Shape } from "./paint.ts";
import { mix, type Planes, type Size } from "./planes.ts";
import type { Range, Scene } from "./scene.ts";

/** The boat floats on this range, and those before it hide its keel. */
const BOAT_ON = 2;

/** The boat's width and what it covers of the film's width in a second, as shares of the film's height. */
const BOAT = { width: 0.36, speed: 0.05 };

/** Draws the scene as it is after so many seconds. */
export function drawScene(scene: Scene, seconds: number, into: Planes): void {
  drawSky(scene, seconds, into);
  for (const [nth, range] of scene.ranges.entries()) {
    drawRange(range, seconds, into);
    if (nth === BOAT_ON) drawBoat(scene, seconds, into);
  }
  if (scene.fall === "rain" || scene.fall === "snow") drawFall(scene, seconds, into);
}

function drawSky({ sky, light, fall, heading }: Scene, seconds: number, into: Planes): void {
  const { width, height } = into;
  for (let y = 0; y < height; y += 1) {
    const low = y / height;
    into.luma.fill(mix(sky.top[0], sky.low[0], low), y * width, (y + 1) * width);
    if (y % 2 === 1) continue;
    const row = (y * width) / 4;
    into.blue.fill(mix(sky.top[1], sky.low[1], low), row, row + width / 2);
    into.red.fill(mix(sky.top[2], sky.low[2], low), row, row + width / 2);
  }
  if (fall === "stars") drawStars(seconds, into);
  const x = (0.5 - heading * (0.28 - 0.02 * seconds)) * width;
  const y = light.level * height;
  const radius = light.radius * height;
  paint(into, disc(x, y, radius * 1.5), { colour: light.colour, share: 0.25 });
  paint(into, disc(x, y, radius), { colour: light.colour, share: 1 });
}

/** Where the range's edge is, in pixels from the top. */
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

/** Fills the plane below the edges, which are in pixels; a cell of it is so many pixels wide and high. */
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

/** A number of 0 to 1 that is always the same for that place in a row of them. */
function scattered(nth: number, salt: number): number {
  const mixed = Math.imul((nth + 1) ^ (salt << 16), 0x9e3779b1);
  const again = Math.imul(mixed ^ (mixed >>> 15), 0x85ebca6b);
  return ((again ^ (again >>> 13)) >>> 0) / 2 ** 32;
}

const STARS = 90;

function drawStars(seconds: number, { width, height, luma }: Planes): void {
  for (let nth = 0; nth < STARS; nth += 1) {
    const x = Math.floor(scattered(nth, 1) * width);
    const y = Math.floor(scattered(nth, 2) * height * 0.5);
    const glow = 0.55 + 0.45 * Math.sin(seconds * 2 + nth);
    luma[y * width + x] = mix(luma[y * width + x] ?? 0, 230, glow);
  }
}

/** How much of it there is, how fast it falls and drifts in a second, and how long each piece is, by the film's height. */
const FALLS = {
  rain: { pieces: 150, speed: 1.3, drift: 0.12, length: 0.05, share: 0.35 },
  snow: { pieces: 170, speed: 0.16, drift: 0.05, length: 0.006, share: 0.8 },
} as const;

function drawFall({ fall, heading }: Scene, seconds: number, { width, height, luma }: Planes): void {
  if (fall !== "rain" && fall !== "snow") return;
  const { pieces, speed, drift, length, share } = FALLS[fall];
  for (let nth = 0; nth < pieces; nth += 1) {
    const pace = 0.7 + 0.6 * scattered(nth, 3);
    const fallen = (scattered(nth, 4) + speed * pace * seconds) % 1;
    const x =
      scattered(nth, 5) * width + heading * drift * height * (fallen + (fall === "snow" ? Math.sin(seconds + nth) : 0));
    const steps = Math.ceil(length * height);
    for (let step = 0; step < steps; step += 1) {
      const y = Math.floor(fallen * height) + step;
      const column = Math.floor(x + (heading * drift * step) / 1.3 + width) % width;
      for (const at of [y * width + column, y * width + column + 1])
        if (y < height && column < width - 1) luma[at] = mix(luma[at] ?? 0, 235, share);
    }
  }
}
