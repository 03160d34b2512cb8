import { createHash } from "node:crypto";

export type Colour = readonly [red: number, green: number, blue: number];

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** RGBA of each pixel, row by row. */
export interface Frame extends Size {
  readonly bytes: Uint8Array;
  readonly pixels: Uint32Array;
}

export function emptyFrame({ width, height }: Size): Frame {
  const pixels = new Uint32Array(width * height).fill(packed([255, 255, 255]));
  return { width, height, pixels, bytes: new Uint8Array(pixels.buffer) };
}

/** Node's processors keep the lowest byte first. */
function packed([red, green, blue]: Colour): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

function mix(under: number, over: number, share: number): number {
  return under + (over - under) * share;
}

export function blend({ bytes }: Frame, pixel: number, { colour, share }: { colour: Colour; share: number }): void {
  const at = pixel * 4;
  bytes[at] = mix(bytes[at] ?? 0, colour[0], share);
  bytes[at + 1] = mix(bytes[at + 1] ?? 0, colour[1], share);
  bytes[at + 2] = mix(bytes[at + 2] ?? 0, colour[2], share);
}

/** The boat is drawn on this range. The ranges in front of it hide the keel. */
const BOAT_ON = 2;

const BOAT = { width: 0.36, speed: 0.05 };

export function drawScene(scene: Scene, seconds: number, into: Frame): void {
  const { particles } = scene;
  drawSky(scene, into);
  if (particles && !particles.isFalling) drawParticles(particles, seconds, into);
  drawLight(scene, seconds, into);
  for (const [index, range] of scene.ranges.entries()) {
    drawRange(range, seconds, into);
    if (index === BOAT_ON) drawBoat(scene, seconds, into);
  }
  if (particles?.isFalling) drawParticles(particles, seconds, into);
}

function drawSky({ sky }: Scene, into: Frame): void {
  const { width, height } = into;
  for (let y = 0; y < height; y += 1) {
    const colour = between(sky.top, sky.low, y / height);
    into.pixels.fill(packed(colour), y * width, (y + 1) * width);
  }
}

function between(top: Colour, low: Colour, share: number): Colour {
  return [mix(top[0], low[0], share), mix(top[1], low[1], share), mix(top[2], low[2], share)];
}

function drawLight({ light, heading }: Scene, seconds: number, into: Frame): void {
  const { width, height } = into;
  const x = (0.5 - heading * (0.28 - 0.02 * seconds)) * width;
  const y = light.level * height;
  const radius = light.radius * height;
  paint(into, disc(x, y, radius * 1.5), { colour: light.colour, share: 0.25 });
  paint(into, disc(x, y, radius), { colour: light.colour, share: 1 });
}

interface Particles {
  readonly words: RegExp;
  /** Falling particles are in front of everything; others shine behind the sea. */
  readonly isFalling: boolean;
  readonly count: number;
  /** Sizes are shares of the frame's height, and the speed is heights per second. */
  readonly width: number;
  readonly length: number;
  readonly slant: number;
  readonly speed: number;
  readonly share: number;
}

const RAIN = /\b(?:rain(?:s|y|ing|drops?|fall|storms?)?|drizzl(?:e|es|ing)|downpour|thunderstorms?)\b/i;
const SNOW = /\b(?:snow(?:s|y|ing|flakes?|fall|storms?)?|blizzards?)\b/i;
const STARS = /\b(?:stars?|starry|starlight|starlit)\b/i;

const PARTICLES: readonly Particles[] = [
  { words: RAIN, isFalling: true, count: 170, width: 0.0035, length: 0.075, slant: 0.22, speed: 1.3, share: 0.55 },
  { words: SNOW, isFalling: true, count: 190, width: 0.013, length: 0, slant: 0.3, speed: 0.13, share: 0.9 },
  { words: STARS, isFalling: false, count: 120, width: 0.006, length: 0, slant: 0, speed: 0, share: 0.9 },
];

const WHITE: Colour = [245, 248, 252];

function drawParticles(kind: Particles, seconds: number, into: Frame): void {
  const { width, height } = into;
  for (let index = 0; index < kind.count; index += 1) {
    const nearness = 0.5 + 0.5 * scattered(index, 1);
    const length = kind.length * nearness * height;
    const half = (kind.width * nearness * height) / 2;
    const y = ((scattered(index, 2) + kind.speed * nearness * seconds) % 1) * (height + length) - length;
    const x = (scattered(index, 3) * width + kind.slant * (y + length)) % width;
    const tail = x + kind.slant * length;
    const line = [
      [x - half, y],
      [x + half, y],
      [tail + half, y + length],
      [tail - half, y + length],
    ] as const;
    paint(into, length > 0 ? polygon(line) : disc(x, y, half), { colour: WHITE, share: kind.share });
  }
}

function scattered(index: number, salt: number): number {
  const large = Math.abs(Math.sin(index * 12.9898 + salt * 78.233)) * 43_758.5453;
  return large - Math.floor(large);
}

function edgeOf(
  { level, swell, length, speed }: Omit<Range, "colour">,
  x: number,
  at: { seconds: number; height: number },
): number {
  const phase = (2 * Math.PI * (x / at.height - speed * at.seconds)) / length;
  return at.height * (level - swell * (Math.sin(phase) + 0.4 * Math.sin(phase * 2.3 + level * 9)));
}

function drawRange({ colour, ...range }: Range, seconds: number, into: Frame): void {
  const { width, height, pixels } = into;
  const whole = packed(colour);
  for (let x = 0; x < width; x += 1) {
    const edge = edgeOf(range, x, { seconds, height });
    const first = Math.floor(edge);
    blend(into, first * width + x, { colour, share: first + 1 - edge });
    for (let y = first + 1; y < height; y += 1) pixels[y * width + x] = whole;
  }
}

function drawBoat({ boat, ranges, heading }: Scene, seconds: number, into: Frame): void {
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

interface Shape {
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
  const sides = corners.map((corner, index) => [corner, corners[(index + 1) % corners.length] ?? corner] as const);
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

function paint(into: Frame, shape: Shape, { colour, share }: { colour: Colour; share: number }): void {
  const right = Math.min(into.width, Math.ceil(shape.right) + 1);
  const bottom = Math.min(into.height, Math.ceil(shape.bottom) + 1);
  for (let y = Math.max(0, Math.floor(shape.top) - 1); y < bottom; y += 1)
    for (let x = Math.max(0, Math.floor(shape.left) - 1); x < right; x += 1) {
      const covered = Math.min(1, shape.depth(x + 0.5, y + 0.5) + 0.5);
      if (covered > 0) blend(into, y * into.width + x, { colour, share: covered * share });
    }
}

interface Range {
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
  readonly particles: Particles | undefined;
}

const RANGES = 4;

/** The scene depends only on the prompt. Words such as "night", "rain", "snow" and "stars" add what they name. */
export function sceneOf(prompt: string): Scene {
  const dice = createHash("sha256").update(prompt.trim().toLowerCase()).digest();
  const roll = (index: number) => (dice[index] ?? 0) / 255;
  const isNight = /\b(?:(?:mid)?night|moon(?:lit|light)?|stars?|dark)\b/i.test(prompt);
  const particles = PARTICLES.find(({ words }) => words.test(prompt));
  const hue = 150 + roll(0) * 190;
  const skyHue = isNight ? 215 + roll(1) * 60 : 195 + roll(1) * 205;
  const heading = roll(2) < 0.5 ? -1 : 1;

  const ranges = Array.from({ length: RANGES }, (_, index): Range => {
    const near = index / (RANGES - 1);
    const lightness = isNight ? 0.26 - 0.17 * near : 0.66 - 0.36 * near;
    return {
      colour: hsl(hue + 14 * index * heading, 0.42 + 0.18 * near, lightness),
      level: 0.55 + 0.37 * near,
      swell: 0.012 + (0.02 + 0.03 * roll(3)) * near,
      length: 0.5 + 0.9 * roll(4) + 0.5 * near,
      speed: heading * (0.03 + (0.1 + 0.2 * roll(5)) * near) * (index % 2 === 0 ? 1 : -0.6),
    };
  });
  const skies = {
    night: { top: hsl(skyHue, 0.5, 0.07), low: hsl(skyHue + 20, 0.45, 0.25), light: hsl(50, 0.3, 0.9) },
    clouds: { top: hsl(skyHue, 0.16, 0.4), low: hsl(skyHue, 0.2, 0.66), light: hsl(skyHue, 0.2, 0.72) },
    day: { top: hsl(skyHue, 0.5, 0.62), low: hsl(skyHue + 40, 0.75, 0.86), light: hsl(skyHue + 60, 0.9, 0.92) },
  };
  const sky = skies[isNight ? "night" : particles?.isFalling ? "clouds" : "day"];
  return {
    sky,
    light: {
      colour: sky.light,
      radius: 0.07 + 0.06 * roll(6),
      level: 0.16 + 0.2 * roll(7),
    },
    ranges,
    boat: { paper: hsl(hue + 180, 0.25, isNight ? 0.82 : 0.97), shade: hsl(hue + 180, 0.22, isNight ? 0.6 : 0.8) },
    heading,
    particles,
  };
}

function hsl(hue: number, saturation: number, lightness: number): Colour {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const channel = (index: number) => {
    const turn = (((index + hue / 30) % 12) + 12) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(turn - 3, 9 - turn, 1)));
  };
  return [channel(0), channel(8), channel(4)];
}
