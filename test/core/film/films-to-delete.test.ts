import { describe, expect, test } from "vitest";
import { type NamedFilm, sweepOf } from "../../../src/core/film/films-to-delete.ts";

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

test("an expired stored video is removed from its job even if the file is missing", () => {
  const over = film("over", 5 * HOUR, 0);
  const named = namedBy(over, film("still", 5 * HOUR, 1));
  const sweep = sweepOf([file("over"), file("still")], named, { now: NOW, maxBytes: 100 });
  expect(sweep).toEqual({ films: [over], files: [] });
  expect(sweepOf([], namedBy(over), { now: NOW, maxBytes: 100 }).films).toEqual([over]);
});

test("a stored file that belongs to no job is deleted after an hour", () => {
  const files = [file("old", 10, HOUR), file("young", 10, HOUR - 1), file("named", 10, 9 * HOUR)];
  expect(sweepOf(files, namedBy(film("named")), { now: NOW, maxBytes: 100 })).toEqual({ films: [], files: ["old"] });
});

describe("stored videos that together exceed the size limit", () => {
  const films = [film("c", 2 * HOUR), film("a", 4 * HOUR), film("b", 3 * HOUR), film("d", 2 * HOUR - 1)];
  const files = films.map(({ name }) => file(name));
  const gone = (maxBytes: number) =>
    sweepOf(files, namedBy(...films), { now: NOW, maxBytes }).films.map(({ name }) => name);

  test("are deleted, oldest first, until the rest fits", () => {
    expect(gone(40)).toEqual([]);
    expect(gone(39)).toEqual(["a"]);
    expect(gone(20)).toEqual(["a", "b"]);
  });

  test("are not deleted if they are younger than two hours", () => {
    expect(gone(0)).toEqual(["a", "b", "c"]);
  });
});

test("a video that has not expired is kept if deleting expired videos and unused files frees enough space", () => {
  const films = [film("over", 9 * HOUR, 0), film("a", 4 * HOUR)];
  const files = [file("over"), file("a"), file("nameless")];
  const sweep = sweepOf(files, namedBy(...films), { now: NOW, maxBytes: 10 });
  expect(sweep).toEqual({ films: [films[0]], files: ["nameless"] });
});
