import type { DiscordReply } from "../../../src/core/chat.ts";
import { aVideoFile } from "../../fakes/video-file.ts";
import { message } from "./typed.ts";
import { aWorldFor, cardOf, givenCard } from "./world.ts";

export const MIB = 1_024 * 1_024;
export const prompt = "a paper boat in the rain";
export const ready = message({ tone: "good", title: "Your video is ready", video: { description: prompt } });
const url = "https://videos.example/1.mp4";

/** A card on Discord's emulator, and a video for it. */
export async function aCard(
  file: Parameters<typeof aVideoFile>[0] = { sizeBytes: 200_000 },
  how: { readonly isPrivate?: boolean; readonly interactionMaxBytes?: number } = {},
) {
  const video = aVideoFile(file);
  const { isPrivate = false } = how;
  const world = await aWorldFor((command) => ({ kind: "card", card: cardOf(command, { isPrivate }) }), {
    openVideo: video.openVideo,
  });
  const { discord, frontEnd, journal } = world;
  if (how.interactionMaxBytes) discord.limitFiles({ interactionMaxBytes: how.interactionMaxBytes });
  const reply = await givenCard(world);
  const { attach, show } = frontEnd.chat;
  if (!attach) throw new Error("no files here");
  const aborter = new AbortController();
  return {
    ...world,
    ...video,
    reply,
    show,
    aborter,
    attach: (to = reply, over: { copy?: Uint8Array } = {}) =>
      attach(to, ready, { ...over, url, triedAt: null, signal: aborter.signal }),
    card: () => discord.messages("ada").at(-1),
    refusals: () => journal.since(0).filter(({ kind }) => kind === "refused").length,
  };
}

/** The handle that came of it. */
export async function attached(world: Awaited<ReturnType<typeof aCard>>, to = world.reply): Promise<DiscordReply> {
  const result = await world.attach(to);
  if (!result.ok || result.value.reply.platform !== "discord") throw new Error(JSON.stringify(result));
  return result.value.reply;
}
