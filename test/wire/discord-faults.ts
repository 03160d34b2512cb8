import { z } from "zod";
import { discordRoutes } from "./discord-routes.ts";
import type { DiscordRequest } from "./record-discord.ts";

/** Lists everything in a request that Discord or one of our own rules does not allow. */
export function discordFaults(request: DiscordRequest): readonly string[] {
  const { method, path, authorization, body, files } = request;
  const where = `${method} ${path}`;
  const route = discordRoutes.find((each) => each.method === method && each.path.test(path));
  if (!route) return [`${where}: no request that the bot is known to make`];
  const faults: string[] = [];
  if (route.needsBot !== (authorization?.startsWith("Bot ") ?? false))
    faults.push(route.needsBot ? "the bot's token is missing" : "the bot's token is in it");
  if (route.body === null) {
    if (body !== undefined) faults.push("it has a body");
  } else {
    const { schema, rules } = route.body(body);
    const judge = () => {
      const against = schemaFaults(schema, body);
      return against.length > 0 ? against : rules(body, files);
    };
    faults.push(...(method === "PUT" ? judgedOnce(schema, body, judge) : judge()));
  }
  return faults.map((fault) => `${where}: ${fault}`);
}

/** Cached, because every bot of a test registers the same 30 kB of commands. */
const judged = new WeakMap<z.core.$ZodType, Map<string, readonly string[]>>();

function judgedOnce(schema: z.core.$ZodType, body: unknown, judge: () => readonly string[]): readonly string[] {
  const before = judged.get(schema) ?? new Map<string, readonly string[]>();
  judged.set(schema, before);
  const text = JSON.stringify(body);
  const faults = before.get(text) ?? judge();
  before.set(text, faults);
  return faults;
}

function schemaFaults(schema: z.core.$ZodType, body: unknown): string[] {
  const { data, error } = z.safeParse(schema, body);
  if (error) return [z.prettifyError(error)];
  return foreignKeys(body, data, []).map((key) => `there is no field ${key}`);
}

/** Finds fields that the schema does not know and would drop. */
function foreignKeys(given: unknown, allowed: unknown, path: readonly string[]): string[] {
  if (typeof given !== "object" || given === null || typeof allowed !== "object" || allowed === null) return [];
  const there = new Map(Object.entries(allowed));
  return Object.entries(given).flatMap(([key, value]) =>
    there.has(key) ? foreignKeys(value, there.get(key), [...path, key]) : [[...path, key].join(".")],
  );
}
