import { address } from "../../config/variables.ts";
import type { Environment } from "../../config.ts";
import { clearTextProblems } from "../../config.ts";
import { refuse } from "../../core/result.ts";
import type { Network } from "../doctor/check.ts";
import { lookAtDiscordToken } from "../doctor/discord.ts";
import { lookAtService } from "../doctor/service.ts";
import { lookAtAppToken, lookAtBotToken, lookAtScopes } from "../doctor/slack.ts";
import type { Setting } from "./settle.ts";

export function discordToken(apiUrl: string, ways: Network): Setting {
  return {
    how: [
      "At https://discord.com/developers/applications: New Application, then Bot, Reset Token.",
      "No privileged intent is needed.",
    ],
    question: "The bot's token (Enter: no Discord)",
    isSecret: true,
    looks: [(token) => lookAtDiscordToken({ token, apiUrl }, ways)],
  };
}

export function slackBotToken(apiUrl: string, ways: Network): Setting {
  return {
    how: ["Then Install App, and copy the Bot User OAuth Token."],
    question: "The bot's token, xoxb-… (Enter: no Slack)",
    isSecret: true,
    looks: [(token) => lookAtBotToken({ token, apiUrl }, ways), (token) => lookAtScopes({ token, apiUrl }, ways)],
  };
}

export function slackAppToken(apiUrl: string, ways: Network): Setting {
  return {
    how: ["Basic Information, App-Level Tokens: create one with connections:write, and copy it."],
    question: "The app's token, xapp-… (Enter: no Slack)",
    isSecret: true,
    looks: [(token) => lookAtAppToken({ token, apiUrl }, ways)],
  };
}

export function serviceAddress(ways: Network, environment: Environment): Setting {
  const known = address("https://video.example.com");
  return {
    how: ["The address of the video service, without /api/…"],
    question: "Its base address (Enter: later)",
    isSecret: false,
    looks: [
      async (url) => {
        if (!known.safeParse(url).success)
          return refuse("That is not an address. Use one like https://video.example.com.");
        const [problem] = clearTextProblems({ TRUSTED_ORIGINS: environment.TRUSTED_ORIGINS, VIDEO_API_URL: url });
        return problem === undefined ? lookAtService(url, ways) : refuse(problem);
      },
    ],
  };
}
