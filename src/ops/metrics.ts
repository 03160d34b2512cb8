import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Meter } from "../core/ports.ts";

export interface Metrics extends Meter {
  /** Prometheus text. */
  text(): Promise<string>;
  readonly contentType: string;
}

/** Figures for an operator. No label carries anything personal. */
export function openMetrics(openJobs: () => number | Promise<number>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `reelay_${name}_total`, help, labelNames, registers });

  const acceptedJobs = counter("jobs_accepted", "Commands that became a job", ["platform"]);
  const settledJobs = counter("jobs_settled", "Jobs whose outcome is known", ["outcome"]);
  const submits = counter("submits", "Paid calls by their result", ["result"]);
  const polls = counter("polls", "Status polls by their result", ["result"]);
  const deliveries = counter("deliveries", "Messages and edits by their result", ["platform", "what", "result"]);
  const answers = new Histogram({
    name: "reelay_answer_seconds",
    help: "Time from receiving a command to the platform's word that its answer arrived",
    labelNames: ["platform"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
    registers,
  });
  new Gauge({
    name: "reelay_jobs_open",
    help: "Jobs that wait for their next step",
    registers,
    async collect() {
      this.set(await openJobs());
    },
  });

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: (platform, afterMs) => answers.observe({ platform: word(platform) }, afterMs / 1_000),
    accepted: (platform) => acceptedJobs.inc({ platform: word(platform) }),
    submitted: (result) => submits.inc({ result: word(result) }),
    polled: (result) => polls.inc({ result: word(result) }),
    delivered: (platform, what, result) =>
      deliveries.inc({ platform: word(platform), what: word(what), result: word(result) }),
    settled: (outcome) => settledJobs.inc({ outcome: word(outcome) }),
  };
}

/** A label says a word of ours: anything else could be somebody's, and there would be no end of them. */
function word(text: string): string {
  return /^[a-z][a-z_]{0,29}$/.test(text) ? text : "other";
}
