import { createHash } from "node:crypto";

/** The shape of a response: its field names and kinds of values, without texts. */
export type Shape = string | readonly Shape[] | { readonly [name: string]: Shape };

/** Fields whose values are the platform's own words or numbers, never a person's. */
const TOLD = new Set(["code", "error", "op", "type"]);
const WORD = /^[A-Za-z_]{1,40}$/;

/** Fields with numbers that are as long as an id, such as bit sets and counts. */
const NUMBERS = /^(?:allow|deny|(?:\w+_)?permissions(?:_new)?|flags|bitfield|nonce)$/;
/** Ids: snowflakes (at least 17 digits since July 2015), Slack's own ids, and Slack timestamps. */
const ID = /^(?:\d{17,19}|[A-Z][A-Z0-9]{7,20}|\d{10}\.\d{6})$/;
/** A field's name, an index in a list, or a language. */
const NAME = /^(?:[a-z]{1,20}(?:_[a-z]{1,20}|_\d{1,4}){0,5}\d?|_errors|\d{1,3}|[a-z]{2}-[A-Z0-9]{2,3})$/;

/** Hashes ids with the salt: equal ids have equal hashes, and a hash does not reveal its id. */
export function shaper(salt: string): (value: unknown) => Shape {
  const hashed = (id: string) => `id:${createHash("sha256").update(`${salt}${id}`).digest("hex").slice(0, 8)}`;

  const kindOf = (value: unknown, name: string): string => {
    if (value === null) return "null";
    if (typeof value !== "string") return typeof value;
    if (ID.test(value) && !NUMBERS.test(name)) return hashed(value);
    return /^(?:https?|wss?):\/\//.test(value) ? "address" : "text";
  };

  const shapeOf = (value: unknown, name = ""): Shape => {
    if (TOLD.has(name) && isTold(value)) return `=${value}`;
    if (Array.isArray(value)) return mergedOf(value.map((each) => shapeOf(each)));
    if (typeof value !== "object" || value === null) return kindOf(value, name);
    const fields = Object.entries(value).map(([key, each]) => [nameOf(key), shapeOf(each, key)] as const);
    return Object.fromEntries(fields.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  };
  return (value) => shapeOf(value);
}

function isTold(value: unknown): boolean {
  return typeof value === "number" || (typeof value === "string" && WORD.test(value));
}

function nameOf(key: string): string {
  if (ID.test(key)) return ":id";
  return NAME.test(key) ? key : ":name";
}

/** Merges the members of a list into one shape, without ids. */
function mergedOf(members: readonly Shape[]): readonly Shape[] {
  const [first, ...others] = members.map(withoutIds);
  return first === undefined ? [] : [others.reduce(both, first)];
}

function withoutIds(shape: Shape): Shape {
  if (typeof shape === "string") return shape.startsWith("id:") ? "id" : shape;
  if (isList(shape)) return shape.map(withoutIds);
  return Object.fromEntries(Object.entries(shape).map(([name, each]) => [name, withoutIds(each)]));
}

function both(one: Shape, other: Shape): Shape {
  if (typeof one === "string" || typeof other === "string") return eitherOf(one, other);
  if (isList(one) || isList(other)) return isList(one) && isList(other) ? mergedOf([...one, ...other]) : "list|object";
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted();
  return Object.fromEntries(
    names.map((name) => {
      const [left, right] = [one[name], other[name]];
      return [name, left === undefined || right === undefined ? (left ?? right ?? "null") : both(left, right)];
    }),
  );
}

function eitherOf(one: Shape, other: Shape): string {
  const kinds = [one, other].flatMap((each) => (typeof each === "string" ? each.split("|") : ["object"]));
  return [...new Set(kinds)].toSorted().join("|");
}

export function isList(shape: Shape): shape is readonly Shape[] {
  return Array.isArray(shape);
}
