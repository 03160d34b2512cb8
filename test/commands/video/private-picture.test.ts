import { expect, test } from "vitest";
import { readButtonId } from "../../../src/core/button.ts";
import type { Act } from "../../../src/core/command.ts";
import { partIdFrom } from "../../../src/core/job/ids.ts";
import type { PrivateFiles } from "../../../src/core/ports.ts";
import { refuse } from "../../../src/core/result.ts";
import { aDraft } from "../../fakes/drafts.ts";
import { cardJob, commandWorld, makeVideo, messageOf, privateWords } from "../command-world.ts";

const file = { platform: "slack", teamId: "T1", id: "F1" } as const;
const image = { url: "", contentType: "image/png", sizeBytes: 9, width: 9, height: 16, file };
const animate: Act = {
  kind: "animate",
  pictures: [{ source: "attachment", name: "cat.png", file: image }],
  others: [],
};
const files: PrivateFiles = {
  addressFor: (id) => `https://bot.example/pictures/${id}`,
  open: async () => refuse({ kind: "picture_unreachable" }),
  isGone: async () => false,
};

test("a private picture has an address of its own for its job, and is judged before the video is paid for", async () => {
  const world = commandWorld({ files });
  await world.withKey();
  const id = cardJob(await world.does(makeVideo({ image })));
  const [order] = world.orders;
  expect(order?.request.picture).toMatchObject({ url: `https://bot.example/pictures/${id}`, isChecked: false, file });
  expect(order?.request.aspectRatio).toBe("9:16");
});

const scenes: Act = { kind: "make_batch", from: "form", make: "scenes", draft: aDraft({ prompt: "one\ntwo", image }) };

test("each video of a batch has an address of its own for it", async () => {
  const world = commandWorld({ files });
  await world.withKey();
  const start = messageOf(await world.does(scenes)).buttons[0]?.id ?? "";
  const action = readButtonId(start);
  if (!action) throw new Error("there is no Start");
  const id = cardJob(await world.does({ kind: "press", action, on: { place: null, shows: true } }));
  expect(world.orders[0]?.each?.map(({ picture }) => picture?.url)).toEqual(
    [1, 2].map((nth) => `https://bot.example/pictures/${partIdFrom(id, nth)}`),
  );
});

test("a batch with a picture that nobody outside could fetch is refused before it is asked about", async () => {
  const world = commandWorld();
  await world.withKey();
  expect(await world.does(scenes)).toMatchObject({ kind: "form_error", field: "image" });
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
