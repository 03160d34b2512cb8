import type { ChatInputCommandInteraction } from "discord.js";
import { plainClient } from "./plain-client.ts";
import { sdkService, waitForTask, wordsAbout, wordsOfError } from "./plain-service.ts";

/** A bot of one handler: it submits by an SDK, waits in the SDK's own loop, and replies. */
export function runSdkBot(): Promise<unknown> {
  const service = sdkService();

  async function makeVideo(interaction: ChatInputCommandInteraction, prompt: string): Promise<void> {
    await interaction.deferReply();
    try {
      const taskId = await service.create(prompt);
      const task = await waitForTask(service, taskId, (percent) => interaction.editReply(`Making it: ${percent} %`));
      await interaction.editReply(wordsAbout(task));
      await interaction.followUp(`<@${interaction.user.id}> Your video is ready.`);
    } catch (error) {
      await interaction.editReply(wordsOfError(error));
    }
  }

  return plainClient((interaction, prompt) => makeVideo(interaction, prompt));
}
