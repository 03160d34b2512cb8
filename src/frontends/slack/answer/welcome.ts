import type { WelcomeOf } from "../../../core/home.ts";
import type { Log } from "../../../core/ports.ts";
import { errorForLog } from "../../../core/text/error-for-log.ts";
import type { Incoming } from "../read/incoming.ts";
import { newMessage, type Ways } from "../send/ways.ts";
import { mentioned } from "../write/naming.ts";
import type { Locales } from "./locales.ts";

/** Welcomes a person, in the direct message, who opens one of the app's own tabs for the first time; never rejects. */
export type Welcome = (incoming: Incoming) => Promise<void>;

/** Nobody has asked for it, so a failure is told to the log alone. */
export function slackWelcome(deps: {
  readonly welcomeOf: WelcomeOf;
  readonly ways: Pick<Ways, "direct">;
  readonly locales: Locales;
  readonly log: Log;
}): Welcome {
  const { welcomeOf, ways, locales, log } = deps;
  return async ({ command, reply }) => {
    try {
      const message = await welcomeOf({ ...command, locale: await locales.learn(reply) });
      if (!message) return;
      const sent = await ways.direct(reply, newMessage(message, { naming: mentioned }));
      if (!sent.ok) log.warn("slack welcome not sent", { ...sent.refusal });
    } catch (error) {
      log.warn("slack welcome failed", { ...errorForLog(error) });
    }
  };
}
