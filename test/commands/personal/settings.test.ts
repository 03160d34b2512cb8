import { describe, expect, test } from "vitest";
import type { Act } from "../../../src/core/command.ts";
import { aClosedJob, aDiscordReply, aJobId, anOwner, aSlackOwner, aSlackReply } from "../../fakes/jobs.ts";
import {
  commandWorld,
  formOf,
  key,
  keyedWorld,
  labelsIn,
  makeVideo,
  messageOf,
  press,
  pressOf,
  privateWords,
  setting,
} from "../command-world.ts";

const slack = { owner: aSlackOwner() };
const again = press("again", aJobId());
const openForm: Act = { kind: "open_settings_form" };
const held = async (world: ReturnType<typeof commandWorld>, act: Act, command = {}) =>
  formOf(await world.does(act, command)).values;

/** A person with a key and these settings. */
async function withSettings(given: Parameters<typeof setting>[0] = {}) {
  const world = await keyedWorld();
  await world.does(setting(given));
  return world;
}

describe("/video-settings", () => {
  test("without options shows the current settings", async () => {
    const words = await commandWorld().reads(setting());
    expect(words).toMatch(/^Your settings\n/);
    expect(words).toMatch(/Shape: 16:9.*\nLength: 10 seconds\nResolution: 480p.*\nNotifications: On/);
    expect(words).toContain("Video file: Play it in the card when possible");
    expect(words).toContain("Visibility: Everyone here sees the card");
  });

  test("changes only the given settings of the person", async () => {
    const world = await withSettings({ ratio: "9:16", visibility: "private" });
    const words = await world.reads(setting({ ping: "off", duration: "15" }));
    expect(words).toMatch(/^Your settings are saved\n/);
    for (const line of ["Shape: 9:16", "Length: 15", "Notifications: Off", "Only I see the card"])
      expect(words).toContain(line);
    const back = await world.reads(setting({ ping: "on", visibility: "here" }));
    expect(back).toMatch(/Notifications: On[\s\S]*Everyone here/);
    expect(await world.reads(setting(), slack)).toContain("Shape: 16:9");
  });

  test("answers “Nothing was changed” if the given values equal the current values", async () => {
    const world = await withSettings({ ratio: "9:16" });
    const same = await world.does(setting({ ratio: "9:16", duration: "10" }, "form"));
    expect(messageOf(same)).toMatchObject({ tone: "plain", title: "Nothing was changed" });
    expect(privateWords(same)).toContain("Shape: 9:16");
  });

  test.for(["ratio", "duration", "resolution", "ping", "attach", "visibility", "confirm_above", "pay"] as const)(
    "refuses an invalid value of the option “%s” and changes nothing",
    async (field) => {
      const world = await withSettings({ ratio: "9:16" });
      const words = await world.reads(setting({ [field]: "wide" }));
      expect(words).toMatch(/“wide” is not one of the choices.*Choose .+(or|0)/);
      const inForm = await world.does(setting({ ratio: "16:9", [field]: "wide" }, "form"));
      expect(inForm).toMatchObject({ kind: "form_error", field });
      expect(await world.settings.get(anOwner())).toMatchObject({ aspectRatio: "9:16", isPrivate: false });
    },
  );

  test("in Slack explains that the video file plays in the card's thread", async () => {
    const world = commandWorld();
    const theThread = "Play it in the card's thread when possible";
    expect(await world.reads(setting({ attach: "yes" }), slack)).toContain(`Video file: ${theThread}`);
    const form = JSON.stringify(await world.does(openForm, slack));
    expect(form).toContain(theThread);
    expect(form).not.toContain("Play it in the card when");
  });

  const ofVideo = { ratio: "16:9", duration: "10", resolution: "720p", confirm_above: "0", pay: "auto" };
  const ofDelivery = { ping: "off", attach: "yes", visibility: "here" };

  test("has one form in Slack, but two forms on Discord because of the limit of five fields", async () => {
    const world = await withSettings({ resolution: "720p", ping: "off" });
    await world.does(setting({ resolution: "720p", ping: "off" }), slack);
    expect(await held(world, openForm, slack)).toEqual({ ...ofVideo, ...ofDelivery });
    expect(await held(world, press("change_settings"))).toEqual(ofVideo);
    expect(await held(world, press("change_delivery"))).toEqual(ofDelivery);
    await world.does(setting({ visibility: "private" }, "form"));
    expect(await world.settings.get(anOwner())).toMatchObject({ resolution: "720p", isSilent: true, isPrivate: true });
  });

  test.for([
    ["on Discord", anOwner(), ["Change", "Change delivery"]],
    ["in Slack", aSlackOwner(), ["Change"]],
  ] as const)("shows a button for each form (%s)", async ([, owner, labels]) => {
    const world = commandWorld();
    for (const given of [{}, { ratio: "9:16" }, { ratio: "9:16" }])
      expect(labelsIn(await world.does(setting(given), { owner }))).toEqual(labels);
  });
});

describe("a video that was requested without options", () => {
  test("uses the person's settings even if the video had to wait for a key", async () => {
    const world = commandWorld();
    await world.does(setting({ resolution: "720p", ping: "off", visibility: "private" }));
    await world.does(makeVideo());
    await world.ends({ kind: "give_key", key });
    const request = { resolution: "720p" };
    expect(world.orders).toMatchObject([{ isSilent: true, request, reply: { isPrivate: true } }]);
  });

  test("gets the video file on its card unless the person's settings turn the file off", async () => {
    const world = await withSettings();
    await world.does(makeVideo());
    expect(world.orders).toMatchObject([{ isSilent: false, reply: { isPrivate: false } }]);
    await world.does(setting({ attach: "no" }));
    await world.does(makeVideo());
    await world.has(aClosedJob({ video: "here" }));
    await world.does(again);
    expect(world.orders.map(({ isVideoWanted }) => isVideoWanted)).toEqual([true, false, false]);
  });

  test("does not get the video file on its card if the person turns the file off before confirming the price", async () => {
    const world = await withSettings({ resolution: "720p", confirm_above: "95" });
    const question = await world.does(makeVideo());
    await world.does(setting({ attach: "no" }));
    await world.does(pressOf(question, "start_kept"));
    expect(world.orders.map(({ isVideoWanted }) => isVideoWanted)).toEqual([false]);
  });

  test("is sent as a direct message in Slack if the settings make videos private", async () => {
    const world = commandWorld();
    await world.withKey(slack.owner);
    await world.does(setting({ visibility: "private", ping: "off" }), slack);
    await world.does(makeVideo(), { ...slack, reply: aSlackReply({ ts: null, cardChannelId: null }) });
    const reply = { channelId: slack.owner.userId, responseUrl: null, ts: null };
    expect(world.orders).toMatchObject([{ isSilent: true, reply }]);
  });
});

test("“Again” repeats the options and the privacy of the earlier video, regardless of the current settings", async () => {
  const world = await withSettings({ ratio: "9:16", resolution: "720p" });
  await world.has(aClosedJob({ isSilent: true, reply: aDiscordReply({ isPrivate: true }) }));
  await world.does(again);
  const request = { aspectRatio: "16:9", resolution: "480p" };
  expect(world.orders).toMatchObject([{ request, isSilent: true, reply: { isPrivate: true } }]);
});
