import { isDeepStrictEqual } from "node:util";
import { RequestMethod, Routes } from "discord.js";
import { z } from "zod";
import { type Clock, sleep } from "../../../core/clock.ts";
import type { CommandSpec } from "../../../core/command-spec.ts";
import type { MessageCommandSpec } from "../../../core/message-specs.ts";
import { backoffMs } from "../../../core/pace/pace.ts";
import type { Log } from "../../../core/ports.ts";
import { ok, type Result } from "../../../core/result.ts";
import { type CommandPayload, commandPayloads, messageCommandPayloads } from "../read/command-payload.ts";
import type { Api, ApiNo, ApiRequest } from "../send/api.ts";

const TRIES = 5;
/** A command that is typed, not one that is used on a message. */
const TYPED = 1;
const LONGEST_WAIT_MS = 10_000;

/** A language without a word of its own may be told as null. */
const localisations = z.record(z.string(), z.string().nullable()).nullish();
const localised = { name_localizations: localisations, description_localizations: localisations };

const option = z.object({
  type: z.int(),
  name: z.string(),
  description: z.string(),
  ...localised,
  required: z.boolean().optional(),
  autocomplete: z.boolean().optional(),
  choices: z
    .array(z.object({ name: z.string(), name_localizations: localisations, value: z.union([z.string(), z.number()]) }))
    .optional(),
  file_types: z.array(z.string()).nullish(),
});

const registered = z.array(
  z.object({
    id: z
      .string()
      .regex(/^\d{1,20}$/)
      .optional()
      .catch(undefined),
    name: z.string(),
    type: z.int().default(1),
    description: z.string().default(""),
    ...localised,
    contexts: z.array(z.int()).nullish(),
    integration_types: z.array(z.int()).nullish(),
    options: z.array(option).default([]),
  }),
);

interface Commands {
  readonly typed: readonly CommandSpec[];
  readonly onMessages: readonly MessageCommandSpec[];
}

/** All that is registered: what is typed, and what is used on a message. */
export interface CommandSpecs {
  readonly typed: readonly CommandSpec[];
  readonly onMessages: readonly MessageCommandSpec[];
}

interface RegisterTools {
  readonly api: Api;
  readonly clock: Clock;
  readonly log: Log;
  /** Told Discord's id of each command that is typed. */
  readonly learnId?: (name: string, id: string) => void;
}

/** Makes Discord's list of our commands the one we have; writes only where it differs, for writes are counted. */
export async function registerCommands(
  { api, clock, log, learnId }: RegisterTools,
  applicationId: string,
  commands: Commands,
): Promise<"same" | "written"> {
  const learn = (there: unknown) => {
    for (const { id, name, type } of registered.safeParse(there).data ?? [])
      if (id && type === TYPED) learnId?.(name, id);
  };
  // A list that cannot be read is written anew.
  const list = await listAtDiscord(api, applicationId);
  if (list.ok && judged(list.value, commands) === "ours") {
    learn(list.value);
    return "same";
  }
  const body = payloadsOf(commands);
  const route = Routes.applicationCommands(applicationId);
  learn(await patiently(api, clock, { method: RequestMethod.Put, route, body }));
  log.info("discord commands registered", { count: body.length });
  return "written";
}

/** How Discord's list differs from ours, by the names of commands. */
export interface OtherCommands {
  readonly missing: readonly string[];
  readonly changed: readonly string[];
  readonly strange: readonly string[];
}

/** What Discord's list of our commands is: the one we have, empty, or another one; only looks. */
export async function listedAtDiscord(
  api: Pick<Api, "asBot">,
  applicationId: string,
  commands: Commands,
): Promise<Result<"ours" | "none" | OtherCommands, ApiNo>> {
  const list = await listAtDiscord(api, applicationId);
  if (!list.ok) return list;
  const judgement = judged(list.value, commands);
  return ok(judgement === "others" ? differenceOf(list.value, commands) : judgement);
}

function differenceOf(list: unknown, commands: Commands): OtherCommands {
  const named = (all: Parameters<typeof comparable>[0]) =>
    new Map(all.map((one) => [one.type === TYPED ? `/${one.name}` : one.name, comparable([one])]));
  const there = named(registered.safeParse(list).data ?? []);
  const ours = named(payloadsOf(commands));
  const names = [...ours.keys()];
  return {
    missing: names.filter((name) => !there.has(name)),
    changed: names.filter((name) => there.has(name) && !isDeepStrictEqual(there.get(name), ours.get(name))),
    strange: [...there.keys()].filter((name) => !ours.has(name)),
  };
}

function listAtDiscord(api: Pick<Api, "asBot">, applicationId: string): Promise<Result<unknown, ApiNo>> {
  const route = Routes.applicationCommands(applicationId);
  // Unasked, Discord leaves the other languages out.
  const query = new URLSearchParams({ with_localizations: "true" });
  return api.asBot({ method: RequestMethod.Get, route, query });
}

function judged(list: unknown, commands: Commands): "ours" | "none" | "others" {
  const there = registered.safeParse(list);
  if (!there.success) return "others";
  if (there.data.length === 0) return "none";
  return isDeepStrictEqual(comparable(there.data), comparable(payloadsOf(commands))) ? "ours" : "others";
}

function payloadsOf({ typed, onMessages }: Commands): readonly CommandPayload[] {
  return [...commandPayloads(typed), ...messageCommandPayloads(onMessages)];
}

async function patiently(api: Api, clock: Clock, request: ApiRequest): Promise<unknown> {
  for (let tries = 1; ; tries += 1) {
    const result = await api.asBot(request);
    if (result.ok) return result.value;
    const { refusal } = result;
    if (refusal.kind === "refused" || tries === TRIES) {
      const why = refusal.kind === "refused" ? `status ${refusal.status}, code ${refusal.code}` : refusal.kind;
      throw new Error(`Discord did not take the commands (${why}).`);
    }
    const waitMs = refusal.kind === "rate_limited" ? refusal.retryAfterMs : backoffMs(tries, LONGEST_WAIT_MS, 1);
    await sleep(clock, Math.min(waitMs, LONGEST_WAIT_MS));
  }
}

/** What Discord leaves out and what it sorts as it likes is made the same on both sides. */
function comparable(commands: readonly (z.output<typeof registered>[number] | CommandPayload)[]): unknown {
  return [...commands]
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .map((command) => ({
      ...comparableWords(command),
      type: command.type,
      contexts: [...(command.contexts ?? [])].sort(),
      integration_types: [...(command.integration_types ?? [])].sort(),
      options: (command.options ?? []).map((each) => ({
        ...comparableWords(each),
        type: each.type,
        required: each.required ?? false,
        autocomplete: each.autocomplete ?? false,
        files: each.file_types ?? [],
        choices: (each.choices ?? []).map((choice) => ({ ...comparableWords(choice), value: choice.value })),
      })),
    }));
}

type Words = z.output<typeof localisations>;

function comparableWords(of: {
  readonly name: string;
  readonly description?: string;
  readonly name_localizations?: Words;
  readonly description_localizations?: Words;
}) {
  return {
    name: of.name,
    description: of.description ?? "",
    names: withWords(of.name_localizations),
    descriptions: withWords(of.description_localizations),
  };
}

/** The languages that have a word; which comes first does not matter. */
function withWords(words: Words): Readonly<Record<string, string | null>> {
  return Object.fromEntries(Object.entries(words ?? {}).filter(([, word]) => word !== null));
}
