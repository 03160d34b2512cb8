/** Repeats what deletes `atOnce` records at most, until it deletes fewer; says how many it deleted. Others have their turn in between. */
export async function inBatches(atOnce: number, deleteSome: () => Promise<number>): Promise<number> {
  let deleted = 0;
  for (;;) {
    const count = await deleteSome();
    deleted += count;
    if (count < atOnce) return deleted;
  }
}
