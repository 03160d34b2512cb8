import { random } from "../../simulation/random.ts";
import type { Scale } from "../scale.ts";
import { interleave, type Slices } from "../slices.ts";
import { type Line, numberText } from "../table/table.ts";
import { bareArm, barePool, clientOf, intervalArm, ourArm, startService } from "./poll-arms.ts";

/** Measures what one poll costs: our scheduler and checking client, beside plain ones. */
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
      what: "CPU of a poll, beside a bare undici request and its JSON",
      unit: "×",
      figure: slices.cpuAgainst("ours", "bare"),
      target: { atMost: 1.1 },
      beside: besideOf(slices, "bare"),
      whyNot: "a bare request is not scheduled, not given up after 10 s, not bounded in size and not checked",
    },
    {
      what: "CPU of a poll, beside setInterval and fetch",
      unit: "×",
      figure: slices.cpuAgainst("ours", "interval"),
      target: { atMost: 0.2 },
      beside: besideOf(slices, "interval"),
      whyNot: "what our poll adds to undici's request (the row above) counts here, too",
    },
  ];
}

function besideOf(slices: Slices, base: string): string {
  const [ours, theirs] = ["ours", base].map((arm) => numberText(slices.cpuUs(arm)));
  const [fast, slow] = ["ours", base].map((arm) => numberText(slices.perSecond(arm)));
  return `${ours} µs against ${theirs} µs; ${fast} polls a second against ${slow}`;
}
