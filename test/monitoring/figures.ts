import { openMetrics } from "../../src/ops/metrics.ts";

export interface Figure {
  readonly type: string;
  readonly labels: ReadonlySet<string>;
}

/** Prometheus adds these labels to everything that it scrapes. */
const OF_THE_SCRAPE = ["job", "instance"];

/** The text of `/metrics` when a process starts. */
export const atTheStart = () => openMetrics(() => 0).text();

/** The text of `/metrics` after everything was counted once. */
export function busyText(): Promise<string> {
  const metrics = openMetrics(() => 7);
  metrics.answered("discord", 20);
  metrics.accepted("discord");
  metrics.submitted("started");
  metrics.polled("running", 10);
  metrics.delivered("slack", "final", "ok");
  metrics.arrived("slack", "direct_message");
  metrics.settled("succeeded");
  metrics.cost({ platform: "discord", payer: "own" }, { charged: 95, refunded: 0, unknown: 0 });
  metrics.denied("team_words");
  metrics.watch({
    breakers: () => ({ video_service: false }),
    limits: () => ({ free: 1, spent: 1, paused: 1, finalMessagesWaiting: 1 }),
    hasTrouble: () => false,
    isReady: () => true,
  });
  return metrics.text();
}

/** Every metric name in Prometheus with its type and labels. A histogram has three names. */
export async function figures(): Promise<ReadonlyMap<string, Figure>> {
  const lines = (await busyText()).split("\n");
  const types = new Map(
    lines.flatMap((line) => {
      const [, name = "", type = ""] = /^# TYPE (\w+) (\w+)$/.exec(line) ?? [];
      return name === "" ? [] : [[name, type] as const];
    }),
  );
  const figuresByName = new Map<string, Figure>([["up", { type: "gauge", labels: new Set(OF_THE_SCRAPE) }]]);
  for (const line of lines.filter((each) => !each.startsWith("#"))) {
    const [, name = "", labels = ""] = /^(\w+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === "") continue;
    const labelsSoFar = figuresByName.get(name)?.labels ?? OF_THE_SCRAPE;
    const type = types.get(name) ?? types.get(name.replace(/_(?:bucket|sum|count)$/, "")) ?? "";
    figuresByName.set(name, {
      type,
      labels: new Set([...labelsSoFar, ...[...labels.matchAll(/(\w+)="/g)].map(([, l = ""]) => l)]),
    });
  }
  return figuresByName;
}
