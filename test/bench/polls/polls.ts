import { random } from "../../simulation/random.ts";
import type { Scale } from "../scale.ts";
import { interleave, type Slices } from "../slices.ts";
import { type Line, numberText } from "../table/table.ts";
import { bareArm, barePool, clientOf, intervalArm, ourArm, startService } from "./poll-arms.ts";

/** Measures the CPU time of one poll by our scheduler and client, next to two simpler programs. */
export async function polls({ rounds, sliceMs }: Scale): Promise<readonly Line[]> {
  const server = await startService();
  const { url } = server;
  const client = clientOf(url);
  const pool = barePool(url);
  try {
    const arms = [ourArm(client), bareArm(pool), intervalArm(url)];
    return costs(await interleave(arms, { rounds, sliceMs, random: random(1) }));
  } finally {
    await client.close();
    await pool.destroy();
    await server.stop();
  }
}

function costs(slices: Slices): readonly Line[] {
  return [
    {
      what: "CPU of a poll, next to a bare undici request that parses JSON",
      unit: "×",
      figure: slices.cpuAgainst("ours", "bare"),
      target: { atMost: 1.1 },
      details: detailsOf(slices, "bare"),
      whyNot: "a bare request has no scheduling, timeout, size limit or validation",
    },
    {
      what: "CPU of a poll, next to setInterval and fetch",
      unit: "×",
      figure: slices.cpuAgainst("ours", "interval"),
      target: { atMost: 0.2 },
      details: detailsOf(slices, "interval"),
      whyNot: "what our poll adds to undici's request (see the row above) counts here too",
    },
  ];
}

function detailsOf(slices: Slices, base: string): string {
  const [ours, theirs] = ["ours", base].map((arm) => numberText(slices.cpuUs(arm)));
  const [fast, slow] = ["ours", base].map((arm) => numberText(slices.perSecond(arm)));
  return `${ours} µs against ${theirs} µs; ${fast} polls per second against ${slow}`;
}
