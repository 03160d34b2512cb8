import { expect, test } from "vitest";
import { hasVideo, mostly, says, tell } from "../stage.ts";

test.for(mostly("slack"))(
  "on %s, a style is saved in a form, put on a prompt, shown whole and removed, after a restart too",
  async (place) => {
    const story = await tell(place);
    const { discord, slack, video } = story.sandbox;
    const make = () =>
      place === "discord"
        ? discord.command("ada", "video", { prompt: "a paper boat", style: "ink wash" })
        : slack.command("ada", '/video a paper boat --style "ink wash"');
    await story.type("video-style", "save");
    await story.fillForm({ name: "ink wash", text: "ink on rice paper: {prompt}" });
    await story.until(says(/The style is saved/, /ink wash: ink on rice paper/));

    await story.restart();
    await make();
    const seen = await story.until(hasVideo);
    expect(seen.find(({ text }) => /\.mp4/.test(text))?.text).toMatch(
      /ink on rice paper: a paper boat[\s\S]*Style: ink wash/,
    );
    expect(video.tasks()).toMatchObject([{ prompt: "ink on rice paper: a paper boat" }]);

    await story.type("video-style", "list");
    await story.until(says(/Show a style/));
    await story.choose(/ink wash/);
    await story.until(says(/This style is yours/));
    await story.press("Remove");
    await story.until(says(/The style is removed/));
    await make();
    await story.until(says(/There is no style “ink wash” here/, /Nothing was charged/));
    expect(video.ledger()).toEqual({ charged: 95, refunded: 0, tasks: 1 });
  },
);
