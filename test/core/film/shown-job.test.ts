import { expect, test } from "vitest";
import { shownJob } from "../../../src/core/film/shown-job.ts";
import { outcomeOf } from "../../../src/core/job/job.ts";
import { aKeptFilm } from "../../fakes/film/kept-films.ts";
import { aClosedJob, aJob, aRunning } from "../../fakes/jobs.ts";

const film = aKeptFilm();
const films = { addressOf: ({ name }: { readonly name: string }) => `https://reelay.test/films/${name}` };
const withoutAddress = { addressOf: () => null };
const BEFORE = film.until - 1;

test("a kept film's own address takes the place of the service's link, until its time is over", () => {
  const shown = shownJob(aClosedJob({ film }), films, BEFORE);
  const videoUrl = `https://reelay.test/films/${film.name}`;
  expect(outcomeOf(shown)).toEqual({ ...outcomeOf(aClosedJob()), videoUrl, expiresAt: film.until });
  expect(shown.film).toBe(film);
  expect(shownJob(aClosedJob({ film }), films, film.until)).toEqual(aClosedJob());
  expect(shownJob(aClosedJob({ film }), null, BEFORE)).toEqual(aClosedJob());
});

test("a job whose film has no address, or is not kept, is shown as it is", () => {
  const withFilm = aClosedJob({ film });
  expect(shownJob(withFilm, withoutAddress, BEFORE)).toEqual(withFilm);
  expect(shownJob(aClosedJob(), films, BEFORE)).toEqual(aClosedJob());
  const running = aJob({ film, state: aRunning() });
  expect(shownJob(running, films, BEFORE)).toEqual(running);
});

test("each video of a batch is shown so", () => {
  const videos = [aClosedJob({ film }), aClosedJob()];
  const [first, second] = shownJob({ ...aClosedJob(), videos }, films, BEFORE).videos ?? [];
  expect(first && outcomeOf(first)).toMatchObject({ expiresAt: film.until });
  expect(second).toEqual(aClosedJob());
});
