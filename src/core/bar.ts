/** Cells of a progress bar. */
export const BAR_CELLS = 10;

/** Full cells of a bar, for a percentage from 0 to 100: a cell is full when its whole tenth is done, the last one at 100 alone. */
export function fullCells(percent: number | null): number {
  const known = percent === null || Number.isNaN(percent) ? 0 : percent;
  return Math.floor((Math.min(100, Math.max(0, known)) * BAR_CELLS) / 100);
}
