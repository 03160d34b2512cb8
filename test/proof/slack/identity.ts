import { everyScope } from "../../../src/frontends/slack/connect/slack-manifest.ts";
import { checksOf } from "../check.ts";
import { at, textAt } from "../recorder.ts";
import { openFrames } from "../socket.ts";
import { quietPlace, type SlackContext } from "./context.ts";

/**
 * Opens another connection and waits for its hello. It is closed before the next check, whose events must not be sent to it.
 */
async function openAnother({ ask, place, afterwards }: SlackContext, how = "", withinMs = place.withinMs) {
  const url = textAt(await ask("a connection has a URL", OPEN, ["url"]), "url");
  const frames = await openFrames(`${url}${how}`, withinMs, place.receives);
  afterwards(async () => {
    frames.close();
    await frames.closed;
    return null;
  });
  return { url, frames, hello: await frames.next((frame) => at(frame, "type") === "hello", { what: "hello" }) };
}

const OPEN = { method: "apps.connections.open", by: "app" } as const;
/** Slack renews a connection with `debug_reconnects` after about six minutes. */
const REFRESH_WITHIN_MS = 8 * 60_000;

/** The app's identity and its connection. */
export const identityChecks = checksOf<SlackContext>({
  async "slack/who"({ ask, holds, place, tidy }) {
    const fields = ["team_id", "user_id", "bot_id", "url", "is_enterprise_install"];
    const who = await ask("a token identifies its bot", { method: "auth.test" }, fields);
    holds("the bot's user is the same each time", at(who, "user_id") === place.botUserId);
    const { headers } = await tidy({ method: "auth.test" });
    const granted = (headers["x-oauth-scopes"] ?? "").split(",");
    const isGranted = everyScope.every((each) => granted.includes(each));
    holds("every scope that the bot asks for is granted", isGranted);
  },
  async "slack/tokens"({ ask }) {
    await ask("a wrong token is refused", { method: "auth.test", by: "wrong token" }, { code: "invalid_auth" });
    await ask("no token is refused", { method: "auth.test", by: "nobody" }, { code: "not_authed" });
    const wrongKind = { method: "apps.connections.open", by: "bot" } as const;
    await ask("the bot's token opens no connection", wrongKind, { code: "not_allowed_token_type" });
    await ask("an unknown method is refused", { method: "reelay.none" }, { code: "unknown_method" });
  },
  async "slack/socket"(context) {
    const { event, holds, place } = context;
    const { url, hello } = await openAnother(context);
    const fields = ["num_connections", "connection_info.app_id", "debug_info.approximate_connection_time"];
    event("a connection sends hello", "hello", hello, fields);
    const again = await openFrames(url, place.withinMs, place.receives).then(
      (second) => second.close(),
      () => null,
    );
    holds("a connection's URL works only once", again === null);
  },
  "slack/refresh": {
    isSlow: true,
    async run(context) {
      const { event, holds, place, person } = context;
      const { frames } = await openAnother(context, "&debug_reconnects=true", REFRESH_WITHIN_MS);
      const isBye = (frame: unknown) => at(frame, "type") === "disconnect";
      const bye = frames.next(isBye, { what: "disconnect", signal: person.skipped() });
      bye.catch(() => undefined);
      await person.does("slack", { kind: "waits for a refresh" });
      event("a connection announces its end", "disconnect", await bye, ["reason"]);
      holds("it says that it is a renewal", ["refresh_requested", "warning"].includes(String(at(await bye, "reason"))));
      const { socket } = place;
      const isThere = await Promise.race([socket.closed.then(() => false), Promise.resolve(true)]);
      holds("the other connection is still open", isThere);
    },
  },
  async "slack/people"(context) {
    const { ask, holds } = context;
    const { userId } = await quietPlace(context);
    const info = (user: string, how = {}) => ({ method: "users.info", args: { user, ...how } });
    const fields = ["user.id", "user.team_id", "user.is_admin", "user.is_restricted", "user.is_bot", "user.locale"];
    const answered = await ask("a person's profile contains their language", info(userId, { include_locale: true }), {
      fields,
    });
    holds("it is the person who was asked for", at(answered, "user.id") === userId);
    const bare = await ask("a person's profile can be read", info(userId), fields.slice(0, -1));
    holds("unasked, the language is left out", at(bare, "user.locale") === undefined);
    await ask("somebody who is not there is not found", info("U0000000000"), { code: "user_not_found" });
  },
});
