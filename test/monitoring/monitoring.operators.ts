import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { aFolder } from "../fakes/a-folder.ts";
import { type AlertCase, CASES } from "./alert-cases.ts";
import { busyText } from "./figures.ts";
import { type Alert, alerts, alertsPath, questions, scrapeConfig } from "./files.ts";

const MINUTES = 60;

interface Said {
  readonly isWell: boolean;
  readonly text: string;
}

function promtool(args: readonly string[], how: { readonly cwd?: string; readonly input?: string } = {}): Said {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8", ...how });
  return { isWell: status === 0, text: `${stdout}${stderr}` };
}

function inFolder(files: Readonly<Record<string, string>>): string {
  const folder = aFolder();
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

/** Runs promtool on an alert, in a situation in which it fires and in similar ones. */
function tried(rule: Alert, { trouble, firesAt, labels, summary, nearly }: AlertCase): Said {
  const { alert, annotations, labels: own } = rule;
  const fires = { exp_labels: { ...own, ...labels }, exp_annotations: { ...annotations, summary } };
  const seriesOf = (series: AlertCase["trouble"]) =>
    Object.entries(series).map(([name, values]) => ({ series: name, values }));
  const quiet = (minute: number) => ({ eval_time: `${minute}m`, alertname: alert, exp_alerts: [] });
  const everyMinute = Array.from({ length: MINUTES }, (_, minute) => minute);
  const tests = [
    {
      interval: "1m",
      input_series: seriesOf(trouble),
      alert_rule_test: [
        ...everyMinute.slice(0, firesAt).map(quiet),
        { eval_time: `${firesAt}m`, alertname: alert, exp_alerts: [fires] },
      ],
    },
    ...nearly.map((series) => ({
      interval: "1m",
      input_series: seriesOf(series),
      alert_rule_test: everyMinute.map(quiet),
    })),
  ];
  const folder = inFolder({
    "alerts.yml": stringify({ groups: [{ name: "reelay", rules: [rule] }] }),
    "test.yml": stringify({ rule_files: ["alerts.yml"], evaluation_interval: "1m", tests }),
  });
  return promtool(["test", "rules", "test.yml"], { cwd: folder });
}

test("Prometheus accepts the alerts and the configuration in the documentation", () => {
  expect(promtool(["check", "rules", alertsPath])).toMatchObject({ isWell: true });
  const folder = inFolder({ "prometheus.yml": scrapeConfig(), "alerts.yml": readFileSync(alertsPath, "utf8") });
  const result = promtool(["check", "config", "prometheus.yml"], { cwd: folder });
  expect(result.text).toContain(`${alerts().length} rules found`);
  expect(result.isWell).toBe(true);
});

test("Prometheus can parse the bot's metrics and accepts their names", async () => {
  const text = await busyText();
  const ours = text.split("\n\n").filter((figure) => figure.includes("reelay_"));
  expect(promtool(["check", "metrics"], { input: `${ours.join("\n\n")}\n` })).toEqual({ isWell: true, text: "" });
});

test("Prometheus can parse every query of the dashboard", () => {
  const rules = questions().map(({ expr }, index) => ({
    record: `panel:question:${index}`,
    expr: expr.replaceAll("$__rate_interval", "5m").replaceAll("$job", "reelay"),
  }));
  const folder = inFolder({ "panels.yml": stringify({ groups: [{ name: "panels", rules }] }) });
  const result = promtool(["check", "rules", "panels.yml"], { cwd: folder });
  expect(result.text).toContain(`${rules.length} rules found`);
  expect(result.isWell).toBe(true);
});

test.for(alerts().map((rule) => [rule.alert, rule] as const))(
  "the alert %s fires only in the documented situation, and not a minute early",
  ([name, rule]) => {
    const its = CASES[name];
    if (!its) throw new Error(`${name} has no test case`);
    expect(tried(rule, its)).toMatchObject({ isWell: true });
  },
);

test("systemd accepts the units in the documentation without a warning", () => {
  const page = ["deploy.md", "backup-and-upgrade.md"]
    .map((name) => readFileSync(join(dirname(alertsPath), "..", name), "utf8"))
    .join("\n");
  const units = Object.fromEntries(
    [...page.matchAll(/```ini\n([^`]+)```/g)].map(([, unit = ""]) => {
      const name = /^# \/etc\/systemd\/system\/(\S+)\n/.exec(unit)?.[1] ?? "reelay.service";
      // systemd-analyze checks that the program exists, and Node may be installed in another place here.
      return [name, unit.replace("/usr/bin/node", process.execPath)];
    }),
  );
  const names = ["reelay.service", "reelay-backup.service", "reelay-backup.timer"];
  expect(Object.keys(units)).toEqual(names);
  const verify = (files: Readonly<Record<string, string>>) => {
    const folder = inFolder(files);
    const paths = names.map((name) => join(folder, name));
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", ...paths], { encoding: "utf8" });
    return `${status} ${stdout}${stderr}`;
  };
  expect(verify(units)).toBe("0 ");
  for (const [name, right, wrong] of [
    ["reelay.service", "ProtectSystem", "ProtectSystm"],
    ["reelay-backup.timer", "OnCalendar=daily", "OnCalendar=dayly"],
  ] as const)
    expect(verify({ ...units, [name]: (units[name] ?? "").replace(right, wrong) })).toContain(wrong.split("=").at(-1));
});
