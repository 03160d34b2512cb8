import { z } from "zod";
import { personWith } from "../people.ts";
import type { World } from "./discord-world.ts";
import { snowflake, untranslated } from "./message-schema.ts";
import {
  application,
  applicationId,
  botUser,
  channelOf,
  dmChannelIdOf,
  guild,
  guildId,
  memberOf,
  placeWith,
} from "./place.ts";
import { invalidForm, parseForm, refuse } from "./refusal.ts";
import { type Answer, type Call, type Route, routesOf } from "./router.ts";

const ownSettings = z.object({ interactions_endpoint_url: z.url().nullish() });
const BAD_ENDPOINT = "APPLICATION_INTERACTIONS_ENDPOINT_URL_INVALID";
const NOT_VERIFIED = "The specified interactions endpoint url could not be verified.";

const recipient = z.object({ recipient_id: snowflake });

export function applicationRoutes(world: World): readonly Route[] {
  const url = world.origin.replace("http", "ws");
  const { route } = routesOf(true);
  const own = () => ({
    ...application(),
    verify_key: world.endpoint.publicKey,
    interactions_endpoint_url: world.endpoint.address(),
  });
  const get = (path: string, body: () => unknown): Route => route("GET", path, () => ({ status: 200, body: body() }));
  return [
    routesOf(false).route("GET", "/gateway", () => ({ status: 200, body: { url } })),
    get("/gateway/bot", () => ({
      url,
      shards: 1,
      session_start_limit: world.gateway.starts.limit(),
    })),
    get("/users/@me", botUser),
    get("/applications/@me", own),
    route("PATCH", "/applications/@me", async (call) => {
      const { interactions_endpoint_url: url } = parseForm(ownSettings, call.body ?? {});
      if (url !== undefined && !(await world.endpoint.save(url, applicationId)))
        throw invalidForm([{ path: ["interactions_endpoint_url"], code: BAD_ENDPOINT, message: NOT_VERIFIED }]);
      return { status: 200, body: own() };
    }),
    get("/oauth2/applications/@me", own),
    route("GET", "/guilds/:guild", (call) => {
      if (call.param("guild") !== guildId || !world.membership.hasBot()) throw refuse("unknown_guild");
      return { status: 200, body: guild(world.files.tier) };
    }),
    route("GET", "/guilds/:guild/members/:user", (call) => {
      if (call.param("guild") !== guildId || !world.membership.hasBot()) throw refuse("unknown_guild");
      const person = personWith(call.param("user"));
      if (!person) throw refuse("unknown_member");
      return { status: 200, body: memberOf(person.discordId, world.standings) };
    }),
    route("POST", "/users/@me/channels", (call) => {
      const { recipient_id } = parseForm(recipient, call.body ?? {});
      const person = personWith(recipient_id);
      const place = person && placeWith(dmChannelIdOf(person));
      if (!place) throw refuse("invalid_recipient");
      return { status: 200, body: channelOf(place) };
    }),
    ...commandRoutes(world, "/applications/:application/commands"),
    ...commandRoutes(world, "/applications/:application/guilds/:guild/commands"),
  ];
}

function commandRoutes({ registry }: World, path: string): readonly Route[] {
  const scopeOf = (call: Call): string | null => {
    if (call.param("application") !== applicationId) throw refuse("foreign_application");
    if (!path.includes(":guild")) return null;
    if (call.param("guild") !== guildId) throw refuse("missing_access");
    return guildId;
  };
  const route = (
    method: Route["method"],
    below: string,
    serve: (scope: string | null, call: Call) => Answer,
  ): Route => ({
    method,
    path: `${path}${below}`,
    needsBot: true,
    serve: (call) => serve(scopeOf(call), call),
  });
  const id = (call: Call) => call.param("command");
  return [
    route("GET", "", (scope, call) => {
      const list = registry.list(scope);
      return { status: 200, body: call.query.get("with_localizations") === "true" ? list : untranslated(list) };
    }),
    route("PUT", "", (scope, call) => ({ status: 200, body: registry.replace(scope, call.body) })),
    route("POST", "", (scope, call) => {
      const { command, isNew } = registry.put(scope, call.body);
      return { status: isNew ? 201 : 200, body: command };
    }),
    route("GET", "/:command", (scope, call) => ({ status: 200, body: registry.read(scope, id(call)) })),
    route("PATCH", "/:command", (scope, call) => ({ status: 200, body: registry.patch(scope, id(call), call.body) })),
    route("DELETE", "/:command", (scope, call) => {
      registry.remove(scope, id(call));
      return { status: 204 };
    }),
  ];
}
