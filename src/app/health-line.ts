import { GRADES, gradesOf, type ServiceHealth } from "../core/health/health.ts";

/** How the video service does, in one line for an operator: the worst first, and of which kinds of video. */
export function healthLine(health: ServiceHealth): string {
  const grades = gradesOf(health);
  const parts = GRADES.toReversed().flatMap((grade) => {
    const kinds = grades.get(grade);
    return kinds ? [grades.size === 1 ? grade : `${grade} (${kinds.join(", ")})`] : [];
  });
  return `video service: ${parts.join(", ")}`;
}

/** Not a reason against readiness: everything else goes on, and no restart makes such a row readable. */
export function unreadableLine(count: number): readonly string[] {
  if (count === 0) return [];
  const rows = count === 1 ? "1 row in the store" : `${count} rows in the store`;
  return [`${rows} cannot be read: the log names each`];
}
