import { mixedTasks, STANDARD_MIX } from "../pace/standard-mix.ts";
import { random } from "../simulation/random.ts";

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

interface Edit {
  readonly atMs: number;
  readonly isFinal: boolean;
}

/** An hour of videos whose edits all go into one line, each in its turn: how late the final words are, in milliseconds. */
export function plainQueueHour({
  jobs,
  perMinute,
  seed,
}: {
  jobs: number;
  perMinute: number;
  seed: number;
}): readonly number[] {
  const edits = Array.from({ length: jobs }, (_, n) => editsOf(seed * 1_000 + n)).flat();
  const sent: number[] = [];
  return edits
    .sort((one, other) => one.atMs - other.atMs)
    .flatMap(({ atMs, isFinal }) => {
      const before = sent.at(-perMinute) ?? Number.NEGATIVE_INFINITY;
      const sentMs = Math.max(atMs, before + MINUTE_MS, sent.at(-1) ?? 0);
      sent.push(sentMs);
      return isFinal ? [sentMs - atMs] : [];
    });
}

/** What one place in the workspace edits in an hour: one video after the other, an edit for each new percentage that a poll finds. */
function editsOf(seed: number): readonly Edit[] {
  const { fraction } = random(seed);
  const edits: Edit[] = [];
  let begunMs = 200_000 * fraction();
  for (const task of mixedTasks(STANDARD_MIX, HOUR_MS / (1_000 * STANDARD_MIX.leastS), seed)) {
    let percent = 0;
    for (let ageMs = 2_000 + 6_000 * fraction(); ageMs < task.endsMs; ageMs += 4_000 + 4_000 * fraction()) {
      const known = task.percentAt(ageMs);
      if (known > percent) edits.push({ atMs: begunMs + ageMs, isFinal: false });
      percent = Math.max(percent, known);
    }
    begunMs += task.endsMs;
    edits.push({ atMs: begunMs, isFinal: true });
  }
  return edits.filter(({ atMs }) => atMs < HOUR_MS);
}
