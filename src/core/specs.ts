import type { CommandSpec } from "./command-spec.ts";
import { jobsOptions, settingsOptions, videoOptions } from "./option-specs.ts";

/** Every command, named after the configured prefix: `video` gives video, video-key and so on. */
export function commandSpecs(prefix: string): readonly CommandSpec[] {
  return Object.values(specsByMeaning(prefix));
}

/** In the order of the platforms' menus. A meaning without its spec does not compile. */
function specsByMeaning(prefix: string): {
  readonly [Means in CommandSpec["means"]]: CommandSpec & { readonly means: Means };
} {
  return {
    make_video: {
      name: prefix,
      means: "make_video",
      description: "Make a video from a prompt, with or without a picture",
      options: Object.values(videoOptions),
      subcommands: [],
    },
    batch: {
      name: `${prefix}-batch`,
      means: "batch",
      description: "Make several videos at once: scenes, or versions of one prompt",
      options: [],
      subcommands: [],
    },
    key: {
      name: `${prefix}-key`,
      means: "key",
      description: "Add, check or remove your own API key",
      options: [],
      subcommands: [
        { name: "set", description: "Add your API key in a private form" },
        { name: "status", description: "See which key is stored and whether it works" },
        { name: "remove", description: "Delete your API key" },
      ],
    },
    style: {
      name: `${prefix}-style`,
      means: "style",
      description: "Save texts to put on your prompts",
      options: [],
      subcommands: [
        { name: "list", description: "See the styles you can choose" },
        { name: "save", description: "Save a style, or change one" },
        { name: "remove", description: "Remove a style" },
      ],
    },
    jobs: {
      name: `${prefix}-jobs`,
      means: "jobs",
      description: "See your running and recent videos, and what they cost",
      options: jobsOptions,
      subcommands: [],
    },
    settings: {
      name: `${prefix}-settings`,
      means: "settings",
      description: "See or change the defaults for your videos",
      options: Object.values(settingsOptions),
      subcommands: [],
    },
    team: {
      name: `${prefix}-team`,
      means: "team",
      description: "See what you may spend with your team's key, or manage it",
      isInTeamsOnly: true,
      options: [],
      subcommands: [
        { name: "status", description: "See whether you may spend the team's credits, and how many are left" },
        { name: "setup", description: "For admins: the team's key, its caps and who may spend" },
        { name: "report", description: "For admins: what each person's videos cost this month and last" },
        { name: "approvals", description: "For admins: the videos that wait for an approval" },
      ],
    },
    data: {
      name: `${prefix}-data`,
      means: "data",
      description: "Download or delete the data Reelay stores about you",
      options: [],
      subcommands: [
        { name: "export", description: "Get a private file with everything Reelay stores about you" },
        { name: "delete", description: "Delete all of it, after you have seen what that includes" },
      ],
    },
    help: {
      name: `${prefix}-help`,
      means: "help",
      description: "First steps, prices, and what to do when something goes wrong",
      options: [],
      subcommands: [],
    },
  };
}
