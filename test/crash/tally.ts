import {
  brokenCrashClaims,
  type CrashClaim,
  crashClaims,
  isAccepted,
  isUnsure,
  leftBehind,
  type Trial,
} from "./claims.ts";
import type { FilmsSeen } from "./films.ts";

export interface Tally {
  kills: number;
  /** Records a killed bot's films and their faults. */
  films(seen: FilmsSeen): void;
  /** Checks a finished command. Returns the claims that it breaks. */
  judge(trial: Trial): readonly CrashClaim[];
  isGood(): boolean;
  table(): string;
}

export function tally(): Tally {
  const counted = {
    typed: 0,
    accepted: 0,
    once: 0,
    never: 0,
    unanswered: 0,
    unsure: 0,
    leftBehind: 0,
  };
  const films = { names: new Set<string>(), faults: 0 };
  const broken = new Map<CrashClaim, number>(crashClaims.map((claim) => [claim, 0]));

  return {
    kills: 0,
    films({ named, faults }) {
      for (const { name } of named) films.names.add(name);
      films.faults += faults.length;
      for (const fault of faults) process.stdout.write(`BROKEN: ${fault}\n`);
    },
    judge(trial) {
      counted.typed += 1;
      if (isAccepted(trial)) counted.accepted += 1;
      if (trial.tasks.length === 1) counted.once += 1;
      if (trial.tasks.length === 0) counted.never += 1;
      if (trial.answer === "unanswered") counted.unanswered += 1;
      if (isUnsure(trial)) counted.unsure += 1;
      counted.leftBehind += leftBehind(trial);
      const claims = brokenCrashClaims(trial);
      for (const claim of claims) broken.set(claim, (broken.get(claim) ?? 0) + 1);
      return claims;
    },
    isGood: () => films.faults === 0 && [...broken.values()].every((count) => count === 0),
    table() {
      const rows: readonly (readonly [string, number])[] = [
        ["kills", this.kills],
        ["commands typed", counted.typed],
        ["commands accepted", counted.accepted],
        ["charged once", counted.once],
        ["charged never", counted.never],
        ["reported as “did not respond” by the platform", counted.unanswered],
        ["unknown outcomes", counted.unsure],
        ["first cards left behind on Slack", counted.leftBehind],
        ["films kept", films.names.size],
        ["faulty films and files", films.faults],
        ...broken,
      ];
      return rows.map(([name, count]) => `  ${name.padEnd(50)}${String(count).padStart(6)}`).join("\n");
    },
  };
}
