import type { Act } from "./command.ts";
import {
  jobsOptions,
  type Localisations,
  type OptionSpec,
  settingsOptionSpecs,
  videoOptionSpecs,
} from "./option-specs.ts";
import { flagUsage } from "./request/flags.ts";
import { asksForHelp } from "./request/one-word.ts";
import { everyPrice } from "./request/price.ts";
import { settingsDraft } from "./request/settings.ts";
import { type Attachment, type FoundFiles, type VideoDraft, videoOptions } from "./request/video-request.ts";

/** A command's name is the configured prefix plus its key in this table. */
interface Declared {
  readonly description: string;
  /** Hidden in direct messages if the platform can do that. */
  readonly isInTeamsOnly?: true;
  /** Default: its options or subcommand decide. */
  readonly act?: Act;
  readonly options?: () => readonly OptionSpec[];
  readonly withOptions?: (given: Given, image: Attachment | null) => Act;
  /** How to read the words after the command on platforms without options. */
  readonly withWords?: { readonly usage?: string; readonly read: (words: string) => Act };
  readonly subcommands?: Readonly<Record<string, { readonly description: string; readonly act: Act }>>;
  readonly bareWord?: string;
}

type Given = (name: OptionSpec["name"]) => string | null;

/** In the order of the platforms' menus. The catalogs contain the descriptions in other languages. */
const COMMANDS = {
  make_video: {
    description: "Make a video from a prompt, with or without a picture",
    options: () => Object.values(videoOptionSpecs),
    withOptions: (given, image) => {
      const draft = { ...videoOptions(given), prompt: given("prompt") ?? "", image, appliesFlags: false };
      return { kind: "make_video", from: "command", draft };
    },
    withWords: {
      usage: `a cat surfing ${flagUsage}`,
      read: (words) =>
        words === "" ? { kind: "open_video_form" } : { kind: "make_video", from: "command", draft: draftOf(words) },
    },
  },
  batch: {
    description: "Make several videos at once: scenes, or versions of one prompt",
    act: { kind: "open_batch_form" },
  },
  key: {
    description: "Add, check or remove your own API key",
    bareWord: "status",
    subcommands: {
      set: { description: "Add your API key in a private form", act: { kind: "set_key" } },
      status: { description: "See which key is stored and whether it works", act: { kind: "show_key" } },
      remove: { description: "Delete your API key", act: { kind: "remove_key" } },
    },
  },
  style: {
    description: "Save texts to put on your prompts",
    bareWord: "list",
    subcommands: {
      list: { description: "See the styles you can choose", act: { kind: "styles" } },
      save: { description: "Save a style, or change one", act: { kind: "open_style_form" } },
      remove: { description: "Remove a style", act: { kind: "styles" } },
    },
  },
  jobs: {
    description: "See your running and recent videos, and what they cost",
    options: () => jobsOptions,
    withOptions: (given) => jobsAct(given("show")),
    withWords: { usage: "show ID", read: (words) => jobsAct(/^show\s(.+)$/is.exec(words)?.[1]?.trim() ?? null) },
  },
  settings: {
    description: "See or change the defaults for your videos",
    options: () => Object.values(settingsOptionSpecs()),
    withOptions: (given) => ({ kind: "settings", from: "command", given: settingsDraft(given) }),
    withWords: { read: () => ({ kind: "open_settings_form" }) },
  },
  team: {
    description: "See what you may spend with your team's key, or manage it",
    isInTeamsOnly: true,
    bareWord: "status",
    subcommands: {
      status: {
        description: "See whether you may spend the team's credits, and how many are left",
        act: { kind: "team_status" },
      },
      setup: { description: "For admins: the team's key, its caps and who may spend", act: { kind: "team_setup" } },
      report: {
        description: "For admins: what each person's videos cost this month and last",
        act: { kind: "team_report" },
      },
      approvals: { description: "For admins: the videos that wait for an approval", act: { kind: "team_approvals" } },
    },
  },
  data: {
    description: "Download or delete the data Reelay stores about you",
    subcommands: {
      export: {
        description: "Get a private file with everything Reelay stores about you",
        act: { kind: "export_data" },
      },
      delete: {
        description: "Delete all of it, after you have seen what that includes",
        act: { kind: "delete_data" },
      },
    },
  },
  help: { description: "First steps, prices, and what to do when something goes wrong", act: { kind: "help" } },
} as const satisfies Readonly<Record<string, Declared>>;

/** All options are empty, because flags in the words set them. */
function draftOf(words: string): VideoDraft {
  return { ...videoOptions(() => null), prompt: words, image: null, appliesFlags: true };
}

function jobsAct(show: string | null): Act {
  return show !== null && asksForHelp(show) ? { kind: "help" } : { kind: "jobs", show };
}

type Means = keyof typeof COMMANDS;
type WordsOf<Command> = Command extends { readonly subcommands: infer Words } ? keyof Words & string : never;

export type Subcommands = {
  readonly [One in Means as WordsOf<(typeof COMMANDS)[One]> extends never ? never : One]: WordsOf<
    (typeof COMMANDS)[One]
  >;
};

export interface CommandSpec extends Omit<Declared, "subcommands" | "options"> {
  readonly name: string;
  readonly descriptions?: Localisations;
  readonly means: Means;
  readonly options: readonly OptionSpec[];
  readonly subcommands: readonly SubcommandSpec[];
}

export interface SubcommandSpec {
  readonly name: string;
  readonly description: string;
  readonly descriptions?: Localisations;
  readonly act: Act;
}

/** Cached, because every incoming command requests the same list. */
let latest: { readonly madeOf: string; readonly specs: readonly CommandSpec[] } | null = null;

export function commandSpecs(prefix: string): readonly CommandSpec[] {
  const madeOf = [prefix, ...everyPrice()].join();
  if (latest?.madeOf !== madeOf) latest = { madeOf, specs: specsWith(prefix) };
  return latest.specs;
}

function specsWith(prefix: string): readonly CommandSpec[] {
  const all: readonly (readonly [string, Declared])[] = Object.entries(COMMANDS);
  return all.map(([means, { subcommands = {}, options = () => [], ...declared }]) => ({
    ...declared,
    name: means === "make_video" ? prefix : `${prefix}-${means}`,
    means: means as Means,
    options: options(),
    subcommands: Object.entries(subcommands).map(([name, each]) => ({ name, ...each })),
  }));
}

/** "unknown": no such subcommand; null: its options decide. */
export function declaredAct({ act, subcommands, bareWord }: CommandSpec, word = bareWord): Act | "unknown" | null {
  if (subcommands.length === 0) return act ?? null;
  return subcommands.find(({ name }) => name === word)?.act ?? "unknown";
}

export function freeTextAct(words: string, files: FoundFiles | null): Act {
  if (files === null && asksForHelp(words)) return { kind: "help" };
  return { kind: "free_text", draft: draftOf(words), ...(files && { files }) };
}

export interface MessageCommandSpec {
  readonly name: string;
  readonly names?: Localisations;
  readonly id: "animate_this";
  readonly means: "animate";
  readonly description: string;
}

export const messageCommandSpecs: readonly MessageCommandSpec[] = [
  {
    name: "Animate this",
    id: "animate_this",
    means: "animate",
    description: "Bring a picture in this message to life",
  },
];
