import type { DiscordEmulator } from "../../../sandbox/src/discord/discord-emulator.ts";
import type { Task } from "../person.ts";

const ADA = "ada";

/** Does on Discord's emulator what a person is asked for. */
export async function onDiscord(discord: DiscordEmulator, task: Task): Promise<void> {
  switch (task.kind) {
    case "command": {
      const channelId = task.where === "thread" ? discord.threadId : discord.channelId;
      const { name, options, subcommand } = task;
      // With each letter that somebody types, Discord asks for suggestions; nobody answers that here.
      if (options?.prompt !== undefined) suggested(discord, name, "prompt", { typed: "a", channelId });
      await discord.command(ADA, name, options, { channelId, ...(subcommand !== undefined && { subcommand }) });
      return;
    }
    case "types into":
      suggested(discord, task.name, task.option, task);
      return;
    case "uses on message":
      await discord.command(ADA, task.name, {}, { messageId: task.messageId });
      return;
    case "writes":
      discord.post(ADA, task.text, [], { channelId: discord.dmChannelId(ADA) });
      return;
    case "press":
      await discord.press(ADA, task.messageId, task.button);
      return;
    case "submit":
      await discord.submitForm(ADA, task.formId, task.values);
      return;
    default:
      throw new Error(`nobody does "${task.kind}" on Discord`);
  }
}

/** It resolves when the bot has offered something, which comes later, or never. */
function suggested(
  discord: DiscordEmulator,
  name: string,
  option: string,
  { typed, channelId }: { readonly typed: string; readonly channelId?: string },
): void {
  void discord
    .suggest(ADA, name, option, typed, { ...(channelId !== undefined && { channelId }) })
    .catch(() => undefined);
}
