import { expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import type { PrivateFiles } from "../../../src/core/private-file.ts";
import { cardJob, commandWorld, makeVideo, privateWords } from "../command-world.ts";

const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
const image = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
const animate: Act = {
  kind: "animate",
  pictures: [{ source: "attachment", name: "cat.png", file: image }],
  others: [],
};
const files: PrivateFiles = { addressFor: (id) => `https://bot.example/pictures/${id}`, isGone: async () => false };

test("a private picture has an address of its own for its job, and is judged before the video is paid for", async () => {
  const world = commandWorld({ files });
  await world.withKey();
  const id = cardJob(await world.does(makeVideo({ image })));
  const [order] = world.orders;
  expect(order?.request.picture).toMatchObject({ url: `https://bot.example/pictures/${id}`, isChecked: false, file });
  expect(order?.request.aspectRatio).toBe("9:16");
});

test("where nobody outside could fetch it, it is refused and the cure is named", async () => {
  const world = commandWorld();
  await world.withKey();
  expect(privateWords(await world.does(animate))).toMatch(
    /private.*address of a public picture.*people who run this bot/,
  );
  expect(privateWords(await world.does(makeVideo({ image })))).toMatch(
    /private.*address of a public picture.*people who run this bot/,
  );
  expect(world.orders).toEqual([]);
  expect(await commandWorld({ files }).does(animate)).toMatchObject({ kind: "form" });
});
