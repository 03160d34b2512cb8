/** Ids that are remembered; Slack repeats an event within minutes. Ours, decided 2026-11-21. */
const REMEMBERED = 5_000;

/** Says of each id whether it is new; the oldest are forgotten. */
export function once(): (id: string) => boolean {
  const seen = new Set<string>();
  return (id) => {
    if (seen.has(id)) return false;
    seen.add(id);
    const [oldest] = seen;
    if (seen.size > REMEMBERED && oldest !== undefined) seen.delete(oldest);
    return true;
  };
}
