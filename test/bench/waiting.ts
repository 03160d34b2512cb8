import { z } from "zod";
import { random } from "../simulation/random.ts";
import { startChild } from "./children.ts";
import { startService } from "./polls/poll-arms.ts";
import type { Scale } from "./scale.ts";
import { bootstrap, percentile } from "./table/statistics.ts";
import { type Line, numberText } from "./table/table.ts";

const PER_SECOND = 2_000;
const measured = z.object({ kind: z.literal("measured"), bytesEach: z.number(), waiting: z.int() });
const timed = z.object({
  kind: z.literal("timed"),
  windows: z.array(z.array(z.number())),
  stepUs: z.number(),
  pollsPerSecond: z.number(),
});

/** Measures the memory of a job, and the delay of polls under load. */
export async function waiting(scale: Scale): Promise<readonly Line[]> {
  const server = await startService();
  const { url } = server;
  const lines = [await weigh(scale, url, "running"), await weigh(scale, url, "in line"), await late(scale, url)];
  await server.stop();
  return lines;
}

async function weigh({ waitingJobs }: Scale, url: string, where: "running" | "in line"): Promise<Line> {
  const child = startChild("memory", [String(waitingJobs), url, where], ["--expose-gc"]);
  const { bytesEach, waiting } = await child.receive(measured);
  await child.stop();
  if (waiting !== waitingJobs) throw new Error(`${waiting} jobs are waiting instead of ${waitingJobs}`);
  return {
    what: `memory per ${where === "running" ? "running" : "queued"} job (${numberText(waitingJobs)} jobs, each polled once)`,
    unit: "B",
    // One measurement, so there is no interval.
    figure: { value: bytesEach, low: bytesEach, high: bytesEach },
    target: { atMost: 600 },
    details: "heap and buffers after garbage collection",
    whyNot: "the card's last text is kept together with its time",
  };
}

async function late({ pollSeconds, warmUpSeconds }: Scale, url: string): Promise<Line> {
  const load = { perSecond: PER_SECOND, seconds: pollSeconds, warmUpSeconds };
  const child = startChild("lateness", [JSON.stringify(load), url]);
  const { windows, stepUs, pollsPerSecond } = await child.receive(timed);
  await child.stop();
  const p99 = (some: readonly (readonly number[])[]) => percentile(some.flat(), 0.99);
  const all = windows.flat();
  return {
    what: `delay of a due poll at ${numberText(PER_SECOND)} polls per second, p99`,
    unit: "ms",
    figure: bootstrap(windows, p99, random(6).fraction),
    target: { atMost: 20 },
    details: `median ${numberText(percentile(all, 0.5))} ms; ${numberText(pollsPerSecond)} polls per second were made; ${numberText(stepUs)} µs of CPU for each step, including the store`,
    whyNot: "met on an idle machine: a poll waits for any other process that uses its core",
  };
}
