import type { IncomingMessage, ServerResponse } from "node:http";
import { z } from "zod";
import { RATE_LIMITED_S } from "../condition.ts";
import { reply } from "../http.ts";
import { type Call, type Refusal, readCall, refusalBody, refuse } from "./answer.ts";
import { blockMethods, chatMethods, viewMethods } from "./chat-methods.ts";
import type { Installs } from "./installs.ts";
import type { Method, Methods } from "./method.ts";
import { journalRefusal } from "./slack-condition.ts";
import type { World } from "./slack-world.ts";
import { ids, scopesHeader } from "./workspace.ts";
import { fileMethods, workspaceMethods } from "./workspace-methods.ts";

/** Answers `/api/<method>` as Slack does: 200 with `ok`, and 429 where the bot is too fast; `worded` is for another workspace. */
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
    const answer = method.run(call.args);
    const headers = method.token === "bot" ? scopesHeader(grants) : {};
    return answer.ok ? reply(response, 200, worded(answer), headers) : refused(answer, 200, headers);
  };

  function secondsToWait(name: string, call: Call): number {
    if (condition.now() === "rate_limited" && /^(chat|files)\./.test(name)) return RATE_LIMITED_S;
    return name === "chat.postMessage" ? rateLimits.takePost(target(call)) : rateLimits.take(name);
  }

  /** A person and the direct message with them are one channel. */
  function target({ args }: Call): string {
    const channel = z.string().catch("").parse(args.channel);
    return workspace.directMessage(channel)?.id ?? channel;
  }
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
