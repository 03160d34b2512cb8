import { isList, type Shape } from "./shape.ts";

export interface ShapesCompared {
  /** Fields that differ, or that the emulator alone has. */
  readonly otherwise: readonly string[];
  /** The fields that the platform alone tells. */
  readonly less: readonly string[];
  /** Ids that stand in the same place. */
  readonly ids: readonly { readonly path: string; readonly one: string; readonly other: string }[];
}

/** Holds the shape of an emulator's answer against that of the platform's. */
export function compareShapes(real: Shape, copy: Shape): ShapesCompared {
  const otherwise: string[] = [];
  const less: string[] = [];
  const ids: { path: string; one: string; other: string }[] = [];

  const walk = (one: Shape, other: Shape, path: string): void => {
    if (typeof one === "string" && typeof other === "string") {
      if (one.startsWith("id:") && other.startsWith("id:")) ids.push({ path, one, other });
      else if (!fits(kindsOf(one), kindsOf(other))) otherwise.push(`${path} is ${one} there and ${other} here`);
      return;
    }
    if (isBare(one) && isBare(other)) return;
    if (isList(one) && isList(other) && one.length === other.length) {
      const [first, second] = [one[0], other[0]];
      if (first !== undefined && second !== undefined) walk(first, second, `${path}[]`);
      return;
    }
    if (typeof one === "string" || typeof other === "string" || isList(one) || isList(other)) {
      otherwise.push(`${path} is ${nameOf(one)} there and ${nameOf(other)} here`);
      return;
    }
    for (const [name, each] of Object.entries(other)) {
      const below = path === "" ? name : `${path}.${name}`;
      const there = one[name];
      if (there === undefined) otherwise.push(`${below} is told here alone`);
      else walk(there, each, below);
    }
    less.push(
      ...Object.keys(one)
        .filter((name) => !(name in other))
        .map((name) => (path === "" ? name : `${path}.${name}`)),
    );
  };
  walk(real, copy, "");
  return { otherwise, less, ids };
}

/** All kinds of the emulator's are among the platform's; in a list, null stands for what some members lack. */
function fits(one: readonly string[], other: readonly string[]): boolean {
  const [there = [], here = []] = [one, other].map((kinds) => kinds.filter((kind) => kind !== "null"));
  if (there.length === 0 || here.length === 0) return there.length === here.length;
  return here.every((kind) => there.includes(kind));
}

function kindsOf(shape: string): readonly string[] {
  return shape.split("|").map((kind) => (kind.startsWith("id:") ? "id" : kind));
}

function isBare(shape: Shape): boolean {
  return shape === "null" || (isList(shape) && shape.length === 0);
}

function nameOf(shape: Shape): string {
  if (typeof shape === "string") return shape;
  if (isList(shape)) return shape.length === 0 ? "an empty list" : "a list";
  return "an object";
}
