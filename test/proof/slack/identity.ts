import { everyScope } from "../../../src/frontends/slack/connect/slack-manifest.ts";
import type { Check } from "../check.ts";
import { at } from "../recorder.ts";
import { openFrames } from "../socket.ts";
import { quietPlace, type SlackContext, textAt } from "./context.ts";

const OPEN = { method: "apps.connections.open", by: "app" } as const;
/** Slack renews a connection with `debug_reconnects` after some six minutes. */
const REFRESH_WITHIN_MS = 8 * 60_000;

/** The app's identity, and its connection. */
export const identityChecks: readonly Check<SlackContext>[] = [
  {
    name: "slack/who",
    async run({ ask, holds, place }) {
      const fields = ["team_id", "user_id", "bot_id", "url", "is_enterprise_install"];
      const { body, headers } = await ask("a token tells whose it is", { method: "auth.test" }, { fields });
      holds("the bot's user is the same each time", at(body, "user_id") === place.botUserId);
      const granted = (headers["x-oauth-scopes"] ?? "").split(",");
      holds(
        "every scope that the bot asks for is granted",
        everyScope.every((each) => granted.includes(each)),
      );
    },
  },
  {
    name: "slack/tokens",
    async run({ ask }) {
      await ask("a wrong token is refused", { method: "auth.test", by: "wrong token" }, { code: "invalid_auth" });
      await ask("no token is refused", { method: "auth.test", by: "nobody" }, { code: "not_authed" });
      const wrongKind = { method: "apps.connections.open", by: "bot" } as const;
      await ask("the bot's token opens no connection", wrongKind, { code: "not_allowed_token_type" });
      await ask("a method that there is not is refused", { method: "reelay.none" }, { code: "unknown_method" });
    },
  },
  {
    name: "slack/socket",
    async run({ ask, event, holds, place, afterwards }) {
      const url = textAt((await ask("a connection has an address", OPEN, { fields: ["url"] })).body, "url");
      const frames = await openFrames(url, place.withinMs, place.hears);
      afterwards(async () => {
        frames.close();
        // What comes next must not be sent to it.
        await frames.closed;
        return null;
      });
      const hello = await frames.next((frame) => at(frame, "type") === "hello", { what: "hello" });
      const fields = ["num_connections", "connection_info.app_id", "debug_info.approximate_connection_time"];
      event("a connection says hello", "hello", hello, fields);
      const again = await openFrames(url, place.withinMs, place.hears).then(
        (second) => second.close(),
        () => null,
      );
      holds("the address of a connection is good for one", again === null);
    },
  },
  {
    name: "slack/refresh",
    isSlow: true,
    async run({ ask, event, holds, place, person, afterwards }) {
      const { body } = await ask("a connection has an address", OPEN, { fields: ["url"] });
      const frames = await openFrames(`${textAt(body, "url")}&debug_reconnects=true`, REFRESH_WITHIN_MS, place.hears);
      afterwards(async () => {
        frames.close();
        // What comes next must not be sent to it.
        await frames.closed;
        return null;
      });
      await frames.next((frame) => at(frame, "type") === "hello", { what: "hello" });
      const bye = frames.next((frame) => at(frame, "type") === "disconnect", {
        what: "disconnect",
        signal: person.skipped(),
      });
      bye.catch(() => undefined);
      await person.does("slack", { kind: "waits for a refresh" });
      event("a connection that ends says so", "disconnect", await bye, ["reason"]);
      holds("it says that it is a renewal", ["refresh_requested", "warning"].includes(String(at(await bye, "reason"))));
      const { socket } = place;
      holds(
        "the other connection is still there",
        await Promise.race([socket.closed.then(() => false), Promise.resolve(true)]),
      );
    },
  },
  {
    name: "slack/people",
    async run(context) {
      const { ask, holds } = context;
      const { userId } = await quietPlace(context);
      const info = (user: string, how = {}) => ({ method: "users.info", args: { user, ...how } });
      const fields = ["user.id", "user.team_id", "user.is_admin", "user.is_restricted", "user.is_bot", "user.locale"];
      const answered = await ask("a person is told with their language", info(userId, { include_locale: true }), {
        fields,
      });
      holds("it is the person who was asked for", at(answered.body, "user.id") === userId);
      const bare = await ask("a person is told", info(userId), { fields: fields.slice(0, -1) });
      holds("unasked, the language is left out", at(bare.body, "user.locale") === undefined);
      await ask("somebody who is not there is not found", info("U0000000000"), { code: "user_not_found" });
    },
  },
];
