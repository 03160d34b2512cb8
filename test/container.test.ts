import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { variableNames } from "../src/config/variables.ts";
import { readConfig, readEnvFile, unknownSettings } from "../src/config.ts";
import { openHttp } from "../src/ops/http.ts";
import { valueIn } from "./fakes/value-in.ts";

const root = resolve(import.meta.dirname, "..");
const textOf = (path: string) => readFileSync(resolve(root, path), "utf8");

/** Each instruction of the Dockerfile with its arguments. */
const instructions = textOf("Dockerfile")
  .split("\n")
  .flatMap((line) => (/^[A-Z]/.test(line) ? [line] : []))
  .map((line) => ({ name: line.split(" ", 1)[0] ?? "", rest: line.slice(line.indexOf(" ") + 1) }));
const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest);
const last = (name: string) => all(name).at(-1) ?? "";
const command = (text: string) => z.array(z.string()).parse(JSON.parse(text.slice(text.indexOf("["))));

/** A readable full version, and the digest that Docker pulls. */
const pinned = /^[a-z]+:\d+\.\d+\.\d+(-[a-z]+)*@sha256:[0-9a-f]{64}( AS \w+)?$/;
const imageEnv = Object.fromEntries(
  last("ENV")
    .split(" ")
    .map((pair) => pair.split("=")),
);

const service = z.object({
  image: z.string(),
  command: z.array(z.string()).optional(),
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.string()).optional(),
  healthcheck: z.object({ test: z.array(z.string()) }).optional(),
  restart: z.string(),
  stop_grace_period: z.string().regex(/^\d+s$/),
  init: z.boolean().optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  profiles: z.array(z.string()).optional(),
  depends_on: z.record(z.string(), z.object({ condition: z.string() })).optional(),
  deploy: z.object({ replicas: z.number() }).optional(),
});
const compose = z
  .object({ services: z.record(z.string(), service), volumes: z.record(z.string(), z.null()) })
  .parse(parse(withDefaults(textOf("compose.yaml")), { merge: true }));
const { redis, "redis-replica": replica, ...bots } = compose.services;

/** compose.yaml with none of its variables set. */
function withDefaults(text: string): string {
  return text.replaceAll(/\$\{\w+:-([^}]*)\}/g, "$1");
}

test("the Dockerfile builds and runs on the same Node base image, pinned by digest", () => {
  const bases = all("FROM");
  expect(bases).toHaveLength(2);
  for (const base of bases) expect(base).toMatch(pinned);
  expect(new Set(bases.map((base) => base.split(" ")[0])).size).toBe(1);
});

test("the Dockerfile installs packages without running the packages' install scripts", () => {
  const installs = all("RUN").flatMap((rest) =>
    rest.split(" && ").filter((one) => /^npm (?:ci|install|prune)\b/.test(one)),
  );
  expect(installs).toHaveLength(3);
  for (const one of installs) expect(one).toContain("--ignore-scripts");
});

test("the bot in the Docker image runs without root, owns the data folder and receives SIGTERM directly", () => {
  expect(last("USER")).toBe("node");
  expect(all("RUN").at(-1)).toContain(`chown node:node ${imageEnv.DATA_DIR}`);
  expect(last("VOLUME")).toBe(imageEnv.DATA_DIR);
  expect(last("STOPSIGNAL")).toBe("SIGTERM");
  expect(command(last("CMD"))[0]).toBe("node");
});

test("the Docker image contains no secrets, databases or node_modules of the checkout", () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(JSON.parse(textOf("package.json")));
  const copied = all("COPY").flatMap((rest) => rest.split(" ").slice(0, -1));
  const fromHere = copied.filter((path) => !path.startsWith("--from") && !path.startsWith("/"));
  expect(fromHere.filter((path) => !existsSync(resolve(root, path)))).toEqual([]);
  expect(fromHere.filter((path) => [".", ".env", "data", "node_modules", "dist"].includes(path))).toEqual([]);
  expect(scripts.build).toBeDefined();
  for (const [, script = ""] of all("RUN")
    .join("\n")
    .matchAll(/npm run (\S+)/g))
    expect(scripts).toHaveProperty(script);
  // The command of `npm start` without the build.
  expect(command(last("CMD")).join(" ")).toBe(scripts.start);
  expect(existsSync(resolve(root, "src/main.ts"))).toBe(true);
  expect(textOf(".dockerignore").split("\n")).toEqual(expect.arrayContaining([".env", "data", "node_modules"]));
});

test("all environment variables in the Dockerfile and compose.yaml are known settings", () => {
  const names = [...variableNames, "NODE_ENV"];
  const set = [imageEnv, ...Object.values(bots).map((one) => one.environment ?? {})].flatMap(Object.keys);
  expect(set).toContain("ROLE");
  expect(set.filter((name) => !names.includes(name))).toEqual([]);
});

/** A `.env` made from `.env.example`, for one process on one machine. */
const envFile = {
  ...valueIn(readEnvFile(resolve(root, ".env.example"))),
  VIDEO_API_URL: "https://video.example.com",
  DISCORD_TOKEN: "a.token",
  SECRET_KEYS: `a:${Buffer.alloc(32).toString("base64")}`,
};

test("every bot process in compose.yaml has a valid configuration with a .env made from .env.example", () => {
  expect(envFile).toMatchObject({ HOST: "127.0.0.1", ROLE: "all" });
  const roles = Object.entries(bots).map(([name, { env_file, environment }]) => {
    expect(env_file).toBe(".env");
    const file = name === "worker" ? { ...envFile, REDIS_URL: "redis://redis:6379" } : envFile;
    const config = readConfig({ ...imageEnv, ...file, ...environment });
    return [
      name,
      config.ok ? `${config.value.ROLE} at ${config.value.HOST}, ${config.value.DATA_DIR}` : config.refusal,
    ];
  });
  expect(Object.fromEntries(roles)).toEqual({
    reelay: "all at 0.0.0.0, /data",
    worker: "worker at 0.0.0.0, /data",
  });
});

test("a worker in compose.yaml refuses to start without REDIS_URL", () => {
  const config = readConfig({ ...imageEnv, ...envFile, ...bots.worker?.environment });
  expect(config).toMatchObject({ ok: false, refusal: [expect.stringContaining("REDIS_URL")] });
});

test("variables in .env that only compose.yaml uses are not reported as unknown settings", () => {
  const names = [...textOf("compose.yaml").matchAll(/\$\{(\w+)/g)].map(([, name = ""]) => name);
  expect(names).toContain("REELAY_IMAGE");
  const written = Object.fromEntries([...names, "COMPOSE_PROFILES"].map((name) => [name, "x"]));
  expect(unknownSettings(written, written)).toEqual([]);
});

test("docker compose starts one process, and “--profile many” adds two workers and a durable Redis", () => {
  const profiles = Object.entries(compose.services).map(([name, one]) => [name, one.profiles ?? []]);
  expect(Object.fromEntries(profiles)).toEqual({
    reelay: [],
    worker: ["many"],
    redis: ["many"],
    "redis-replica": ["replica"],
  });
  // Only this process receives commands, with or without --profile many.
  expect(Object.values(bots).filter((one) => one.environment?.ROLE !== "worker")).toEqual([bots.reelay]);
  expect(bots.worker?.deploy?.replicas).toBe(2);
  expect(redis?.image).toMatch(pinned);
  const flags = redis?.command?.join(" ");
  expect(flags).toContain("--appendonly yes --appendfsync always");
  expect(flags).toContain("--maxmemory-policy noeviction");
  expect(replica?.command?.slice(0, -1)).toEqual(redis?.command?.slice(0, -1));
  expect([redis, replica].map((one) => one?.command?.at(-1))).toEqual(["no one", "redis 6379"]);
  expect(replica?.volumes).not.toEqual(redis?.volumes);
  expect(redis?.healthcheck?.test).toEqual(["CMD", "redis-cli", "ping"]);
  expect(bots.worker?.depends_on).toEqual({ redis: { condition: "service_healthy" } });
});

test("the services in compose.yaml restart, keep their data and are reachable only from this machine", () => {
  for (const one of Object.values(compose.services)) {
    expect(one.restart).toBe("unless-stopped");
    expect(Number.parseInt(one.stop_grace_period, 10)).toBeGreaterThan(10);
    for (const port of one.ports ?? []) expect(port).toMatch(/^127\.0\.0\.1:/);
    for (const volume of one.volumes ?? []) expect(compose.volumes).toHaveProperty(volume.split(":")[0] ?? "");
  }
  expect(Object.values(bots).map(({ init }) => init)).toEqual([true, true]);
  expect([redis, bots.worker].map((one) => one?.ports)).toEqual([undefined, undefined]);
  for (const one of Object.values(bots)) expect(one.volumes).toEqual([`data:${imageEnv.DATA_DIR}`]);
});

const container = z.object({
  env: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  ports: z.array(z.object({ containerPort: z.number() })).optional(),
  readinessProbe: z.object({ httpGet: z.object({ path: z.literal("/readyz"), port: z.number() }) }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.literal("/healthz"), port: z.number() }) }),
});
const deployment = z.object({
  kind: z.literal("Deployment"),
  spec: z.object({ template: z.object({ spec: z.object({ containers: z.tuple([container]) }) }) }),
});

test("the probes of the Kubernetes manifest check the port on which the pods listen", () => {
  const text = /```yaml\n([^`]+)```/.exec(textOf("docs/containers.md"))?.[1] ?? "";
  const pods = parseAllDocuments(text).map((each) => deployment.parse(each.toJS()).spec.template.spec.containers[0]);
  const secret = { ...envFile, REDIS_URL: "rediss://redis.example.com:6379" };
  const roles = pods.map(({ env, ports, readinessProbe, livenessProbe }) => {
    const set = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    expect(Object.keys(set).filter((name) => !variableNames.includes(name))).toEqual([]);
    // Kubernetes lets env win over envFrom, which wins over the image.
    const { ROLE, HOST, PORT } = valueIn(readConfig({ ...imageEnv, ...secret, ...set }));
    expect(HOST).toBe("0.0.0.0");
    for (const probe of [readinessProbe, livenessProbe]) expect(probe?.httpGet.port ?? PORT).toBe(PORT);
    for (const port of ports ?? []) expect(port.containerPort).toBe(PORT);
    return ROLE;
  });
  expect(roles).toEqual(["front", "worker"]);
});

test("the documentation, the Dockerfile and package.json name the same version of the video decoder", () => {
  const { peerDependencies } = z
    .object({ peerDependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(textOf("package.json")));
  const own = `@napi-rs/webcodecs@${peerDependencies["@napi-rs/webcodecs"]}`;
  for (const path of ["Dockerfile", "docs/containers.md", "docs/deploy.md"])
    expect(new Set(textOf(path).match(/@napi-rs\/webcodecs@[\d.]+/g)), path).toEqual(new Set([own]));
});

test("the systemd unit starts the same command as the Docker image and restarts the bot", () => {
  const unit = /```ini\n([^`]+)```/.exec(textOf("docs/deploy.md"))?.[1] ?? "";
  const set = new Map(
    unit.split("\n").flatMap((line) => {
      const at = line.indexOf("=");
      return at < 1 || line.startsWith("#") ? [] : [[line.slice(0, at), line.slice(at + 1)] as const];
    }),
  );
  expect(set.get("ExecStart")).toBe(`/usr/bin/${command(last("CMD")).join(" ")}`);
  expect(set.get("Restart")).toBe("always");
  expect(Number(set.get("TimeoutStopSec"))).toBeGreaterThan(10);
  expect(set.get("User")).not.toBe("root");
  const names = (set.get("Environment") ?? "").split(" ").map((pair) => pair.split("=")[0] ?? "");
  expect(names.filter((name) => ![...variableNames, "NODE_ENV"].includes(name))).toEqual([]);
  expect(set.get("Environment")).toContain(`DATA_DIR=/var/lib/${set.get("StateDirectory")}`);
});

test("the systemd unit for backups runs as the bot's user and copies the bot's folder", () => {
  const page = textOf("docs/backup-and-upgrade.md");
  const unitIn = (text: string) => /```ini\n([^`]+)```/.exec(text)?.[1] ?? "";
  const [bot, backup] = [unitIn(textOf("docs/deploy.md")), unitIn(page)];
  const lineOf = (unit: string, name: string) => new RegExp(`^${name}=(.*)$`, "m").exec(unit)?.[1];
  for (const name of ["User", "WorkingDirectory", "Environment", "StateDirectoryMode"])
    expect(lineOf(backup, name)).toBe(lineOf(bot, name));
  const [own, folder] = lineOf(backup, "StateDirectory")?.split(" ") ?? [];
  expect(own).toBe(lineOf(bot, "StateDirectory"));
  const words = lineOf(backup, "ExecStart")?.split(" ") ?? [];
  expect(words).toEqual(["/usr/bin/node", "dist/main.js", "backup", `/var/lib/${folder}`, "--keep", "14"]);
  const composed = /```yml\n(services:\n {2}backup:[^`]+)```/.exec(page)?.[1] ?? "";
  expect(composed).toContain(`volumes: ["data:/data", "./backups:/backups"]`);
  expect(composed).toContain("node dist/main.js backup /backups --keep 14");
});

test("the Docker image's health check reports whether the bot runs", async () => {
  const [program = "", ...args] = command(last("HEALTHCHECK"));
  expect(program).toBe("node");
  const codeAt = (port: string) =>
    promisify(execFile)(process.execPath, args, { env: { PORT: port } }).then(
      () => 0,
      (error: { readonly code: number }) => error.code,
    );
  const opened = await openHttp({
    host: "127.0.0.1",
    ports: [0],
    listeners: {},
    more: [],
    notes: () => [],
    troubles: () => [],
    metrics: { contentType: "text/plain", text: async () => "" },
  });
  if (!opened.ok) throw new Error(opened.refusal);
  onTestFinished(() => opened.value.close());
  const { port } = new URL(opened.value.origin);
  expect(await codeAt(port)).toBe(0);
  await opened.value.close();
  expect(await codeAt(port)).toBe(1);
});
