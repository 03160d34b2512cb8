import { isList, type Shape } from "./shape.ts";
import type { CheckSeen, Step, Transcript } from "./transcript.ts";

export interface ShapesCompared {
  /** Fields that differ, or that only the emulator has. */
  readonly otherwise: readonly string[];
  /** Fields that only the platform has. */
  readonly less: readonly string[];
  /** Pairs of ids in the same field. */
  readonly ids: readonly { readonly path: string; readonly one: string; readonly other: string }[];
}

/** Compares the shape of an emulator's response with the platform's. */
function compareShapes(real: Shape, copy: Shape): ShapesCompared {
  const otherwise: string[] = [];
  const less: string[] = [];
  const ids: { path: string; one: string; other: string }[] = [];

  const walk = (one: Shape, other: Shape, path: string): void => {
    if (typeof one === "string" && typeof other === "string") {
      if (one.startsWith("id:") && other.startsWith("id:")) ids.push({ path, one, other });
      else if (!fits(kindsOf(one), kindsOf(other)))
        otherwise.push(`${path} is ${one} on the platform and ${other} on the emulator`);
      return;
    }
    if (isBare(one) && isBare(other)) return;
    if (isList(one) && isList(other) && one.length === other.length) {
      const [first, second] = [one[0], other[0]];
      if (first !== undefined && second !== undefined) walk(first, second, `${path}[]`);
      return;
    }
    if (typeof one === "string" || typeof other === "string" || isList(one) || isList(other)) {
      otherwise.push(`${path} is ${nameOf(one)} on the platform and ${nameOf(other)} on the emulator`);
      return;
    }
    for (const [name, each] of Object.entries(other)) {
      const below = path === "" ? name : `${path}.${name}`;
      const there = one[name];
      if (there === undefined) otherwise.push(`${below} exists only on the emulator`);
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

/** True if the platform has all of the emulator's kinds. In a list, "null" means that some members lack the field. */
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

/** A rule for which the emulator differs from the platform. */
export interface Difference {
  readonly check: string;
  readonly rule: string;
  readonly why: string;
  /** True if only the platform has these fields. A bot on the emulator does not need them. */
  readonly isLess: boolean;
}

export interface Compared {
  /** The emulator differs, or has fields that the platform does not have. */
  readonly wrong: readonly Difference[];
  /** The platform has more fields, which a bot on the emulator does not need. One entry per rule. */
  readonly less: readonly Difference[];
  readonly compared: number;
}

/** Compares the emulator's responses with the platform's, for each check and rule. */
export function compare(platform: Transcript, emulator: Transcript): Compared {
  const pairs = platform.checks
    .filter(({ verdict }) => verdict.kind !== "not tried")
    .flatMap((real) => {
      const copy = emulator.checks.find(({ name }) => name === real.name);
      return copy ? [compareCheck(real, copy)] : [];
    });
  const all = pairs.flat();
  return {
    wrong: all.filter(({ isLess }) => !isLess),
    less: all.filter(({ isLess }) => isLess),
    compared: pairs.length,
  };
}

function compareCheck(real: CheckSeen, copy: CheckSeen): readonly Difference[] {
  const differences: Difference[] = [];
  const same = sameIds();
  const counted = new Map<string, number>();
  for (const step of real.steps) {
    const nth = counted.get(step.rule) ?? 0;
    counted.set(step.rule, nth + 1);
    const tell = (why: string, isLess = false) => differences.push({ check: real.name, rule: step.rule, why, isLess });
    const other = copy.steps.filter(({ rule, kind }) => rule === step.rule && kind === step.kind)[nth];
    if (!other) {
      tell("the emulator did not reach this step");
      break;
    }
    compareSteps(step, other, tell, same);
  }
  return differences;
}

function compareSteps(
  real: Step,
  copy: Step,
  tell: (why: string, isLess?: boolean) => void,
  same: ReturnType<typeof sameIds>,
): void {
  if (real.kind === "fact" && copy.kind === "fact") {
    if (real.is !== copy.is) tell(`${truthText(real.is)} on the platform, ${truthText(copy.is)} on the emulator`);
    return;
  }
  if (real.kind === "event" && copy.kind === "event" && real.type !== copy.type) {
    tell(`the platform sends ${real.type}, the emulator ${copy.type}`);
    return;
  }
  if (real.kind === "answer" && copy.kind === "answer") {
    const [one, other] = [real, copy].map(({ status, code }) => (code === null ? `${status}` : `${status} ${code}`));
    if (one !== other) {
      tell(`the platform responds with ${one}, the emulator with ${other}`);
      return;
    }
    const more = copy.headers.filter((name) => !real.headers.includes(name));
    if (more.length > 0) tell(`the emulator sends ${more.join(", ")}, the platform does not`);
    const fewer = real.headers.filter((name) => !copy.headers.includes(name));
    if (fewer.length > 0) tell(`the platform also sends ${fewer.join(", ")}`, true);
  }
  if (real.failed === undefined && copy.failed !== undefined) tell(`fails only on the emulator: ${copy.failed}`);
  if (!("shape" in real) || !("shape" in copy)) return;
  const { otherwise, less, ids } = compareShapes(real.shape, copy.shape);
  for (const why of otherwise) tell(why);
  if (less.length > 0) tell(`the platform also has ${less.join(", ")}`, true);
  for (const { path, one, other } of ids)
    if (!same(one, other)) tell(`${path} is an earlier id on one side, but a different id on the other side`);
}

/** Returns a function that checks that equal ids on one side are equal on the other. */
function sameIds(): (one: string, other: string) => boolean {
  const there = new Map<string, string>();
  const back = new Map<string, string>();
  return (one, other) => {
    const isKnown = there.has(one) || back.has(other);
    const is = isKnown ? there.get(one) === other && back.get(other) === one : true;
    if (!isKnown) {
      there.set(one, other);
      back.set(other, one);
    }
    return is;
  };
}

const truthText = (is: boolean) => (is ? "true" : "false");
