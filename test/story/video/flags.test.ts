import { expect, test } from "vitest";
import { hasVideo, says, tell } from "../stage.ts";

test.for([
  ["discord", "a boat --ratio 9:16"],
  ["discord", "a boat --ration 9:16"],
  ["slack", "a boat --ration 9:16"],
] as const)("on %s, flags in a prompt are asked about and start as meant: %s", async ([place, typed]) => {
  const story = await tell(place);
  const { discord, slack, video } = story.sandbox;
  const type = () =>
    place === "discord" ? discord.command("ada", "video", { prompt: typed }) : slack.command("ada", `/video ${typed}`);
  await type();
  const seen = await story.until(
    says(/Did you mean this\?/, /--ration? 9:16/, /It costs 95 credits/, /Nothing has been charged yet/),
  );
  expect(seen.find(({ text }) => /Did you mean/.test(text))?.isPrivate).toBe(true);
  await story.press("Cancel");
  await story.until(says(/Nothing was started\./));
  expect(video.ledger()).toEqual({ charged: 0, refunded: 0, tasks: 0 });

  await type();
  await story.until(says(/\[Start it\] \[Use my words as they are\] \[Cancel\]/));
  await Promise.all([story.press("Start it"), story.press("Start it")]);
  await story.until(hasVideo);
  expect(video.tasks()).toMatchObject([{ prompt: "a boat", aspectRatio: "9:16" }]);
  expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
});
