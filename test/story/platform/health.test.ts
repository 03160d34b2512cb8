import { expect, test } from "vitest";
import { mostly, says, tell } from "../stage.ts";

const trouble = /The video service is down\. Reelay asks you before it starts a video\./;

test.for(mostly("discord"))(
  "on %s, three paid calls without an answer are told in the help, to the operator and beside the bot's name",
  async (place) => {
    const story = await tell(place);
    const readyz = async () => {
      const response = await fetch(`${story.origin()}/readyz`);
      return [response.status, await response.text()];
    };
    expect(await readyz()).toEqual([200, "ready\nvideo service: no trouble seen\n"]);
    story.sandbox.video.everyFate("server_error");
    for (const prompt of ["a fox", "a heron", "an otter"]) await story.makeVideo({ prompt });
    await expect.poll(readyz, { timeout: 10_000 }).toEqual([200, "ready\nvideo service: does not answer\n"]);
    expect(await (await fetch(`${story.origin()}/metrics`)).text()).toContain("reelay_service_trouble 1");
    await story.type("video-help", undefined, "ben");
    await story.until(says(trouble), "ben");
    if (place !== "discord") return;
    const shown = await story.sandbox.journal.find(({ kind }) => kind === "presence");
    expect(shown.payload).toMatchObject({ activities: [{ state: "The video service is down" }] });
  },
);
