import fc from "fast-check";
import { expect, test } from "vitest";
import { type NamedFilm, sweepOf } from "../../../src/core/film/film-sweep.ts";

const HOUR = 3_600_000;
const NOW = 1_000 * HOUR;

const file = (name: string, bytes = 10, ageMs = 5 * HOUR) => ({ name, bytes, at: NOW - ageMs });
const film = (name: string, ageMs = 5 * HOUR, leftMs = HOUR): NamedFilm => ({
  job: `job of ${name}`,
  name,
  keptAt: NOW - ageMs,
  until: NOW + leftMs,
});
const namedBy = (...films: readonly NamedFilm[]) => new Map(films.map((each) => [each.name, each]));

test("a film goes when its time is over, whether or not its file is there", () => {
  const over = film("over", 5 * HOUR, 0);
  const named = namedBy(over, film("still", 5 * HOUR, 1));
  const sweep = sweepOf([file("over"), file("still")], named, { now: NOW, maxBytes: 100 });
  expect(sweep).toEqual({ films: [over], files: [] });
  expect(sweepOf([], namedBy(over), { now: NOW, maxBytes: 100 }).films).toEqual([over]);
});

test("a file that no job names goes after an hour, for until then it may be on its way to one", () => {
  const files = [file("old", 10, HOUR), file("young", 10, HOUR - 1), file("named", 10, 9 * HOUR)];
  expect(sweepOf(files, namedBy(film("named")), { now: NOW, maxBytes: 100 })).toEqual({ films: [], files: ["old"] });
});

test("above the bound the oldest go first, as many as it takes, and none in its first two hours", () => {
  const films = [film("c", 2 * HOUR), film("a", 4 * HOUR), film("b", 3 * HOUR), film("d", 2 * HOUR - 1)];
  const files = films.map(({ name }) => file(name));
  const gone = (maxBytes: number) =>
    sweepOf(files, namedBy(...films), { now: NOW, maxBytes }).films.map(({ name }) => name);
  expect(gone(40)).toEqual([]);
  expect(gone(39)).toEqual(["a"]);
  expect(gone(20)).toEqual(["a", "b"]);
  expect(gone(0)).toEqual(["a", "b", "c"]);
});

test("what goes for another reason makes room", () => {
  const films = [film("over", 9 * HOUR, 0), film("a", 4 * HOUR)];
  const files = [file("over"), file("a"), file("nameless")];
  const sweep = sweepOf(files, namedBy(...films), { now: NOW, maxBytes: 10 });
  expect(sweep).toEqual({ films: [films[0]], files: ["nameless"] });
});

test("of any films, what stays fits or is young, and nothing is deleted without a reason", () => {
  const one = fc.record({
    name: fc.uuid(),
    bytes: fc.nat(50),
    ageMs: fc.nat(10 * HOUR),
    leftMs: fc.integer({ min: -HOUR, max: HOUR }),
    has: fc.constantFrom("both", "file", "job"),
  });
  fc.assert(
    fc.property(fc.uniqueArray(one, { selector: ({ name }) => name, maxLength: 20 }), fc.nat(300), (all, maxBytes) => {
      const files = all.filter(({ has }) => has !== "job").map(({ name, bytes, ageMs }) => file(name, bytes, ageMs));
      const named = namedBy(
        ...all.filter(({ has }) => has !== "file").map(({ name, ageMs, leftMs }) => film(name, ageMs, leftMs)),
      );
      const { films, files: nameless } = sweepOf(files, named, { now: NOW, maxBytes });
      const gone = new Set([...films.map(({ name }) => name), ...nameless]);
      const left = files.filter(({ name }) => !gone.has(name));
      const bytes = left.reduce((sum, each) => sum + each.bytes, 0);
      const canGo = left.filter(({ name }) => (named.get(name)?.keptAt ?? NOW) <= NOW - 2 * HOUR);
      if (bytes > maxBytes) expect(canGo).toEqual([]);
      for (const name of nameless) expect(named.has(name)).toBe(false);
      const isOver = ({ until }: NamedFilm) => until <= NOW;
      expect([...named.values()].filter(isOver).filter(({ name }) => !gone.has(name))).toEqual([]);
      const forRoom = films.filter((each) => !isOver(each));
      for (const { keptAt } of forRoom) expect(NOW - keptAt).toBeGreaterThanOrEqual(2 * HOUR);
      // Without the last of them there would be too much.
      const last = files.find(({ name }) => name === forRoom.at(-1)?.name);
      if (last) expect(bytes + last.bytes).toBeGreaterThan(maxBytes);
    }),
  );
});
