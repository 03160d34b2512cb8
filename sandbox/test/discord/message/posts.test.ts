import { expect, test } from "vitest";
import { aBot, aWorld } from "../world.ts";

const animate = { type: 3, name: "Animate this" };
const image = { name: "a.png", contentType: "image/png", bytes: new Uint8Array([1]), width: 3, height: 4 };
const link = { url: "https://cats.example/b.png", width: 30, height: 40 };

async function aMessageCommand() {
  const world = await aWorld();
  const bot = await aBot(world, [animate]);
  /** The message as a bot is told it. */
  const told = async (messageId: string) => {
    await world.discord.command("ada", "Animate this", {}, { messageId });
    const { data } = await bot.next();
    return Object(Object(data.resolved).messages)[messageId];
  };
  return { ...world, told };
}

test("a sticker comes along with its format", async () => {
  const { discord, told } = await aMessageCommand();
  const formats = await Promise.all(
    (["png", "apng", "lottie", "gif"] as const).map(async (sticker) => {
      const [item] = Object(await told(discord.post("ben", "", [], { sticker }))).sticker_items;
      return item.format_type;
    }),
  );
  expect(formats.sort()).toEqual([1, 2, 3, 4]);
});

test("the address of a picture is shown as an embed of its own kind", async () => {
  const { discord, told } = await aMessageCommand();
  const { content, embeds } = await told(discord.post("ben", "look", [], { link }));
  expect(content).toBe("look https://cats.example/b.png");
  expect(embeds).toEqual([{ type: "image", url: link.url, thumbnail: { ...link, proxy_url: link.url } }]);
});

test("what is forwarded stands in a snapshot, without its writer", async () => {
  const { discord, told } = await aMessageCommand();
  const first = discord.post("ben", "my cat", [image]);
  const message = await told(discord.post("ada", "", [], { forwards: first }));
  expect(message).toMatchObject({ content: "", attachments: [], message_reference: { type: 1, message_id: first } });
  const [{ message: snapshot }] = message.message_snapshots;
  expect(snapshot).toMatchObject({ content: "my cat", attachments: [{ filename: "a.png", width: 3, height: 4 }] });
  expect(snapshot).not.toHaveProperty("author");
});
