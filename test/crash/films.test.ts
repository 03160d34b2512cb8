import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openEmbedded } from "../../src/engines/embedded.ts";
import { testNames } from "../fakes/deleted-names.ts";
import { aKeptFilm } from "../fakes/film/kept-films.ts";
import { aClosedJob } from "../fakes/jobs.ts";
import { manualClock } from "../fakes/manual-clock.ts";
import { recordingLog } from "../fakes/recording-log.ts";
import { valueIn } from "../fakes/value-in.ts";
import { filmsIn, namelessIn } from "./films.ts";

test("the crash test detects a missing or damaged stored video and a file that belongs to no job", async () => {
  const dir = mkdtempSync(join(tmpdir(), "reelay-crash-films-"));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const engine = valueIn(await openEmbedded(dir, { clock: manualClock(), log: recordingLog(), names: testNames }));
  const film = aKeptFilm({ bytes: 4, sha256: createHash("sha256").update("film").digest("hex") });
  await engine.jobs.insert(aClosedJob({ film }));
  await engine.close();

  const faults = async () => (await filmsIn(dir)).faults;
  expect(await faults()).toEqual([`the film ${film.name} of a job is not there`]);
  mkdirSync(join(dir, "films"));
  for (const half of ["fil", "folm"]) {
    writeFileSync(join(dir, "films", film.name), half);
    expect(await faults()).toEqual([`the film ${film.name} of a job is not whole`]);
  }
  writeFileSync(join(dir, "films", film.name), "film");
  expect(await faults()).toEqual([]);
  writeFileSync(join(dir, "films", `${film.name}.part`), "fi");
  expect(namelessIn(dir, await filmsIn(dir))).toEqual([`${film.name}.part`]);
});
