import { BAR_CELLS, fullCells } from "../../../core/bar.ts";
import type { Bar } from "../../../core/section.ts";
import { shares } from "../limits.ts";
import { escapeLine, fitted } from "./escape.ts";

/** Progress in at most `room` characters: the cells of a bar, and what it says. */
export function writeBar({ percent, words }: Bar, room: number): string {
  const cells = percent === null ? 0 : BAR_CELLS + 1;
  const said = fitted(words.trim(), Math.min(shares.barWords, room - cells), escapeLine);
  if (percent === null || said === "") return said;
  const full = fullCells(percent);
  return `${"▰".repeat(full)}${"▱".repeat(BAR_CELLS - full)} ${said}`;
}
