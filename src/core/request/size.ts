import type { Duration, Resolution } from "./price.ts";

/** Resolution and length as one choice of a form. */
export function packSize(resolution: Resolution, duration: Duration): string {
  return `${resolution}-${duration}`;
}

/** What a form gives, with its one choice of resolution and length taken apart; `given` is asked for each field by its name. */
export function withSize(given: (name: string) => string): (name: string) => string {
  const [resolution = "", duration = ""] = given("size").split("-");
  return (name) => given(name) || (name === "resolution" ? resolution : name === "duration" ? duration : "");
}
