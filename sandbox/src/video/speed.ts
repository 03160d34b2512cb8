import type { SandboxClock } from "../clock.ts";

/** How much faster than the clock the service's tasks may run. */
export const speeds = [1, 4, 16] as const;

export type Speed = (typeof speeds)[number];

/** The time by which the service's tasks live: it never goes back, however its speed changes. */
export interface ServiceTime {
  now(): number;
  /** Milliseconds of the clock until that moment of the service's, at the speed of now; 0 where it has passed. */
  until(moment: number): number;
  speed(): Speed;
  setSpeed(speed: Speed): void;
}

export function openServiceTime(clock: Pick<SandboxClock, "now">): ServiceTime {
  let speed: Speed = 1;
  let turnedAt = clock.now();
  let before = 0;

  const now = () => before + (clock.now() - turnedAt) * speed;
  return {
    now,
    until: (moment) => Math.max(0, Math.ceil((moment - now()) / speed)),
    speed: () => speed,
    setSpeed(next) {
      before = now();
      turnedAt = clock.now();
      speed = next;
    },
  };
}
