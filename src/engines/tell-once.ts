/** Tells of each id once. */
export function tellOnce(tell: (id: string) => void): (id: string) => void {
  const told = new Set<string>();
  return (id) => {
    if (!told.has(id)) tell(id);
    told.add(id);
  };
}
