import { type Environment, readDiscord, readManifest, readSlack } from "../../config.ts";
import { inviteText } from "../program/invite.ts";

/** What to do with these settings, a line each. */
export async function nextSteps(environment: Environment): Promise<readonly string[]> {
  const discord = readDiscord(environment);
  const { botToken, isForMany } = readSlack(environment);
  const isOnSlack = botToken !== null || isForMany;
  if (!discord.token && !isOnSlack)
    return ["", "No account is set up. npm start runs Reelay on its sandbox, which needs none."];

  const { prefix } = readManifest(environment, false);
  const invited = discord.token ? await inviteText(discord) : null;
  const first = `/${prefix}-key set, then /${prefix}`;
  const steps = [
    ...(environment.VIDEO_API_URL?.trim()
      ? []
      : ["Run this again with the video service's address: without it Reelay does not start."]),
    ...(environment.SANDBOX?.trim() === "on" ? ["Remove SANDBOX=on: it keeps Reelay on its sandbox."] : []),
    ...(invited
      ? [invited.ok ? invited.value.replaceAll("\n", "\n     ") : "npm run invite, once Discord accepts the token."]
      : []),
    "npm start",
    ...(discord.token ? [`On Discord: ${first}`] : []),
    ...(isOnSlack ? [`On Slack: /invite @Reelay in a channel, then ${first}`] : []),
  ];
  return [
    "",
    "Next steps:",
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
    "",
    "npm run doctor checks that everything works.",
  ];
}
