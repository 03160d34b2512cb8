import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Figures, Meter } from "../core/meter.ts";
import { PLATFORMS } from "../core/platform.ts";

export interface Metrics extends Meter {
  text(): Promise<string>;
  readonly contentType: string;
}

/** Measures event loop delay. The default of 10 ms causes half of an idle bot's load. */
const LOOP_TIMER_MS = 50;

export function openMetrics(openJobs: () => number | Promise<number>): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: LOOP_TIMER_MS });
  const registers = [registry];
  const counter = (name: string, help: string, labelNames: string[]) =>
    new Counter({ name: `reelay_${name}_total`, help, labelNames, registers });
  const seconds = (name: string, help: string, { labelNames, buckets }: { labelNames: string[]; buckets: number[] }) =>
    new Histogram({ name: `reelay_${name}_seconds`, help, labelNames, buckets, registers });

  const acceptedJobs = counter("jobs_accepted", "Commands that became a job", ["platform"]);
  const settledJobs = counter("jobs_settled", "Jobs whose outcome is known", ["outcome"]);
  const credits = counter("credits", "Credits of videos whose outcome is known", ["platform", "payer", "what"]);
  const submits = counter("submits", "Paid calls by their result", ["result"]);
  const otherCharges = counter("other_charges", "Paid calls that cost more or less than VIDEO_PRICES says", [
    "charged",
  ]);
  const denials = counter("denials", "Requests that the rules on prompts refused, by rule", ["rule"]);
  const polls = counter("polls", "Status polls by their result", ["result"]);
  const deliveries = counter("deliveries", "Messages and edits by their result", ["platform", "what", "result"]);
  const arrivals = counter("arrivals", "Messages and edits that arrived, by their way", ["platform", "way"]);
  const answers = seconds("answer", "Time from receiving a command to the platform's word that its answer arrived", {
    labelNames: ["platform"],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 3],
  });
  const lateness = seconds("poll_lag", "How long after its time a status poll was made", {
    labelNames: [],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60],
  });
  const watched = watchFigures(registers, openJobs);
  // Create the counters at 0: alerts watch increases, and would miss the first one if a counter began at 1.
  submits.inc({ result: "unavailable" }, 0);
  settledJobs.inc({ outcome: "unknown" }, 0);
  for (const charged of ["more", "less"]) otherCharges.inc({ charged }, 0);
  denials.inc({ rule: "unanswered" }, 0);
  for (const platform of PLATFORMS) deliveries.inc({ platform, what: "final", result: "unreachable" }, 0);

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered: (platform, afterMs) => answers.observe({ platform: word(platform) }, afterMs / 1_000),
    accepted: (platform) => acceptedJobs.inc({ platform: word(platform) }),
    submitted: (result) => submits.inc({ result: word(result) }),
    mispriced: (charged) => otherCharges.inc({ charged }),
    polled(result, lateMs) {
      polls.inc({ result: word(result) });
      lateness.observe(lateMs / 1_000);
    },
    delivered: (platform, what, result) =>
      deliveries.inc({ platform: word(platform), what: word(what), result: word(result) }),
    arrived: (platform, way) => arrivals.inc({ platform: word(platform), way: word(way) }),
    denied: (rule) => denials.inc({ rule }),
    settled: (outcome) => settledJobs.inc({ outcome: word(outcome) }),
    cost({ platform, payer }, { charged, refunded, unknown }) {
      const add = (what: string, amount: number) => credits.inc({ platform: word(platform), payer, what }, amount);
      add("charged", charged);
      add("refunded", refunded);
      add("in_doubt", unknown);
    },
    watch: (figures) => void watched.push(figures),
  };
}

/** Read on each scrape. If Redis is down, only the number of open jobs is missing. */
function watchFigures(registers: Registry[], openJobs: () => number | Promise<number>): Figures[] {
  const watched: Figures[] = [];
  const gauge = (name: string, help: string, read: () => number | undefined | Promise<number>) =>
    new Gauge({
      name: `reelay_${name}`,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value !== undefined) this.set(value);
      },
    });
  const latest = <Value>(of: (figures: Figures) => Value | null | undefined): Value | undefined =>
    watched.flatMap((each) => of(each) ?? []).at(-1);
  const inUse = () => watched.flatMap(({ limits }) => (limits ? [limits()] : []));
  const counted = async () => openJobs();

  gauge("jobs_open", "Jobs that wait for their next step, of all processes on one Redis", () =>
    counted().catch(() => Number.NaN),
  );
  gauge("queue_up", "1 while the jobs that wait can be counted, 0 while Redis is away", () =>
    counted().then(
      () => 1,
      () => 0,
    ),
  );
  gauge("ready", "1 while /readyz is 200, 0 while it is 503", () => numberOf(latest(({ isReady }) => isReady?.())));
  gauge(
    "service_trouble",
    "1 while too many of the video service's last paid calls or videos failed, or none is answered, else 0",
    () => numberOf(latest(({ hasTrouble }) => hasTrouble?.())),
  );
  gauge("final_words_waiting", "Final messages that wait for their turn in the platforms' limits", () =>
    inUse().reduce((sum, one) => sum + one.finalMessagesWaiting, 0),
  );
  gauge(
    "kept_films",
    "Finished videos that the bot keeps, of all processes on one folder or bucket",
    () => latest(({ keptFilms }) => keptFilms?.())?.count,
  );
  gauge(
    "kept_film_bytes",
    "What the videos that the bot keeps take, of all processes on one folder or bucket",
    () => latest(({ keptFilms }) => keptFilms?.())?.bytes,
  );
  new Gauge({
    name: "reelay_breaker_open",
    help: "1 while calls are kept away from a place that is down",
    labelNames: ["place"],
    registers,
    collect() {
      for (const { breakers } of watched)
        for (const [place, isOpen] of Object.entries(breakers?.() ?? {})) this.set({ place: word(place) }, +isOpen);
    },
  });
  new Gauge({
    name: "reelay_limits",
    help: "The platforms' limits in use: with room, used up until they fill again, or resting after a 429",
    labelNames: ["state"],
    registers,
    collect() {
      for (const state of ["free", "spent", "paused"] as const)
        this.set(
          { state },
          inUse().reduce((sum, one) => sum + one[state], 0),
        );
    },
  });
  return watched;
}

function numberOf(is: boolean | undefined): number | undefined {
  return is === undefined ? undefined : Number(is);
}

/** Other texts could be personal, and their number is unbounded. */
function word(text: string): string {
  return /^[a-z][a-z_]{0,29}$/.test(text) ? text : "other";
}
