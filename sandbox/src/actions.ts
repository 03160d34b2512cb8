import { z } from "zod";
import { maskedValue, redact, withoutKeys } from "./masked.ts";
import { OWN_KEY_WORD } from "./page-files.ts";
import { people, ranks, setLanguage } from "./people.ts";
import { REFUSED_MAX } from "./policy-service.ts";
import { playScene } from "./scenes.ts";
import type { SandboxParts } from "./state.ts";
import { fates } from "./video/fate.ts";

export type Action = (body: unknown) => unknown;

function action<T>(path: string, schema: z.ZodType<T>, act: (body: T) => unknown): readonly [string, Action] {
  return [
    path,
    (body) => {
      const read = schema.safeParse(body);
      if (read.success) return act(read.data);
      const [first] = read.error.issues;
      throw new Error(`Not understood: ${first?.path.join(".") || "the body"}: ${first?.message}.`);
    },
  ];
}

const text = z.string().min(1);
const person = z.enum(people.map((one) => one.id));
const client = z.string().default("");
const file = z
  .object({
    name: text,
    contentType: text,
    base64: z.base64(),
    width: z.int().positive().optional(),
    height: z.int().positive().optional(),
  })
  .transform(({ base64, ...named }) => ({ ...named, bytes: Uint8Array.from(Buffer.from(base64, "base64")) }));
const files = z.union([file.transform((one) => [one]), z.array(file)]).default([]);

const idOf = async (id: Promise<string>) => ({ id: await id });

export function actionsOn(deps: SandboxParts): ReadonlyMap<string, Action> {
  const { video, discord, slack, policy, bot } = deps;
  const at = { person, client };
  const inChannel = { person, channelId: text.optional() };

  function withKey<T>(values: Readonly<Record<string, T | string>>): Readonly<Record<string, T | string>> {
    return values.key === OWN_KEY_WORD ? { ...values, key: video.key } : values;
  }
  const shown = (json: unknown) => ({ json: maskedValue(redact(json, video.key), withoutKeys) });

  return new Map([
    action(
      "/sandbox/discord/command",
      z.object({
        ...at,
        name: text,
        subcommand: text.optional(),
        options: z.record(text, z.union([z.string(), z.number(), file])).default({}),
        channelId: text.optional(),
        messageId: text.optional(),
      }),
      ({ person, name, options, ...how }) => idOf(discord.command(person, name, options, how)),
    ),
    action(
      "/sandbox/discord/press",
      z.object({ ...at, messageId: text, customId: text, value: text.optional() }),
      ({ person, messageId, customId, value, client }) =>
        idOf(discord.press(person, messageId, customId, value, { client })),
    ),
    action(
      "/sandbox/discord/submit",
      z.object({
        person,
        formId: text,
        values: z.record(text, z.union([z.string(), z.boolean(), z.array(z.string()), z.array(file), file])),
      }),
      ({ person, formId, values }) => idOf(discord.submitForm(person, formId, withKey(values))),
    ),
    action(
      "/sandbox/discord/suggest",
      z.object({ person, name: text, subcommand: text.optional(), option: text, typed: z.string() }),
      async ({ person, name, option, typed, ...how }) => ({
        choices: await discord.suggest(person, name, option, typed, how),
      }),
    ),
    action("/sandbox/discord/sent", z.object({ person, messageId: text }), ({ person, messageId }) =>
      shown(discord.sent(person, messageId)),
    ),
    action(
      "/sandbox/discord/post",
      z.object({
        ...inChannel,
        content: z.string(),
        forwards: text.optional(),
        picture: files,
        link: z.object({ url: text, width: z.int().min(0), height: z.int().min(0) }).optional(),
        sticker: z.enum(["png", "apng", "lottie", "gif"]).optional(),
      }),
      ({ person, content, picture, ...how }) => ({ id: discord.post(person, content, picture, how) }),
    ),
    action("/sandbox/slack/command", z.object({ ...inChannel, text, client }), ({ person, text, ...how }) =>
      idOf(slack.command(person, text, how)),
    ),
    action(
      "/sandbox/slack/press",
      z.object({ ...at, messageTs: text, actionId: text, value: text.optional() }),
      ({ person, messageTs, actionId, value, client }) =>
        idOf(slack.press(person, messageTs, actionId, value, { client })),
    ),
    action(
      "/sandbox/slack/shortcut",
      z.object({ ...at, callbackId: text, messageTs: text.optional() }),
      ({ person, callbackId, messageTs, client }) => idOf(slack.shortcut(person, callbackId, messageTs, { client })),
    ),
    action(
      "/sandbox/slack/say",
      z.object({ ...inChannel, text: z.string().default(""), threadTs: text.optional(), picture: files }),
      ({ person, text, picture, ...how }) => ({
        ts: slack.post(person, text, { ...how, fileIds: picture.map((one) => slack.upload(person, one)) }),
      }),
    ),
    action("/sandbox/slack/sent", z.object({ person, messageTs: text }), ({ person, messageTs }) =>
      shown(slack.sent(person, messageTs)),
    ),
    action("/sandbox/slack/upload", z.object({ person, file }), ({ person, file }) => ({
      id: slack.upload(person, file),
    })),
    action(
      "/sandbox/slack/home",
      z.object({ person, tab: z.enum(["home", "messages"]).default("home") }),
      ({ person, tab }) => {
        slack.openTab(person, tab);
        return {};
      },
    ),
    action(
      "/sandbox/slack/press-in-view",
      z.object({ ...at, viewId: text, actionId: text, value: text.optional() }),
      ({ person, viewId, actionId, value, client }) =>
        idOf(slack.pressInView(person, viewId, actionId, value, { client })),
    ),
    action(
      "/sandbox/slack/submit",
      z.object({ person, viewId: text, values: z.record(text, z.string()) }),
      ({ person, viewId, values }) => idOf(slack.submitForm(person, viewId, withKey(values))),
    ),
    action("/sandbox/slack/close", z.object({ person, viewId: text }), ({ person, viewId }) => {
      slack.closeForm(person, viewId);
      return {};
    }),
    action("/sandbox/language", z.object({ person, language: text }), ({ person, language }) => {
      setLanguage(deps, person, language);
      return { person, language };
    }),
    action(
      "/sandbox/standing",
      z.object({ person, rank: z.enum(ranks).optional(), isCrew: z.boolean().optional() }),
      ({ person, ...to }) => {
        for (const { standings } of [discord, slack]) standings.change(person, to);
        return { person, ...to };
      },
    ),
    action("/sandbox/scene", z.object({ scene: text }), ({ scene }) => {
      playScene(deps, scene);
      return { scene };
    }),
    action("/sandbox/video/fate", z.object({ fate: z.enum(fates), every: z.boolean().optional() }), (body) => {
      if (body.every === false) video.everyFate("normal");
      if (body.every) video.everyFate(body.fate);
      else video.nextFate(body.fate);
      return video.upcomingFate();
    }),
    action(
      "/sandbox/video/settle",
      z.object({ taskId: text, status: z.enum(["succeeded", "failed"]) }),
      ({ taskId, status }) => {
        video.settle(taskId, status);
        return video.ledger();
      },
    ),
    action("/sandbox/video/credits", z.object({ credits: z.int().min(0) }), ({ credits }) => {
      video.setCredits(credits);
      return { credits };
    }),
    action(
      "/sandbox/video/price",
      z.object({
        resolution: z.enum(["480p", "720p"]),
        duration: z.literal([10, 15]),
        price: z.int().min(0).max(1_000_000),
      }),
      ({ price, ...kind }) => {
        video.setPrice(kind, price);
        return video.prices();
      },
    ),
    action("/sandbox/policy", z.object({ words: z.string().max(REFUSED_MAX) }), ({ words }) => {
      policy.refuse(words);
      return { words };
    }),
    // Called by the bot, not by a person.
    action("/sandbox/policy/judge", z.object({ text: z.string() }), ({ text: prompt }) => policy.judge(prompt)),
    action("/sandbox/bot/kill", z.object({}), async () => {
      if (!bot?.canBeKilled())
        throw new Error("This bot shares a process with the sandbox: it cannot be killed alone.");
      await bot.killAndRestart();
      return { status: bot.status() };
    }),
    action("/sandbox/reset", z.object({}), async () => {
      if (!bot) throw new Error("This sandbox has no bot of its own: stop it and start it again.");
      await bot.reset();
      return {};
    }),
  ]);
}
