import type { Handler } from "../../http.ts";
import { reply } from "../../http.ts";
import type { World } from "../world.ts";
import type { RateLimiter } from "./rate-limit.ts";
import { Refusal, refuse } from "./refusal.ts";
import type { Route } from "./route.ts";
import { readRequest } from "./upload.ts";

const BASE = /^\/api\/v10(?=\/)/;

/** Serves the REST interface and the CDN; every request of the bot's that is refused goes into the journal. */
export function openRouter(world: World, routes: readonly Route[], limiter: RateLimiter): Handler {
  const table = routes.map((route) => ({ route, pattern: patternOf(route.path) }));

  const find = (method: string, pathname: string) => {
    if (!BASE.test(pathname)) throw refuse("not_found");
    const fits = table.filter(({ pattern }) => pattern.test(pathname.replace(BASE, "")));
    if (fits.length === 0) throw refuse("not_found");
    const found = fits.find(({ route }) => route.method === method);
    if (!found) throw refuse("method_not_allowed");
    return found;
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
      world.sky.check(route);
      if (route.needsBot) limiter.countGlobal();
      if (route.limit) headers = limiter.count(route.limit(param));
      const { status, body } = route.serve({ ...read, param, query: url.searchParams });
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

/** A token in a path is as secret as one elsewhere. */
function withoutToken(path: string): string {
  return path.replace(/(\/(?:interactions|webhooks)\/[^/]+\/)[^/]+/, "$1:token");
}

function whyOf({ message, body }: Refusal): string {
  return body.errors === undefined ? message : `${message}: ${JSON.stringify(body.errors)}`;
}
