import { SocketModeClient } from "@slack/socket-mode";
import { WebClient } from "@slack/web-api";
import { onTestFinished } from "vitest";
import { z } from "zod";
import { aBot, restOf } from "../../../sandbox/test/discord/world.ts";
import { silent } from "../../../sandbox/test/slack/slack-world.ts";
import type { Visit } from "../browser/visit.ts";

/** A bot that answers whatever is done with one form: the platforms tell the newest bot, which it is. */
export interface OwnBot {
  /** Resolves to the submitted values, as the platform sends them. */
  submitted(): Promise<unknown>;
}

export async function ownDiscordBot(
  { sandbox: { discord } }: Visit,
  commands: readonly object[],
  form: object,
): Promise<OwnBot> {
  const bot = await aBot({ discord, rest: restOf(discord, discord.token) }, commands);
  const submitted = (async () => {
    await bot.answer(await bot.next(), { type: 9, data: form });
    const submit = await bot.next();
    await bot.answer(submit, { type: 4, data: { content: "Saved" } });
    return submit.data;
  })();
  return { submitted: () => submitted };
}

const heard = z.looseObject({ trigger_id: z.string(), view: z.unknown().optional() });

export async function ownSlackBot({ sandbox: { slack } }: Visit, view: object): Promise<OwnBot> {
  const clientOptions = { slackApiUrl: slack.apiUrl, logger: silent };
  const client = new SocketModeClient({ appToken: slack.appToken, logger: silent, clientOptions });
  onTestFinished(() => client.disconnect());
  const web = new WebClient(slack.botToken, clientOptions);
  const submitted = new Promise<unknown>((resolve, reject) => {
    client.on("slack_event", ({ body, ack }: { body: unknown; ack(): Promise<void> }) => {
      const { trigger_id, view: filled } = heard.parse(body);
      const answer = async () => {
        await ack();
        if (filled) resolve(filled);
        else await web.views.open({ trigger_id, view: view as never });
      };
      answer().catch(reject);
    });
  });
  await client.start();
  return { submitted: () => submitted };
}
