/** Bounds an `LRUCache` by its entries. Its own `max` allocates all of them when the cache is made: 4 ms for 50,000. */
export function atMost(entries: number) {
  return { maxSize: entries, sizeCalculation: () => 1 };
}
