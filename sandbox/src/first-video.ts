import type { DiscordEmulator } from "./discord/emulator.ts";
import type { VideoService } from "./video/service.ts";

/** So that a person who opens the page sees a video at once: Ada asks for one, on the wire like anybody, and it is quick. */
export async function askForFirstVideo(deps: {
  readonly discord: Pick<DiscordEmulator, "command">;
  readonly video: Pick<VideoService, "nextFate">;
  readonly prefix: string;
}): Promise<void> {
  deps.video.nextFate("quick");
  await deps.discord.command("ada", deps.prefix, { prompt: "a paper boat on a rainy sea" });
}
