/** Divides the room: nobody gets more than they need, and what one leaves goes to those who need more. */
export function shareOut(needs: readonly number[], room: number): readonly number[] {
  const shares = needs.map(() => 0);
  const byNeed = needs.map((need, index) => ({ need, index })).sort((a, b) => a.need - b.need);
  let left = room;
  for (const [at, { need, index }] of byNeed.entries()) {
    const share = Math.min(need, Math.floor(left / (needs.length - at)));
    shares[index] = share;
    left -= share;
  }
  return shares;
}
