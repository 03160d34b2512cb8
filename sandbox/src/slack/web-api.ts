import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { RATE_LIMITED_S } from "../condition.ts";
import { reply } from "../http.ts";
import {
  type Answer,
  type Call,
  type Method,
  type Methods,
  type Refusal,
  readCall,
  refusalBody,
  refuse,
} from "./answer.ts";
import { blockMethods, chatMethods, viewMethods } from "./chat-methods.ts";
import { nobodyWaits } from "./delivery.ts";
import { eventPayload } from "./payloads.ts";
import { journalRefusal } from "./slack-condition.ts";
import { unlisted } from "./slack-limits.ts";
import type { World } from "./slack-world.ts";
import { ids, scopesHeader } from "./workspace.ts";
import { fileMethods, workspaceMethods } from "./workspace-methods.ts";

/** Answers 200 with `ok`, or 429. `worded` rewrites answers for another workspace. */
export function webApi(
  world: World,
  installs: Installs,
  worded: (answer: unknown) => unknown = (answer) => answer,
): (path: string, request: IncomingMessage, response: ServerResponse) => Promise<void> {
  const { journal, rateLimits, workspace, grants, condition } = world;
  const grant: Method = { token: "none", run: (args) => installs.access(args) };
  const methods: Methods = {
    "oauth.v2.access": grant,
    ...workspaceMethods(world),
    ...chatMethods(world),
    ...viewMethods(world),
    ...fileMethods(world),
    ...blockMethods(),
  };

  return async (path, request, response) => {
    const refused = (refusal: Refusal, status = 200, headers: Record<string, string> = {}) => {
      journalRefusal(journal, {
        method: request.method ?? "",
        path,
        status,
        code: refusal.error,
        why: refusal.why,
      });
      reply(response, status, refusalBody(refusal), headers);
    };

    const call = await readCall(request);
    if (!call) return refused(refuse("invalid_form_data", "the body is neither a form nor JSON"));
    const name = path.slice("/api/".length);
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) return refused(refuse("unknown_method", `the sandbox has no ${name}`));
    const denied = checkToken(method, call.token, installs);
    if (denied) return refused(denied);
    const waitSeconds = secondsToWait(name, call);
    if (waitSeconds > 0)
      return refused(refuse("ratelimited", `wait ${waitSeconds} s`), 429, { "retry-after": String(waitSeconds) });
    const answer = method.run(isScarce(name, call) ? withFewerMessages(call) : call.args);
    const headers = method.token === "bot" ? scopesHeader(grants) : {};
    return answer.ok ? reply(response, 200, worded(answer), headers) : refused(answer, 200, headers);
  };

  function secondsToWait(name: string, call: Call): number {
    if (condition.now() === "rate_limited" && /^(chat|files)\./.test(name)) return RATE_LIMITED_S;
    if (name === "chat.postMessage") return rateLimits.takePost(target(call));
    return isScarce(name, call) ? rateLimits.take(name, unlisted.perMinute) : rateLimits.take(name);
  }

  function isScarce(name: string, { token = "" }: Call): boolean {
    return unlisted.methods.has(name) && installs.isDistributed(token);
  }

  /** A person and the direct message with them are one channel. */
  function target({ args }: Call): string {
    const channel = z.string().catch("").parse(args.channel);
    return workspace.directMessage(channel)?.id ?? channel;
  }
}

function withFewerMessages({ args }: Call): Call["args"] {
  const { limit = unlisted.messages } = args;
  return { ...args, limit: Number(limit) > unlisted.messages ? unlisted.messages : limit };
}

function checkToken(method: Method, token: string | undefined, installs: Installs): Refusal | undefined {
  if (method.token === "none") return undefined;
  if (token === undefined) return refuse("not_authed", "no token");
  const team = installs.teamOf(token);
  if (team === "revoked") return refuse("token_revoked", "the app was removed");
  const kind = token === ids.appToken ? "app" : token === ids.configToken ? "config" : "bot";
  if (team === undefined && kind === "bot") return refuse("invalid_auth", "no such token");
  return kind === method.token ? undefined : refuse("not_allowed_token_type", `needs the ${method.token} token`);
}

const teams = [ids.teamId, ids.otherTeamId] as const;

export type Installs = ReturnType<typeof openInstalls>;

const asked = z.object({
  client_id: z.literal(ids.clientId),
  scope: z.string().min(1),
  redirect_uri: z.url(),
  state: z.string().min(1),
  team: z.enum(teams).default(ids.teamId),
});
const exchanged = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  code: z.string(),
  redirect_uri: z.string(),
});

export function openInstalls() {
  const tokens = new Map<string, string | "revoked">([[ids.botToken, ids.teamId]]);
  const codes = new Map<string, z.infer<typeof asked> | "used">();

  return {
    teamOf: (token: string): string | "revoked" | undefined => tokens.get(token),
    tokens: (): readonly string[] => [...tokens.keys()],
    isDistributed: (token: string): boolean => tokens.has(token) && token !== ids.botToken,
    authorize(request: IncomingMessage, response: ServerResponse) {
      const { searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
      const read = asked.safeParse(Object.fromEntries([...searchParams].filter(([, value]) => value !== "")));
      if (!read.success) return reply(response, 400, { ok: false, error: z.prettifyError(read.error) });
      const code = `${randomBytes(6).toString("hex")}.${randomBytes(6).toString("hex")}`;
      codes.set(code, read.data);
      const back = new URL(read.data.redirect_uri);
      back.searchParams.set("code", code);
      back.searchParams.set("state", read.data.state);
      response.writeHead(302, { location: back.href }).end();
    },
    access(args: unknown): Answer {
      const read = exchanged.safeParse(args);
      if (!read.success) return refuse("invalid_arguments", z.prettifyError(read.error));
      const { client_id: clientId, client_secret: secret, code, redirect_uri: redirectUri } = read.data;
      if (clientId !== ids.clientId) return refuse("invalid_client_id", "no such app");
      if (secret !== ids.clientSecret) return refuse("bad_client_secret", "not the app's secret");
      const grant = codes.get(code);
      if (grant === undefined) return refuse("invalid_code", "no such code");
      if (grant === "used") return refuse("code_already_used", "a code works once");
      if (grant.redirect_uri !== redirectUri) return refuse("bad_redirect_uri", "not where the code was sent");
      codes.set(code, "used");
      const token = `xoxb-${grant.team}-${randomBytes(8).toString("hex")}`;
      tokens.set(token, grant.team);
      return {
        ok: true,
        access_token: token,
        token_type: "bot",
        scope: grant.scope,
        bot_user_id: ids.botUserId,
        app_id: ids.appId,
        team: { id: grant.team, name: grant.team },
        enterprise: null,
        is_enterprise_install: false,
        authed_user: { id: "U00000ADA1" },
      };
    },
    revoke(teamId: string) {
      for (const [token, team] of tokens) if (team === teamId) tokens.set(token, "revoked");
    },
  };
}

/** The tokens are dead at once, and the app receives two events, in any order. */
export function uninstall({ clock, delivery }: World, installs: Installs, teamId: string): void {
  installs.revoke(teamId);
  const events = [{ type: "tokens_revoked", tokens: { oauth: [], bot: [ids.botUserId] } }, { type: "app_uninstalled" }];
  for (const event of events) {
    const payload = eventPayload(event, `Ev${event.type}${clock.now()}`, clock);
    delivery.send({ type: "events_api", payload, accepts_response_payload: false }, nobodyWaits);
  }
}
