/**
 * What one process saw of one call: when it began and when its answer came, by one clock of the whole machine, in milliseconds.
 * `takes`: what its job takes of the month from then on, if the call had its effect.
 */
export interface Call {
  readonly kind: "insert" | "save";
  readonly job: string;
  readonly month: string;
  readonly person: string;
  readonly takes: number;
  readonly from: number;
  readonly to: number;
  /** "unknown": it threw, and may have had its effect until the end. */
  readonly answer: "done" | "team_month" | "person_month" | "unknown";
}

interface Caps {
  readonly team: number;
  readonly person: number;
}

/** What the processes spend from: each of three people comes to an end sometimes, and so does the team. */
export const CAPS: Caps = { team: 3_000, person: 1_200 };

/** What a job takes, and between when and when it began to. */
interface Step {
  readonly job: string;
  readonly earliest: number;
  readonly latest: number;
  readonly takes: number;
}

/** Judges what all processes saw: no month passed a cap, and nobody was refused where there was room. Says what cannot have been. */
export function checkHistory(calls: readonly Call[], caps: Caps): readonly string[] {
  const broken: string[] = [];
  const groups = new Map<string, { readonly cap: number; readonly calls: Call[] }>();
  const put = (name: string, cap: number, call: Call) => {
    const group = groups.get(name) ?? { cap, calls: [] };
    groups.set(name, group);
    group.calls.push(call);
  };
  for (const call of calls) {
    put(`team in ${call.month}`, caps.team, call);
    put(`${call.person} in ${call.month}`, caps.person, call);
  }
  for (const [name, { cap, calls: of }] of groups) {
    const steps = stepsOf(of);
    const moments = of.flatMap(({ from, to }) => [from, to]);
    for (const at of moments)
      if (sumAt(steps, at, Math.min) > cap) {
        broken.push(`${name} passed its cap`);
        break;
      }
    const refusal = name.startsWith("team") ? "team_month" : "person_month";
    for (const call of of.filter(({ answer }) => answer === refusal)) {
      const within = [call.from, call.to, ...moments.filter((at) => at > call.from && at < call.to)];
      const most = Math.max(...within.map((at) => sumAt(steps, at, Math.max)));
      if (most + call.takes <= cap) broken.push(`${name}: ${call.job} was refused although there was room`);
    }
  }
  return broken;
}

/** Of each job what it takes, step by step, as far as the calls about it had an effect. */
function stepsOf(calls: readonly Call[]): ReadonlyMap<string, readonly Step[]> {
  const steps = new Map<string, Step[]>();
  const effective = calls.filter(({ answer }) => answer === "done" || answer === "unknown");
  for (const { job, takes, from, to, answer } of effective.toSorted((a, b) => a.from - b.from)) {
    const latest = answer === "unknown" ? Number.POSITIVE_INFINITY : to;
    const known = steps.get(job) ?? [];
    steps.set(job, [...known, { job, earliest: from, latest, takes }]);
  }
  return steps;
}

/** The least or the most that all jobs together can have taken at that moment. */
function sumAt(
  steps: ReadonlyMap<string, readonly Step[]>,
  at: number,
  choose: (...values: readonly number[]) => number,
): number {
  let sum = 0;
  for (const each of steps.values()) {
    let possible = [0];
    for (const { earliest, latest, takes } of each) {
      if (latest <= at) possible = [takes];
      else if (earliest <= at) possible.push(takes);
    }
    sum += choose(...possible);
  }
  return sum;
}
