/** Limits an `LRUCache` without `max`, which allocates all entries at once: 4 ms for 50,000. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
