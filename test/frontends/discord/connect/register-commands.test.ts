import { describe, expect, it, onTestFinished, test } from "vitest";
import { commandSpecs, messageCommandSpecs } from "../../../../src/core/command-specs.ts";
import { setPrices } from "../../../../src/core/request/price.ts";
import { commandPayloads, registerCommands } from "../../../../src/frontends/discord/connect/register-commands.ts";
import { localisedSpecs } from "../../../../src/messages/specs.ts";
import { aPriceList } from "../../../fakes/price-list.ts";
import { aFakeRest, type Reaction } from "../fake-rest.ts";

const commands = { typed: localisedSpecs(commandSpecs("video")), onMessages: messageCommandSpecs };
const payloads = commandPayloads(commands);
const typed = payloads.filter(({ type }) => type === 1);

/** The list as Discord returns it: with ids, without `false` and empty values, and in another order. */
const stored = [...payloads].reverse().map(({ options = [], description = "", ...command }, index) => ({
  id: String(index + 1),
  application_id: "1",
  version: "5",
  default_member_permissions: null,
  nsfw: false,
  description,
  dm_permission: true,
  ...command,
  contexts: [...command.contexts].reverse(),
  ...(options.length === 0
    ? {}
    : { options: options.map(({ required, ...option }) => (required ? { ...option, required } : option)) }),
}));

async function registering(there: Reaction, written: Reaction = { status: 200, body: stored }) {
  const world = await aFakeRest(({ method }) => (method === "GET" ? there : written));
  return { ...world, work: registerCommands(world, "1", commands) };
}

type Stored = (typeof stored)[number];

/** Discord's list with a change to each command, or to each of its options. */
const withOptions = (change: (option: object) => object) =>
  stored.map((one) => ({ ...one, ...("options" in one && { options: one.options?.map(change) }) }));
const without = (field: string) => (part: object) =>
  Object.fromEntries(Object.entries(part).filter(([name]) => name !== field));

describe("registering Discord commands", () => {
  it("sends no command permissions, so that admins' settings are not overwritten", () => {
    for (const payload of payloads) expect(payload).not.toHaveProperty("default_member_permissions");
  });

  it("makes the prompt the first option of /video and offers durations as numbers of seconds", () => {
    const [video] = typed;
    expect(video).toMatchObject({ name: "video", type: 1, contexts: [0, 1, 2], integration_types: [0, 1] });
    expect(video?.options?.[0]).toMatchObject({ name: "prompt", type: 3, required: true });
    expect(video?.options?.[2]).toMatchObject({ name: "duration", type: 4, required: false });
    expect(video?.options?.[2]?.choices).toMatchObject([
      { name: "10 seconds", value: 10 },
      { name: "15 seconds", value: 15 },
    ]);
  });

  it("offers the command /video-team only in servers, and the message command “Animate this” everywhere", () => {
    const everywhere = { contexts: [0, 1, 2], integration_types: [0, 1] };
    expect(typed.filter(({ contexts }) => contexts.length === 1)).toMatchObject([
      { name: "video-team", contexts: [0] },
    ]);
    expect(payloads.filter((one) => !typed.includes(one))).toEqual([{ name: "Animate this", type: 3, ...everywhere }]);
  });

  const options = typed.flatMap((command) => command.options ?? []);

  it("restricts the option “image” to picture files", () => {
    const ofPictures = options.filter(({ type, file_types }) => type === 11 || file_types !== undefined);
    const taken = expect.arrayContaining(["image", ".mpo", ".apng"]);
    expect(ofPictures).toEqual([expect.objectContaining({ name: "image", type: 11, file_types: taken })]);
  });

  it("enables autocomplete only for the options “prompt”, “style” and “show”", () => {
    const completed = options.filter(({ autocomplete }) => autocomplete);
    expect(completed.map(({ name }) => name)).toEqual(["prompt", "style", "show"]);
  });

  it("returns the command ids without sending commands that Discord already has", async () => {
    const ids = new Map(typed.map(({ name }) => [name, stored.find((one) => one.name === name)?.id]));
    const { work, asked } = await registering({ status: 200, body: stored });
    expect(await work).toEqual(ids);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /applications/1/commands?with_localizations=true",
    ]);
    const empty = await registering({ status: 200, body: [] });
    expect(await empty.work).toEqual(ids);
    expect(empty.asked[1]).toMatchObject({ method: "PUT", path: "/applications/1/commands", body: payloads });
  });

  it("sends the commands again if the prices in the choices have changed", async () => {
    onTestFinished(setPrices(aPriceList(96, 143, 205, 308)));
    const own = { ...commands, typed: localisedSpecs(commandSpecs("video")) };
    const world = await aFakeRest(({ method }) => ({ status: 200, body: method === "GET" ? stored : [] }));
    await registerCommands(world, "1", own);
    expect(world.asked.map(({ method }) => method)).toEqual(["GET", "PUT"]);
    const written = JSON.stringify(world.asked[1]?.body);
    expect(written).toContain('"value":96');
    expect(written).not.toMatch(/\b95\b/);
  });

  const onAnimate = (change: (command: Stored) => object) =>
    stored.map((one) => (one.name === "Animate this" ? change(one) : one));

  it.for<readonly [string, unknown]>([
    ["Discord's list of commands is not an array", {}],
    ["Discord does not list a message command", stored.filter(({ name }) => name !== "Animate this")],
    ["Discord lists a message command as a slash command", onAnimate((one) => ({ ...one, type: 1 }))],
    ["Discord lists a command with fewer contexts", onAnimate((one) => ({ ...one, contexts: [0] }))],
    ["Discord lists a command with another description", stored.map((one) => ({ ...one, description: "Old" }))],
    ["Discord lists a picture option that accepts any file", withOptions(without("file_types"))],
    ["Discord lists an option without autocomplete", withOptions(without("autocomplete"))],
    ["Discord lists a required option as optional", withOptions(without("required"))],
    [
      "Discord lists a command with another translation",
      stored.map((one) => ({ ...one, description_localizations: { de: "Alt" } })),
    ],
    [
      "Discord lists an option with another choice",
      JSON.parse(JSON.stringify(stored).replace('"value":15', '"value":20')),
    ],
  ])("sends all commands again if %s", async ([, body]) => {
    const { work, asked } = await registering({ status: 200, body });
    await work;
    expect(asked.map(({ method }) => method)).toEqual(["GET", "PUT"]);
  });

  it("fails with an error message that contains no URL or token", async () => {
    const { work } = await registering(
      { status: 200, body: [] },
      { status: 400, body: { code: 30034, message: "Max number of daily application command creates" } },
    );
    await expect(work).rejects.toThrow("Discord did not take the commands (status 400, code 30034).");
  });
});

test("Discord commands are not sent again if Discord returns missing translations as null", async () => {
  const listed = payloads.map((command) => ({
    name_localizations: null,
    ...command,
    options: command.options?.map((option) => ({
      ...option,
      name_localizations: { ja: null },
      description_localizations: { ko: null, ...option.description_localizations },
    })),
  }));
  const { work, asked } = await registering({ status: 200, body: listed });
  await work;
  expect(asked.map(({ method }) => method)).toEqual(["GET"]);
});
