import { describe, expect, test } from "vitest";
import type { Act, Answer } from "../../../src/core/command.ts";
import { aClosedJob, aDiscordReply, aJobId, anOwner, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import { heldIn, wordsOf } from "../../messages/words-of.ts";
import {
  commandWorld,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  press,
  privateWords,
  setting,
} from "../command-world.ts";

const portrait = { url: "https://a.example/p.png", contentType: "image/png", sizeBytes: 9, width: 3, height: 4 };

async function withSettings(given: Parameters<typeof setting>[0]) {
  const world = await keyedWorld();
  await world.does(setting(given));
  return world;
}

describe("/video-settings", () => {
  test("without anything shows what holds", async () => {
    const words = privateWords(await commandWorld().does(setting()));
    expect(words).toMatch(/^Your settings\n/);
    expect(words).toMatch(/Shape: 16:9.*\nLength: 10 seconds\nResolution: 480p.*\nNotifications: On/);
    expect(words).toContain("Video file: Play it in the card when possible");
    expect(words).toContain("Visibility: Everyone here sees the card");
  });

  test("stores what is given, leaves the rest, and shows all of it", async () => {
    const world = await withSettings({ ratio: "9:16", visibility: "private" });
    const words = await world.reads(setting({ ping: "off", duration: "15" }));
    expect(words).toMatch(/^Your settings are saved\n/);
    for (const line of ["Shape: 9:16", "Length: 15", "Notifications: Off", "Only I see the card"])
      expect(words).toContain(line);
    const back = await world.reads(setting({ ping: "on", visibility: "here" }));
    expect(back).toMatch(/Notifications: On[\s\S]*Everyone here/);
  });

  test("says that nothing was changed where what is given is what they were", async () => {
    const world = await withSettings({ ratio: "9:16" });
    const same = await world.does(setting({ ratio: "9:16", duration: "10" }, "form"));
    expect(messageOf(same)).toMatchObject({ tone: "plain", title: "Nothing was changed" });
    expect(privateWords(same)).toContain("Shape: 9:16");
  });

  test.for(["ratio", "duration", "resolution", "ping", "attach", "visibility", "confirm_above", "pay"] as const)(
    "refuses a %s that is none, and changes nothing",
    async (field) => {
      const world = await withSettings({ ratio: "9:16" });
      expect(await world.reads(setting({ [field]: "wide" }))).toMatch(
        /“wide” is not one of the choices.*Choose .+(or|0)/,
      );
      const inForm = await world.does(setting({ ratio: "16:9", [field]: "wide" }, "form"));
      expect(inForm).toMatchObject({ kind: "form_error", field });
      expect(await world.settings.get(anOwner())).toMatchObject({ aspectRatio: "9:16", isPrivate: false });
    },
  );

  test("are each person's own", async () => {
    const world = await withSettings({ resolution: "720p" });
    expect(await world.reads(setting(), { owner: aSlackOwner() })).toContain("Resolution: 480p");
  });

  test("on Slack, say that a film plays in the card's thread, where it is shown and where it is chosen", async () => {
    const world = commandWorld();
    const owner = aSlackOwner();
    const theThread = "Play it in the card's thread when possible";
    expect(await world.reads(setting(), { owner })).toContain(`Video file: ${theThread}`);
    expect(await world.reads(setting({ attach: "yes" }), { owner })).toContain(theThread);
    const form = JSON.stringify(await world.does({ kind: "open_settings_form" }, { owner }));
    expect(form).toContain(theThread);
    expect(form).not.toContain("Play it in the card when");
  });

  test("open on Slack as one form that holds them", async () => {
    const world = commandWorld();
    await world.does(setting({ resolution: "720p", ping: "off" }), { owner: aSlackOwner() });
    expect(fieldsOf(await world.does({ kind: "open_settings_form" }, { owner: aSlackOwner() }))).toEqual([
      ["ratio", "16:9"],
      ["duration", "10"],
      ["resolution", "720p"],
      ["ping", "off"],
      ["attach", "yes"],
      ["visibility", "here"],
      ["confirm_above", "0"],
      ["pay", "auto"],
    ]);
  });

  test("open on Discord as two forms that hold them, for one holds five fields", async () => {
    const world = await withSettings({ resolution: "720p", ping: "off" });
    expect(fieldsOf(await world.does(pressPlain("change_settings")))).toEqual([
      ["ratio", "16:9"],
      ["duration", "10"],
      ["resolution", "720p"],
      ["confirm_above", "0"],
      ["pay", "auto"],
    ]);
    expect(fieldsOf(await world.does(pressPlain("change_delivery")))).toEqual([
      ["ping", "off"],
      ["attach", "yes"],
      ["visibility", "here"],
    ]);
    await world.does(setting({ visibility: "private" }, "form"));
    expect(await world.settings.get(anOwner())).toMatchObject({ resolution: "720p", isSilent: true, isPrivate: true });
  });

  test.for([
    ["discord", anOwner(), ["Change", "Change delivery"]],
    ["slack", aSlackOwner(), ["Change"]],
  ] as const)("on %s have a button that opens the form, shown or changed", async ([, owner, labels]) => {
    const world = commandWorld();
    for (const given of [{}, { ratio: "9:16" }, { ratio: "9:16" }])
      expect(labelsIn(await world.does(setting(given), { owner }))).toEqual(labels);
  });
});

describe("a video without options of its own", () => {
  test.for([
    ["nothing", {}, {}, ["16:9", 10, "480p"]],
    ["settings", { ratio: "9:16", duration: "15", resolution: "720p" }, {}, ["9:16", 15, "720p"]],
    [
      "what was typed",
      { ratio: "9:16", duration: "15", resolution: "720p" },
      { ratio: "16:9", duration: "10" },
      ["16:9", 10, "720p"],
    ],
    ["the picture's shape", { ratio: "16:9" }, { image: portrait }, ["9:16", 10, "480p"]],
    [
      "what was typed over the picture's shape",
      { ratio: "9:16" },
      { image: portrait, ratio: "16:9" },
      ["16:9", 10, "480p"],
    ],
  ] as const)("is as %s would have it", async ([, given, draft, expected]) => {
    const world = await withSettings(given);
    await world.does(makeVideo(draft));
    const [order] = world.orders;
    expect([order?.request.aspectRatio, order?.request.duration, order?.request.resolution]).toEqual(expected);
  });

  test("has a form that begins with the settings", async () => {
    const world = await withSettings({ ratio: "9:16", resolution: "720p" });
    const answer = await world.does({ kind: "open_video_form" });
    if (answer.kind !== "form") throw new Error(answer.kind);
    expect(answer.form.fields.map(heldIn)).toEqual(["", "9:16", "10", "720p", ""]);
  });

  test("keeps to them when it had to wait for a key", async () => {
    const world = commandWorld();
    await world.does(setting({ resolution: "720p", ping: "off", visibility: "private" }));
    await world.does(makeVideo());
    await world.ends({ kind: "give_key", key });
    expect(world.orders).toMatchObject([
      { isSilent: true, request: { resolution: "720p" }, reply: { isPrivate: true } },
    ]);
  });

  test("rings and is seen by all, unless the settings say otherwise", async () => {
    const world = await withSettings({});
    await world.does(makeVideo());
    expect(world.orders).toMatchObject([{ isSilent: false, reply: { isPrivate: false } }]);
  });

  test("has its file in its card, unless the settings said otherwise when it was started", async () => {
    const world = await withSettings({});
    await world.does(makeVideo());
    await world.does(setting({ attach: "no" }));
    await world.does(makeVideo(), { eventId: "discord:2" });
    await world.has(aClosedJob({ video: "here" }));
    await world.does(press("again", aJobId()));
    expect(world.orders.map(({ isVideoWanted }) => isVideoWanted)).toEqual([true, false, false]);
  });

  test("on Slack is private in the person's direct messages", async () => {
    const world = commandWorld();
    const owner = aSlackOwner();
    await world.withKey(owner);
    await world.does(setting({ visibility: "private", ping: "off" }), { owner });
    await world.does(makeVideo(), { owner, reply: aSlackReply({ ts: null, cardChannelId: null }) });
    expect(world.orders).toMatchObject([
      { isSilent: true, reply: { channelId: owner.userId, responseUrl: null, ts: null } },
    ]);
  });
});

describe("Again", () => {
  test("asks no settings what the video is like", async () => {
    const world = await withSettings({ ratio: "9:16", resolution: "720p" });
    await world.has(aClosedJob());
    await world.does(press("again", aJobId()));
    expect(world.orders).toMatchObject([{ request: { aspectRatio: "16:9", resolution: "480p" } }]);
  });

  test("on a silent, private card makes another", async () => {
    const world = await withSettings({});
    await world.has(aClosedJob({ isSilent: true, reply: aDiscordReply({ isPrivate: true }) }));
    await world.does(press("again", aJobId()));
    expect(world.orders).toMatchObject([{ isSilent: true, reply: { isPrivate: true } }]);
  });
});

test("the words of a refusal name what there is to choose", async () => {
  const answer = await commandWorld().does(setting({ visibility: "nobody" }));
  expect(wordsOf(messageOf(answer))).toContain("Choose here or private.");
});

function pressPlain(kind: "change_settings" | "change_delivery"): Act {
  return press(kind);
}

function fieldsOf(answer: Answer): readonly (readonly [id: string, held: string])[] {
  if (answer.kind !== "form") throw new Error(`the answer is ${answer.kind}, not a form`);
  return answer.form.fields.map((field) => [field.id, heldIn(field)]);
}
