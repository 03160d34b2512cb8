import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openFilms } from "../../src/app/media.ts";
import { manualClock } from "../fakes/manual-clock.ts";

test("films are read where the decoder is installed beside their program, and not where either is missing", () => {
  const trusted = { videos: new Set<string>(), pictures: new Set<string>() };
  const open = (filmProgram: string) => openFilms({ trusted }, { clock: manualClock(), filmProgram });
  expect(open(join(process.cwd(), "package.json"))).not.toBeNull();
  expect(open(join(process.cwd(), "missing.js"))).toBeNull();
  expect(open(join(tmpdir(), "child.js"))).toBeNull();
});
