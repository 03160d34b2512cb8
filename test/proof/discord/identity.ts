import { checksOf } from "../check.ts";
import { at } from "../recorder.ts";
import { type DiscordContext, no } from "./context.ts";

const GATEWAY = { method: "GET", route: "/gateway/bot" } as const;
const LIMIT = ["total", "remaining", "reset_after", "max_concurrency"].map((name) => `session_start_limit.${name}`);

/** The bot's identity and its gateway session. */
export const identityChecks = checksOf<DiscordContext>({
  async "discord/application"({ ask, holds, place }) {
    const fields = ["id", "flags", "integration_types_config", "bot_public"];
    const answered = await ask("an application can be read", { method: "GET", route: "/applications/@me" }, fields);
    holds("the gateway names the same application", at(answered, "id") === place.applicationId);
    const user = await ask("a bot is a user", { method: "GET", route: "/users/@me" }, ["id", "username", "bot"]);
    holds("a bot's user has its application's id", at(user, "id") === place.applicationId);
  },
  async "discord/wrong-token"({ ask }) {
    const request = { ...GATEWAY, by: "wrong token" } as const;
    await ask("a wrong token is refused", request, no(401, 0));
  },
  async "discord/gateway"({ ask, holds, place, event }) {
    const answered = await ask("the gateway returns the number of sessions left", GATEWAY, ["url", "shards", ...LIMIT]);
    const limit = (name: string) => Number(at(answered, `session_start_limit.${name}`));
    holds("a started session is counted", limit("remaining") < limit("total"));
    event("the gateway sends its heartbeat interval", "HELLO", place.gateway.hello, ["heartbeat_interval"]);
    const ready = ["session_id", "resume_gateway_url", "application.id", "guilds", "user.id"];
    event("a session starts with the data needed to resume it", "READY", place.gateway.ready, ready);
  },
  async "discord/resume"({ holds, place }) {
    const { answer, isReplayed } = await place.gateway.resume();
    holds("a session continues after its socket was lost", answer === "RESUMED");
    holds("missed events are sent first", isReplayed);
  },
});
