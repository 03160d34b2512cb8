import { chatContract } from "../../contracts/front-end.ts";
import { textOf } from "./text-of.ts";
import { ada, aWorld } from "./world.ts";

chatContract("Discord", async () => {
  const world = await aWorld();
  const { discord, frontEnd, fates, fate, journal, close } = world;
  return {
    chat: frontEnd.chat,
    ownerId: ada,
    async freshCard() {
      fates.length = 0;
      await discord.command("ada", "video", { prompt: "a paper boat" });
      const told = await fate();
      if (told.kind !== "given") throw new Error(`the card was ${told.kind}`);
      return told.reply;
    },
    seen: () =>
      discord.messages("ada").map((message) => ({
        text: textOf(message),
        isPrivate: message.ephemeralFor === ada,
        mentions: message.mentions,
        edits: journal.since(0).filter(({ kind, messageId }) => kind === "edited" && messageId === message.id).length,
      })),
    close,
  };
});
