const GAP = 3;
/** Two columns wide in a monospaced font: Chinese, Japanese, Korean and related marks. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]/g;

export function aligned(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, column) => Math.max(widest[column] ?? 0, widthOf(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => cell + " ".repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)) + GAP))
      .join("")
      .trimEnd(),
  );
}

function widthOf(cell: string): number {
  return [...cell].length + (cell.match(WIDE)?.length ?? 0);
}

/** Unused shares go to those who need more. */
export function shareOut(needs: readonly number[], available: number): readonly number[] {
  const shares = needs.map(() => 0);
  const byNeed = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  let left = available;
  for (const [at, { need, index }] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - at)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}

export const BAR_CELLS = 10;

/** A cell is filled when its whole tenth is done, so the last one only at 100. */
export function barOfCells(percent: number | null, full: string, empty: string): string {
  const shownPercent = percent === null || Number.isNaN(percent) ? 0 : percent;
  const count = Math.floor((Math.min(100, Math.max(0, shownPercent)) * BAR_CELLS) / 100);
  return full.repeat(count) + empty.repeat(BAR_CELLS - count);
}
