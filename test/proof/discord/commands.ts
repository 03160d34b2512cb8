import { discordSpecs } from "../../../src/app/platforms.ts";
import { ok } from "../../../src/core/result.ts";
import { commandPayloads, listedAtDiscord } from "../../../src/frontends/discord/connect/register-commands.ts";
import { checksOf } from "../check.ts";
import { at } from "../recorder.ts";
import { answer, callback, type DiscordContext, deferred, no, PREFIX, posted } from "./context.ts";

const COMMANDS = "/applications/:application/guilds/:guild/commands";
const specs = discordSpecs(PREFIX);
const here = ({ contexts: _, integration_types: __, ...payload }: ReturnType<typeof commandPayloads>[number]) =>
  payload;
/**
 * The commands that the bot registers. The checks register them only in the test server, where they are available
 * immediately.
 */
const payloads = commandPayloads(specs);

/** Registers the check's commands in the test server. */
export function registration({ place }: Pick<DiscordContext, "place">, body: readonly unknown[] = payloads.map(here)) {
  const params = { application: place.applicationId, guild: place.guildId };
  return { method: "PUT", route: COMMANDS, params, body } as const;
}

/**
 * Returns true if the list equals what was registered, using the bot's own comparison. For a server's commands, Discord does
 * not list where they may be used.
 */
async function isOurs(list: unknown): Promise<boolean> {
  const commands = Array.isArray(list) ? list : [];
  const wide = commands.map((each: unknown) => {
    const sent = payloads.find(({ name }) => name === at(each, "name"));
    return { ...Object(each), contexts: sent?.contexts, integration_types: sent?.integration_types };
  });
  const listed = await listedAtDiscord({ asBot: async () => ok(wide) }, "0", specs);
  return listed.ok && listed.value === "ours";
}

const choice = { name: "x", value: "x" };
const option = (nth: number, more: object = {}) => ({ type: 3, name: `x${nth}`, description: "x", ...more });
const many = (count: number, made: (nth: number) => object) => Array.from({ length: count }, (_, nth) => made(nth));

const choosing = (choices: readonly object[]) => ({ options: [option(0, { choices })] });

const tooMuch: readonly (readonly [rule: string, change: object])[] = [
  ["a command's name of 33 characters is refused", { name: "x".repeat(33) }],
  ["a command's description of 101 characters is refused", { description: "x".repeat(101) }],
  ["a command of 26 options is refused", { options: many(26, option) }],
  ["an option of 26 choices is refused", choosing(many(26, (nth) => ({ ...choice, name: `${nth}` })))],
  ["a choice of 101 characters is refused", choosing([{ ...choice, name: "x".repeat(101) }])],
];

export const commandChecks = checksOf<DiscordContext>({
  async "discord/registration"(context) {
    const { ask, holds } = context;
    const written = await ask("every command is registered", registration(context));
    const haveIds = Array.isArray(written) && written.every((each: unknown) => typeof at(each, "id") === "string");
    holds("each command has an id", haveIds);
    const { route, params } = registration(context);
    const read = { method: "GET", route, params } as const;
    const all = await ask("commands are read back in all languages", {
      ...read,
      query: { with_localizations: "true" },
    });
    holds("the registered commands are returned", await isOurs(all));
    const bare = await ask("commands are read back", read);
    holds("unasked, the other languages are left out", !JSON.stringify(bare).includes('"description_localizations":{'));
  },
  async "discord/registration-refused"(context) {
    const twin = { name: PREFIX, type: 1, description: "twin" };
    const refused = { ...no(400, 50035), fields: ["errors", "message"] };
    await context.ask("two commands of one name are refused", registration(context, [twin, twin]), refused);
    const capital = { ...twin, name: "Proof" };
    await context.ask("a command's name with a capital is refused", registration(context, [capital]), refused);
    for (const [rule, change] of tooMuch)
      await context.ask(rule, registration(context, [{ ...twin, ...change }]), refused);
  },
  async "discord/autocomplete"(context) {
    const task = { kind: "types into", name: PREFIX, option: "prompt", typed: "a paper" } as const;
    const asked = await context.comes("the typed text arrives", task, ["id", "token", "data.options"]);
    const offer = (choices: readonly object[]) => callback(asked, { type: 8, data: { choices } });
    const tooMany = many(26, (nth) => ({ ...choice, name: `a boat ${nth}` }));
    await context.ask("26 suggestions are refused", offer(tooMany), no(400, 50035));
    const tooLong = { ...choice, name: "x".repeat(101) };
    await context.ask("a suggestion of 101 characters is refused", offer([tooLong]), no(400, 50035));
    await context.ask("suggestions are taken", offer([choice]), { status: 204 });
  },
  "discord/message-command": {
    shows: "a short message in the test channel",
    async run(context) {
      const { interaction } = await deferred(context);
      const messageId = await posted(context, "a message is posted", interaction.channelId, { content: "a boat" });
      const name = specs.onMessages[0]?.name ?? "";
      const task = { kind: "uses on message", name, messageId } as const;
      const used = await context.comes("the message of a message command arrives with it", task, [
        "data.target_id",
        "data.resolved.messages",
      ]);
      context.holds("the target message is named", at(used.payload, "data.target_id") === messageId);
      await answer(context, "a private response is accepted", used, { type: 4, data: { content: "seen", flags: 64 } });
    },
  },
});
