import { type Colour, mix, type Planes } from "./planes.ts";

/** Something with an edge: how deep a point lies in it, in pixels; below 0 it is outside. */
export interface Shape {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  depth(x: number, y: number): number;
}

export function disc(x: number, y: number, radius: number): Shape {
  return {
    left: x - radius,
    right: x + radius,
    top: y - radius,
    bottom: y + radius,
    depth: (atX, atY) => radius - Math.sqrt((atX - x) ** 2 + (atY - y) ** 2),
  };
}

type Corner = readonly [x: number, y: number];

/** A convex shape with these corners, in either direction. */
export function polygon(corners: readonly Corner[]): Shape {
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

/** Paints the shape in that colour, with a soft edge of one pixel; below a share of 1 what is under it shines through. */
export function paint(planes: Planes, shape: Shape, { colour, share }: { colour: Colour; share: number }): void {
  const { width, height } = planes;
  const half = { width: width / 2, height: height / 2 };
  cover(planes.luma, { width, height, cell: 1 }, { shape, value: colour[0], share });
  cover(planes.blue, { ...half, cell: 2 }, { shape, value: colour[1], share });
  cover(planes.red, { ...half, cell: 2 }, { shape, value: colour[2], share });
}

/** A cell of the plane is so many pixels wide and high. */
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
