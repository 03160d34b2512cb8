/** Does what keeps the machine busy, then answers with what only waits. */
export type Work = () => Promise<() => Promise<void>>;

/** Two works at a time; what only waits goes on beside them. Rejects with the first failure. */
export async function inLanes(works: readonly Work[], done: () => void): Promise<void> {
  const queue = [...works];
  const rests: Promise<void>[] = [];

  async function lane(): Promise<void> {
    for (let work = queue.shift(); work; work = queue.shift()) {
      const rest = await work();
      rests.push(rest().then(done));
    }
  }

  await Promise.all([lane(), lane()]);
  await Promise.all(rests);
}
