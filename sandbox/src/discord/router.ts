import { createHash } from "node:crypto";
import type { SandboxClock } from "../clock.ts";
import { type Handler, reply } from "../http.ts";
import { type ReadRequest, readRequest } from "./cdn.ts";
import type { World } from "./discord-world.ts";
import { Refusal, rateLimited, refuse } from "./refusal.ts";

const BASE = /^\/api\/v10(?=\/)/;

export function openRouter(world: World, routes: readonly Route[], limiter: RateLimiter): Handler {
  const table = routes.map((route) => ({ route, pattern: patternOf(route.path) }));

  const find = (method: string, pathname: string) => {
    if (!BASE.test(pathname)) throw refuse("not_found");
    const fits = table.filter(({ pattern }) => pattern.test(pathname.replace(BASE, "")));
    if (fits.length === 0) throw refuse("not_found");
    const fit = fits.find(({ route }) => route.method === method);
    if (!fit) throw refuse("method_not_allowed");
    return fit;
  };

  return async (request, response) => {
    const url = new URL(request.url ?? "/", world.origin);
    const method = request.method ?? "GET";
    if (url.pathname.startsWith("/attachments/")) return world.cdn.serve(request, url, response);
    let headers: Readonly<Record<string, string>> = {};
    try {
      const { route, pattern } = find(method, url.pathname);
      const names = pattern.exec(url.pathname.replace(BASE, ""))?.groups ?? {};
      const param = (name: string) => decodeURIComponent(names[name] ?? "");
      if (route.needsBot && request.headers.authorization !== `Bot ${world.token}`) throw refuse("unauthorized");
      const at = param("channel") || world.interactions.placeOf(param("token"))?.id;
      const read = await readRequest(request);
      const isUpload = read.uploads.length > 0;
      if (at && !url.pathname.endsWith("/callback"))
        world.denials.check({ by: route.needsBot ? "bot" : "token", channelId: at, method, isUpload });
      world.condition.check(route);
      if (route.needsBot) limiter.countGlobal();
      if (route.limit) headers = limiter.count(route.limit(param));
      const { status, body } = await route.serve({ ...read, param, query: url.searchParams });
      reply(response, status, body, headers);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { status, body } = error;
      world.journal.add({
        place: "discord",
        kind: "refused",
        payload: { method, path: withoutToken(url.pathname), status, code: body.code ?? 0, why: whyOf(error) },
      });
      reply(response, status, body, { ...headers, ...error.headers });
    }
  };
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/:(\w+)/g, "(?<$1>[^/]+)")}$`);
}

function withoutToken(path: string): string {
  return path.replace(/(\/(?:interactions|webhooks)\/[^/]+\/)[^/]+/, "$1:token");
}

function whyOf({ message, body }: Refusal): string {
  return body.errors === undefined ? message : `${message}: ${JSON.stringify(body.errors)}`;
}

export interface Call extends ReadRequest {
  param(name: string): string;
  readonly query: URLSearchParams;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

export interface Route {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly needsBot: boolean;
  readonly limit?: (param: Call["param"]) => RateLimit;
  serve(call: Call): Answer | Promise<Answer>;
}

export function routesOf(needsBot: boolean) {
  const route = (method: Route["method"], path: string, serve: Route["serve"]): Route => ({
    method,
    path,
    needsBot,
    serve,
  });
  return {
    route,
    limited: (limit: NonNullable<Route["limit"]>, ...of: Parameters<typeof route>): Route => ({
      ...route(...of),
      limit,
    }),
  };
}

export interface RateLimit {
  readonly name: string;
  readonly key: string;
  readonly limit: number;
  readonly windowMs: number;
  readonly code?: number;
}

export type RateLimiter = ReturnType<typeof openRateLimiter>;

/**
 * Applies to any period of one second, because the docs do not say when a second begins. Source: Discord docs,
 * topics/rate-limits, global rate limit (read 2026-11-22).
 */
const GLOBAL = {
  name: "global",
  limit: 50,
  windowMs: 1_000,
};

const KEPT = 1_000;

export function openRateLimiter(clock: SandboxClock) {
  const windows = new Map<string, { readonly endsAt: number; used: number }>();
  let taken: readonly number[] = [];

  const windowOf = ({ name, key, windowMs }: RateLimit) => {
    const now = clock.now();
    const id = `${name}:${key}`;
    const running = windows.get(id);
    if (running && running.endsAt > now) return running;
    if (windows.size > KEPT) for (const [old, { endsAt }] of windows) if (endsAt <= now) windows.delete(old);
    const fresh = { endsAt: now + windowMs, used: 0 };
    windows.set(id, fresh);
    return fresh;
  };

  return {
    count(rule: RateLimit): Readonly<Record<string, string>> {
      const window = windowOf(rule);
      const waitMs = window.endsAt - clock.now();
      const spent = window.used >= rule.limit;
      if (!spent) window.used += 1;
      const headers = {
        "x-ratelimit-limit": String(rule.limit),
        "x-ratelimit-remaining": String(rule.limit - window.used),
        "x-ratelimit-reset": (window.endsAt / 1_000).toFixed(3),
        "x-ratelimit-reset-after": (waitMs / 1_000).toFixed(3),
        "x-ratelimit-bucket": createHash("sha256").update(rule.name).digest("hex").slice(0, 32),
      };
      if (!spent) return headers;
      throw rateLimited(waitMs, { ...headers, "x-ratelimit-scope": "user" }, rule.code);
    },
    countGlobal() {
      const now = clock.now();
      taken = taken.filter((at) => at > now - GLOBAL.windowMs);
      const [oldest = now] = taken;
      if (taken.length < GLOBAL.limit) {
        taken = [...taken, now];
        return;
      }
      const waitMs = oldest + GLOBAL.windowMs - now;
      throw rateLimited(waitMs, { "x-ratelimit-global": "true", "x-ratelimit-scope": "global" });
    },
  };
}
